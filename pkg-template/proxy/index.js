// `rethought/proxy`: the guard behind an address of one's own, for programs in every language.
export { proxyHandler } from "./handler.js";
export { proxyListener } from "./listener.js";
