// The tarball itself: exactly the listed files, the documented paths, and the cost of an import.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { root } from "../../../scripts/paths.mjs";
import { writeTable } from "../../../scripts/rules.mjs";
import { check as sizes } from "../../../scripts/sizes.mjs";
import { node } from "./binaries.mjs";
import { lastLine } from "./servers.mjs";

const LIST = new URL("./files.txt", import.meta.url);

export function cases({ folder, tarball }) {
  return [
    { name: "packed files", check: () => packedFiles(tarball) },
    { name: "sizes", check: sizes },
    { name: "table of rules", check: () => writeTable({ check: true }) },
    { name: "paths for tools", check: () => paths(folder) },
    { name: "import time", check: () => importTime(folder), alone: true },
  ];
}

/** npm silently drops files (a stray .gitignore is enough) and silently ships others. */
function packedFiles(tarball) {
  const packed = execFileSync("tar", ["-tzf", tarball], { encoding: "utf8" }).trim().split("\n").map((path) => path.replace(/^package\//, "")).sort();
  const expected = [...readFileSync(LIST, "utf8").trim().split("\n"), ...rulePages()].sort();
  const missing = expected.filter((path) => !packed.includes(path));
  const stray = packed.filter((path) => !expected.includes(path));
  if (missing.length || stray.length)
    throw new Error(`missing: ${missing.join(", ") || "none"}; not listed in tests/services/browser-package/files.txt: ${stray.join(", ") || "none"}`);
  return `${packed.length} files`;
}

/** A page for each rule. They are not listed, so that a new rule needs no line there. */
const rulePages = () => readdirSync(join(root, "tests", "data", "rules")).map((id) => `site/rules/${id}.html`);

async function paths(folder) {
  writeFileSync(join(folder, "paths.cjs"), `
    const bytes = require("node:fs").readFileSync(require.resolve("rethought/rethought.wasm"));
    console.log(JSON.stringify({ wasm: WebAssembly.validate(bytes), version: require("rethought/package.json").version }));`);
  const { wasm, version } = JSON.parse(await lastLine(node(20), ["paths.cjs"], folder));
  if (!wasm) throw new Error("rethought/rethought.wasm is not a valid module");
  const cargo = readFileSync(join(root, "Cargo.toml"), "utf8");
  if (!cargo.includes(`version = "${version}"`)) throw new Error(`package.json says ${version}, Cargo.toml does not`);
  return `version ${version}`;
}

/** Returns the least time of a process that imports the package, minus that of an empty module. It is reported, not judged: machines differ. */
async function importTime(folder) {
  writeFileSync(join(folder, "empty.js"), "export {};\n");
  writeFileSync(join(folder, "import-empty.js"), 'import "./empty.js";\nconsole.log(1);\n');
  writeFileSync(join(folder, "import-package.js"), 'import "rethought";\nconsole.log(1);\n');
  const least = { empty: Infinity, package: Infinity };
  for (let round = 0; round < 7; round++)
    for (const what of ["empty", "package"]) {
      const start = performance.now();
      await lastLine(node(20), [`import-${what}.js`], folder);
      least[what] = Math.min(least[what], performance.now() - start);
    }
  return `${(least.package - least.empty).toFixed(1)} ms over an empty module (Node 20)`;
}
