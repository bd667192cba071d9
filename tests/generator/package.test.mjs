// Additions in JavaScript work: in a copy of the checkout that has one of each, the package is assembled, its types fit, and the new store and client
// work.
import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { build } from "../../scripts/build.mjs";
import { ensurePackages } from "../../scripts/npm.mjs";
import { target, tests } from "../../scripts/paths.mjs";
import { additionOf, ADDITIONS } from "./additions.mjs";
import { layOut, linkPackages } from "./copy.mjs";

for (const folder of [tests, join(tests, "clients")]) await ensurePackages(folder);
await build();
// The wasm and its table of rules are those of the checkout. compiled.test.mjs compiles the additions in Rust.
const { copy, changed } = await layOut("javascript", ADDITIONS.filter(({ kind }) => kind !== "rule"));
linkPackages(copy);
const moduleOf = (path) => import(pathToFileURL(join(copy, path)).href);
await moduleOf("scripts/assemble.mjs").then(({ assemble }) => assemble(join(target, "pkg-wasm")));

const pascal = (name) => name.replace(/(?:^|-)(\w)/g, (_, letter) => letter.toUpperCase());
const [store, client] = ["store", "client"].map((kind) => additionOf(kind).name);
const STORE = `${pascal(store)[0].toLowerCase()}${pascal(store).slice(1)}Store`;
const GUARD = `guard${pascal(client)}`;

test("every file in JavaScript is one", async () => {
  const files = changed.filter((path) => /\.m?js$/.test(path));
  assert.ok(files.length >= 12, `${files.length} files`);
  await Promise.all(files.map((path) => promisify(execFile)(process.execPath, ["--check", path], { cwd: copy })));
});

test("the test of the framework format is loaded", async () => {
  const path = changed.find((path) => path.endsWith(`/${additionOf("format").name}.test.mjs`));
  const { NODE_TEST_CONTEXT, ...env } = process.env;
  // It does not run, because the wasm of the checkout does not have the format.
  await promisify(execFile)(process.execPath, ["--test-name-pattern", "^$", path], { cwd: copy, env });
});

test("the store keeps the contract", () => {
  const place = JSON.stringify({ folder: target, space: "s1", settleMs: 0 });
  const told = execFileSync(process.execPath, ["--no-warnings", "tests/services/databases-stores/holds.mjs", `${store} in memory`, place], { cwd: copy, encoding: "utf8" });
  const laws = told.trim().split("\n").map((line) => JSON.parse(line));
  assert.ok(laws.length > 5, `${laws.length} laws`);
  assert.deepEqual(laws.filter(({ fault }) => fault), []);
});

/** The number of calls of each answer. */
const STEPS = [1, 2, 1, 2, 1, 0];

for (const isStream of [false, true]) {
  test(`the client makes a loop of tools through its guard, ${isStream ? "streamed" : "whole"}`, async () => {
    const [{ openVendor, noted, adapters }, { drivers: [driver] }] = await Promise.all([moduleOf("tests/clients/vendor.mjs"), moduleOf(`tests/clients/drivers/${client}.mjs`)]);
    const vendor = await openVendor(1);
    const { told, hooks } = noted();
    try {
      const talk = driver.open(vendor, { mode: "repair", ...hooks });
      talk.ask("Find the file, then tell me.");
      for (const calls of STEPS) {
        vendor.calls = calls;
        assert.equal(await talk.step(isStream, (name) => `${name} is done`), calls);
      }
      await adapters.guardOf(talk.client).settled();
      assert.deepEqual([told.report.length, told.recorded.length, told.repaired.length, told.error.length], [STEPS.length, STEPS.length, 0, 0]);
    } finally {
      await vendor.close();
    }
  });
}

/** Compiles a project, with the faster of the two compilers unless another is named. */
async function compile(config, compiler = "typescript7") {
  const tsc = join(tests, "node_modules", compiler, "bin", "tsc");
  await promisify(execFile)(process.execPath, [tsc, "-p", config, "--pretty", "false"], { cwd: copy }).catch(({ stdout }) => assert.fail(stdout.slice(0, 2000)));
}

/** Makes a project of one file that imports the package by its name. */
function projectOf(file, types) {
  const paths = { rethought: [join(copy, "pkg", "main", "index.d.ts")], "rethought/*": [join(copy, "pkg", "*", "index.d.ts")] };
  const compilerOptions = { strict: true, exactOptionalPropertyTypes: true, noEmit: true, target: "es2022", module: "esnext", moduleResolution: "bundler", skipLibCheck: true, lib: ["es2023", "dom", "esnext.disposable"], types, paths };
  const config = join(copy, "target", `${file.replaceAll(/\W/g, "-")}.json`);
  mkdirSync(join(copy, "target"), { recursive: true });
  writeFileSync(config, JSON.stringify({ compilerOptions, files: [join(copy, file)] }));
  return config;
}

test("the types of the client fit", () => compile(projectOf("tests/clients/typed.ts", [])));

test("the types of the store fit", () => compile(projectOf("tests/types/clients-stores.test-d.ts", [join(tests, "node_modules", "@types", "node")])));

test("the types of the page fit, with the pane and the name of the session format", () => compile(join(copy, "www", "tsconfig.json"), "typescript"));

test("the examples of the store and the client run", async () => {
  const project = join(copy, "target", "project");
  mkdirSync(join(project, "node_modules"), { recursive: true });
  if (!existsSync(join(project, "node_modules", "rethought"))) symlinkSync(join(copy, "pkg"), join(project, "node_modules", "rethought"));
  const [{ readEntries }, { exampled }] = await Promise.all([moduleOf("tests/types/entries.mjs"), moduleOf("tests/types/doc-examples.mjs")]);
  const { entries } = readEntries(project);
  const ours = entries.map(({ specifier, symbols }) => ({ specifier, symbols: new Map([STORE, GUARD].filter((name) => symbols.has(name)).map((name) => [name, symbols.get(name)])) }));
  const checks = exampled(project, { entries: ours });
  assert.deepEqual(checks.filter(({ faults }) => faults.length), []);
  assert.equal(checks.length, 3, "both have an example, and each of the two runs");
});
