// Maps the paths of the proxy to addresses.
import { gatewayFacts } from "../guard/parts.js";

/** The placeholder of the region in a host. */
const REGION_PLACE = "{region}";
const REGION = /^[a-z]{2}(-[a-z]+)+-\d+$/;
/** A path with more layers of encoding is refused, because it hides something. */
const MOST_ENCODED = 5;
const HOST = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/;

/**
 * Returns the route of a path with its query: `url`, the vendor's address, and `address`, where the call is sent; or `status` and
 * `sentence` if there is none. The two differ if `upstreams` has another address for the name, or for the host.
 */
export function routeOf(path, { hosts, upstreams }) {
  const [, name, rest] = /^\/([^/?]+)(\/[^]*)?$/.exec(path) ?? [];
  if (name === "host") return hostRoute(rest, hosts, upstreams);
  const { routes } = gatewayFacts();
  if (!Object.hasOwn(routes, name ?? "")) return { status: 404, sentence: `Unknown route: a path starts with ${Object.keys(routes).map(beginningOf).join(", ")} or /host/HOST` };
  return isRegional(name) ? regionalRoute(name, rest, upstreams) : route(name, routes[name], rest, upstreams);
}

/** Returns true if a text can be the name of a host. */
export const isHost = (text) => typeof text === "string" && HOST.test(text);

/** Returns the names that `upstreams` may have, besides hosts. */
export const routeNames = () => Object.keys(gatewayFacts().routes);

/** Returns, by host, the address that `upstreams` has for the name of this host's vendor. */
export function namedHosts(upstreams, host) {
  const isOf = (own) => own === host || (own.includes(REGION_PLACE) && own.split(REGION_PLACE).every((part, nth) => (nth ? host.endsWith(part) : host.startsWith(part))));
  const named = Object.entries(gatewayFacts().routes).find(([name, own]) => upstreams[name] !== undefined && isOf(own));
  return named ? { [host]: upstreams[named[0]] } : {};
}

const isRegional = (name) => gatewayFacts().routes[name].includes(REGION_PLACE);
const beginningOf = (name) => `/${name}${isRegional(name) ? "/REGION" : ""}`;

function regionalRoute(name, path, upstreams) {
  const [, region, rest] = /^\/([^/?]+)(\/[^]*)?$/.exec(path ?? "") ?? [];
  if (!REGION.test(region ?? "")) return { status: 404, sentence: `a path to ${name} starts with ${beginningOf(name)}, such as /${name}/us-east-1` };
  return route(name, gatewayFacts().routes[name].replace(REGION_PLACE, region), rest, upstreams);
}

function hostRoute(path, hosts, upstreams) {
  const [, host, rest] = /^\/([^/?]+)(\/[^]*)?$/.exec(path ?? "") ?? [];
  const wanted = (host ?? "").toLowerCase();
  if (!hosts.includes(wanted)) return { status: 403, sentence: `the host ${isHost(wanted) ? wanted : "in this path"} is not allowed. Allow it when you start the proxy: --allow-host` };
  return route(wanted, wanted, rest, upstreams);
}

function route(name, host, rest = "/", upstreams) {
  const base = upstreams[host] ?? upstreams[name];
  // A path is joined unparsed: parsing would resolve its dots.
  const url = parsed(`https://${host}${rest}`);
  const address = base === undefined ? url : parsed(`${base.replace(/\/$/, "")}${rest}`);
  // The path must not change the host of the address.
  if (!url || !address || url.host !== host || leavesFolder(rest)) return { status: 400, sentence: "the path must not contain `..` or `.` as a segment, a backslash, white space or a broken escape" };
  return { name, url, address };
}

/**
 * Returns true if a path may leave the folder that it is appended to. Providers and their gateways decode a path once or more, and some
 * read `..;` as `..`. An encoded slash is allowed: names of models on Bedrock have one.
 */
function leavesFolder(path) {
  const [written] = /^[^?#]*/.exec(path);
  if (/\s/.test(written) || decodedOnce(written) === undefined) return true;
  let plain = written;
  for (let times = 0; times < MOST_ENCODED; times++) {
    if (/[\0-\x1f\\]/.test(plain) || plain.split("/").some((segment) => /^\.\.?(;.*)?$/.test(segment.trim()))) return true;
    const next = decodedOnce(plain);
    if (next === undefined || next === plain) return false;
    plain = next;
  }
  return true;
}

/** Returns a path with its escapes decoded, or nothing if one is broken. */
function decodedOnce(path) {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

function parsed(text) {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
