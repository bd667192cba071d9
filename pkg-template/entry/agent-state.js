// `rethought/agent-state`: the wasm is started as the front door starts it in this runtime.
import "#start";

export * from "../agent-state/index.js";
