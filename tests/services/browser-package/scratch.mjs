// A project outside the checkout with the installed tarball, as users have it.
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "../../../scripts/command.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const INSIDE = "./node_modules/rethought";

/** Installs the tarball and copies the programs beside it. */
export async function scratchProject(tarball) {
  const folder = mkdtempSync(join(tmpdir(), "rethought-matrix-"));
  const write = (name, text) => writeFileSync(join(folder, name), text);
  write("package.json", JSON.stringify({ name: "scratch", private: true, type: "module" }));
  // Offline: a package without dependencies must install from its tarball alone.
  await run("npm", ["install", "--offline", "--no-audit", "--no-fund", tarball], { cwd: folder, log: "matrix-install" });
  for (const name of ["conformance.js", "traps.js", "drive.js"]) cpSync(join(here, name), join(folder, name));

  for (const entry of ["rethought", "rethought/inline"]) {
    write(`${nameOf(entry)}.js`, program(entry, "console.log(drive(rooms, glue, recover));"));
    write(`page-${nameOf(entry)}.js`, program(entry, 'console.log("RESULT " + drive(rooms, glue, recover));'));
  }
  write("slim.js", slim);
  write("required.cjs", required);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** The subpaths of the package, each by its name in programs. */
const ROOMS = { adk: "adk", agentState: "agent-state", clark: "clark", clients: "clients", guard: "guard", json: "json", letta: "letta", views: "views" };

/**
 * Returns a program over one entry and its subpaths. `rethought/inline` and `rethought/slim` contain the wasm, so their subpaths load none. The glue
 * is imported by path: it is not a public entry, but must be the same instance.
 */
export function program(entry, rest, roomOf = entry === "rethought" ? (name) => `rethought/${name}` : (name) => `rethought/slim/${name}`) {
  const rooms = Object.entries(ROOMS).map(([name, path]) => `import * as ${name} from "${roomOf(path)}";\n`).join("");
  return `import * as front from "${entry}";
${rooms}import * as glue from "${INSIDE}/wasm/glue.js";
import * as recover from "${INSIDE}/wasm/recover.js";
import { drive } from "./drive.js";
const rooms = { front, ${Object.keys(ROOMS).join(", ")} };
${rest}
`;
}

const nameOf = (entry) => entry.replace("rethought/", "").replace("rethought", "plain");

const slim = program("rethought/slim", `import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
let early = "nothing thrown";
try { recover.guarded(() => {})(); } catch (error) { early = error.message; }
if (!early.includes("init(")) throw new Error("a call before init must say so, but: " + early);
front.init(readFileSync(fileURLToPath(import.meta.resolve("rethought/rethought.wasm"))));
console.log(drive(rooms, glue, recover));`);

const required = `const rooms = { front: require("rethought"), ${Object.entries(ROOMS).map(([name, path]) => `${name}: require("rethought/${path}")`).join(", ")} };
const glue = require("${INSIDE}/wasm/glue.js");
const recover = require("${INSIDE}/wasm/recover.js");
const { drive } = require("./drive.js");
console.log(drive(rooms, glue, recover));
`;
