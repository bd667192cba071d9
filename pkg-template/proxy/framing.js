// Finds where the body of a call ends (RFC 9112, section 6). If two readers disagree, a part of one client's request reaches another
// client's connection. A call with an ambiguous end is therefore refused. The proxy writes the framing of its requests itself, so a client
// cannot decide where its request ends at the provider.

/** Methods whose calls have no body if they have no Content-Length. */
const WITHOUT_BODY = new Set(["GET", "HEAD", "DELETE", "OPTIONS", "TRACE"]);

/** The headers that frame a body. They are never forwarded. */
export const FRAMING = ["content-length", "transfer-encoding"];

/**
 * Returns the framing of a call of node:http: `hasBody`, and the `length` of the body if the client gives it; or the `fault` that refuses
 * the call.
 */
export function framingOf({ httpVersion, method, rawHeaders }) {
  const valuesOf = (name) => rawHeaders.filter((_, at) => at % 2 && rawHeaders[at - 1].toLowerCase() === name).map((value) => value.trim());
  const [codings, lengths, hosts] = ["transfer-encoding", "content-length", "host"].map(valuesOf);
  const fault = faultOf({ codings, lengths, hosts, httpVersion, method });
  if (fault) return { fault };
  const length = lengths.length ? Number(lengths[0]) : undefined;
  return { hasBody: codings.length > 0 || length > 0, length };
}

function faultOf({ codings, lengths, hosts, httpVersion, method }) {
  if (!["1.0", "1.1"].includes(httpVersion)) return `HTTP/${httpVersion} is not supported`;
  if (hosts.length > 1) return "`Host` appears more than once";
  if (codings.length && lengths.length) return "`Transfer-Encoding` and `Content-Length` are both set";
  if (codings.length && httpVersion !== "1.1") return "`Transfer-Encoding` is not allowed in HTTP/1.0";
  if (codings.length && codings.join().toLowerCase() !== "chunked") return "`Transfer-Encoding` must be `chunked`";
  if (lengths.length > 1) return "`Content-Length` appears more than once";
  if (lengths.length && !(/^\d+$/.test(lengths[0]) && Number.isSafeInteger(Number(lengths[0])))) return "`Content-Length` must be a number";
  if (method === "TRACE" && (codings.length || Number(lengths[0]))) return "`TRACE` must not have a body";
  return undefined;
}

/**
 * Returns the headers that frame a request to a provider. `body` is bytes, a stream of node, or nothing; `length` is that of the stream, if
 * it is known.
 */
export function framed(method, body, length) {
  const isStream = body !== undefined && !ArrayBuffer.isView(body);
  if (isStream && length === undefined) return ["transfer-encoding", "chunked"];
  const size = isStream ? length : (body?.byteLength ?? 0);
  return size || !WITHOUT_BODY.has(method) ? ["content-length", String(size)] : [];
}
