// The Rust side on this machine: style, lints, tests.
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { endOf, run } from "../command.mjs";
import { fingerprint, isFresh, remember } from "../fingerprint.mjs";
import { target, tests } from "../paths.mjs";
import { ensureCargo, ensureComponents, ensureWasmTarget } from "../tools.mjs";
import { cargoCounts } from "./counts.mjs";

const DENY = ["--", "-D", "warnings"];
/** Enough for every damage on every wire; npm run prove has five times as many of the first and seven of the second. */
const CONVERSATIONS = "4500";
const REQUESTS = "3000";

export const style = {
  name: "style",
  about: "formatting and lints, native and wasm",
  async run() {
    await ensureComponents();
    await ensureWasmTarget();
    await run("cargo", ["fmt", "--check", "--", "--color", "never"], { log: "fmt", todo: "Run cargo fmt." });
    const clippy = ["clippy", "--locked", "--all-targets"];
    const native = run("cargo", [...clippy, ...DENY], { log: "clippy", todo: "Fix what clippy names above." });
    const wasm = run("cargo", [...clippy, "--target", "wasm32-unknown-unknown", ...DENY], { log: "clippy-wasm", todo: "Fix what clippy names above (wasm32 target)." });
    await Promise.all([native, wasm]);
    return { passed: 3 };
  },
};

/** Unit tests are fast without optimisation; optimising the crate again for them takes a minute. */
export const UNOPTIMISED = ["--config", "profile.dev.package.rethought.opt-level=0"];

export const rust = {
  name: "rust",
  about: "cargo test",
  async run() {
    await ensureCargo();
    const todo = "Run cargo test to see the failing test by itself.";
    const wholes = ["test", "--locked", "--test", "*"];
    // tests/rust/simulated.rs and tests/rust/crowd.rs compare the audit with the dumps, which are written while cargo compiles.
    const compiled = run("cargo", [...wholes, "--no-run"], { log: "cargo-test-build", todo });
    await Promise.all([compiled, dump("dump.mjs", "simulated", CONVERSATIONS), dump("crowd/dump.mjs", "crowd", REQUESTS)]);
    const counted = (text) => cargoCounts(text).failed > 0;
    // Tests that need a dump are ignored unless requested, so that cargo counts them if there is none.
    const texts = [
      await run("cargo", [...wholes, "--no-fail-fast", "--", "--include-ignored"], { log: "cargo-test", todo, counted }),
      await run("cargo", ["test", "--locked", "--doc"], { log: "cargo-test-doc", todo, counted }),
      await run("cargo", ["test", "--locked", "--lib", ...UNOPTIMISED], { log: "cargo-test-lib", todo, counted }),
    ];
    const text = texts.join("\n");
    const counts = { ...cargoCounts(text), todo, tail: failedTests(text) || endOf(text) };
    if (counts.failed) return counts;
    // The requests that those tests repaired are sent to the simulator again.
    await Promise.all(["simulated.mended", "crowd.mended"].map((name) => simulator("replay.mjs", name)));
    return counts;
  },
};

/** Returns the names of failed tests, and the place of each panic. */
const failedTests = (text) => text.split("\n").filter((line) => /^test .* \.\.\. FAILED$|panicked at /.test(line)).join("\n");

const simulator = (program, name, ...more) => run(process.execPath, [join(tests, "simulator", program), join(target, `${name}.ndjson`), ...more], { log: name.replace(".", "-") });

/** A dump depends only on the simulator and its seeds, so it is written once for each version of them. */
async function dump(program, name, count) {
  const digest = fingerprint(["tests/simulator", "tests/random.mjs"], [count]);
  if (existsSync(join(target, `${name}.ndjson`)) && isFresh(`dump-${name}`, digest)) return;
  mkdirSync(target, { recursive: true });
  await simulator(program, name, count);
  remember(`dump-${name}`, digest);
}
