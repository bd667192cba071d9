// `rethought/proxy`: the guard as a local server, for programs in every language.
export { proxyHandler } from "./handler.js";
export { proxyListener } from "./listener.js";
