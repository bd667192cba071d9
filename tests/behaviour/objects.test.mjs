// Bodies that are objects: the values that SDKs accept and return, without a cast and without JSON.stringify.
import assert from "node:assert/strict";
import { test } from "node:test";
import { audit, canRewrite, classify, decode, detect, planReplay, readRequest, redact, render, repair, replay } from "rethought";
import { InputError, JsonError } from "rethought/errors";

const TARGET = "anthropic-messages";
const REQUEST = { model: "claude-example", max_tokens: 9, messages: [{ role: "user", content: "é" }, { role: "assistant", content: [{ type: "thinking", thinking: "So." }, { type: "text", text: "x" }] }, { role: "user", content: "y" }] };
const RESPONSE = { id: "msg_1", type: "message", role: "assistant", model: "claude-example", content: [{ type: "text", text: "z" }], usage: {} };
const thrown = (call, more) => assert.throws(call, (error) => error instanceof InputError && error.code === "E_INPUT" && Object.entries(more ?? {}).every(([name, value]) => (assert.deepEqual(error[name], value), true)));

test("an object is judged, mended, replayed and read as its text", () => {
  const text = JSON.stringify(REQUEST);
  assert.deepEqual(audit(REQUEST, TARGET), audit(text, TARGET));
  const mended = repair(REQUEST, TARGET, { allow: ["unsafe"] });
  assert.deepEqual(mended.request, JSON.parse(repair(text, TARGET, { allow: ["unsafe"] }).request));
  assert.notDeepEqual(mended.request, REQUEST);
  assert.deepEqual(replay(REQUEST, RESPONSE, TARGET), JSON.parse(replay(text, JSON.stringify(RESPONSE), TARGET)));
  assert.deepEqual(replay(REQUEST, decode(RESPONSE, TARGET)).messages.at(-1), { role: "assistant", content: RESPONSE.content });
  assert.deepEqual(planReplay(REQUEST, RESPONSE, TARGET).notes, []);
  assert.deepEqual(decode(RESPONSE, TARGET).toJSON(), decode(JSON.stringify(RESPONSE), TARGET).toJSON());
  assert.equal(decode(RESPONSE, TARGET).raw, JSON.stringify(RESPONSE));
  assert.equal(readRequest(REQUEST, TARGET).entries.length, 3);
  assert.deepEqual(canRewrite(REQUEST, [0, 1], TARGET), canRewrite(text, [0, 1], TARGET));
  assert.deepEqual(detect(REQUEST), detect(text));
  assert.equal(render(audit(REQUEST, TARGET), REQUEST), render(audit(text, TARGET), text));
});

test("members that are undefined vanish and toJSON is asked, as in JSON", () => {
  const body = { ...REQUEST, temperature: undefined, stop: [undefined], metadata: { at: new Date(0) } };
  assert.deepEqual(audit(body, TARGET), audit(JSON.stringify(body), TARGET));
  assert.deepEqual(repair({ toJSON: () => REQUEST }, TARGET).request, REQUEST);
});

test("bytes cross as base64 and come back as bytes", () => {
  const sealed = new Uint8Array([1, 2, 3, 250]);
  const image = Buffer.from("picture");
  const body = {
    modelId: "anthropic.claude-sonnet-4-5",
    messages: [
      { role: "user", content: [{ image: { format: "png", source: { bytes: image } } }, { text: "What?" }] },
      { role: "assistant", content: [{ reasoningContent: { redactedContent: sealed } }, { toolUse: { toolUseId: "t1", name: "look", input: {} } }] },
      { role: "user", content: [{ toolResult: { toolUseId: "t1", content: [{ document: { bytes: new Uint8Array([9]).buffer } }] } }] },
    ],
  };
  const asText = structuredClone(body);
  asText.messages[0].content[0].image.source.bytes = image.toString("base64");
  asText.messages[1].content[0].reasoningContent.redactedContent = "AQID+g==";
  asText.messages[2].content[0].toolResult.content[0].document.bytes = "CQ==";
  assert.deepEqual(audit(body, "bedrock-converse"), audit(JSON.stringify(asText), "bedrock-converse"));
  assert.deepEqual(readRequest(body, "bedrock-converse").thoughts[0].handles, ["AQID+g=="]);
  const next = replay(body, { output: { message: { role: "assistant", content: [{ text: "A cat." }] } }, stopReason: "end_turn" }, "bedrock-converse");
  assert.equal(next.messages[1].content[0].reasoningContent.redactedContent, sealed);
  assert.equal(next.messages[0].content[0].image.source.bytes, image);
  assert.deepEqual(next.messages[3], { role: "assistant", content: [{ text: "A cat." }] });
});

