// One and the same text in every runtime: whatever differs between two of them shows here as a differing line.
// Plain JavaScript that every runtime and bundler reads; nothing but the package is asked.

export function conformance(rethought) {
  const lines = [];
  const say = (name, call) => lines.push(`${name}: ${outcome(call)}`);
  const bytes = (text) => new TextEncoder().encode(text);
  const { canonical, countTokens, digest, edit, Identity, locate, placeAt, readMessage, readReasoningItem, readTime, scan, Thought } = rethought;

  say("exports", () => Object.keys(rethought).filter((name) => name !== "init" && name !== "default").sort());
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
  for (const item of ITEMS) say(`item ${item}`, () => readReasoningItem(item));
  for (const message of MESSAGES) say(`message ${message}`, () => readMessage(message));
  for (const raw of THOUGHTS) say(`thought ${JSON.stringify(raw)}`, () => new Thought({ ...TIMES, ...raw }));
  for (const time of MOMENTS) say(`time ${JSON.stringify(time)}`, () => readTime(time));
  say("identity", () => new Identity({ identifier: 7, representation: "Bob" }));
  say("tokens", () => [countTokens("four characters a token"), countTokens("x", (text) => text.length * 7)]);
  for (const body of [undefined, 1, {}, [1], "\ud800"]) say(`wrong body ${typeof body}`, () => scan(body));
  say("a view of bytes", () => scan(new DataView(bytes("[1]").buffer)));
  return lines.join("\n") + "\n";
}

/** What a call gave, or which error: class and code are part of the contract, and a minifier must not change them. */
function outcome(call) {
  try {
    return JSON.stringify(call());
  } catch (error) {
    // A lost instance or an ended stack is no answer: traps.js asks for this text under both and must see them fail.
    if (error.code === "E_INTERNAL" || error instanceof RangeError) throw error;
    const because = error.cause ? ` because ${error.cause.code} ${error.cause.message}` : "";
    return `${error.name} ${error.code} ${error.offset} ${error.pointer} ${error.message}${because}`;
  }
}

const TURN = `{"id": "msg_1", "content": [
  {"type":"thinking","thinking":"\\u00e9t\\u00e9 \\ud83d\\ude00","signature":"Eq+/=="},
  {"type":"tool_use","id":"t1","input":{"n":1.0}}
], "__proto__": {"x": 1e400}, "n": 9007199254740993}`;

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
