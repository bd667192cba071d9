// A call of fetch, as far as it is known before its body is read.

/** A call that may be one to a provider: a POST with a body that may be JSON. Nothing for any other. */
export function callOf(input, init) {
  const request = isRequest(input) ? input : undefined;
  if (String(init?.method ?? request?.method ?? "GET").toUpperCase() !== "POST") return undefined;
  const body = init?.body ?? undefined;
  if (body === undefined ? !isReadable(request) : isForm(body)) return undefined;
  const url = urlOf(request ? request.url : input);
  if (!url) return undefined;
  const headers = init?.headers ?? request?.headers;
  return { input, init, request: body === undefined ? request : undefined, body, url, headers, signal: init?.signal ?? request?.signal };
}

/** The headers of a call, as they are now. */
export const headersOf = ({ headers }) => new Headers(headers);

/** One of the headers of a call, in whatever form they are. To make a `Headers` of them takes longer than to look. */
export function headerOf({ headers }, name) {
  if (!headers) return undefined;
  if (typeof headers.get === "function") return headers.get(name) ?? undefined;
  const pairs = Array.isArray(headers) ? headers : Object.entries(headers);
  const found = pairs.filter(([own]) => String(own).toLowerCase() === name && own !== undefined).map(([, value]) => value);
  return found.length ? found.join(", ") : undefined;
}

/** True if the headers allow that the body is JSON, plain or in gzip. */
export function mayBeJson(call) {
  const type = headerOf(call, "content-type");
  const isJson = type === undefined || /^\s*(application|text)\/([^;]*\bjson\b[^;]*|plain|octet-stream)\s*(;|$)/i.test(type);
  return isJson && ["", "identity", "gzip"].includes(encodingOf(call));
}

/** True if a call has a signature of AWS: with other bytes it would be refused. */
export const isSigned = (call) => /^\s*AWS4-/i.test(headerOf(call, "authorization") ?? "");

/** The encoding of a body, as its headers name it. */
export const encodingOf = (call) => (headerOf(call, "content-encoding") ?? "").trim().toLowerCase();

/** By its members: a Request of another realm or of a library is one too. */
const isRequest = (input) => typeof input === "object" && input !== null && typeof input.url === "string" && typeof input.method === "string";

const isReadable = (request) => Boolean(request?.body) && !request.bodyUsed && typeof request.clone === "function";

/** Forms are never of a provider. */
const isForm = (body) => ["[object FormData]", "[object URLSearchParams]"].includes(Object.prototype.toString.call(body));

function urlOf(address) {
  try {
    const url = new URL(address, globalThis.location?.href);
    return /^https?:$/.test(url.protocol) ? url : undefined;
  } catch {
    // The sender reports what is wrong with it.
    return undefined;
  }
}
