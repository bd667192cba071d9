// The options of a proxy, checked at its creation.
import { InputError } from "../errors/index.js";
import { settingsOf as guardSettingsOf } from "../guard/parts.js";
import { numberFrom, optionsFrom } from "../text/options.js";
import { isHost, namedHosts, routeNames } from "./routes.js";
import { Tokens } from "./tokens.js";
import { vendorOf } from "./vendors.js";

const GUARD = ["mode", "sample", "account", "failOn", "level", "store", "storeTimeout", "storeRetry", "durable", "keep", "encryptWith", "retention", "memoryBytes", "allow", "off", "models", "tables", "retry", "onReport", "onRepaired", "onRefused", "onAnswered", "onRecorded", "onStore", "onError"];
const OPTIONS = [...GUARD, "hosts", "upstreams", "base", "convert", "tokens", "onExchange"];
const LIMITS = ["maxBodyBytes", "maxCallMs"];
/** What converted calls cannot keep: no end of a converted answer waits for a store, and without texts there is nothing to restore. */
const NOT_CONVERTED = ["durable", "keep"];
/** What is about a store. */
const STORED = ["storeTimeout", "storeRetry", "encryptWith", "retention"];

/** Reads the options of a listener: those of a proxy, and its limits. */
export function listenerSettingsOf(given) {
  const options = optionsFrom(given, [...OPTIONS, ...LIMITS]);
  const { maxBodyBytes = Infinity, maxCallMs, ...others } = options;
  return { ...settingsOf(others), maxBodyBytes: numberFrom(maxBodyBytes, "maxBodyBytes", 1), maxCallMs: maxCallMs === undefined ? undefined : numberFrom(maxCallMs, "maxCallMs", 1) };
}

/** Reads the options of a proxy. */
export function settingsOf(given) {
  const { hosts = [], upstreams = {}, base = "", convert, tokens, onExchange, ...guarding } = optionsFrom(given, OPTIONS);
  check(Array.isArray(hosts) && hosts.every((host) => isHost(String(host).toLowerCase())), "hosts must be a list of host names", "/hosts");
  check(typeof upstreams === "object" && !Array.isArray(upstreams), "upstreams must be an object", "/upstreams");
  for (const [name, address] of Object.entries(upstreams)) checkUpstream(name, address);
  check(typeof base === "string" && /^(\/[^/?#]+)*$/.test(base), "base must be a path, such as /models, or empty", "/base");
  check(onExchange === undefined || typeof onExchange === "function", "onExchange must be a function", "/onExchange");
  const isGiven = (name) => guarding[name] !== undefined && guarding[name] !== false;
  const unfit = convert === undefined ? undefined : NOT_CONVERTED.find(isGiven);
  check(unfit === undefined, `${unfit} has no effect with convert. Leave one of them out`, `/${unfit}`);
  const stored = convert === undefined || guarding.store !== undefined ? undefined : STORED.find(isGiven);
  check(stored === undefined, `${stored} needs a store. Set the option store`, `/${stored}`);
  const vendor = convert === undefined ? undefined : vendorOf(convert);
  return {
    routes: { hosts: hosts.map((host) => host.toLowerCase()), upstreams: { ...upstreams } },
    base,
    tokens: new Tokens(tokens),
    vendor,
    /** The route to the vendor that calls are converted to: by its name in `upstreams`, or by its host. */
    converted: vendor && { hosts: [vendor.host], upstreams: { ...namedHosts(upstreams, vendor.host), ...upstreams } },
    onExchange,
    guard: guardSettingsOf(guarding),
  };
}

function checkUpstream(name, address) {
  const names = routeNames();
  check(names.includes(name) || isHost(name), `a name in upstreams must be ${names.join(", ")} or a host (got ${name})`, "/upstreams");
  check(typeof address === "string" && /^https?:\/\/[^\s?#]+$/.test(address) && URL.canParse(address), `the address of ${name} must start with http:// or https:// and have no query`, `/upstreams/${name}`);
}

export function check(isRight, message, pointer) {
  if (!isRight) throw new InputError(message, { code: "E_INPUT", pointer });
}