test("the objects of @openrouter/sdk are read by the names of the wire and come back in their own", () => {
  const details = [{ type: "reasoning.text", text: "So.", signature: "RXF1YWwg", format: "anthropic-claude-v1", index: 0 }];
  const call = { id: "t1", type: "function", function: { name: "look", arguments: '{"maxTokens":1}' } };
  const body = {
    model: "anthropic/claude-sonnet-4.5",
    maxTokens: 100,
    tools: [{ type: "function", function: { name: "look", parameters: { type: "object", properties: { camelCase: { type: "string" } } } } }],
    messages: [{ role: "user", content: "Hi" }, { role: "assistant", content: "", reasoningDetails: details, toolCalls: [call] }, { role: "tool", toolCallId: "t1", content: "x" }],
  };
  const wire = { model: body.model, max_tokens: 100, tools: body.tools, messages: [body.messages[0], { role: "assistant", content: "", reasoning_details: details, tool_calls: [call] }, { role: "tool", tool_call_id: "t1", content: "x" }] };
  const TARGET = { wire: "openrouter-chat" };
  assert.deepEqual(audit(body, TARGET), audit(JSON.stringify(wire), TARGET));
  assert.deepEqual(detect(body), detect(wire));
  const answer = { id: "r", model: body.model, choices: [{ index: 0, finishReason: "stop", message: { role: "assistant", content: "Done.", reasoningDetails: details } }] };
  const next = replay(body, answer, TARGET);
  assert.deepEqual(next, { ...body, messages: [...body.messages, { role: "assistant", content: "Done.", reasoningDetails: details }] });
  assert.deepEqual(decode(answer, TARGET).thoughts[0].handles, ["RXF1YWwg"]);
  // Another wire has its own camel case.
  const gemini = { contents: [{ role: "user", parts: [{ text: "x" }] }], generationConfig: { thinkingConfig: { thinkingBudget: 1 } } };
  assert.deepEqual(repair(gemini, "gemini-generate").request, gemini);
});

test("what cannot be written is reported with its place", () => {
  thrown(() => audit({ ...REQUEST, max_tokens: 9n }, TARGET), { pointer: "/max_tokens" });
  thrown(() => audit({ ...REQUEST, "a/b": [{}, { n: 1n }] }, TARGET), { pointer: "/a~1b/1/n" });
  const round = { ...REQUEST, metadata: { deep: [] } };
  round.metadata.deep.push(round.metadata);
  thrown(() => audit(round, TARGET), { pointer: "/metadata/deep/0" });
  const camel = { messages: [{ role: "tool", toolCallId: "x", content: [] }] };
  camel.messages[0].content.push(camel);
  thrown(() => audit(camel, "openrouter-chat"), { pointer: "/messages/0/content/0" });
  thrown(() => audit({ get messages() { throw new Error("no"); } }, TARGET));
  thrown(() => audit({ toJSON: () => undefined }, TARGET));
  let deep = {};
  for (let nth = 0; nth < 100_000; nth++) deep = { deep };
  assert.throws(() => audit({ ...REQUEST, deep }, TARGET), (error) => error instanceof JsonError && error.code === "E_JSON_DEPTH");
  const long = { toJSON: () => { throw new RangeError("Invalid string length"); } };
  assert.throws(() => audit({ ...REQUEST, long }, TARGET), (error) => error instanceof JsonError && error.code === "E_JSON_SIZE");
  for (const wrong of [Promise.resolve(REQUEST), new Map(), new Set(), new URLSearchParams(), new Blob([]), Object("text"), () => {}, Symbol("x"), 7, null, undefined, true]) {
    thrown(() => audit(wrong, TARGET));
    thrown(() => decode(wrong, TARGET));
  }
});

test("a list is a body too", () => {
  assert.equal(audit([], TARGET).wire, TARGET);
});

