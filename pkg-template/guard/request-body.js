// The body of a call, whatever its form: its bytes, and the arguments that send them, or others in their place.
import { maxBytes } from "../text/input.js";
import { isBytes } from "../text/bytes.js";
import { unzipped } from "./unzipped.js";
import { encodingOf } from "./call.js";
import { readStream } from "./stream-body.js";
import { decoded } from "./decoded.js";


/**
 * Takes the body of a call. `plain` is its text, a string if the caller gave one, else bytes; nothing if it cannot be had, and `error` may then say why. `args` are the arguments
 * that send the caller's own bytes; `argsWith(plain)` makes those that send others.
 */
export async function takeBody(call) {
  const taken = await (call.request ? takeRequest(call) : takeGiven(call)).catch((error) => ({ args: [call.input, call.init], error }));
  if (taken.body === undefined) return taken;
  const isZipped = encodingOf(call) === "gzip";
  try {
    const plain = isZipped ? unzipped(taken.body) : taken.body;
    return { ...taken, plain, argsWith: (other) => taken.argsWith(other, isZipped ? [...LENGTHS, "content-encoding"] : LENGTHS) };
  } catch (error) {
    // A stream was read by now: what was read is sent.
    return { args: taken.args, error };
  }
}

/** Headers that are not true of other bytes. */
const LENGTHS = ["content-length", "content-md5", "content-digest", "digest"];

async function takeGiven({ input, init, body, headers, trace, signal }) {
  const args = [input, init];
  const replaced = (made) => (other, wrong) => [input, withMembers(init, { body: made(other), ...(headers ? { headers: headersWithout(headers, wrong) } : {}) })];
  if (typeof body === "string") {
    if (body.length > maxBytes()) return { args };
    return { args, body, argsWith: replaced((other) => (typeof other === "string" ? other : decoded(other))) };
  }
  if (isBytes(body)) return takeBytes(body, args, replaced, trace.isOwn);
  if (typeof body?.arrayBuffer === "function" && typeof body.size === "number") return takeBlob(body, args, replaced);
  return takeStream(body, args, replaced, signal);
}

/** Fetch copies bytes when it is called, and the caller may then write to them. So they are copied at once, unless nobody else has them. */
function takeBytes(body, args, replaced, isOwn) {
  const view = ArrayBuffer.isView(body) ? new Uint8Array(body.buffer, body.byteOffset, body.byteLength) : new Uint8Array(body);
  if (view.length > maxBytes()) return { args };
  const bytes = isOwn ? view : new Uint8Array(view);
  return { args: [args[0], withMembers(args[1], { body: bytes })], body: bytes, argsWith: replaced((other) => other) };
}

async function takeBlob(body, args, replaced) {
  if (body.size > maxBytes()) return { args };
  const bytes = new Uint8Array(await body.arrayBuffer());
  return { args, body: bytes, argsWith: replaced((other) => new Blob([other], { type: body.type })) };
}

/** A stream can be read once, so it is sent as what was read; one that is too long or fails, as what was read and the rest. */
async function takeStream(body, [input, init], replaced, signal) {
  if (body?.locked || (typeof body?.getReader !== "function" && typeof body?.[Symbol.asyncIterator] !== "function")) return { args: [input, init] };
  const { bytes, rest } = await readStream(body, maxBytes(), signal);
  return { args: [input, withMembers(init, { body: bytes ?? rest })], body: bytes, argsWith: replaced((other) => other) };
}

/** Reads a copy of a Request; the Request itself is sent, unless the bytes are others. */
async function takeRequest({ input, init, request, headers, signal }) {
  const args = [input, init];
  const { bytes, rest } = await readStream(request.clone().body, maxBytes(), signal);
  // The other copy has all of it. To wait for this would be to wait until that one is cancelled too.
  rest?.cancel().catch(() => {});
  const argsWith = (other, wrong) => {
    const made = new Request(request, { ...init, headers: headersWithout(new Headers(headers), wrong), body: other });
    request.body?.cancel().catch(() => {});
    return [made, undefined];
  };
  return { args, body: bytes, argsWith };
}

/** Headers in the form in which they were given, without some. */
function headersWithout(headers, names) {
  const stays = (name) => !names.includes(String(name).toLowerCase());
  if (typeof headers.forEach === "function" && !Array.isArray(headers)) {
    const copy = new Headers(headers);
    names.forEach((name) => copy.delete(name));
    return copy;
  }
  if (Array.isArray(headers)) return headers.filter(([name]) => stays(name));
  return Object.fromEntries(Object.entries(headers).filter(([name]) => stays(name)));
}

/** The members of `init` that fetch knows, by name: an object of a class has them on its prototype. */
const MEMBERS = ["method", "headers", "body", "mode", "credentials", "cache", "redirect", "referrer", "referrerPolicy", "integrity", "keepalive", "signal", "duplex", "priority", "window", "dispatcher"];

function withMembers(init, changes) {
  const isPlain = !init || [null, Object.prototype].includes(Object.getPrototypeOf(init));
  const inherited = isPlain ? {} : Object.fromEntries(MEMBERS.filter((name) => init[name] !== undefined).map((name) => [name, init[name]]));
  return { ...inherited, ...init, ...changes };
}
