// A line of the input as exchanges. This is the one place that knows what lines may look like.
import { InputError } from "../errors/index.js";
import { scan } from "../json/index.js";
import { foreignExchanges, isForeign } from "./foreign-line.js";
import { NAMES, WORDS } from "./line-names.js";
import { membersOf } from "./members.js";
import { observedExchanges } from "./observed/observed.js";

/**
 * The exchanges of a line, each `{id, target, request, response, stream, next, time, session, status}`, or `{id, target, body}` if the line is a body
 * by itself, of whichever side. A body is `{form, source, raw}`: `source` is the text of a string (form `text`), or the bytes of a value as they stand in the line (form
 * `object`), and `raw` the JSON of either. One of an observability export may have `missing` in place of a body, or be no exchange at all (`isOther`). The bytes are those of the line: nothing of an exchange may be kept when the line is gone.
 *
 * @throws {JsonError} if the line is not JSON.
 * @throws {InputError} if there is no exchange in it.
 */
export function exchangesOf(line) {
  const { kind } = scan(line);
  if (kind !== "object") throw new InputError(`the line must be an object, not ${kind === "array" ? "an array" : `a ${kind}`}`, { code: "E_INPUT", pointer: "" });
  const members = membersOf(line, NAMES);
  const own = ownMembers(line, members);
  if (!isForeign(line, members)) return [own];
  const observed = observedExchanges(line);
  if (observed) return observed;
  // The reader's bodies outrank: what it takes for a body may be the body inside of an object of HTTP.
  return foreignExchanges(line).map(({ target, ...found }) => ({ ...own, ...found, target: found.body ? target : { ...target, ...own.target } }));
}

/** The id of a line that may be anything; none if it cannot be read. */
export function idOfLine(line) {
  try {
    scan(line);
    return idAmong(line, membersOf(line, NAMES));
  } catch {
    return undefined;
  }
}

/** The exchange that a line's members tell, in the names of this package. */
function ownMembers(line, members) {
  const body = (name) => bodyOf(line, members.get(name));
  return {
    id: idAmong(line, members),
    target: targetOf(line, members),
    request: body("request"),
    response: body("response"),
    // A request that is a line by itself may say `"stream": true`.
    stream: members.get("stream")?.kind === "string" ? body("stream") : undefined,
    next: body("next"),
    time: wordsOf(line, firstOf(members, "time")),
    session: wordsOf(line, firstOf(members, "session")),
    status: Number(wordsOf(line, firstOf(members, "status"))) || undefined,
  };
}

/** An id of any kind, `null` too, is the caller's own affair. Batches of the providers call it `custom_id`. */
const idAmong = (line, members) => rawOf(line, members.get("id") ?? members.get("custom_id"));

/** The first member that is there by one of its names, and is not `null`. */
function firstOf(members, what) {
  for (const name of WORDS[what]) if (members.has(name) && members.get(name).kind !== "null") return members.get(name);
  return undefined;
}

const rawOf = (line, member) => (member === undefined ? undefined : line.utf8Slice(member.start, member.end));

/** The body that a member is. `null` and an empty text are none. */
export function bodyOf(line, member) {
  if (member === undefined || member.kind === "null") return undefined;
  const { kind, start, end } = member;
  if (kind !== "string") return objectBody(line, start, end);
  const raw = line.utf8Slice(start, end);
  const source = JSON.parse(raw);
  return source === "" ? undefined : { form: "text", source, raw };
}

/** The value from one byte to another as a body. Its JSON is made when it is asked for. */
export function objectBody(line, start, end) {
  return {
    form: "object",
    source: line.subarray(start, end),
    get raw() {
      return line.utf8Slice(start, end);
    },
  };
}

/** The text of a string, or a number as it is written. */
function wordsOf(line, member) {
  if (member?.kind === "string") return JSON.parse(rawOf(line, member));
  return member?.kind === "number" ? rawOf(line, member) : undefined;
}

/** Where the request went: `target`, the name of a wire or an object, outranks what stands beside it. */
function targetOf(line, members) {
  const beside = {};
  for (const name of ["wire", "host", "url", "model"]) {
    const member = name in WORDS ? firstOf(members, name) : members.get(name);
    if (member) beside[name] = JSON.parse(rawOf(line, member));
  }
  if (!members.has("target")) return beside;
  const target = JSON.parse(rawOf(line, members.get("target")));
  if (typeof target === "string") return { ...beside, wire: target };
  if (target === null) return beside;
  if (typeof target !== "object" || Array.isArray(target)) throw new InputError("target must be the name of a wire or an object", { code: "E_INPUT", pointer: "/target" });
  return { ...beside, ...target };
}
