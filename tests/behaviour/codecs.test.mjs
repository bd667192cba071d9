// The public codecs, over every case folder and by hand.
import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import { decode, detect, planReplay, readRequest, replay, StreamDecoder } from "rethought";
import { OpenRouterReasoningCodec } from "rethought/clark";
import { IncompleteError, InputError, JsonError, ShapeError } from "rethought/errors";
import { CASES, text } from "./cases.mjs";

const bytes = (text) => new TextEncoder().encode(text);
const REQUEST = '{"model":"claude-x","max_tokens":9,"messages":[{"role":"user","content":"Hi \\u0041"}]}';
const answer = (content) => `{"id":"m1","type":"message","role":"assistant","model":"claude-x-1","content":${content},"usage":{"output_tokens":9007199254740993}}`;
const THINKING = '{"type":"thinking","thinking":"\\u00e9 \\ud83d","signature":"S\\/=="}';
const CALL = '{"type":"tool_use","id":"t1","name":"look","input":{"n":1.0,"__proto__":{"isAdmin":true}}}';
const RESPONSE = answer(`[ ${THINKING}, {"type":"text","text":"Ü"},${CALL} ]`);

test("every case is read as its turn.txt says, and each part is where it says", () => {
  for (const { name, wire, body, stream, parts } of CASES) {
    const turn = decode(body, wire);
    const told = turn.parts.map(({ pointer, kind, thought }) => [pointer, kind, thought && thought.kind]);
    const wanted = parts.map((line) => /^(\S+) (\w+)(?: (\w+) (?:IN)?COMPLETE)?/i.exec(line)).map(([, pointer, kind, seen]) => [pointer, kind.toLowerCase(), seen]);
    assert.deepEqual(told, wanted, name);
    if (!stream) assert.deepEqual(turn.thoughts.map(({ complete }) => complete), parts.filter((line) => / complete| INCOMPLETE/.test(line)).map((line) => line.includes(" complete")), name);
    for (const part of turn.parts) assert.deepEqual(part.raw, body.slice(part.start, part.end), name);
    assert.deepEqual(decode(text(body), wire).toJSON(), turn.toJSON(), `${name}: text and bytes say the same`);
    assert.deepEqual(JSON.parse(JSON.stringify(turn)), JSON.parse(JSON.stringify(turn.toJSON())), name);
  }
});

test("every case goes back byte for byte, from its turn or from its body, as text or as bytes", () => {
  for (const { name, wire, body, request, next } of CASES) {
    assert.deepEqual(replay(request, decode(body, wire), undefined, { allowIncomplete: true }), next, name);
    assert.deepEqual(replay(request, text(body), wire), next, name);
    assert.equal(replay(text(request), decode(text(body), { wire }), undefined, { allowIncomplete: true }), text(next), name);
    const back = readRequest(next, wire).entries.flatMap((entry) => entry.parts.filter((part) => part.thought));
    const sent = decode(body, wire).thoughts;
    const handles = (thoughts) => thoughts.flatMap((thought) => thought.handles);
    if (sent.length) assert.deepEqual(handles(back.slice(-sent.length).map((part) => part.thought)), handles(sent), name);
  }
});

test("a turn has its parts in order, and its thoughts, calls and text as views of them", () => {
  const turn = decode(RESPONSE, { url: "https://api.anthropic.com/v1/messages", account: "a1" });
  assert.deepEqual([turn.wire, turn.id, turn.model, turn.text, turn.raw], ["anthropic-messages", "m1", "claude-x-1", "Ü", RESPONSE]);
  assert.deepEqual(turn.parts.map(({ kind, pointer, raw }) => [kind, pointer, raw]), [
    ["thought", "/content/0", THINKING], ["text", "/content/1", '{"type":"text","text":"Ü"}'], ["call", "/content/2", CALL],
  ]);
  const [thought] = turn.thoughts;
  assert.equal(thought, turn.parts[0].thought);
  assert.deepEqual([thought.kind, thought.text, thought.handles, thought.raw], ["text", "é \ud83d", ["S/=="], THINKING]);
  assert.deepEqual([thought.pointer, thought.attachment, thought.complete, thought.native], ["/content/0", { type: "block" }, true, true]);
  assert.deepEqual(thought.provenance, { vendor: "anthropic", surface: "api", account: "a1", model: "claude-x-1", response: "m1", position: 0, complete: true });
  const [call] = turn.calls;
  assert.deepEqual([call.id, call.name, call.pointer, call.raw], ["t1", "look", "/content/2", '{"n":1.0,"__proto__":{"isAdmin":true}}']);
  assert.deepEqual(turn.diagnostics, []);
  assert.deepEqual(decode(answer("[7]")).diagnostics.map(({ pointer, reason }) => [pointer, reason]), [["/content/0", "a block without a type"]]);
});

