// tests/README.md is the map of the tests: it has every folder, and every switch.
import { deepEqual, ok } from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import test from "node:test";
import { data, root, services, tests } from "../../scripts/paths.mjs";

/** Variables of the system, of npm, of cargo and of node:test, and keys in recipes for people. */
const OTHERS = ["PATH", "INIT_CWD", "XDG_CACHE_HOME", "CARGO_HOME", "CARGO_TARGET_DIR", "NODE_TEST_CONTEXT", "GEMINI_API_KEY", "MISTRAL_API_KEY", "OPENAI_API_KEY"];
/** A variable that is read in JavaScript, Rust or Python. One that is set in JavaScript is not a switch. */
const READ = /process\.env\.([A-Z_0-9]+)\b(?! (?:\?\?)?= )|env::var(?:_os)?\("([A-Z_0-9]+)"|os\.environ(?:\.get\(|\[)"([A-Z_0-9]+)"(?!\] = )|\b(RETHOUGHT_[A-Z_]+)\b/g;

const page = readFileSync(join(tests, "README.md"), "utf8");

/** Returns the names in backticks in the first column of the tables under a heading. */
function firstColumn(heading) {
  const start = page.indexOf(`\n## ${heading}`);
  ok(start >= 0, `there is no heading ${heading}`);
  const rows = page.slice(start + 1).split(/\n## /)[0].split("\n").filter((line) => line.startsWith("| `"));
  return rows.flatMap((row) => [...row.split(" | ")[0].matchAll(/`([^`]+)`/g)].map(([, name]) => name));
}

const entriesIn = (folder, isWanted) => readdirSync(folder, { withFileTypes: true }).filter(isWanted).map(({ name }) => name).sort();
const isFolder = (entry) => entry.isDirectory() && entry.name !== "node_modules";
const isProgram = (entry) => entry.isFile() && /\.(rs|mjs)$/.test(entry.name);

/** Yields the files below a folder, without those of tools. */
function* filesIn(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isFile()) yield path;
    else if (entry.isDirectory() && !["node_modules", "target", "corpus", "__pycache__"].includes(entry.name)) yield* filesIn(path);
  }
}

const files = [...filesIn(tests), ...filesIn(join(root, "scripts"))].map((path) => relative(root, path));

function switchesRead() {
  // This file contains the words of its own patterns.
  const sources = files.filter((file) => /\.(mjs|js|rs|py)$/.test(file) && !file.endsWith("map.test.mjs"));
  const found = sources.flatMap((file) => [...readFileSync(join(root, file), "utf8").matchAll(READ)].map((match) => match.slice(1).find(Boolean)));
  return [...new Set(found)].filter((name) => !OTHERS.includes(name)).sort();
}

/** Returns the switches of the table, without their values. */
const switches = () => firstColumn("Switches").map((name) => name.replace(/=.*/, ""));

test("every folder and every program of tests/ is in the map, and nothing else", () => {
  const wanted = [...entriesIn(tests, isFolder).filter((name) => name !== "data" && name !== "services"), ...entriesIn(tests, isProgram)];
  deepEqual(firstColumn("Programs\n").sort(), wanted.sort());
});

test("every folder of tests/data is in the map, and nothing else", () => {
  deepEqual(firstColumn("Data").sort(), entriesIn(data, isFolder));
});

test("every folder of tests/services is in the map, and nothing else", () => {
  deepEqual(firstColumn("Programs that need a service").sort(), entriesIn(services, isFolder));
});

test("every switch that tests and scripts read is in the table of switches", () => {
  deepEqual(switchesRead().filter((name) => !switches().includes(name)), []);
});

test("every switch of the table is read by something", () => {
  // tests/rust/simulated/rows.rs reads these by a name that it is given.
  const read = [...switchesRead(), "CROWD", "SIMULATED"];
  deepEqual(switches().filter((name) => !read.includes(name)), []);
});

test("every lock file is named under Packages, with the reason why it is apart", () => {
  const locks = files.filter((file) => file.endsWith("package-lock.json")).map((file) => dirname(file));
  deepEqual(firstColumn("Packages").sort(), locks.sort());
});
