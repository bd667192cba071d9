// A request out of a file: the body itself, or a body with its target, as the cards of the rules write it.
import { JsonError, PointerError } from "../errors/index.js";
import { locate } from "../json/index.js";
import { BEGINNING, beginningOf } from "./beginning.js";
import { refuseBinary } from "../text/binary-kind.js";
import { quoted } from "./quoted.js";
import { targetOf } from "./target.js";
import { isSession, transcriptName } from "./transcripts.js";

/**
 * The request's bytes, where they begin in the file, and the target. The command line outranks the file, which outranks the target of the configuration.
 * `command` is the one that reads the file.
 */
export function requestOf({ path, bytes }, values, { configured = {}, command = "audit" } = {}) {
  refuseBinary(bytes, REQUEST);
  refuseText(bytes);
  refuseLines(path, bytes, command);
  const found = enveloped(bytes);
  if (found && !/^\{/.test(textOf(found.target.raw))) throw new Error(`\`target\` must be an object, such as {"host": "api.anthropic.com"} (got ${textOf(found.target.raw).slice(0, SHOWN)})`);
  if (found) return { request: found.request.raw, offset: found.request.start, target: { ...configured, ...JSON.parse(textOf(found.target.raw)), ...targetOf(values) } };
  refuseTranscript(path, bytes);
  return { request: bytes, offset: 0, target: { ...configured, ...targetOf(values) } };
}

/** Refuses a text that is not JSON at its first byte, such as a page of a site. */
function refuseText(bytes) {
  const offset = bytes.findIndex((byte) => ![0x20, 0x09, 0x0a, 0x0d].includes(byte));
  // JSON begins with one of these, and so do the transcripts and archives that are refused by their names. An unfinished word is reported by the core.
  const isText = TEXT.test(String.fromCharCode(...bytes.subarray(offset, offset + HEAD)));
  if (isText && beginningOf(bytes).format === undefined) throw Object.assign(new Error(`not JSON (byte ${offset}). A request is JSON, such as {"model": …, "messages": […]}.`), { code: "E_JSON_SYNTAX", offset });
}

/** Refuses a file with a request on each line. */
export function refuseLines(path, bytes, command) {
  const [first, second] = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, BEGINNING)).toString().split("\n", 2);
  // Most files have no second line that begins an object, and their lines are not read here.
  if (second?.startsWith("{") && [first, second].every(isRequest)) throw new Error(`not one request: a request on each line. Run: rethought ${command} --ndjson ${path === "-" ? "lines.ndjson" : quoted(path)}`);
}

const HEAD = 2;
const TEXT = /^(?!["{[\d-]|t(?:r|$)|f(?:a|$)|n(?:u|$))[!-~]/;

const isRequest = (line) => ["/messages", "/input", "/contents"].some((pointer) => hasList(Buffer.from(line), pointer));

function hasList(bytes, pointer) {
  try {
    return textOf(locate(bytes, pointer).raw).startsWith("[");
  } catch (error) {
    if (error instanceof PointerError || error instanceof JsonError) return false;
    throw error;
  }
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

const textOf = (bytes) => new TextDecoder().decode(bytes);
/** So many letters of a wrong value are shown. */
const SHOWN = 40;
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
