// The same Rust tests as wasm, in Node and in headless Chromium.
import { ensureChromium } from "../chromium.mjs";
import { run, Stop } from "../command.mjs";
import { ensureWasmBindgen, ensureWasmPack, ensureWasmTarget, withTools } from "../tools.mjs";
import { cargoCounts } from "./counts.mjs";

export const wasm = {
  name: "wasm",
  about: "the wasm tests in Node and in Chromium",
  async run() {
    await ensureWasmTarget();
    // Debug information triples the time that the test runner spends on each module.
    const tools = { ...withTools(await ensureWasmBindgen(), await ensureWasmPack()), CARGO_PROFILE_DEV_DEBUG: "0", CARGO_PROFILE_TEST_DEBUG: "0" };
    const { driver } = await ensureChromium();
    const node = await count("node", ["--node"], tools);
    // Without this variable the browser run skips every suite that does not configure itself for it, and ends with 0 all the same.
    const chromium = await count("chromium", ["--headless", "--chrome", "--chromedriver", driver], { ...tools, WASM_BINDGEN_USE_BROWSER: "1" });
    if (node !== chromium) {
      const todo = "Look in target/logs/wasm-*.log for the suite that was skipped.";
      throw new Stop(`${node} wasm tests ran in Node but ${chromium} in Chromium.`, { todo });
    }
    return { passed: node + chromium, note: `${node} in each` };
  },
};

async function count(where, flags, env) {
  const todo = `Run wasm-pack test ${flags.slice(0, 2).join(" ")} to see it by itself.`;
  const { passed, failed } = cargoCounts(await run("wasm-pack", ["test", ...flags, "--", "--locked"], { log: `wasm-${where}`, env, todo }));
  if (failed || !passed) throw new Stop(`wasm tests in ${where}: ${passed} passed, ${failed} failed.`, { todo });
  return passed;
}
