// Policies of a conversion that would do nothing: they are refused, and those that do something are not.
import assert from "node:assert/strict";
import { test } from "node:test";
import { convert } from "rethought";

const THINKING = { type: "thinking", thinking: "Hm.", signature: "EqQBCkYICxgCKkDcAAAAAAAAAAAAAAAA" };
const REQUEST = { model: "claude-sonnet-4-5", max_tokens: 2000, messages: [{ role: "user", content: "Why?" }, { role: "assistant", content: [THINKING, { type: "text", text: "So." }] }, { role: "user", content: "And?" }] };
const converted = (to, policy) => convert(REQUEST, { from: "anthropic-messages", to, policy });
const refuses = (to, policy, name, message) => assert.throws(() => converted(to, policy), { name: "InputError", code: "E_INPUT", pointer: `/policy/${name}`, message });

test("a message format keeps every thought, so a policy for foreign ones is refused", () => {
  const why = 'has no effect with to: "ai-sdk". A message format keeps the thoughts of every vendor. Set it when you convert to a wire';
  for (const policy of ["envelope", "drop", { foreign: "summary" }]) refuses("ai-sdk", policy, "foreign", `policy.foreign ${why}`);
  refuses({ wire: "ai-sdk" }, { envelope: ["<t>", "</t>"] }, "envelope", `policy.envelope ${why}`);
  refuses("ai-sdk", { sideChannel: "beside" }, "sideChannel", `policy.sideChannel ${why}`);
  refuses("ai-sdk", { placeholder: false }, "placeholder", `policy.placeholder ${why}`);
  assert.equal(converted("ai-sdk", { mode: "off" }).plan[0].fate, "elided");
  assert.equal(converted("ai-sdk", { mode: "summary-only" }).plan[0].fate, "degraded");
  assert.equal(converted("ai-sdk", { window: "round" }).plan[0].fate, "elided");
});

test("members that another member makes idle are refused", () => {
  refuses("openai-responses", { envelope: ["<t>", "</t>"] }, "envelope", 'policy.envelope has no effect with foreign: "drop". Set foreign to "envelope" or "summary"');
  refuses("openai-responses", { foreign: "side-channel", envelope: ["<t>", "</t>"] }, "envelope", /foreign: "side-channel"/);
  refuses("openai-responses", { sideChannel: "beside" }, "sideChannel", 'policy.sideChannel has no effect with foreign: "drop". Set foreign to "side-channel"');
  refuses("openai-responses", { mode: "off", foreign: "envelope" }, "foreign", 'policy.foreign has no effect with mode: "off". No thought is sent');
  refuses("openai-responses", { mode: "summary-only", foreign: "envelope" }, "foreign", /every thought$/);
});

test("each refused member does nothing, and each allowed one does something", () => {
  const text = (policy) => JSON.stringify(converted("openai-responses", policy).request);
  const plain = text(undefined);
  for (const policy of ["envelope", "side-channel", { foreign: "envelope", envelope: ["<t>", "</t>"] }, { foreign: "side-channel", sideChannel: "beside" }, { mode: "summary-only", envelope: ["<t>", "</t>"] }]) assert.notEqual(text(policy), plain, JSON.stringify(policy));
  assert.notEqual(text({ foreign: "envelope", envelope: ["<t>", "</t>"] }), text("envelope"));
  assert.notEqual(text({ foreign: "side-channel", sideChannel: "beside" }), text("side-channel"));
});
