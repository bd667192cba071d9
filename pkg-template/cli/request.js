// A request out of a file: the body itself, or a body with its target, as the cards of the rules write it.
import { JsonError, PointerError } from "../errors/index.js";
import { locate } from "../json/index.js";
import { beginningOf } from "./beginning.js";
import { refuseBinary } from "../text/binary-kind.js";
import { quoted } from "./quoted.js";
import { targetOf } from "./target.js";
import { isSession, transcriptName } from "./transcripts.js";

/** The request's bytes, where they begin in the file, and the target. The command line outranks the file, which outranks the target of the configuration. */
export function requestOf({ path, bytes }, values, configured = {}) {
  refuseBinary(bytes, REQUEST);
  const found = enveloped(bytes);
  if (found) return { request: found.request.raw, offset: found.request.start, target: { ...configured, ...JSON.parse(new TextDecoder().decode(found.target.raw)), ...targetOf(values) } };
  refuseTranscript(path, bytes);
  return { request: bytes, offset: 0, target: { ...configured, ...targetOf(values) } };
}

/** The places of `{"target": …, "request": …}`; nothing for any other file. The audit reports a file that is not JSON, with the byte. */
function enveloped(bytes) {
  try {
    return { request: locate(bytes, "/request"), target: locate(bytes, "/target") };
  } catch (error) {
    if (error instanceof PointerError || error instanceof JsonError) return undefined;
    throw error;
  }
}

const LOOKED_AT = 1024;

const REQUEST = 'a request. A request is JSON, such as {"model": …, "messages": […]}.';

/** Refuses a transcript: an audit of it as a request would find nothing, or the wrong things. */
function refuseTranscript(path, bytes) {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) throw new Error(`gzip, not a request. If it is a transcript, run: rethought inspect ${quoted(path)}`);
  const { format, fault } = beginningOf(bytes);
  if (fault) throw new Error(fault);
  if (format === undefined && bytes.subarray(0, LOOKED_AT).includes(0)) throw new Error(`a binary file, not ${REQUEST}`);
  if (format === undefined || format === "body") return;
  if (isSession(format)) throw new Error(`${transcriptName(format)}, not a request. To repair it: rethought doctor ${path === "-" ? "session.jsonl" : quoted(path)} --write`);
  const lines = LINES.includes(format) ? `To check its lines: rethought audit --ndjson ${quoted(path)}. ` : "";
  throw new Error(`a transcript (${transcriptName(format)}), not a request. ${lines}To read it: rethought inspect ${quoted(path)}`);
}

/** The formats that `--ndjson` reads too. */
const LINES = ["braintrust", "langfuse", "langsmith", "otlp", "pairs"];
