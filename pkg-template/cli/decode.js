// rethought decode: answers, read: their thoughts, texts and calls.
import { TranscriptReader } from "../start/node.js";
import { turnOf } from "../batch/answer.js";
import { turnText } from "../batch/results/decode.js";
import { refuseBinary } from "../text/binary-kind.js";
import { eachFile, printOutcomes } from "./files.js";
import { refuseLines } from "./request.js";
import { checkTarget, targetOf } from "./target.js";

export async function decode(words, values, { endings }) {
  await checkTarget(values);
  const done = await eachFile(words, { endings }, ({ path, bytes }) => {
    refuseLines(path, bytes, "decode");
    const { response, stream, target } = answerIn(bytes);
    const turn = turnOf({ response: response && { source: response }, stream: stream && { source: stream } }, { ...target, ...targetOf(values) });
    return { found: 0, result: JSON.parse(turnText(turn)) };
  });
  printOutcomes(done, "turn");
  return done.exitCode;
}

/** The answer in a file: a body or a stream by itself, or with its request or its target beside it. What looks like nothing known is read as the target says. */
function answerIn(bytes) {
  refuseBinary(bytes, "an answer. An answer is the JSON or the stream that a provider sends.");
  const reader = new TranscriptReader();
  const records = [...reader.push(bytes), ...reader.finish()];
  if (reader.format === undefined) return { response: bytes };
  const exchanges = records.filter(({ type }) => type === "exchange");
  const [{ response, stream, request, wire, url, model } = {}] = exchanges;
  if (exchanges.length > 1) throw new Error(`this file has ${exchanges.length} exchanges. For one exchange per line: rethought decode --ndjson. For a transcript: rethought inspect`);
  if (response || stream) return { response, stream, target: { ...(wire && { wire }), ...(url && { url }), ...(model && { model }) } };
  throw new Error(request ? "this is a request, not an answer" : (records.find(({ reason }) => reason)?.reason ?? "the file has no answer"));
}
