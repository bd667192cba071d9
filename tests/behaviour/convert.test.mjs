// Conversion: requests, responses, streams and errors between wires, and back.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as rethought from "rethought";

const { convert, convertError, convertResponse, decode, Ledger, memoryStore, replay, StreamConverter } = rethought;
const claude = { wire: "anthropic-messages", host: "api.anthropic.com", model: "claude-opus-4-8" };
const gpt = { wire: "openai-responses", host: "api.openai.com", model: "gpt-5.4" };
const gemini = { wire: "gemini-generate", host: "generativelanguage.googleapis.com", model: "gemini-3-pro-preview" };

/** A signature in the form of Anthropic's. */
const SIGNATURE = "ErgBCkYICxgCKkAWxb4jgbPRzScnkVaJbdZm1hel4bPaNzOwBOGx355lthF4mFOp7tbuR8nBjYvYcukwzCB2vIr5lA+jmB9qeomOEgy5bz8esI2e1PSibdcaDNw8l5aZhDwOFES38CIwiZC0vVophS2QaeD4GRTXx53J0hd/nk/hVNSYWw4XqHIHuao/Y2KLcJP8z9Ij8c70KiCbZXk7HV+0uUBbmejhf18XnZumr9fbDmMOJ/pMEDb66BgB";
const THOUGHT = `{"type":"thinking","thinking":"I must l\\u006fok.","signature":"${SIGNATURE}"}`;
const REQUEST = `{"model":"claude-opus-4-8","max_tokens":900,"system":"Be brief.","tools":[{"name":"look","input_schema":{"type":"object"}}],"messages":[
  {"role":"user","content":"How warm is it?"},
  {"role":"assistant","content":[${THOUGHT},{"type":"tool_use","id":"toolu_1","name":"look","input":{"n":1.0}}]},
  {"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"21"}]}]}`;

test("text for text, bytes for bytes, an object for an object", () => {
  const options = { from: claude, to: gpt };
  const text = convert(REQUEST, options);
  assert.equal(typeof text.request, "string");
  assert.ok(text.request.includes('"arguments":"{\\"n\\":1.0}"'), "the text of a number survives");
  const bytes = convert(new TextEncoder().encode(REQUEST), options);
  assert.ok(bytes.request instanceof Uint8Array);
  assert.equal(new TextDecoder().decode(bytes.request), text.request);
  assert.deepEqual(convert(JSON.parse(REQUEST), options).request.input.length, 3);
  assert.deepEqual(text.plan, bytes.plan);
  assert.equal(text.report.verdict, "accepted");
});

test("a foreign handle is never sent, and an open tool round of Gemini gets the documented string", () => {
  const { request, plan } = convert(REQUEST, { from: claude, to: gemini });
  assert.ok(!request.includes(SIGNATURE));
  assert.deepEqual(plan.map(({ fate, to }) => [fate, to]), [["placeholder", "/contents/1/parts/0"]]);
  assert.ok(request.includes("skip_thought_signature_validator"));
});

test("policies send the text of a thought in an envelope, or none at all", () => {
  const sent = (policy) => convert(REQUEST, { from: claude, to: gpt, policy });
  assert.ok(sent("envelope").request.includes("<thought>I must l\\u006fok.</thought>"));
  assert.ok(sent({ foreign: "envelope", envelope: ["[[", "]]"] }).request.includes("[[I must l\\u006fok.]]"));
  assert.equal(sent("envelope").plan[0].fate, "degraded");
  assert.equal(convert(REQUEST, { from: claude, to: { ...claude, model: "claude-opus-4-7" }, policy: { mode: "off" } }).plan[0].fate, "elided");
  assert.throws(() => sent("burn"), { code: "E_INPUT", pointer: "/policy/foreign" });
  assert.throws(() => sent({ windows: "all" }), { code: "E_INPUT", pointer: "/policy/windows" });
});

test("a conversation goes over two vendors and comes home byte for byte", () => {
  const ledger = new Ledger();
  const there = convert(REQUEST, { from: claude, to: gpt, ledger });
  const answered = replay(there.request, decode('{"object":"response","output":[{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"gAAAA"},{"type":"message","role":"assistant","content":[{"type":"output_text","text":"It is 21."}]}]}', gpt), gpt);
  const asked = answered.replace(/\](?=,"tools")/, ',{"role":"user","content":"And tomorrow?"}]');
  const further = convert(asked, { from: gpt, to: gemini, ledger });
  assert.ok(![SIGNATURE, "gAAAA"].some((handle) => further.request.includes(handle)));
  const home = convert(further.request, { from: gemini, to: claude, ledger });
  assert.ok(home.request.includes(THOUGHT));
  assert.ok(home.request.includes('{"role":"assistant","content":"It is 21."}'));
  assert.deepEqual(home.plan.filter(({ fate }) => fate === "verbatim").map(({ to }) => to), ["/messages/1/content/0"]);
  // The ledger survives serialization.
  const restored = Ledger.fromJSON(ledger.text());
  assert.equal(convert(further.request, { from: gemini, to: claude, ledger: restored }).request, home.request);
});

