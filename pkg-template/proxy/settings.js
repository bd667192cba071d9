// The options of a proxy, checked at its creation.
import { InputError } from "../errors/index.js";
import { settingsOf as guardSettingsOf } from "../guard/parts.js";
import { optionsFrom } from "../text/options.js";
import { isHost, namedHosts, routeNames } from "./routes.js";
import { vendorOf } from "./vendors.js";

const GUARD = ["mode", "failOn", "level", "store", "allow", "off", "models", "tables", "retry", "onReport", "onRepaired", "onRefused", "onRecorded", "onError"];
const OPTIONS = [...GUARD, "hosts", "upstreams", "base", "convert", "onExchange"];

/** Reads the options of a proxy. */
export function settingsOf(given) {
  const { hosts = [], upstreams = {}, base = "", convert, onExchange, ...guarding } = optionsFrom(given, OPTIONS);
  check(Array.isArray(hosts) && hosts.every((host) => isHost(String(host).toLowerCase())), "hosts must be a list of host names", "/hosts");
  check(typeof upstreams === "object" && !Array.isArray(upstreams), "upstreams must be an object", "/upstreams");
  for (const [name, address] of Object.entries(upstreams)) checkUpstream(name, address);
  check(typeof base === "string" && /^(\/[^/?#]+)*$/.test(base), "base must be a path, such as /models, or empty", "/base");
  check(onExchange === undefined || typeof onExchange === "function", "onExchange must be a function", "/onExchange");
  const vendor = convert === undefined ? undefined : vendorOf(convert);
  return {
    routes: { hosts: hosts.map((host) => host.toLowerCase()), upstreams: { ...upstreams } },
    base,
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
