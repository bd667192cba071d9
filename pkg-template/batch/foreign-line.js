// Lines that are not in the names of this package: a body by itself, or a pair as another logger writes it, which the transcript reader understands.
import { TranscriptReader } from "../start/node.js";
import { InputError } from "../errors/index.js";
import { FOREIGN, HTTP } from "./line-names.js";
import { membersOf } from "./members.js";

/** True if a line must be looked at more closely. The transcript reader takes as long as an audit, so it is not asked about every line. */
export function isForeign(line, members) {
  const isOurs = members.has("request") || members.has("response") || members.get("stream")?.kind === "string";
  return !isOurs || FOREIGN.some((name) => members.has(name)) || ["request", "response"].some((name) => isHttp(line, members.get(name)));
}

function isHttp(line, member) {
  if (member?.kind !== "object") return false;
  return membersOf(line, HTTP, member.start, member.end).size > 0;
}

/**
 * The exchanges that the transcript reader finds in a line; it sees nothing of the lines around it. A line that is no pair is taken for a body.
 *
 * @throws {InputError} if the line is a piece of a larger document.
 */
export function foreignExchanges(line) {
  const reader = new TranscriptReader();
  const records = [...reader.push(line), ...reader.finish()];
  if (reader.format === undefined || reader.format === "body") return [{ target: {}, body: { form: "object", source: line, raw: line.utf8Slice() } }];
  const exchanges = records.filter(({ type }) => type === "exchange");
  const fault = records.find(({ type }) => type === "fault")?.reason;
  if (!exchanges.length) throw new InputError(fault ?? "there is neither a request nor a response in it", { code: "E_INPUT" });
  if (exchanges.some(({ added }) => added)) throw new InputError(`it is a line of a session (${reader.format}), which is told over many lines: rethought inspect reads such files`, { code: "E_INPUT" });
  return exchanges.map((exchange) => foreignExchange(exchange, fault));
}

/** The members of an exchange that the reader found. A session of that number is its own invention: it numbers conversations that have no name. */
function foreignExchange({ wire, url, model, request, response, stream, time, session, status }, fault) {
  const target = defined({ wire, url, model });
  return defined({ target, request: textBody(request), response: textBody(response), stream: textBody(stream), time, session: session === "1" ? undefined : session, status, fault });
}

const defined = (members) => Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

/** Bytes that stood in a line in one form or another; they go on as a text. */
function textBody(source) {
  if (source === undefined) return undefined;
  return {
    form: "text",
    source,
    get raw() {
      return JSON.stringify(new TextDecoder().decode(source));
    },
  };
}
