// Additions in Rust work together: in a copy of the checkout that has one of each, the crate compiles, natively and for wasm. In npm run prove the walkers run
// the new cases.
import assert from "node:assert/strict";
import test from "node:test";
import { run } from "../../scripts/command.mjs";
import { target } from "../../scripts/paths.mjs";
import { cargoCounts } from "../../scripts/steps/counts.mjs";
import { UNOPTIMISED } from "../../scripts/steps/rust.mjs";
import { ensureCargo, ensureWasmTarget } from "../../scripts/tools.mjs";
import { ADDITIONS } from "./additions.mjs";
import { layOut } from "./copy.mjs";

/** The tests that read the cases of every rule, wire and format, or compare lists. */
const WALKERS = ["rules::", "classify::every", "codecs::", "transcripts::", "convert::formats::", "shape::"];
/** These take a minute without optimisation, and the others cover a format too. */
const SLOW = ["corpus::", "transcripts::a_long", "transcripts::a_transcript_that_ends", "transcripts::lines_of_something_else"];

await ensureCargo();
await ensureWasmTarget();
const { copy, changed } = await layOut("rust", ADDITIONS);
const cargo = (args, options) => run("cargo", args, { cwd: copy, env: { CARGO_TARGET_DIR: target }, ...options });

test("the files in Rust are formatted", async () => {
  const files = changed.filter((path) => path.endsWith(".rs"));
  assert.ok(files.length >= 8, `${files.length} files`);
  await run("rustfmt", ["--check", "--edition", "2024", ...files], { cwd: copy, log: "additions-fmt" });
});

test("the crate and its tests compile", () => cargo(["check", "--locked", "--test", "rust"], { log: "additions-check" }));

test("the tests pass with the new cases", { skip: !process.env.RETHOUGHT_LONG && "npm run prove -- generator" }, async () => {
  const skip = SLOW.flatMap((name) => ["--skip", name]);
  const text = await cargo(["test", "--locked", "--test", "rust", ...UNOPTIMISED, "--", ...WALKERS, ...skip], { log: "additions-test", counted: (text) => cargoCounts(text).failed > 0 });
  const { passed, failed } = cargoCounts(text);
  assert.equal(failed, 0, text.slice(text.indexOf("failures:"), text.indexOf("failures:") + 3000));
  assert.ok(passed >= 30, `${passed} tests`);
});

test("the crate compiles for wasm", () => cargo(["check", "--locked", "--lib", "--target", "wasm32-unknown-unknown"], { log: "additions-wasm" }));
