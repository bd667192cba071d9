// All of clark: typed items of every wire, its audit on turns, codecs of the caller, and items in another provider's shape.
import assert from "node:assert/strict";
import { test } from "node:test";
import { decode } from "rethought";
import { auditReplay, codecFor, OpenRouterReasoningCodec, readReasoningItem, reasoningItems, registerCodec, replayContract, writeItem } from "rethought/clark";
import { InputError, ShapeError } from "rethought/errors";
import { CASES, text } from "./cases.mjs";

const TURNS = {
  anthropic: decode('{"type":"message","role":"assistant","content":[{"type":"thinking","thinking":"A","signature":"S1"},{"type":"redacted_thinking","data":"R"},{"type":"tool_use","id":"t","name":"f","input":{}}]}', "anthropic-messages"),
  gemini: decode('{"candidates":[{"content":{"role":"model","parts":[{"text":"A","thought":true},{"functionCall":{"id":"c1","name":"f","args":{}},"thoughtSignature":"S2"}]}}]}', "gemini-generate"),
  responses: decode('{"id":"r","object":"response","output":[{"type":"reasoning","id":"rs_1","summary":[{"type":"summary_text","text":"A"}],"encrypted_content":"E"},{"type":"function_call","call_id":"c","name":"f","arguments":"{}"}]}', "openai-responses"),
  converse: decode('{"output":{"message":{"role":"assistant","content":[{"reasoningContent":{"reasoningText":{"text":"A","signature":"S3"}}}]}}}', { wire: "bedrock-converse", model: "anthropic.claude-opus-4-5" }),
  openrouter: decode('{"id":"g","choices":[{"message":{"role":"assistant","content":"","reasoning":"A","reasoning_details":[{"type":"reasoning.text","text":"A","signature":"S4","format":"anthropic-claude-v1","index":0}]}}]}', "openrouter-chat"),
  chat: decode('{"id":"c","choices":[{"message":{"role":"assistant","content":"x","reasoning_content":"A"}}]}', "openai-chat"),
};

test("signed thoughts of every wire count as signed, and break no contract", () => {
  const expected = { anthropic: [2, 2, "anthropic-claude-v1"], gemini: [2, 1, "google-gemini-v1"], responses: [1, 1, "openai-responses-v1"], converse: [1, 1, "anthropic-claude-v1"], openrouter: [1, 1, "anthropic-claude-v1"], chat: [1, 0, "unknown"] };
  for (const [name, turn] of Object.entries(TURNS)) {
    for (const given of [turn, turn.thoughts, reasoningItems(turn), reasoningItems(turn.thoughts)]) {
      const audit = auditReplay(given, undefined, true);
      assert.deepEqual([audit.itemCount, audit.signedCount, audit.formats.join(), audit.violations], [...expected[name], []], name);
    }
  }
  assert.equal(auditReplay(TURNS.chat, "required-with-tools", true).violation.type, "missing-signatures-for-strict-provider");
  const unsigned = decode('{"type":"message","role":"assistant","content":[{"type":"thinking","thinking":"A"},{"type":"tool_use","id":"t","name":"f","input":{}}]}', "anthropic-messages");
  assert.deepEqual(auditReplay(unsigned, undefined, true).violation, { type: "missing-signatures-for-strict-provider", contract: "required-with-tools", formats: ["anthropic-claude-v1"] });
});

test("every thought of every case is one typed item with its native block, and counts are those of its handles", () => {
  for (const { name, wire, body } of CASES) {
    const turn = decode(body, wire);
    const items = reasoningItems(turn);
    const twice = turn.thoughts.filter(({ attachment }) => attachment.name === "reasoning").length && turn.thoughts.some(({ pointer }) => pointer.includes("reasoning_details")) ? 1 : 0;
    assert.equal(items.length, turn.thoughts.length - twice, `${name}: OpenRouter's text is not counted beside its items`);
    const { itemCount, signedCount } = auditReplay(turn, undefined, true);
    // An unknown type may contain anything under the name of a handle: clark's own audit does not count it.
    const known = items.filter(({ kind, thought }) => kind !== "unknown" && !(kind === "summary" && thought.pointer.includes("reasoning_details")));
    assert.deepEqual([itemCount, signedCount], [items.length, known.filter(({ signed }) => signed).length], name);
    for (const { item, raw, thought, kind } of items) {
      assert.equal(text(raw), text(thought.raw), name);
      if (kind !== "unknown" && !thought.pointer.includes("reasoning_details")) assert.match(item.type, /^reasoning\.(text|summary|encrypted|redacted|omitted)$/, name);
      assert.equal(thought.handles.length > 0 && kind !== "unknown" && kind !== "summary" ? [item.signature, item.data].includes(thought.handles[0]) : true, true, `${name}: ${JSON.stringify(item)}`);
    }
  }
});

