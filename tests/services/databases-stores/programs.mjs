// The programs of the suite, each in a separate process, in the version of Node that its kind of store needs.
import { execFile, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { node } from "../browser-package/binaries.mjs";
import { Servers } from "./servers.mjs";

const pathOf = (name) => fileURLToPath(new URL(name, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "rethought-stores-"));
const servers = new Servers(folder);
let places = 0;

/** Returns a place that no other check uses, in the form of the programs. */
export async function newPlace(kind, options = {}) {
  const place = { folder, space: `s${++places}`, ...options };
  if (kind.server) place[kind.server] = await servers.reach(kind.server);
  return JSON.stringify(place);
}

const binaryOf = (kind) => (kind.node ? node(kind.node) : process.execPath);

/** Runs a program to its end. Resolves to its output. */
export async function runProgram(kind, name, ...args) {
  const { stdout } = await promisify(execFile)(binaryOf(kind), ["--no-warnings", pathOf(name), kind.name, ...args.map(String)], { encoding: "utf8", maxBuffer: 1 << 28 });
  return stdout;
}

/** Starts a writer, which waits for a line on its input. */
export const startWriter = (kind, ...args) => spawn(binaryOf(kind), ["--no-warnings", pathOf("writer.mjs"), kind.name, ...args.map(String)], { stdio: ["pipe", "pipe", "pipe"] });

async function removePlaces() {
  await servers.stop();
  rmSync(folder, { recursive: true, force: true });
}

after(removePlaces);
// Otherwise the servers would outlive a stopped run.
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => removePlaces().finally(() => process.exit(1)));
