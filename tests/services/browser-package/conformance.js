// The same text in every runtime: a difference between two of them is a differing line. It is plain JavaScript that every runtime and bundler reads,
// and uses only the package.

/** `rooms` are the modules of the package by their names: the main entry and the subpaths. */
export function conformance(rooms) {
  const { front, adk, agentState, clark, json, views } = rooms;
  const lines = [];
  const say = (name, call) => lines.push(`${name}: ${outcome(call)}`);
  const bytes = (text) => new TextEncoder().encode(text);
  const { canonical, digest, edit, locate, placeAt, scan } = json;
  const { Identity, Thought } = front;

  for (const [name, room] of Object.entries(rooms)) say(`exports of ${name}`, () => Object.keys(room).filter((name) => name !== "init" && name !== "default").sort());
  for (const text of TEXTS) {
    const name = text.slice(0, 30);
    say(`scan ${name}`, () => scan(text));
    say(`the same from bytes ${name}`, () => scan(bytes(text)));
    say(`emit ${name}`, () => edit(text, []) === text);
    say(`canonical ${name}`, () => canonical(text));
    say(`digest ${name}`, () => digest(text));
  }
  for (const pointer of ["", "/content/0", "/content/0/signature", "/content/9", "content", "/content/0/~"]) {
    say(`locate ${pointer}`, () => locate(TURN, pointer));
  }
  for (const offset of [0, 50, 150, 10000, -1]) say(`place at ${offset}`, () => placeAt(TURN, offset));
  say("edit", () => edit(TURN, CHANGES));
  say("edit bytes", () => new TextDecoder().decode(edit(bytes(TURN), CHANGES)) === edit(TURN, CHANGES));
  say("contradiction", () => edit(TURN, [{ op: "remove", pointer: "/content" }, { op: "append", pointer: "/content", json: "1" }]));
  say("not JSON", () => edit(TURN, [{ op: "append", pointer: "/content", json: "{" }]));
  for (const item of ITEMS) say(`item ${item}`, () => clark.readReasoningItem(item));
  for (const message of MESSAGES) say(`message ${message}`, () => views.readMessage(message));
  for (const raw of THOUGHTS) say(`thought ${JSON.stringify(raw)}`, () => new Thought({ ...TIMES, ...raw }));
  const sealed = new Thought({ ...TIMES, id: "sealed", payload: { bytes: new Uint16Array([1, 258]), map: new Map([[1n, new Set([new Date(0)])]]), list: [1, , -0] }, replayCompatibility: "t" });
  say("a stored thought", () => [JSON.stringify(sealed), JSON.stringify(Thought.fromRaw(JSON.parse(JSON.stringify(sealed)))) === JSON.stringify(sealed)]);
  say("a placed thought", () => adk.place('{"messages":[{"role":"assistant","content":"Hi."}]}', front.decode('{"id":"m","type":"message","role":"assistant","content":[{"type":"thinking","thinking":"A","signature":"S"},{"type":"text","text":"Hi."}]}').thoughts, "anthropic-messages"));
  say("typed items", () => clark.reasoningItems('{"type":"message","role":"assistant","content":[{"type":"thinking","thinking":"A","signature":"S"}]}').map(({ item }) => item));
  for (const time of MOMENTS) say(`time ${JSON.stringify(time)}`, () => adk.readTime(time));
  exchanges({ ...front, ...clark }, say, bytes);
  say("snapshot", () => snapshots(agentState));
  say("asks for reasoning", () => agentState.requestParams({ level: "high" }, "bedrock-converse", '{"inferenceConfig":{"topP":1.0}}'));
  say("identity", () => new Identity({ identifier: 7, representation: "Bob" }));
  say("tokens", () => [adk.countTokens("four characters a token"), adk.countTokens("x", (text) => text.length * 7)]);
  for (const body of [undefined, 1, {}, [1], "\ud800"]) say(`wrong body ${typeof body}`, () => scan(body));
  say("a view of bytes", () => scan(new DataView(bytes("[1]").buffer)));
  return lines.join("\n") + "\n";
}