test("the codec of each wire takes items out of a response and puts them into its message", () => {
  const message = (turn) => JSON.parse(turn.raw);
  const written = {
    "anthropic-messages": [TURNS.anthropic, { role: "assistant", content: [{ type: "tool_use", id: "t", name: "f", input: {} }] }, ({ role, content }) => ({ role, content })],
    "gemini-generate": [TURNS.gemini, { role: "model", parts: [{ functionCall: { id: "c1", name: "f", args: {} } }] }, ({ candidates }) => candidates[0].content],
    "openai-responses": [TURNS.responses, [{ type: "function_call", call_id: "c", name: "f", arguments: "{}" }], ({ output }) => output],
    "openai-chat": [TURNS.chat, { role: "assistant", content: "x" }, ({ choices }) => choices[0].message],
  };
  for (const [wire, [turn, bare, whole]] of Object.entries(written)) {
    const codec = codecFor(wire);
    const items = codec.parseResponse(turn.raw);
    assert.deepEqual(codec.writeAssistant(bare, items), whole(message(turn)), wire);
    assert.deepEqual(JSON.parse(codec.writeAssistant(JSON.stringify(bare), items)), whole(message(turn)), `${wire}: text for text`);
    assert.deepEqual(codec.writeAssistant(codec.writeAssistant(bare, items), items), whole(message(turn)), `${wire}: twice`);
  }
  assert.ok(codecFor("openrouter-chat") instanceof OpenRouterReasoningCodec);
  assert.deepEqual(codecFor("anthropic-messages").writeAssistant({ role: "assistant", content: "Else." }, reasoningItems(TURNS.anthropic)).content.map(({ type }) => type), ["thinking", "redacted_thinking", "text"], "at the front, if its neighbours are not there");
  const signed = { type: "reasoning.encrypted", format: "google-gemini-v1", id: "c1", data: "S2" };
  assert.deepEqual(codecFor("gemini-generate").writeAssistant(written["gemini-generate"][1], [signed]).parts, [{ functionCall: { id: "c1", name: "f", args: {} }, thoughtSignature: "S2" }], "on its call");
  assert.throws(() => codecFor("openai-responses").writeAssistant("[]", reasoningItems(TURNS.anthropic)), (error) => error instanceof ShapeError && error.pointer === "/items/0");
});

test("a codec of the caller's reads and writes a wire of his own, and is taken back", () => {
  const acme = {
    parseResponse: (body) => JSON.parse(body).musings.map((said) => ({ type: "reasoning.text", format: "acme-v1", text: said, signature: "A" })),
    writeAssistant: (message, items) => JSON.stringify({ ...JSON.parse(message), musings: items.map(({ item }) => item.text) }),
    replayContract: () => "always-required",
  };
  const remove = registerCodec("acme-chat", acme);
  const codec = codecFor("acme-chat");
  const items = codec.parseResponse('{"musings":["a","b"]}');
  assert.deepEqual(items.map(({ kind, format, signed, pointer }) => [kind, format, signed, pointer]), [["text", "acme-v1", true, "/items/0"], ["text", "acme-v1", true, "/items/1"]]);
  assert.equal(codec.writeAssistant("{}", items), '{"musings":["a","b"]}');
  assert.deepEqual(reasoningItems('{"musings":["a"]}', "acme-chat").length, 1);
  assert.deepEqual([replayContract("acme-v1", "acme-chat"), replayContract("acme-v1")], ["always-required", "stateless"]);
  assert.deepEqual(auditReplay(items, codec.replayContract("acme-v1"), false), { itemCount: 2, signedCount: 2, formats: ["acme-v1"], violations: [] });
  assert.deepEqual([remove(), remove()], [true, false]);
  assert.throws(() => codecFor("acme-chat").parseResponse("{}"), { code: "E_INPUT", pointer: "/wire" });
});