test("a ledger in a store brings a conversation home, in another process too", async () => {
  const store = memoryStore();
  const there = await (await Ledger.open(store)).convert(REQUEST, { from: claude, to: gpt });
  const home = await (await Ledger.open(store)).convert(there.request, { from: gpt, to: claude });
  assert.ok(home.request.includes(THOUGHT));
  assert.notEqual(home.report.verdict, "rejected");
});

test("a client of one vendor reads the answer of another, and its next request brings the answer home", () => {
  const answer = '{"id":"resp_1","object":"response","model":"gpt-5.4","status":"completed","output":[{"type":"reasoning","id":"rs_1","summary":[{"type":"summary_text","text":"Look."}],"encrypted_content":"gAAAAseal"},{"type":"function_call","id":"fc_1","call_id":"call_1","name":"look","arguments":"{\\"n\\":2}"}],"usage":{"input_tokens":9,"output_tokens":5}}';
  const ledger = new Ledger();
  const asked = '{"model":"claude-opus-4-8","max_tokens":9,"tools":[{"name":"look","input_schema":{"type":"object"}}],"messages":[{"role":"user","content":"How warm?"}]}';
  const { response, plan } = convertResponse(answer, { from: gpt, to: claude, ledger, request: asked });
  const message = JSON.parse(response);
  assert.deepEqual(message.content.map(({ type }) => type), ["thinking", "tool_use"]);
  assert.equal(message.stop_reason, "tool_use");
  assert.deepEqual([message.usage.input_tokens, message.usage.output_tokens], [9, 5]);
  assert.ok(!response.includes("gAAAAseal"));
  assert.equal(plan[0].fate, "degraded");
  const next = JSON.parse(asked);
  next.messages.push({ role: "assistant", content: message.content }, { role: "user", content: [{ type: "tool_result", tool_use_id: "call_1", content: "21" }] });
  const back = convert(JSON.stringify(next), { from: claude, to: gpt, ledger });
  assert.ok(back.request.includes('"encrypted_content":"gAAAAseal"'), back.request);
});

test("a stream is converted as it comes, cut anywhere", () => {
  const events = [
    { type: "message_start", message: { id: "msg_1", type: "message", role: "assistant", model: "m", content: [], usage: { input_tokens: 3, output_tokens: 0 } } },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Größe 😀" } },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 2 } },
    { type: "message_stop" },
  ];
  const stream = new TextEncoder().encode(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(""));
  const converted = (size) => {
    const converter = new StreamConverter({ from: "anthropic-messages", to: "openai-responses" });
    let text = "";
    const decoder = new TextDecoder();
    for (let at = 0; at < stream.length; at += size) text += decoder.decode(converter.push(stream.subarray(at, at + size)), { stream: true });
    const { rest, ended } = converter.finish();
    assert.equal(ended, true);
    return (text + decoder.decode(rest)).replace(/"created_at":\d+/g, '"created_at":0');
  };
  const whole = converted(stream.length);
  assert.ok(whole.includes("event: response.completed") && whole.includes("Größe 😀"));
  for (const size of [1, 7, 64]) assert.equal(converted(size), whole);
});

test("a stream for Converse is binary frames: bytes are converted, and strings are refused by a typed error", () => {
  const options = { from: "anthropic-messages", to: "bedrock-converse" };
  const events = [
    { type: "message_start", message: { id: "msg_1", content: [] } },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Warm." } },
  ];
  const start = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
  const converter = new StreamConverter(options);
  assert.throws(() => converter.push(start), { name: "InputError", code: "E_INPUT" });
  const frames = converter.push(new TextEncoder().encode(start));
  assert.ok(frames instanceof Uint8Array && Buffer.from(frames).includes("messageStart"), "the refused string changed nothing");
  const { rest, ended } = new StreamConverter(options).finish();
  assert.ok(rest instanceof Uint8Array && Buffer.from(rest).includes("modelStreamErrorException"));
  assert.equal(ended, false);
});

test("an error comes in the envelope of the client, with its status", () => {
  const { error, status } = convertError('{"error":{"message":"Slow down.","type":"rate_limit_error","code":null}}', { to: "anthropic-messages", status: 429 });
  assert.deepEqual(JSON.parse(error), { type: "error", error: { type: "rate_limit_error", message: "Slow down." } });
  assert.equal(status, 429);
  const bedrock = convertError('{"error":{"message":"No.","type":"invalid_request_error","code":"model_not_found"}}', { to: "bedrock-converse" });
  assert.deepEqual(bedrock, { error: '{"message":"No."}', status: 404, headers: { "x-amzn-errortype": "ResourceNotFoundException" } });
  assert.equal(convertError('{"message":"No."}', { to: "openrouter-chat", status: 403 }).error, '{"error":{"message":"No.","code":403}}');
});