/** A state with values that engines might treat differently. */
function snapshots({ captureSnapshot, readSnapshot, writeSnapshot }) {
  const state = { messages: [], map: new Map([[1n, new Date(0)], [[], /a/g]]), bytes: new Uint16Array([1, 258]), promise: Promise.resolve(), fn() {}, list: [1, , -0], error: new TypeError("t") };
  state.self = state.map;
  state.error.stack = "";
  const snapshot = captureSnapshot(state);
  snapshot.metadata.createdAt = "";
  const text = writeSnapshot(snapshot);
  return [text, writeSnapshot(readSnapshot(text)) === text];
}

/** The codecs: the text of each is the same everywhere, and so is the result of a stream, for any division. */
function exchanges({ decode, detect, OpenRouterReasoningCodec, planReplay, readRequest, replay, StreamDecoder }, say, bytes) {
  const codec = new OpenRouterReasoningCodec();
  for (const body of [ANSWER, CHAT, STREAM, QUESTION, "{}"]) say(`detect ${body.slice(0, 30)}`, () => [detect(body), detect(bytes(body), "https://api.groq.com/openai/v1/chat/completions")]);
  for (const body of [ANSWER, CHAT, "{}", "["]) {
    say(`decode ${body.slice(0, 30)}`, () => decode(body));
    say(`decode bytes ${body.slice(0, 30)}`, () => JSON.stringify(decode(bytes(body))) === JSON.stringify(decode(body)));
  }
  say("thought", () => decode(ANSWER).thoughts.map(({ text, handles, raw, provenance }) => [text, handles, raw, provenance]));
  say("request", () => readRequest(QUESTION));
  say("replay", () => planReplay(QUESTION, decode(ANSWER)));
  say("replay bytes", () => new TextDecoder().decode(replay(bytes(QUESTION), bytes(ANSWER))) === replay(QUESTION, ANSWER));
  say("replay elsewhere", () => planReplay('{"messages":[]}', CHAT, { host: "api.groq.com" }));
  say("replay to another wire", () => replay(QUESTION, decode(ANSWER), "ollama-chat"));
  for (const size of [1, 7, 1e9]) say(`stream in pieces of ${size}`, () => streamed(new StreamDecoder(), STREAM, size));
  say("stream cut", () => replay(QUESTION, streamed(new StreamDecoder(), STREAM.slice(0, 400), 7).turn));
  say("stream of nothing", () => new StreamDecoder().finish());
  say("items", () => codec.parseResponse(`[${ITEMS}]`));
  say("items written", () => codec.writeAssistant('{"role":"assistant"}', codec.parseResponse(`[${ITEMS}]`)));
}

function streamed(decoder, text, size) {
  const events = [];
  for (let at = 0; at < text.length; at += size) events.push(...decoder.push(text.slice(at, at + size)));
  return { events, ...decoder.finish() };
}

/** Returns the result of a call, or its error: class and code are part of the contract, and a minifier must not change them. */
function outcome(call) {
  try {
    return JSON.stringify(call());
  } catch (error) {
    // A lost instance or an ended stack is not a result: traps.js requests this text under both and must see them fail.
    if (error.code === "E_INTERNAL" || error instanceof RangeError) throw error;
    const because = error.cause ? ` because ${error.cause.code} ${error.cause.message}` : "";
    return `${error.name} ${error.code} ${error.offset} ${error.pointer} ${error.message}${because}`;
  }
}

const TURN = `{"id": "msg_1", "content": [
  {"type":"thinking","thinking":"\\u00e9t\\u00e9 \\ud83d\\ude00","signature":"Eq+/=="},
  {"type":"tool_use","id":"t1","input":{"n":1.0}}
], "__proto__": {"x": 1e400}, "n": 9007199254740993}`;

