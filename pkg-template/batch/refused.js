// Recognises inputs that are not a file of lines by their first bytes. If they were checked line by line, each line would be an error that does not help.
import { TranscriptReader } from "../start/node.js";
import { agentOf } from "../doctor/places/agents.js";
import { binaryKind } from "../text/binary-kind.js";
import { readLine } from "./line.js";

/** A bracket alone on the first line, and an indented second line: each line by itself would be an error. */
const DOCUMENT = /^(?:\u00ef\u00bb\u00bf)?\s*([[{])[ \t]*\r?\n[ \t]+["{[]/;
const LOOKED_AT = 256;
/** So many bytes tell the format of a session. */
const BEGINNING = 1 << 16;

/** Returns the sentence with which an input is refused; nothing for a file of lines. */
export function refusalOf(chunk, name) {
  const file = name === "standard input" ? "" : ` ${name}`;
  const kind = binaryKind(chunk);
  if (kind) return `${kind}, not lines of JSON. Write one exchange on each line.`;
  const [, bracket] = DOCUMENT.exec(chunk.toString("latin1", 0, LOOKED_AT)) ?? [];
  if (bracket) return `one JSON document over several lines. Write one exchange on each line: jq -c ${bracket === "[" ? "'.[]'" : "."}${file}`;
  const agent = beginsWithExchange(chunk) ? undefined : agentOf(formatOf(chunk));
  if (agent) return `a transcript (a session of ${agent.title}), not lines of exchanges. To check and repair it: rethought doctor${file || " session.jsonl"}`;
  return undefined;
}

/** True if the first line has a request. Lines of a session may follow it: each of them is an error. */
function beginsWithExchange(chunk) {
  const start = chunk.findIndex((byte) => !WHITE.includes(byte));
  const end = chunk.indexOf(LINE_FEED, start);
  const line = chunk.subarray(Math.max(0, start), end < 0 ? undefined : end);
  return readLine(line).exchanges.some(({ request }) => request !== undefined) || formatOf(line) === "body";
}

const LINE_FEED = 0x0a;
const WHITE = [LINE_FEED, 0x0d, 0x09, 0x20];

/** The format that the input begins in. A session has its name in the first lines. */
function formatOf(chunk) {
  const reader = new TranscriptReader();
  reader.push(chunk.subarray(0, BEGINNING));
  reader.finish();
  return reader.format;
}
