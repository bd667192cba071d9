// The vendors to whose models calls are converted. The core knows how each is called.
import { InputError } from "../errors/index.js";
import { gatewayFacts } from "../guard/parts.js";
import { optionsFrom } from "../text/options.js";

/** Reads the option `convert`: whose model answers. */
export function vendorOf(given) {
  const { wire, model, host, key } = optionsFrom(given, ["wire", "model", "host", "key"], "/convert");
  const { endpoints } = gatewayFacts();
  if (!Object.hasOwn(endpoints, wire ?? "")) throw new InputError(`calls are converted to ${Object.keys(endpoints).join(", ")}, not to ${String(wire)}`, { code: "E_INPUT", pointer: "/convert/wire" });
  if (typeof model !== "string" || !model) throw new InputError("model is the name of a model", { code: "E_INPUT", pointer: "/convert/model" });
  if (key !== undefined && (typeof key !== "string" || !/^[\x21-\x7e]+$/.test(key))) throw new InputError("key is a text that a header can carry", { code: "E_INPUT", pointer: "/convert/key" });
  const { key: [keyHeader, scheme], headers, ...endpoint } = endpoints[wire];
  const to = { wire, model, host: host ?? endpoint.host };
  return {
    to,
    /** The address of a path: `path`, `streamPath` or `countPath`. */
    url: (path) => new URL(`https://${to.host}${endpoint[path].replace("{model}", () => encodeURIComponent(model))}`),
    headers: [["content-type", "application/json"], ["accept-encoding", "identity"], ...headers, ...(key === undefined ? [] : [[keyHeader, `${scheme}${key}`]])],
  };
}
