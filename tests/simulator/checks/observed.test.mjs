// The facts of recorded traffic, one by one: the simulator follows them, and they override documentation.
import { ok } from "node:assert/strict";
import test from "node:test";
import { damaged } from "../damage.mjs";
import { mismatchBehaviour } from "../vendors/anthropic/models.mjs";

/** Returns the last steps of conversations with that damage, if they fit. */
function after(kind, name, count = 40) {
  const found = Array.from({ length: count }, (_, seed) => damaged(kind, 70 + seed * 3, name)).filter(Boolean);
  ok(found.length > 3, `${kind}: «${name}» hardly ever fits`);
  return found.map(({ steps, seed }) => ({ ...steps.at(-1), body: JSON.parse(steps.at(-1).requestText), seed }));
}

const all = (steps, holds, words) => {
  const wrong = steps.find((step) => !holds(step));
  ok(!wrong, `${words}: seed ${wrong?.seed}, ${wrong?.target.model}, ${wrong?.refusal?.message ?? "accepted"}`);
  return `${steps.length} requests`;
};

const loses = (step, rule) => step.lost.some((one) => one.rule === rule);

test("the stub of a stream is taken, and its reasoning is lost", async (t) => t.diagnostic(await all(after("responses", "take the stub of the stream"), (step) => !step.refusal && loses(step, "oai-encrypted-altered"), "stub")));
test("Gemini's signatures may be re-encoded", async (t) => t.diagnostic(await all(after("gemini", "re-encode a handle"), (step) => !step.refusal, "re-encoded")));

test("only Gemini 3 misses a signature in the open turn, and placeholders do", (t) => {
  const old = (step) => /2\.5|image/.test(step.target.model);
  all(after("gemini", "drop all thoughts"), (step) => !old(step) || !step.refusal, "up to 2.5");
  all(after("gemini", "skip the validator"), (step) => !step.refusal, "placeholder");
  const open = after("gemini", "drop all thoughts", 80).filter((step) => !old(step) && step.body.contents.at(-1).parts[0].functionResponse);
  t.diagnostic(all(open, (step) => /thought_signature/.test(step.refusal?.message), "unsigned"));
});

test("altered text under an intact signature is taken, an altered signature is not", (t) => {
  all(after("anthropic", "edit a thought's text", 120), (step) => !step.refusal, "text");
  t.diagnostic(all(after("anthropic", "edit a handle"), (step) => step.refusal, "signature"));
});

test("thinking may be dropped where it is adaptive, and where the turn's start has it", (t) => {
  const steps = after("anthropic", "drop all thoughts", 80);
  const manual = (step) => step.body.thinking?.type === "enabled" && !step.target.betas.length && step.body.messages.at(-1).content[0]?.type === "tool_result";
  all(steps.filter((step) => step.body.thinking?.type !== "enabled"), (step) => !step.refusal, "adaptive");
  t.diagnostic(all(steps.filter(manual), (step) => step.refusal?.rule === "anth-final-turn-must-start-thinking", "manual"));
});

test("the prefix is checked by model, setting and age of the account", async (t) => t.diagnostic(await all(after("anthropic", "change the system prompt", 150), (step) => {
  const behaviour = mismatchBehaviour(step.body);
  const binds = /opus-5-5|sonnet-5-5|haiku-5-5|fable/.test(step.target.model) && /"type":"(redacted_)?thinking"/.test(step.requestText);
  const refused = behaviour ? behaviour === "error" : step.target.enforced || /fable-5-2/.test(step.target.model);
  return Boolean(step.refusal) === Boolean(binds && refused);
}, "system changed")));

test("without ids, dropped reasoning is taken", async (t) => t.diagnostic(await all(after("responses", "strip thoughts and ids"), (step) => !step.refusal, "no ids")));
test("stored reasoning is followed by its own item", async (t) => t.diagnostic(await all(after("responses", "drop what follows a thought", 80).filter((step) => step.body.store && step.target.surface !== "xai"), (step) => step.refusal?.rule === "oai-reasoning-orphan", "orphan")));

test("only DeepSeek, Kimi and MiMo miss the field on a turn that calls", (t) => {
  for (const host of ["glm", "groq", "qwen", "together", "fireworks", "cerebras", "vllm"]) all(after(`chat:${host}`, "drop all thoughts", 12), (step) => !step.refusal, host);
  t.diagnostic(all(after("chat:kimi", "drop all thoughts", 20).filter((step) => /"tool_calls"/.test(step.requestText)), (step) => step.refusal, "kimi"));
});

test("a forced tool and thinking do not go together; said inside a 200 when Alibaba streams", (t) => {
  const qwen = after("chat:qwen", "force a tool");
  all(qwen.filter((step) => step.body.stream), (step) => step.status === 200 && step.stream.includes("tool_choice"), "streamed");
  all(qwen.filter((step) => !step.body.stream), (step) => step.status === 400, "whole");
  t.diagnostic(all(after("anthropic", "force a tool", 80).filter((step) => step.target.model === "claude-opus-4-6"), (step) => Boolean(step.refusal) === (step.body.thinking.type === "enabled"), "opus 4.6"));
});

test("thinking is taken while the request does not think", async (t) => t.diagnostic(await all(after("anthropic", "do not think", 60), (step) => !step.refusal || step.refusal.rule === "anth-type-unsupported", "off")));
