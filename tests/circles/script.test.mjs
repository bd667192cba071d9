// The resolver of imports in TypeScript and JavaScript, on files of a few lines.
import assert from "node:assert/strict";
import test from "node:test";
import { circlesOf } from "./circles.mjs";
import { scriptArrows } from "./script-arrows.mjs";

function arrows(files) {
  const found = scriptArrows(new Map(Object.entries(files)));
  return [...found].flatMap(([from, needed]) => [...needed].map(([to, names]) => `${from} → ${to}: ${[...names].sort().join(" ")}`)).sort();
}

test("values, types, namespaces, defaults, effects and re-exports are arrows with their names", () => {
  const files = {
    "a.ts": `import one, { two as deux } from "./b.ts"; import type { Three } from "./c"; import * as d from "./d/e.js"; import "./f.ts"; export { g } from "./g.ts"; export * from "./h.ts";`,
    "b.ts": "", "c.tsx": "", "d/e.js": "", "f.ts": "", "g.ts": "", "h.ts": "",
  };
  const found = ["b.ts: default two", "c.tsx: Three", "d/e.js: *", "f.ts: (its effects)", "g.ts: g", "h.ts: *"];
  assert.deepEqual(arrows(files), found.map((arrow) => `a.ts → ${arrow}`));
});

test("import() of a literal and the type import(…) are arrows; one that is computed cannot be", () => {
  const files = { "a.ts": `const x = await import("./b.js"); let y: import("./c.ts").C; import(\`./\${x}.js\`);`, "b.js": "", "c.ts": "" };
  assert.deepEqual(arrows(files), ["a.ts → b.js: import()", "a.ts → c.ts: C"]);
});

test("a type in a comment of JavaScript is an arrow", () => {
  assert.deepEqual(arrows({ "a.js": `/** @param {import("./b.js").B} b */\nexport function f(b) {}`, "b.js": "" }), ["a.js → b.js: B"]);
});

test("a declaration file sees declarations and a program sees code", () => {
  const files = { "a.d.ts": `import { B } from "./b.js";`, "a.js": `import { b } from "./b.js";`, "b.js": "", "b.d.ts": "" };
  assert.deepEqual(arrows(files), ["a.d.ts → b.d.ts: B", "a.js → b.js: b"]);
});

test("packages, assets and words in strings are no arrows", () => {
  assert.deepEqual(arrows({ "a.tsx": `import "preact"; import "./a.css"; const s = 'import "./b.ts"'; const v = <p>import "./b.ts"</p>;`, "b.ts": "" }), []);
});

test("two files that need each other for a type are a circle, and one that needs itself is", () => {
  const files = { "a.ts": `import type { B } from "./b.ts";`, "b.ts": `export * from "./a.ts";`, "c.ts": `import { c } from "./c.ts";` };
  assert.deepEqual(circlesOf(scriptArrows(new Map(Object.entries(files)))), [["a.ts", "b.ts"], ["c.ts"]]);
});
