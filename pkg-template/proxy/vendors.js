// The vendors to whose models calls are converted. The core has their addresses and formats.
import { InputError } from "../errors/index.js";
import { gatewayFacts } from "../guard/parts.js";
import { optionsFrom } from "../text/options.js";

/** Reads the option `convert`, which names the answering model. `for(asked)` returns the vendor for a call that asks for a model. */
export function vendorOf(given) {
  const { wire, model, models = {}, host, key } = optionsFrom(given, ["wire", "model", "models", "host", "key"], "/convert");
  const { endpoints } = gatewayFacts();
  check(Object.hasOwn(endpoints, wire ?? ""), `calls are converted to ${Object.keys(endpoints).join(", ")}, not to ${String(wire)}`, "wire");
  check(isName(model), "model must be the name of a model", "model");
  check(key === undefined || (typeof key === "string" && /^[\x21-\x7e]+$/.test(key)), "key must be a text that is allowed in a header", "key");
  check(typeof models === "object" && models !== null && !Array.isArray(models) && Object.values(models).every(isName), "models must be an object: the name that a client asks for, and the model to use", "models");
  const { key: [keyHeader, scheme], headers, ...endpoint } = endpoints[wire];
  const sent = [["content-type", "application/json"], ["accept-encoding", "identity"], ...headers, ...(key === undefined ? [] : [[keyHeader, `${scheme}${key}`]])];
  const patterns = Object.entries(models).map(([asked, own]) => [patternOf(asked), own]);
  return {
    host: host ?? endpoint.host,
    for(asked = "") {
      const [, own = model] = patterns.find(([pattern]) => pattern.test(asked)) ?? [];
      const to = { wire, model: own, host: host ?? endpoint.host };
      /** Returns the address of a path: `path`, `streamPath` or `countPath`. */
      const url = (path) => new URL(`https://${to.host}${endpoint[path].replace("{model}", () => encodeURIComponent(own))}`);
      return { to, url, headers: sent };
    },
  };
}

const isName = (text) => typeof text === "string" && text !== "";

/** Returns the expression for names of models that a text with stars matches. */
const patternOf = (text) => new RegExp(`^${text.split("*").map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")).join("[^]*")}$`, "i");

function check(isRight, message, name) {
  if (!isRight) throw new InputError(message, { code: "E_INPUT", pointer: `/convert/${name}` });
}
