// The circles of this repository: none of more than two files in src/, none at all in www/ and pkg-template/.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { root } from "../../scripts/paths.mjs";
import { circlesOf, describe, faultsOf } from "./circles.mjs";
import { rustArrows } from "./rust-arrows.mjs";
import { scriptArrows } from "./script-arrows.mjs";

/** Circles that are still to be removed, as sets of files. A row is deleted with its circle; none is ever added. */
const allowed = JSON.parse(readFileSync(new URL("allowed.json", import.meta.url), "utf8"));

function filesOf(folder, ending) {
  const names = readdirSync(join(root, folder), { recursive: true }).filter((name) => ending.test(name)).sort();
  return names.map((name) => [`${folder}/${name}`, readFileSync(join(root, folder, name), "utf8")]);
}

function hold(arrows, rows, most) {
  const found = [...arrows.values()].reduce((sum, needed) => sum + needed.size, 0);
  assert.ok(found > arrows.size, `${found} arrows among ${arrows.size} files: the resolver sees too little`);
  const circles = circlesOf(arrows).filter((circle) => circle.length > most);
  const faults = faultsOf(circles, rows, arrows);
  assert.ok(!faults.length, `\n${faults.join("\n")}\nThe rows of allowed.json would be:\n${JSON.stringify(circles)}`);
}

test("no circle in src/ has more than two files", () => {
  hold(rustArrows(new Map(filesOf("src", /\.rs$/))), allowed.rust, 2);
});

test("www/ and pkg-template/ have no circle", () => {
  const script = /\.(?:ts|tsx|js|mjs)$/;
  hold(scriptArrows(new Map([...filesOf("www", script), ...filesOf("pkg-template", script)])), allowed.script, 0);
});

test("a new circle and a row without its circle are both faults, reported with the names", () => {
  const arrows = new Map([["a", new Map([["b", new Set(["f"])]])], ["b", new Map([["a", new Set(["g", "h"])]])]]);
  assert.equal(describe(["a", "b"], arrows), "a circle of 2 files\n  a → b: f\n  b → a: g, h");
  assert.deepEqual(faultsOf([["a", "b"]], [["b", "a"]], arrows), []);
  assert.equal(faultsOf([["a", "b"]], [], arrows).length, 1);
  assert.match(faultsOf([], [["c", "d"]], arrows)[0], /its row must go: c, d/);
});
