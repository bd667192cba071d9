// The calls that read and write bodies, streams and transcripts.
import { conversation } from "../conversation.mjs";
import { STREAMS } from "../streams.mjs";
import { body, bytesOf, object, response, responseOf, same, TARGET, text } from "./inputs.mjs";

const SHORT = responseOf(2_000);

export function bodies({ canonical, decode, decodeStream, detect, digest, edit, locate, placeAt, planReplay, readMessage, readReasoningItem, readRequest, readTranscript, replay, scan, StreamDecoder, TranscriptReader }) {
  const pushed = (bytes) => {
    const decoder = new StreamDecoder(TARGET);
    for (const chunk of chunked(bytes)) decoder.push(chunk);
    return decoder.finish().turn.parts.length;
  };
  const read = (transcript) => {
    const reader = new TranscriptReader();
    return [reader.push(transcript), reader.finish()];
  };
  return [
    ["scan", 500_000, body, (body) => scan(body)],
    ["scan a string", 500_000, text, (body) => scan(body)],
    ["digest", 250_000, body, (body) => digest(body)],
    ["canonical", 250_000, body, (body) => canonical(body)],
    ["locate the last", 250_000, body, (body) => locate(body, "/messages")],
    ["placeAt the last byte", 250_000, body, (body) => placeAt(body, body.length - 2)],
    ["edit", 250_000, body, (body) => edit(body, [{ op: "remove", pointer: "/messages/0" }])],
    ["edit many", 2_000, many, ([body, changes]) => edit(body, changes)],
    ["readMessage", 250_000, message, (body) => readMessage(body)],
    ["readReasoningItem", 250_000, item, (body) => readReasoningItem(body)],
    ["detect", 250_000, body, (body) => detect(body)],
    ["decode", 250_000, response, (body) => decode(body, TARGET).parts.length],
    // At a megabyte of new strings the collector of V8 begins to run within a round, which shows as 2.3×; below and above that it is 2×.
    ["decode, every text read", 100_000, response, (body) => JSON.stringify(decode(body, TARGET))],
    ["readRequest", 250_000, body, (body) => readRequest(body, TARGET).entries.length],
    ["replay bytes", 250_000, body, (body) => replay(body, SHORT, TARGET)],
    ["replay a string", 250_000, text, (body) => replay(body, SHORT, TARGET)],
    ["replay an object", 250_000, object, (body) => replay(body, SHORT, TARGET)],
    ["planReplay", 250_000, body, (body) => planReplay(body, SHORT, TARGET)],
    ["planReplay of a long answer", 50_000, response, (answer) => planReplay(conversation(2_000), answer, TARGET)],
    ["StreamDecoder", 200_000, streamed, pushed],
    ["decodeStream", 200_000, streamed, (bytes) => drained(decodeStream(chunked(bytes), TARGET))],
    ["TranscriptReader", 200, transcript, read],
    ["readTranscript", 200, transcript, (text) => drained(readTranscript([text]))],
  ];
}

const many = (count) => same([`[${Array(count).fill("1")}]`, Array.from({ length: count }, (_, nth) => ({ op: "replace", pointer: `/${nth}`, json: "2" }))]);
const message = (size) => same(JSON.stringify({ role: "assistant", content: "A few words. ".repeat(size / 13), thinkingBlocks: [{ type: "thinking", content: "So.", signature: "QUJD" }] }));
const item = (size) => same(JSON.stringify({ type: "reasoning.text", text: "A few words. ".repeat(size / 13), signature: "QUJD", format: "anthropic-claude-v1", index: 0 }));
const streamed = (size) => same(bytesOf(STREAMS["anthropic-messages"]()).subarray(0, size));
const transcript = (lines) => {
  const line = (nth) => JSON.stringify({ request: JSON.parse(conversation(1_000)), response: JSON.parse(responseOf(500)), nth });
  return same(Array.from({ length: lines }, (_, nth) => line(nth)).join("\n"));
};

function chunked(bytes) {
  return Array.from({ length: Math.ceil(bytes.length / 1024) }, (_, nth) => bytes.subarray(1024 * nth, 1024 * (nth + 1)));
}

async function drained(all) {
  for await (const _ of all);
}