test("a turn says which thoughts of its request were dropped, and the report stays out of the replay", () => {
  const dropped = '{"type":"thinking_dropped","path":"messages.1.content.0","reason":"model_binding_mismatch"}';
  const told = RESPONSE.replace(/\}$/, `,"input_transformations":[${dropped},{"type":"x"}]}`);
  const turn = decode(told);
  assert.deepEqual(turn.inputTransformations, [{ type: "thinking_dropped", reason: "model_binding_mismatch", pointer: "/messages/1/content/0" }, { type: "x", reason: "" }]);
  assert.deepEqual(turn.toJSON().inputTransformations, turn.inputTransformations);
  assert.throws(() => turn.inputTransformations.push(1));
  assert.equal(replay(REQUEST, turn), replay(REQUEST, decode(RESPONSE)));
  assert.equal(decode(RESPONSE).inputTransformations, undefined, "a response that reports nothing does not say that nothing was dropped");
  assert.deepEqual(decode(told.replace(/\[\{"type":"thinking_dropped.*$/, "[]}")).inputTransformations, []);
});

test("several pieces of a summary are paragraphs, and text between tags is a thought that was coaxed", () => {
  const summary = '{"object":"response","output":[{"type":"reasoning","id":"r","summary":[{"type":"summary_text","text":"a"},{"type":"summary_text","text":"b"}],"encrypted_content":"E"},{"type":"message","role":"assistant","content":[{"type":"output_text","text":"x"},{"type":"output_text","text":"y"}]}]}';
  const turn = decode(summary, "openai-responses");
  assert.deepEqual([turn.thoughts[0].text, turn.thoughts[0].texts, turn.thoughts[0].handles, turn.text], ["a\n\nb", ["a", "b"], ["E"], "xy"]);
  const tagged = decode('{"choices":[{"message":{"role":"assistant","content":"<think>\\u00e9\\ud83d\\ude00<\\/think>Hi"}}]}', "openai-chat");
  assert.deepEqual([tagged.thoughts[0].text, tagged.thoughts[0].native, tagged.thoughts[0].attachment, tagged.text], ["é😀", false, { type: "tag", name: "think" }, "Hi"]);
});

test("a request is read as a response is, and says nothing of who issued its thoughts", () => {
  const history = readRequest(replay(REQUEST, RESPONSE), { url: "https://api.anthropic.com/v1/messages" });
  assert.deepEqual(history.entries.map(({ role, pointer, parts }) => [role, pointer, parts.length]), [["user", "/messages/0", 1], ["assistant", "/messages/1", 3]]);
  assert.deepEqual([history.wire, history.entries[0].parts[0].text, history.thoughts[0].raw], ["anthropic-messages", "Hi A", THINKING]);
  assert.deepEqual(history.thoughts[0].provenance, { position: 0, complete: true });
  assert.deepEqual(JSON.parse(JSON.stringify(history)).entries[1].parts[0].thought.handles, ["S/=="]);
});

test("text is cut out of the caller's bytes when it is first read, and then kept", () => {
  const body = bytes(RESPONSE);
  const turn = decode(body);
  body[RESPONSE.indexOf("look")] = 76;
  assert.equal(turn.parts[2].call.name, "look", "names come with the view");
  const at = bytes(RESPONSE).indexOf(bytes("Ü")[0]);
  body[at + 1] = bytes("Ö")[1];
  assert.equal(turn.text, "Ö");
  body[at + 1] = bytes("Ü")[1];
  assert.equal(turn.text, "Ö");
});

test("what is handed out is the reader's own or cannot be changed", () => {
  const turn = decode(Buffer.from(RESPONSE));
  for (const take of [() => turn.raw, () => turn.parts[0].raw, () => turn.calls[0].raw]) {
    assert.equal(Object.getPrototypeOf(take()), Uint8Array.prototype);
    take().fill(0);
    assert.notEqual(take()[0], 0);
  }
  turn.usage.output_tokens = turn.calls[0].content.n = 7;
  assert.deepEqual([turn.usage.output_tokens, turn.calls[0].content.n], [9007199254740992, 1], "parsed anew for every reader");
  for (const act of [
    () => (turn.id = "x"), () => turn.parts.push(1), () => (turn.parts[0].kind = "text"), () => (turn.thoughts[0].attachment.type = "tag"),
    () => (turn.thoughts[0].provenance.vendor = "x"), () => turn.thoughts[0].handles.pop(), () => turn.diagnostics.push(1), () => (turn.parts = []),
  ]) assert.throws(act, TypeError);
});

test("nothing of an input reaches a prototype", () => {
  const { content } = decode(RESPONSE).calls[0];
  assert.equal(content.isAdmin, undefined);
  assert.deepEqual(Object.getOwnPropertyDescriptor(content, "__proto__").value, { isAdmin: true });
  assert.equal(decode(RESPONSE, JSON.parse('{"headers":{"__proto__":"x"}}')).wire, "anthropic-messages");
  assert.throws(() => decode(RESPONSE, JSON.parse('{"__proto__":{"wire":"ollama-chat"}}')), { name: "InputError", pointer: "/__proto__" });
  assert.equal({}.isAdmin ?? {}.wire, undefined);
  assert.equal(JSON.parse(JSON.stringify(decode(RESPONSE))).parts[2].call.content.isAdmin, undefined);
});

test("what is in a turn shows in the console and in JSON", () => {
  const turn = decode(bytes(RESPONSE));
  for (const shown of [inspect(turn, { depth: 9 }), JSON.stringify(turn)]) for (const word of ["anthropic-messages", "S/==", "look", "Ü"]) assert.ok(shown.includes(word), word);
  assert.ok(inspect(turn.thoughts).includes("S/=="));
});

test("a target is a name, an object or what fetch gives; what it leaves out is reported", () => {
  const url = "https://API.Groq.com/openai/v1/chat/completions";
  const body = '{"choices":[{"message":{"role":"assistant","reasoning_content":"a","content":"b"}}]}';
  for (const target of [{ url }, { url: new URL(url) }, { wire: "openai-chat", host: "api.groq.com" }, { url, headers: new Headers({ a: "b" }), betas: ["x"] }, { url, headers: [["a", "b"], ["A", "c"]] }, { url, headers: new Map() }]) {
    assert.equal(decode(body, target).thoughts[0].provenance.vendor, "groq", JSON.stringify(target));
    assert.equal(replay('{"messages":[]}', body, target), '{"messages":[{"role":"assistant","content":"b","reasoning":"a"}]}');
  }
  const fetched = Object.defineProperty(new Response(body, { headers: { "content-type": "application/json" } }), "url", { value: url });
  assert.equal(decode(body, fetched).wire, "openai-chat");
  assert.equal(decode(RESPONSE, new Response()).wire, "anthropic-messages", "an empty address tells nothing");
  for (const [target, pointer] of [
    ["acme", "/wire"], [{ wire: 7 }, "/wire"], [{ url: 7 }, "/url"], [{ betas: "x" }, "/betas"], [{ betas: [7] }, "/betas"], [{ headers: "x" }, "/headers"],
    [{ headers: { a: 7 } }, "/headers"], [7, undefined],
  ]) assert.throws(() => decode(RESPONSE, target), (error) => error instanceof InputError && error.code === "E_INPUT" && error.pointer === pointer, JSON.stringify(target));
  assert.throws(() => decode("{}"), { name: "InputError", pointer: "/wire" });
});

test("detection says what, which side and how sure", () => {
  assert.deepEqual(detect(RESPONSE), { wire: "anthropic-messages", role: "response", certainty: 100 });
  assert.equal(detect(bytes(REQUEST)).role, "request");
  for (const hint of ["https://api.groq.com/openai/v1/chat/completions", new URL("https://api.groq.com/openai/v1/chat/completions"), { url: "https://api.groq.com/openai/v1/chat/completions" }])
    assert.deepEqual(detect('{"messages":[]}', hint), { wire: "openai-chat", dialect: "groq", role: "request", certainty: 100 });
  assert.equal(detect('event: message_start\ndata: {"type":"message_start"}\n\n').role, "stream");
  for (const nothing of ["", "{}", "[", "plain"]) assert.equal(detect(nothing, {}), undefined);
  assert.throws(() => detect("{}", 7), InputError);
  assert.equal(detect({}), undefined);
  assert.throws(() => detect(7), InputError);
});

test("a turn goes back where it came from unless asked otherwise, and what changes is said", () => {
  const body = '{"choices":[{"message":{"role":"assistant","reasoning_content":"a\\u00e9","content":"b"}}]}';
  const request = '{ "messages": [] , "n": 1.0 }';
  const turn = decode(body, { wire: "openai-chat", host: "api.groq.com" });
  const plan = planReplay(request, turn);
  assert.deepEqual(plan, {
    request: '{ "messages": [{"role":"assistant","content":"b","reasoning":"a\\u00e9"}] , "n": 1.0 }',
    notes: [{ pointer: "/choices/0/message/reasoning_content", reason: "the host reads this reasoning under another name" }],
  });
  assert.deepEqual(planReplay(request, turn, { host: "api.deepseek.com" }).notes, []);
  assert.deepEqual(planReplay(request, turn, { url: "https://api.deepseek.com/chat/completions" }).notes, []);
  assert.equal(replay(request, turn, "openrouter-chat"), plan.request, "the chat wires write one message");
  assert.throws(() => replay(request, turn, "anthropic-messages"), { name: "InputError", pointer: "/wire" });
  assert.throws(() => replay("{}", turn), { name: "InputError", message: /no list/ });
  assert.throws(() => replay(request, "{}", "openai-chat"), { name: "InputError", message: /no message/ });
  assert.throws(() => replay(request, { content: [] }), { name: "InputError", code: "E_INPUT" });
  assert.throws(() => replay('{"messages":', turn), JsonError);
});

test("a turn that a stream left unfinished goes back only when asked to", () => {
  const { stream, request, next } = CASES.find(({ name }) => name === "anthropic-messages/stream-cut-before-the-signature");
  const decoder = new StreamDecoder();
  decoder.push(stream);
  const { turn } = decoder.finish();
  assert.deepEqual([turn.unfinished, turn.thoughts[0].complete, turn.thoughts[0].provenance.complete], [["/content/0"], false, false]);
  assert.throws(() => replay(request, turn), (error) => error instanceof IncompleteError && error.code === "E_INCOMPLETE" && error.pointer === "/content/0");
  assert.deepEqual(replay(request, turn, undefined, { allowIncomplete: true }), next);
});

test("half of an answer says what is still to come and does not go back unless it is asked for", () => {
  const caseOf = (wanted) => CASES.find(({ name }) => name === wanted);
  for (const [name, pointer] of [["gemini-generate/half-an-answer", "/candidates/0"], ["gemini-interactions/streamed-half-an-answer", ""]]) {
    const { wire, body, request, next } = caseOf(name);
    const turn = decode(body, wire);
    assert.deepEqual(turn.continuation, { pointer, required: true, token: "Q29udGludWU/MQ==" }, name);
    assert.deepEqual(turn.toJSON().continuation, turn.continuation, name);
    assert.throws(() => replay(request, turn), (error) => error instanceof IncompleteError && error.code === "E_INCOMPLETE" && error.pointer === pointer, name);
    assert.deepEqual(planReplay(request, turn, undefined, { allowIncomplete: true }), { request: next, notes: [{ pointer, reason: "this answer is incomplete: send the same request with its token for the rest" }] }, name);
  }
  const spent = caseOf("gemini-generate/a-budget-that-is-spent");
  assert.equal(decode(spent.body, spent.wire).continuation.required, false);
  assert.deepEqual(replay(spent.request, decode(spent.body, spent.wire)), spent.next);
  const routed = caseOf("openrouter-chat/half-an-answer-of-gemini");
  assert.deepEqual(decode(routed.body, routed.wire).continuation, { pointer: "/choices/0", required: true });
  assert.deepEqual(replay(routed.request, decode(routed.body, routed.wire)), routed.next, "OpenRouter goes on from the half answer");
  for (const name of ["gemini-generate/hops-in-one-array", "gemini-interactions/hops-in-one-array", "gemini-generate/streamed-hops"]) {
    const { wire, body, request, next } = caseOf(name);
    const turn = decode(body, wire);
    assert.equal(turn.continuation, undefined, name);
    assert.deepEqual(replay(request, turn), next, name);
  }
});

test("clark's codec takes items out and puts them in, each in its own bytes", () => {
  const codec = new OpenRouterReasoningCodec();
  const list = ['{"type":"reasoning.text","text":"\\u0041","signature":null,"v":1.0}', '{"type":"reasoning.encrypted","data":"D\\/=="}'];
  const body = `{"choices":[{"message":{"reasoning_details":[${list[0]}, 7 ,${list[1]}]}}]}`;
  const items = codec.parseResponse(body);
  assert.deepEqual(items.map(({ raw, kind, signed, pointer }) => [raw, kind, signed, pointer]), [
    [list[0], "text", false, "/choices/0/message/reasoning_details/0"], [list[1], "encrypted", true, "/choices/0/message/reasoning_details/2"],
  ]);
  assert.equal(items[0].item.text, "A");
  assert.deepEqual(codec.parseResponse(bytes(`[${list}]`)).map(({ raw }) => text(raw)), list);
  assert.equal(codec.writeAssistant('{ "n":1.0, "reasoning_details":null }', items), `{ "n":1.0, "reasoning_details":[${list}] }`);
  assert.equal(text(codec.writeAssistant(bytes('{"n":1.0}'), [list[0], bytes(list[1])])), `{"n":1.0,"reasoning_details":[${list}]}`);
  assert.equal(codec.writeAssistant('{"reasoning_details":[ 7 ]}', []), '{"reasoning_details":[ 7 ]}');
  assert.throws(() => codec.writeAssistant("[]", items), { code: "E_EDIT_VALUE" });
  assert.throws(() => codec.writeAssistant("{}", ["7"]), ShapeError);
  assert.deepEqual(JSON.parse(codec.writeAssistant("{}", [items[0].item])).reasoning_details, [items[0].item], "an item that was parsed is written anew");
});