test("a note has a level and a count, and replies have notes too", () => {
  const calls = [1, 2, 3].flatMap((nth) => [{ role: "assistant", content: null, tool_calls: [{ id: `call.${nth}`, type: "function", function: { name: "look", arguments: "{}" } }] }, { role: "tool", tool_call_id: `call.${nth}`, content: "ok" }]);
  const request = { model: "gpt-5.2", n: 1, logit_bias: { 1: 2 }, messages: [{ role: "user", content: "Go" }, ...calls], tools: [{ type: "function", function: { name: "look", parameters: { type: "object" } } }] };
  const { notes } = convert(request, { from: "openai-chat", to: { wire: "anthropic-messages", model: "claude-sonnet-4-5" } });
  const about = (what) => notes.filter((note) => note.what === what);
  const [id] = about("id");
  // A change in many places is one note, with the names of the first.
  assert.deepEqual([about("id").length, id.level, id.count, id.pointer, id.places.length], [1, "changed", 6, "/messages/1/tool_calls/0", 6]);
  assert.match(id.why, /^`call\.1` became `call1\w+`: the target does not accept this id$/);
  assert.deepEqual(about("member").map(({ level, pointer, count, places }) => [level, pointer, count, places]), [["lost", "/logit_bias", 1, undefined]]);
  assert.deepEqual(about("max_tokens").map(({ level, pointer, to }) => [level, pointer, to]), [["added", undefined, "/max_tokens"]]);
  assert.deepEqual(about("n"), []);
  const refused = { id: "resp_1", object: "response", status: "completed", model: "gpt-5.4", service_tier: "flex", output: [{ type: "message", id: "m", role: "assistant", status: "completed", content: [{ type: "refusal", refusal: "I cannot." }] }] };
  const reply = convertResponse(refused, { from: "openai-responses", to: "anthropic-messages" });
  assert.deepEqual([reply.response.stop_reason, reply.notes.map(({ level, what, pointer }) => [level, what, pointer])], ["refusal", [["lost", "service_tier", "/service_tier"]]]);
  const converter = new StreamConverter({ from: "openai-responses", to: "gemini-generate" });
  converter.push(`data: ${JSON.stringify({ type: "response.completed", response: refused })}\n\n`);
  assert.deepEqual(converter.finish().notes.map(({ level, what }) => [level, what]), [["lost", "service_tier"], ["changed", "refusal"]]);
});

test("calls of Gemini have another id in every answer, and the same for the same answer", () => {
  const answer = (responseId) => ({ responseId, modelVersion: "gemini-3-pro-preview", candidates: [{ content: { role: "model", parts: [{ functionCall: { name: "look", args: {} } }] }, finishReason: "STOP" }] });
  const idOf = (id) => convertResponse(answer(id), { from: gemini, to: claude }).response.content[0].id;
  assert.equal(idOf("a"), idOf("a"));
  assert.notEqual(idOf("a"), idOf("b"));
  const held = (id, to) => JSON.stringify(convertResponse(answer(id), { from: gemini, to }).response);
  for (const to of ["ai-sdk", "openai-agents", "langchain", "cognipeer", "agentfootprint"]) {
    assert.ok(held("a", to).includes(`"${idOf("a")}"`) && held("b", to).includes(`"${idOf("b")}"`), to);
  }
});

test("what cannot be converted is an error with its place", () => {
  assert.throws(() => convert(REQUEST, { from: claude }), { code: "E_INPUT", pointer: "/to" });
  assert.throws(() => convert(REQUEST, { from: claude, to: "acme" }), { code: "E_INPUT", pointer: "/to/wire" });
  assert.throws(() => convert("{", { from: claude, to: gpt }), { code: "E_JSON_TRUNCATED" });
  assert.throws(() => convert('{"input":"And?","previous_response_id":"resp_1"}', { from: gpt, to: claude }), { code: "E_INPUT", pointer: "/previous_response_id" });
  assert.throws(() => convert(REQUEST, { from: claude, to: gpt, polcy: "drop" }), { code: "E_INPUT", pointer: "/polcy" });
});

test("nothing is empty in silence: a body that is not a request, and one without messages", () => {
  for (const from of ["anthropic-messages", "openai-chat", "gemini-generate", "openai-responses", "bedrock-converse", "cohere-chat"]) {
    for (const body of ["[]", '"x"', "null", "[{}]"]) assert.throws(() => convert(body, { from, to: "mistral-chat" }), { code: "E_INPUT", pointer: "" }, `${from} ${body}`);
    const { notes } = convert("{}", { from, to: "mistral-chat" });
    assert.ok(notes.some(({ why }) => why === "the source has no messages"), `${from}: ${JSON.stringify(notes)}`);
  }
  for (const from of ["ai-sdk", "ai-sdk-ui", "openai-agents", "pydantic-ai", "langchain", "litellm", "agentfootprint", "cognipeer", "letta"]) {
    for (const body of ["{}", "null", '{"foo":1}']) assert.throws(() => convert(body, { from, to: "mistral-chat" }), { code: "E_INPUT" }, `${from} ${body}`);
    assert.ok(convert("[]", { from, to: "mistral-chat" }).notes.some(({ what }) => what === "content"), from);
  }
});
