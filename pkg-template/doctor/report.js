// A copy of a session for a bug report: without secrets, long texts cut, signatures and ciphertexts as they are. It still shows the fault.
import { homedir } from "node:os";
import { diagnose } from "../entry/sessions.js";
import { printableJson } from "../text/printable.js";
import { redact } from "../start/node.js";
import { openSession } from "./source.js";

const LINE_FEED = 0x0a;
/** So many bytes of a text are shown. */
const LIMIT = 60;
const POLICY = { limit: LIMIT, opaque: "keep" };
/** The home folder has the name of its user. */
const HOME = "/home/user";

/** The redacted copy of a session, as a function that gives its chunks, and whether it shows the same as the session. */
export async function redactedReport(session, options) {
  const chunks = () => redactedChunks(openSession(session));
  const [before, after] = [await diagnose(() => openSession(session), options), await diagnose(chunks, options)];
  return { isSame: shownBy(before) === shownBy(after), chunks };
}

/** The facts of a diagnosis that show the fault. */
const shownBy = (diagnosis) => JSON.stringify([diagnosis.format, diagnosis.state, diagnosis.refusal?.rule, diagnosis.findings.map(({ rule, line }) => [rule, line]), diagnosis.faults.map(({ line }) => line)]);

function* redactedChunks(chunks) {
  let rest = [];
  for (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      yield redactedLine(Buffer.concat([...rest, chunk.subarray(start, end)]));
      yield Buffer.from("\n");
      [rest, start] = [[], end + 1];
    }
    rest.push(chunk.subarray(start));
  }
  yield redactedLine(Buffer.concat(rest));
}

function redactedLine(line) {
  if (!line.length) return line;
  try {
    return withoutHome(Buffer.from(printableJson(new TextDecoder().decode(redact(line, POLICY).text))));
  } catch (error) {
    if (error.code === undefined) throw error;
    return withoutHome(redactedText(line));
  }
}

/** A line that is not JSON is damaged in a way that the report has to show. Secrets are looked for in it as in a text. */
const redactedText = (line) => Buffer.from(JSON.parse(redact(JSON.stringify(line.toString("latin1"))).text).replace(UNSAFE, "?"), "latin1");

/** Bytes that a terminal would obey, in UTF-8: control characters, and marks that turn the direction of text. Zero bytes are a damage that the report shows. */
const UNSAFE = /[\x01-\x08\x0b\x0c\x0e-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\x8e\x8f\xaa-\xae]|\xe2\x81[\xa6-\xa9]/g;

const withoutHome = (bytes) => (bytes.includes(homedir()) ? Buffer.from(bytes.toString("latin1").replaceAll(homedir(), HOME), "latin1") : bytes);