test("buffers that were given away, and reports that are none, are reported", () => {
  const bytes = new TextEncoder().encode(JSON.stringify(REQUEST));
  const buffer = new ArrayBuffer(8);
  structuredClone(null, { transfer: [buffer, bytes.buffer] });
  for (const gone of [bytes, buffer]) thrown(() => audit(gone, TARGET));
  for (const report of [{}, null, undefined, 7, { findings: [] }, { findings: 3, checks: {} }]) thrown(() => render(report, "{}"));
  thrown(() => render(audit(REQUEST, TARGET), REQUEST, { file: 7 }), { pointer: "/file" });
  thrown(() => redact("[]", { limit: 5n }), { pointer: "/limit" });
});

test("what Object.prototype was given by others is not an option", () => {
  const names = { allow: ["unsafe", "placeholder"], off: ["thinking-without-signature"], models: 7, ledger: {}, by: "x", format: "pdf", allowIncomplete: true, wire: "openai-chat", model: "x", headers: 7, url: 7 };
  const before = [audit(REQUEST, TARGET), repair(REQUEST, TARGET, {}), canRewrite(REQUEST, [0, 1], TARGET, {}), render(audit(REQUEST, TARGET), REQUEST, {})];
  const untold = audit(REQUEST, {});
  try {
    for (const [name, value] of Object.entries(names)) Object.defineProperty(Object.prototype, name, { value, configurable: true, enumerable: false, writable: true });
    const after = [audit(REQUEST, TARGET, {}), repair(REQUEST, TARGET, {}), canRewrite(REQUEST, [0, 1], TARGET, {}), render(audit(REQUEST, TARGET), REQUEST, {})];
    const told = audit(REQUEST, {});
    for (const name of Object.keys(names)) delete Object.prototype[name];
    assert.deepEqual(after, before);
    assert.deepEqual(told, untold);
  } finally {
    for (const name of Object.keys(names)) delete Object.prototype[name];
  }
});

test("an error that an SDK throws is classified by what it says", () => {
  const message = '400 {"type":"error","error":{"type":"invalid_request_error","message":"messages.1.content.0.thinking.signature: Field required"}}';
  assert.equal(classify(new Error(message))?.rule, "thinking-without-signature");
  assert.equal(classify(JSON.parse(message.slice(4)))?.rule, "thinking-without-signature");
});

test("an error that an SDK throws is classified by the answer that it carries", () => {
  const body = '{"error":{"message":"Item with id \'rs_0a1\' not found. Items are not persisted when `store` is set to false.","code":null}}';
  const call = Object.assign(new Error("Not Found"), { name: "AI_APICallError", statusCode: 404, responseBody: body, requestBodyValues: { input: [] } });
  assert.equal(classify(call, "openai-responses")?.rule, "unstored-item");
  assert.equal(classify(Object.assign(new Error("Failed after 3 attempts."), { errors: [new Error("fetch failed"), call] }))?.rule, "unstored-item");
  assert.equal(classify(new Error("Connection error.", { cause: call }))?.status, 404);
  const circular = Object.assign(new Error("The reasoning_content in the thinking mode must be passed back to the API."), { data: {} });
  circular.data.self = circular.data;
  assert.equal(classify(circular, "openai-chat")?.rule, "missing-reasoning-content");
  assert.equal(classify(Object.assign(new Error("Bad Request"), { body: "upstream connect error" })), undefined);
});

test("a code that no rule predicts is reported with its meaning", () => {
  const error = { type: "error", error: { type: "invalid_request_error", message: "No.", details: { error_code: "thread_not_found" } } };
  const { rule, code, meaning, others, recovery } = classify(error, "anthropic-messages");
  assert.deepEqual([rule, code, others, recovery], [undefined, "thread_not_found", [], {}]);
  assert.match(meaning, /unknown/);
  assert.equal(classify(error, "openai-chat"), undefined);
});

test("only rules of the wire are named", () => {
  const error = "400 messages.1.content.0: Invalid `signature` in `thinking` block";
  assert.equal(classify(error, "anthropic-messages").rule, "invalid-thinking-signature");
  assert.equal(classify(error, "openrouter-chat").rule, "unsigned-details");
  assert.equal(classify(error, "ollama-chat"), undefined);
});
