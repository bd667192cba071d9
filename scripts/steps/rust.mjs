// The Rust side on this machine: style, lints, tests.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { endOf, run } from "../command.mjs";
import { target, tests } from "../paths.mjs";
import { ensureCargo, ensureComponents, ensureWasmTarget } from "../tools.mjs";
import { cargoCounts } from "./counts.mjs";

const DENY = ["--", "-D", "warnings"];

export const style = {
  name: "style",
  about: "formatting and lints, native and wasm",
  async run() {
    await ensureComponents();
    await ensureWasmTarget();
    await run("cargo", ["fmt", "--check", "--", "--color", "never"], { log: "fmt", todo: "Run cargo fmt." });
    await run("cargo", ["clippy", "--locked", "--all-targets", ...DENY], { log: "clippy", todo: "Mend what clippy names above." });
    const wasm = ["clippy", "--locked", "--all-targets", "--target", "wasm32-unknown-unknown", ...DENY];
    await run("cargo", wasm, { log: "clippy-wasm", todo: "Mend what clippy names above (wasm32 target)." });
    return { passed: 3 };
  },
};

export const rust = {
  name: "rust",
  about: "cargo test",
  async run() {
    await ensureCargo();
    // What the audit predicts is held against these by tests/simulated.rs.
    mkdirSync(target, { recursive: true });
    await run(process.execPath, [join(tests, "simulator", "dump.mjs"), join(target, "simulated.ndjson"), "22500"], { log: "simulated" });
    const todo = "Run cargo test to see the failing test by itself.";
    const text = await run("cargo", ["test", "--locked"], { log: "cargo-test", todo, counted: (text) => cargoCounts(text).failed > 0 });
    // What tests/simulated.rs has mended from a ledger goes to the simulator once more.
    await run(process.execPath, [join(tests, "simulator", "replay.mjs"), join(target, "simulated.mended.ndjson")], { log: "replayed" });
    return { ...cargoCounts(text), todo, tail: endOf(text) };
  },
};
