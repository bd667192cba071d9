// Names that are not a wire: every call that takes one refuses it, with a hint.
import assert from "node:assert/strict";
import { test } from "node:test";
import { audit, canRewrite, classify, convert, convertError, convertResponse, decode, Ledger, planReplay, readRequest, repair, replay, StreamConverter, StreamDecoder } from "rethought";
import { place, readThoughts, route } from "rethought/adk";
import { requestParams } from "rethought/agent-state";
import { codecFor, writeItem } from "rethought/clark";
import { guard } from "rethought/guard";
import * as letta from "rethought/letta";

const REQUEST = '{"model":"claude-sonnet-4-5","max_tokens":9,"messages":[{"role":"user","content":"Hi"}]}';
const ANSWER = '{"id":"m","type":"message","role":"assistant","content":[{"type":"text","text":"a"}]}';

/** Every call that takes the name of a wire, by its name. */
const CALLS = {
  audit: (wire) => audit(REQUEST, wire),
  "audit with a target": (wire) => audit(REQUEST, { wire, host: "api.openai.com" }),
  repair: (wire) => repair(REQUEST, wire),
  canRewrite: (wire) => canRewrite(REQUEST, [0, 1], wire),
  classify: (wire) => classify("overloaded", wire),
  decode: (wire) => decode(ANSWER, wire),
  readRequest: (wire) => readRequest(REQUEST, wire),
  replay: (wire) => replay(REQUEST, decode(ANSWER), wire),
  planReplay: (wire) => planReplay(REQUEST, ANSWER, wire),
  "convert to": (wire) => convert(REQUEST, { to: wire }),
  "convert from": (wire) => convert(REQUEST, { from: wire, to: "openai-chat" }),
  convertResponse: (wire) => convertResponse(ANSWER, { to: wire }),
  convertError: (wire) => convertError("{}", { to: wire }),
  StreamConverter: (wire) => new StreamConverter({ from: wire, to: "openai-chat" }),
  StreamDecoder: (wire) => new StreamDecoder(wire),
  "ledger.audit": (wire) => new Ledger().audit(REQUEST, wire),
  "ledger.convert": (wire) => new Ledger().convert(REQUEST, { to: wire }),
  "ledger.conversation": (wire) => new Ledger().conversation(REQUEST, wire),
  readThoughts: (wire) => readThoughts(ANSWER, wire),
  place: (wire) => place(REQUEST, [], wire),
  route: (wire) => route([], { target: wire }),
  requestParams: (wire) => requestParams({ level: "high" }, wire, "{}"),
  codecFor: (wire) => codecFor(wire),
  writeItem: (wire) => writeItem({ type: "reasoning.text", text: "x" }, wire),
  "letta.replay": (wire) => letta.replay([], wire),
  guard: (wire) => guard(undefined, { target: wire }),
};
const HINT = 'Unknown wire "openai". Did you mean "openai-responses" or "openai-chat"?';

for (const [name, call] of Object.entries(CALLS)) {
  test(`${name} refuses "openai" with a hint`, () => {
    assert.throws(() => call("openai"), (error) => error.name === "InputError" && error.code === "E_INPUT" && error.message === HINT && error.pointer.endsWith("/wire"));
  });
}

test("the pointer is that of the option", () => {
  for (const [name, pointer] of [["audit", "/wire"], ["convert to", "/to/wire"], ["convert from", "/from/wire"], ["convertError", "/to/wire"], ["guard", "/target/wire"]]) assert.throws(() => CALLS[name]("openai"), { pointer });
});

test("other names, misspelt ones and unknown ones", () => {
  const hint = (wire) => {
    try {
      return audit(REQUEST, wire);
    } catch ({ message }) {
      return message.replace(/^Unknown wire "[^"]*"\. /, "");
    }
  };
  assert.equal(hint("Claude"), 'Did you mean "anthropic-messages"?');
  assert.equal(hint("gemini"), 'Did you mean "gemini-generate" or "gemini-interactions"?');
  assert.equal(hint("vercel"), 'Did you mean "ai-sdk"?');
  assert.equal(hint("openai-response"), 'Did you mean "openai-responses"?');
  for (const wire of ["carrier-pigeon", "constructor", "x".repeat(9000)]) assert.match(hint(wire), /^Wires: anthropic-messages, .*ollama-chat\.$/);
});

test("every wire and every format is known", () => {
  for (const wire of ["anthropic-messages", "bedrock-converse", "openai-responses", "openai-chat", "gemini-generate", "gemini-interactions", "openrouter-chat", "mistral-chat", "cohere-chat", "ollama-chat"]) assert.ok(audit("{}", wire).verdict, wire);
  for (const to of ["ai-sdk", "ai-sdk-ui", "openai-agents", "pydantic-ai", "langchain", "litellm", "agentfootprint", "cognipeer", "letta"]) assert.equal(convert(REQUEST, { to }).report, undefined, to);
});
