// Reads a line of the input as exchanges. The core finds them; src/sessions/lines defines the forms of lines.
import * as glue from "../wasm/glue.js";
// Loads the wasm of the core.
import "../start/node.js";
import { guarded } from "../wasm/recover.js";

const decoder = new TextDecoder();
const wasm = { readLine: guarded(glue.readLine), lineId: guarded(glue.lineId) };
const BODIES = ["request", "response", "stream", "next", "body"];

/**
 * Returns the exchanges of a line, each `{id, target, request, response, stream, next, time, session, status}`, or `{id, target, body}` if the line
 * is a body by itself, of either side. A body is `{form, source, raw}`: `source` is the text of a string (form `text`), or the bytes of a value in
 * the line (form `object`), and `raw` the JSON of either. An exchange of an observability export may have `missing`, a sentence, in place of a
 * request. `others` counts records that are not calls of a model, `error` is the reason why there is no exchange, and `id` is the id of the line. The
 * bytes are those of the line: do not keep parts of an exchange after the line.
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

/** Returns the id of any line as it is written, or nothing if it cannot be read. */
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

/** Returns a body with its bytes. It makes the JSON on first use. */
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