const QUESTION = '{"model":"claude-x","max_tokens":9, "messages":[{"role":"user","content":"Hi \\u0041"}]}';
const ANSWER = `{"id":"m1","type":"message","role":"assistant","model":"claude-x","content":[
  {"type":"thinking","thinking":"\\u00e9 \\ud83d","signature":"S\\/=="}, {"type":"text","text":"\u{1f600}"},
  {"type":"tool_use","id":"t1","name":"look","input":{"n":1.0,"__proto__":{"x":1}}}, 7 ],"usage":{"n":9007199254740993}}`;
const CHAT = '{"choices":[{"message":{"role":"assistant","reasoning_content":"a","content":"<think>b<\\/think>c"}}],"model":"m"}';

/** A stream with a thought, a pair of surrogates that two events share, a pair for cutting a string, and an event that is not JSON. */
export const STREAM = [
  '{"type":"message_start","message":{"id":"m2","type":"message","role":"assistant","model":"claude-x","content":[],"usage":{}}}',
  '{"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}',
  '{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"one \\ud83d"}}',
  '{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"\\ude00 two"}}',
  '{"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"S\\/=="}}',
  '{"type":"content_block_stop","index":0}', "oops",
  '{"type":"content_block_start","index":1,"content_block":{"type":"text","text":""}}',
  '{"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"\u{1f600}!"}}',
  '{"type":"content_block_stop","index":1}', '{"type":"message_stop"}',
].map((data) => `data: ${data}\r\n\r\n`).join("");

const TEXTS = [
  "", "{}", '{"é":"\u{1f600}"}', '{"a":1e2,"a":-0}', `["${"x".repeat(7000)}"]`, TURN, "\ufeff[1]", '"\\ud800"', "[1,]", '{"a":tru', "[".repeat(600),
  '"\u0001"', "123456789012345678901234567890", '{"b":1,"a":{"d":[],"c":null}}',
];

const CHANGES = [
  { op: "replace", pointer: "/id", json: '"msg_2"' },
  { op: "insert", pointer: "/content/1", json: '{"type":"text"}' },
  { op: "append", pointer: "/content", json: " 7 " },
  { op: "remove", pointer: "/n" },
  { op: "set", pointer: "", name: "new \"key\"", json: "[]" },
];

const ITEMS = [
  '{"type":"reasoning.text","id":null,"format":"anthropic-claude-v1","index":0,"text":"x","signature":"S"}',
  '{"type":"reasoning.future_kind","__proto__":{"data":"..."}}',
  '{"type":"reasoning.encrypted","format":"future-v9","data":"","index":4294967296}',
  "[]",
];

const MESSAGES = [
  '{"role":"assistant","content":"","thinkingBlocks":[{"type":"thinking","content":"a","signature":"S"}],"ephemeral":true}',
  '{"role":"robot","content":""}',
  '{"role":"tool","content":"x","toolCallId":7}',
];

const TIMES = { id: "t", createdAt: "2026-11-15T02:08:33Z", updatedAt: 0 };

const THOUGHTS = [
  { content: "x" }, { content: "" }, {}, { payload: {} }, { payload: { a: [1, { b: null }] }, replayCompatibility: "t" },
  { payload: null, content: "x" }, { replayCompatibility: "", content: "x" }, { content: "x", identity: "bob" },
  { content: "x", identity: { identifier: 7, representation: "Bob" } }, { content: "x", identity: { identifier: true, representation: "Bob" } },
  { content: "x", createdAt: "yesterday" }, { content: "x", id: 7 },
];

const MOMENTS = [
  "2026-11-15", "2026-W46-7T10:00+02:00", "2026-11-15 02:08:33.5 Europe/Paris", "Sun, 15 Nov 2026 02:08:33 EST", "Sunday, 15-Nov-26 02:08:33 GMT",
  0, 1e17, { year: 2026, ordinal: 319 }, { year: 2026, month: 13 }, "2026-13", "2026-03-29T02:30:00[Europe/Berlin]", "2026-11-15T00:00:00[Not/AZone]", true,
];
