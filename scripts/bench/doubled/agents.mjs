// The calls for other systems: thoughts, notes, snapshots, Letta's messages, clark's items.
import { list, responseOf, same, TARGET, text } from "./inputs.mjs";

const DATE = "2026-11-16T00:00:00Z";
const WORDS = "A few words of it. ";

export function agents(rethought) {
  const { captureSnapshot, countTokens, isNearDuplicate, letta, mirrorReflections, OpenRouterReasoningCodec, readReflection, readSnapshot, reflectionMessage, reflectionOf } = rethought;
  const { requestParams, restoreSnapshot, Thought, thoughtOfReflection, trimReflection, writeSnapshot } = rethought;
  const snapshot = (count) => same(captureSnapshot(state(count)()));
  const codec = new OpenRouterReasoningCodec();
  return [
    ["Thought", 250_000, words, (content) => new Thought({ id: "t", content, createdAt: DATE, updatedAt: DATE, identity: { identifier: "i", representation: "r" } })],
    ["countTokens", 250_000, text, (text) => countTokens(text)],
    ["trimReflection", 250_000, text, (text) => trimReflection(text, text.length / 2)],
    ["isNearDuplicate", 100_000, text, (text) => isNearDuplicate(text, `${text} `)],
    ["thoughtOfReflection", 250_000, note, (note) => thoughtOfReflection(note)],
    ["reflectionOf", 250_000, (size) => same(thoughtOfReflection(note(size)())), (thought) => reflectionOf(thought)],
    ["reflectionMessage", 250_000, note, (note) => reflectionMessage(note)],
    ["readReflection", 250_000, (size) => same(reflectionMessage(note(size)())), (message) => readReflection(message)],
    ["mirrorReflections", 5_000, (count) => same([list((nth) => ({ role: "user", content: `${nth}` }))(count)(), list((nth) => ({ ...note(20)(), id: `n${nth}` }))(count)()]), ([messages, notes]) => mirrorReflections(messages, notes)],
    ["requestParams", 250_000, text, (body) => requestParams({ level: "high" }, TARGET, body)],
    ["captureSnapshot", 2_000, state, (state) => captureSnapshot(state)],
    ["restoreSnapshot", 2_000, snapshot, (snapshot) => restoreSnapshot(snapshot)],
    ["writeSnapshot", 2_000, snapshot, (snapshot) => writeSnapshot(snapshot)],
    ["readSnapshot", 2_000, (count) => same(writeSnapshot(snapshot(count)())), (text) => readSnapshot(text)],
    ["letta.export", 50_000, (size) => same(responseOf(size)), (body) => letta.export(body, TARGET, { date: DATE })],
    ["letta.export of many thoughts", 500, thoughts, (body) => letta.export(body, TARGET, { date: DATE })],
    ["letta.project", 1_000, records, (records) => letta.project(records)],
    ["letta.import", 1_000, records, (records) => letta.import(records)],
    ["letta.replay", 1_000, records, (records) => letta.replay(records, TARGET, { from: TARGET })],
    ["letta.repeats", 1_000, records, (records) => letta.repeats(records)],
    ["letta.after", 1_000, records, (records) => letta.after(records, 3)],
    ["letta.update", 1_000, records, (records) => letta.update(records, "m3", "new")],
    ["letta.otid", 1, () => same(`message-9f2b6c1e-0b1a-4c3d-8e5f-a1b2c3d4e5f6`), (id) => letta.otid(id, 3)],
    ["OpenRouterReasoningCodec.parseResponse", 1_000, details, (body) => codec.parseResponse(body)],
    ["OpenRouterReasoningCodec.writeAssistant", 1_000, details, (body) => codec.writeAssistant('{"role":"assistant"}', JSON.parse(body).reasoning_details.map((item) => JSON.stringify(item)))],
  ];
}

const words = (size) => same(WORDS.repeat(size / WORDS.length));
const note = (size) => same({ id: "r1", turn: 3, text: WORDS.repeat(Math.max(1, size / WORDS.length)), createdAt: DATE });
const state = (count) => same({ messages: list((nth) => ({ role: "user", content: `${nth}`, at: new Date(nth), seen: new Map([[nth, { nth }]]) }))(count)(), ctx: {} });
const record = (nth) => ({ id: `m${nth}`, date: DATE, message_type: "reasoning_message", source: "reasoner_model", reasoning: WORDS, signature: `S${nth}`, otid: `o${nth}`, run_id: "run-1", seq_id: nth + 1 });
const thoughts = (count) => same(JSON.stringify({ id: "msg_1", type: "message", role: "assistant", model: "claude-opus-5-5", content: list((nth) => ({ type: "thinking", thinking: WORDS, signature: `EqQB${nth}` }))(count)() }));
const records = (count) => same(JSON.stringify(list(record)(count)()));
const details = (count) => same(JSON.stringify({ reasoning_details: list((nth) => ({ type: "reasoning.text", text: WORDS, signature: `S${nth}`, format: "anthropic-claude-v1", index: nth }))(count)() }));