test("whatever a codec of the caller's does is an error of a type with a place, and never a crash", () => {
  const circle = {};
  circle.self = circle;
  const faults = [
    [{ parseResponse: () => { throw new Error("mine"); } }, "parseResponse", "/parseResponse"], [{ parseResponse: () => "x" }, "parseResponse", "/items"], [{ parseResponse: () => [{}, 7] }, "parseResponse", "/items/1"],
    [{ parseResponse: () => [circle] }, "parseResponse", "/items/0"], [{ parseResponse: () => [{ type: 1n }] }, "parseResponse", "/items/0"], [{ parseResponse: () => [null] }, "parseResponse", "/items/0"],
    [{ writeAssistant: () => undefined }, "writeAssistant", "/message"], [{ writeAssistant: () => null }, "writeAssistant", "/message"], [{ writeAssistant: () => { throw null; } }, "writeAssistant", "/writeAssistant"],
    [{ replayContract: () => "maybe" }, "replayContract", "/contract"], [{ replayContract: () => { throw new RangeError("deep"); } }, "replayContract", "/replayContract"],
  ];
  for (const [codec, call, pointer] of faults) {
    const remove = registerCodec("odd", { parseResponse: () => [], writeAssistant: (message) => message, ...codec });
    assert.throws(() => codecFor("odd")[call]("{}", []), (error) => error instanceof ShapeError && error.code === "E_REASONING_ITEM" && error.pointer === pointer && error.message.includes("odd"), pointer);
    remove();
  }
  for (const none of [undefined, {}, { parseResponse() {} }]) assert.throws(() => registerCodec("odd", none), InputError);
  const again = registerCodec("odd", { parseResponse: () => { throw new Error("mine"); }, writeAssistant: () => "" });
  assert.throws(() => codecFor("odd").parseResponse(""), (error) => error.cause.message === "mine");
  again();
});

test("a typed item is written in the shape of its issuer, and nobody else gets its handle", () => {
  const items = {
    "anthropic-claude-v1": [{ type: "reasoning.text", text: "So.", signature: "HANDLE" }, "anthropic-messages", { type: "thinking", thinking: "So.", signature: "HANDLE" }],
    "google-gemini-v1": [{ type: "reasoning.encrypted", data: "HANDLE" }, "gemini-generate", { text: "", thoughtSignature: "HANDLE" }],
    "openai-responses-v1": [{ type: "reasoning.encrypted", id: "rs_1", data: "HANDLE" }, "openai-responses", { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "HANDLE" }],
  };
  const wires = [...new Set(CASES.map(({ wire }) => wire))];
  for (const [format, [given, home, block]] of Object.entries(items)) {
    const item = { ...given, format };
    const at = writeItem(item, home);
    assert.deepEqual([at.fate, JSON.parse(at.block)], ["routed", block], format);
    // An item has the shape of OpenRouter, which accepts it unchanged.
    for (const wire of wires.filter((name) => name !== home && name !== "openrouter-chat")) {
      for (const policy of [undefined, "envelope", "summary"]) {
        const { fate, reason, block: written = "" } = writeItem(item, wire, { policy });
        assert.ok(["elided", "degraded"].includes(fate) && reason && !written.includes("HANDLE"), `${format} on ${wire}: ${fate} ${written}`);
      }
      if (given.text) assert.deepEqual(writeItem(item, wire, { policy: "envelope" }), { fate: "degraded", reason: "the policy sends its text in an envelope", block: '"<thought>So.</thought>"' }, wire);
    }
  }
  const [native] = reasoningItems(TURNS.anthropic);
  assert.deepEqual(writeItem(native, "anthropic-messages").fate, "verbatim");
  assert.deepEqual(JSON.parse(writeItem(native, { wire: "bedrock-converse", model: "anthropic.claude-opus-4-5" }).block), { reasoningContent: { reasoningText: { text: "A", signature: "S1" } } });
  assert.equal(writeItem({ ...items["openai-responses-v1"][0], format: "openai-responses-v1" }, { wire: "openai-responses", host: "api.x.ai" }).fate, "elided", "xAI speaks the wire and is another issuer");
  assert.throws(() => writeItem("7", "openai-chat"), ShapeError);
});

test("each format has clark's contract", () => {
  const strict = ["anthropic-claude-v1", "google-gemini-v1", "openai-responses-v1", "azure-openai-responses-v1"];
  assert.deepEqual([...strict, "xai-responses-v1", "unknown", "future-v9", "__proto__"].map((format) => replayContract(format)), [...strict.map(() => "required-with-tools"), "stateless", "stateless", "stateless", "stateless"]);
  assert.equal(readReasoningItem('{"type":"reasoning.text"}').format, "unknown");
});
