// A line of the input as exchanges. The core finds them; what lines may look like is known in src/sessions/lines.
import * as glue from "../wasm/glue.js";
// Gives the core its wasm.
import "../start/node.js";
import { guarded } from "../wasm/recover.js";

const decoder = new TextDecoder();
const wasm = { readLine: guarded(glue.readLine), lineId: guarded(glue.lineId) };
const BODIES = ["request", "response", "stream", "next", "body"];

/**
 * The exchanges of a line, each `{id, target, request, response, stream, next, time, session, status}`, or `{id, target, body}` if the line is a body
 * by itself, of whichever side. A body is `{form, source, raw}`: `source` is the text of a string (form `text`), or the bytes of a value in the line (form
 * `object`), and `raw` the JSON of either. One of an observability export may have `missing`, a sentence, in place of a request. `others` counts what is no call of a
 * model, `error` says why there is no exchange, and `id` is the id of the line. The bytes are those of the line: nothing of an exchange may be kept when the line is gone.
 */
export function readLine(line) {
  try {
    const [head, texts] = wasm.readLine(line);
    const { exchanges = [], ...rest } = JSON.parse(decoder.decode(head));
    return { ...rest, exchanges: exchanges.map((exchange) => withBodies(exchange, line, texts)) };
  } catch (error) {
    return { error, exchanges: [], others: 0 };
  }
}

/** The id of a line that may be anything, as it is written; none if it cannot be read. */
export function idOfLine(line) {
  try {
    const id = wasm.lineId(line);
    return id && decoder.decode(id);
  } catch {
    return undefined;
  }
}

function withBodies(exchange, line, texts) {
  exchange.status = Number(exchange.status) || undefined;
  for (const name of BODIES) if (exchange[name]) exchange[name] = bodyOf(exchange[name], line, texts);
  return exchange;
}

/** A body with its bytes. Its JSON is made when it is asked for. */
function bodyOf({ form, start, end, text, textStart, textEnd }, line, texts) {
  const source = form === "object" ? line.subarray(start, end) : (text ?? texts.subarray(textStart, textEnd));
  return {
    form,
    source,
    get raw() {
      if (start !== undefined) return line.utf8Slice(start, end);
      return JSON.stringify(typeof source === "string" ? source : decoder.decode(source));
    },
  };
}
