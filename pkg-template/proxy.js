// `rethought/proxy`: the guard behind an address of one's own, for programs in every language.
export { proxyHandler } from "./proxy/handler.js";
export { proxyListener } from "./proxy/listener.js";
