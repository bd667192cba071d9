// `rethought/sessions`: the wasm is started as the front door starts it in this runtime.
import "#start";

export * from "../sessions/index.js";
