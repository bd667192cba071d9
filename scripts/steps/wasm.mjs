// The same Rust tests as wasm, in Node and in headless Chromium: built once, and run by wasm-bindgen's own runner (.cargo/config.toml).
import { ensureChromium } from "../chromium.mjs";
import { run, Stop } from "../command.mjs";
import { ensureWasmBindgen, ensureWasmTarget, withTools } from "../tools.mjs";
import { cargoCounts } from "./counts.mjs";
import { UNOPTIMISED } from "./rust.mjs";

export const wasm = {
  name: "wasm",
  about: "the wasm tests in Node and in Chromium",
  async run() {
    await ensureWasmTarget();
    // Debug information triples the time that the test runner spends on each module. On a busy machine a page needs longer than the runner's 20 s.
    const env = { CARGO_PROFILE_DEV_DEBUG: "0", CARGO_PROFILE_TEST_DEBUG: "0", WASM_BINDGEN_TEST_TIMEOUT: "300" };
    const tools = { ...withTools(await ensureWasmBindgen()), ...env };
    const { driver } = await ensureChromium();
    const node = await count("node", tools);
    // Without the variable the run in a browser skips every suite that does not configure itself for it, and still ends with 0.
    const chromium = await count("chromium", { ...tools, CHROMEDRIVER: driver, WASM_BINDGEN_USE_BROWSER: "1" });
    if (node !== chromium) {
      const todo = "Look in target/logs/wasm-*.log for the suite that was skipped.";
      throw new Stop(`${node} wasm tests ran in Node but ${chromium} in Chromium.`, { todo });
    }
    return { passed: node + chromium, note: `${node} in each` };
  },
};

async function count(where, env) {
  const args = ["test", "--locked", "--target", "wasm32-unknown-unknown", "--lib", "--test", "wasm", ...UNOPTIMISED];
  const todo = `See target/logs/wasm-${where}.log; cargo ${args.join(" ")} runs them by itself, with wasm-bindgen-test-runner on the PATH.`;
  const { passed, failed } = cargoCounts(await run("cargo", args, { log: `wasm-${where}`, env, todo }));
  if (failed || !passed) throw new Stop(`wasm tests in ${where}: ${passed} passed, ${failed} failed.`, { todo });
  return passed;
}
