// `rethought/views`: the wasm is started as the front door starts it in this runtime.
import "#start";

export * from "../views/index.js";
