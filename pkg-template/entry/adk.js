// `rethought/adk`: the wasm is started as the front door starts it in this runtime.
import "#start";

export * from "../adk/index.js";
