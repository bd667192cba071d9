// The options of a proxy, checked when it is made.
import { InputError } from "../errors/index.js";
import { settingsOf as guardSettingsOf } from "../guard/parts.js";
import { optionsFrom } from "../text/options.js";
import { isHost, namedHosts, routeNames } from "./routes.js";
import { vendorOf } from "./vendors.js";

const GUARD = ["mode", "store", "allow", "off", "models", "tables", "retry", "onReport", "onRepaired", "onRefused", "onRecorded", "onError"];
const OPTIONS = [...GUARD, "hosts", "upstreams", "base", "convert", "onExchange"];

/** Reads the options of a proxy. */
export function settingsOf(given) {
  const { hosts = [], upstreams = {}, base = "", convert, onExchange, ...guarding } = optionsFrom(given, OPTIONS);
  check(Array.isArray(hosts) && hosts.every((host) => isHost(String(host).toLowerCase())), "hosts is a list of names of hosts", "/hosts");
  check(typeof upstreams === "object" && !Array.isArray(upstreams), "upstreams is an object", "/upstreams");
  for (const [name, address] of Object.entries(upstreams)) checkUpstream(name, address);
  check(typeof base === "string" && /^(\/[^/?#]+)*$/.test(base), "base is a path, such as /models, or nothing", "/base");
  check(onExchange === undefined || typeof onExchange === "function", "onExchange is a function", "/onExchange");
  const vendor = convert === undefined ? undefined : vendorOf(convert);
  return {
    routes: { hosts: hosts.map((host) => host.toLowerCase()), upstreams: { ...upstreams } },
    base,
    vendor,
    /** The way to the vendor that calls are converted to: by its name in `upstreams`, or by its host. */
    converted: vendor && { hosts: [vendor.host], upstreams: { ...namedHosts(upstreams, vendor.host), ...upstreams } },
    onExchange,
    guard: guardSettingsOf(guarding),
  };
}

function checkUpstream(name, address) {
  const names = routeNames();
  check(names.includes(name) || isHost(name), `upstreams knows ${names.join(", ")} and names of hosts, not ${name}`, "/upstreams");
  check(typeof address === "string" && /^https?:\/\/[^\s?#]+$/.test(address) && URL.canParse(address), `the address of ${name} begins with http:// or https://, and has no query`, `/upstreams/${name}`);
}

export function check(isRight, message, pointer) {
  if (!isRight) throw new InputError(message, { code: "E_INPUT", pointer });
}
