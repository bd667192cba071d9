// A project outside the checkout with the packed tarball installed: what a stranger gets.
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "../../scripts/command.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const INSIDE = "./node_modules/rethought";

/** Installs the tarball and lays the programs beside it. */
export async function scratchProject(tarball) {
  const folder = mkdtempSync(join(tmpdir(), "rethought-matrix-"));
  const write = (name, text) => writeFileSync(join(folder, name), text);
  write("package.json", JSON.stringify({ name: "scratch", private: true, type: "module" }));
  // Offline: a package without dependencies must install from its tarball alone.
  await run("npm", ["install", "--offline", "--no-audit", "--no-fund", tarball], { cwd: folder, log: "matrix-install" });
  for (const name of ["conformance.js", "traps.js", "drive.js"]) cpSync(join(here, name), join(folder, name));

  for (const entry of ["rethought", "rethought/inline"]) {
    write(`${nameOf(entry)}.js`, program(entry, "console.log(drive(rethought, glue, recover));"));
    write(`page-${nameOf(entry)}.js`, program(entry, 'console.log("RESULT " + drive(rethought, glue, recover));'));
  }
  write("slim.js", slim);
  write("required.cjs", required);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** A program over one entry. The glue is reached by path: it is no public entry, but must be the same instance. */
export function program(entry, rest) {
  return `import * as rethought from "${entry}";
import * as glue from "${INSIDE}/glue.js";
import * as recover from "${INSIDE}/recover.js";
import { drive } from "./drive.js";
${rest}
`;
}

const nameOf = (entry) => entry.replace("rethought/", "").replace("rethought", "plain");

const slim = program("rethought/slim", `import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
let early = "nothing thrown";
try { recover.guarded(() => {})(); } catch (error) { early = error.message; }
if (!early.includes("init(")) throw new Error("a call before init must say so, but: " + early);
rethought.init(readFileSync(fileURLToPath(import.meta.resolve("rethought/rethought.wasm"))));
console.log(drive(rethought, glue, recover));`);

const required = `const rethought = require("rethought");
const glue = require("${INSIDE}/glue.js");
const recover = require("${INSIDE}/recover.js");
const { drive } = require("./drive.js");
console.log(drive(rethought, glue, recover));
`;
