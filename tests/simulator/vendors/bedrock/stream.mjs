// ConverseStream: the events of a reply, a line of JSON each; over HTTP they are sent in AWS's binary frames.
import { crc32 } from "node:zlib";
import { write } from "../../json.mjs";
import { pieces } from "../../sse.mjs";

export const FRAMES = { "content-type": "application/vnd.amazon.eventstream" };

/** Returns the events of a reply as lines. */
export function linesOf({ output: { message }, stopReason, usage, metrics }, random) {
  const blocks = message.content.flatMap((block, contentBlockIndex) => {
    const [start, deltas] = partsOf(block, random);
    const begun = start ? [{ contentBlockStart: { start, contentBlockIndex } }] : [];
    return [...begun, ...deltas.map((delta) => ({ contentBlockDelta: { delta, contentBlockIndex } })), { contentBlockStop: { contentBlockIndex } }];
  });
  const all = [{ messageStart: { role: message.role } }, ...blocks, { messageStop: { stopReason } }, { metadata: { usage, metrics } }];
  return all.map((one) => `${write(one)}\n`).join("");
}

/** Only a call has a start; a thought has several pieces and then its signature. */
function partsOf({ text, toolUse, reasoningContent }, random) {
  if (text !== undefined) return [null, pieces(text, random).map((piece) => ({ text: piece }))];
  if (toolUse) return [{ toolUse: { toolUseId: toolUse.toolUseId, name: toolUse.name } }, pieces(write(toolUse.input), random).map((input) => ({ toolUse: { input } }))];
  const { reasoningText, redactedContent } = reasoningContent;
  if (redactedContent !== undefined) return [null, [{ reasoningContent: { redactedContent } }]];
  const said = reasoningText.text ? pieces(reasoningText.text, random) : [];
  return [null, [...said.map((piece) => ({ reasoningContent: { text: piece } })), { reasoningContent: { signature: reasoningText.signature } }]];
}

/** Returns lines as frames: the name of an event is in a header, its value in the payload. */
export function framesOf(lines) {
  return Buffer.concat(lines.split("\n").filter(Boolean).map((line) => {
    const [, name] = /^\{"(\w+)":/.exec(line);
    return frameOf({ ":event-type": name, ":content-type": "application/json", ":message-type": "event" }, line.slice(name.length + 4, -1));
  }));
}

/** Writes lengths, their checksum, headers, payload, and the checksum of all. A header of type 7 is a string. */
function frameOf(headers, payload) {
  const head = Buffer.concat(Object.entries(headers).map(([name, value]) => Buffer.concat([Buffer.from([name.length]), Buffer.from(name), Buffer.from([7, value.length >> 8, value.length & 255]), Buffer.from(value)])));
  const body = Buffer.from(payload);
  const prelude = Buffer.concat([word(16 + head.length + body.length), word(head.length)]);
  const signed = Buffer.concat([prelude, word(crc32(prelude)), head, body]);
  return Buffer.concat([signed, word(crc32(signed))]);
}

function word(number) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(number >>> 0);
  return bytes;
}
