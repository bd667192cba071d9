// `rethought/json`: the wasm is started as the front door starts it in this runtime.
import "#start";

export * from "../json/index.js";
