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

const simulate = (program, file, ...more) => run(process.execPath, [join(tests, "simulator", program), join(target, file), ...more], { log: file.replace(".ndjson", "").replace(".", "-") });

export const rust = {
  name: "rust",
  about: "cargo test",
  async run() {
    await ensureCargo();
    // What the audit predicts is held against these by tests/simulated.rs and tests/crowd.rs, and what those mended goes to the simulator once more.
    mkdirSync(target, { recursive: true });
    await simulate("dump.mjs", "simulated.ndjson", "22500");
    await simulate("crowd/dump.mjs", "crowd.ndjson", process.env.CROWD_SIZE ?? "3000");
    const todo = "Run cargo test to see the failing test by itself.";
    // Tests that need a dump are ignored unless they are asked for, so that cargo counts them where there is none.
    const text = await run("cargo", ["test", "--locked", "--", "--include-ignored"], { log: "cargo-test", todo, counted: (text) => cargoCounts(text).failed > 0 });
    await simulate("replay.mjs", "simulated.mended.ndjson");
    await simulate("replay.mjs", "crowd.mended.ndjson");
    return { ...cargoCounts(text), todo, tail: endOf(text) };
  },
};
