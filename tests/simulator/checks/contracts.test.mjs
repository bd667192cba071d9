// Contracts of November 2026 that no random damage reaches, checked one by one.
import { equal, ok } from "node:assert/strict";
import test from "node:test";
import { CLIENTS } from "../clients/all.mjs";
import { converse, requestOf, send } from "../converse.mjs";
import { Memory, planOf } from "../plan.mjs";
import { randomOf } from "../../random.mjs";
import { BETAS, MODELS, reads } from "../vendors/anthropic/models.mjs";
import { answer as plainResponses } from "../vendors/plain-responses.mjs";

/** Returns a talk with some content, the first of its kind that fits. */
function talkOf(kind, fits = () => true) {
  const client = CLIENTS[kind];
  for (let seed = 0; ; seed++) {
    const random = randomOf(seed);
    const talk = client.open(random);
    if (!fits(talk)) continue;
    client.ask(talk, "begin");
    const state = { ...talk.state, random, memory: new Memory() };
    const answer = (calls = 0, plan = planOf(random, { calls })) => send(client, talk, { ...state, plan }, false);
    const go = (calls) => {
      const step = answer(calls);
      ok(!step.refusal, `${kind}: ${step.refusal?.message}`);
      client.append(talk, client.fold(step.answer, talk.takes), step.answer);
      return step;
    };
    return { client, talk, state, answer, go };
  }
}

const codeOf = (step) => JSON.parse(step.responseText).error.details?.error_code;

/** Returns the outcome of a change of a talk's request, by its rule. */
const ruleAfter = (made, change) => {
  change(made.talk);
  return made.answer().refusal?.rule ?? "taken";
};

test("a thread is continued once, by who holds it, with the fields it has", () => {
  const made = talkOf("threads");
  made.go();
  const first = made.talk.past[0];
  made.client.ask(made.talk, "and");
  made.go();
  made.client.ask(made.talk, "then");
  const { body } = made.talk;
  equal(Object.keys(body).includes("system"), false, "a delta has a system prompt");
  const outcome = (more) => {
    made.talk.body = { ...body, ...more };
    const step = made.answer();
    return step.refusal ? codeOf(step) : "taken";
  };
  equal(outcome({}), "taken", "whole");
  equal(outcome({ thread: { type: "continue", previous_message_id: first } }), "thread_already_continued", "earlier");
  equal(outcome({ thread: { type: "continue", previous_message_id: "msg_unknown" } }), "thread_not_found", "unknown");
  equal(outcome({ system: "other" }), "thread_fingerprint_mismatch", "system");
  equal(outcome({ context_management: { edits: [] } }), "thread_unsupported_request", "context management");
  equal(ruleAfter({ ...made, talk: made.talk }, (talk) => Object.assign(talk, { body, headers: {} })), "anth-thread-no-beta", "header");
});

test("who reads whose thoughts in the 5.5 family depends on the service", () => {
  const table = (target, producer) => ["direct", "vertex", "bedrock"].map((surface) => reads(`claude-${target}`, `claude-${producer}`, surface)).join(" ");
  equal(table("opus-5-5", "sonnet-5-5"), "true true false", "Opus of Sonnet");
  equal(table("opus-5-5", "haiku-5-5"), "true true true", "Opus of Haiku");
  equal(table("sonnet-5-5", "haiku-5-5"), "true true true", "Sonnet of Haiku");
  equal(table("sonnet-5-5", "opus-5-5"), "false false false", "Sonnet of Opus");
  equal(table("fable-5-1", "sonnet-5-5"), "false false false", "Fable of Sonnet");
  equal(table("fable-5-1", "opus-5-5"), "true false false", "Fable of Opus");
  equal(table("opus-4-6", "haiku-5-5"), "false false true", "an older model of Haiku");
  equal(table("haiku-5-5", "sonnet-4-5"), "false false false", "Haiku of others");
});

test("under the beta a response tells what was dropped, and what was let through", () => {
  const seen = ["drop_block", undefined].map((behaviour) => {
    const made = talkOf("anthropic", ({ body, target }) => target.betas.includes(BETAS.binding) && !target.enforced && MODELS[body.model].binds && !MODELS[body.model].alwaysEnforced && target.surface === "direct" && body.thinking?.type === "adaptive");
    made.talk.body.thinking.block_binding = behaviour && { prefix_mismatch_behavior: behaviour };
    while (!made.talk.body.messages.some(({ content }) => content[0]?.type === "thinking")) {
      made.go(0);
      made.client.ask(made.talk, "more");
    }
    equal(JSON.parse(made.answer().responseText).input_transformations.length, 0, "whole");
    made.talk.body.system += "!";
    const [{ type, path, reason }] = JSON.parse(made.answer().responseText).input_transformations;
    ok(/^messages\.\d+\.content\.\d+$/.test(path) && reason === "prefix_binding_mismatch", `${path} ${reason}`);
    return type;
  });
  equal(seen.join(" "), "thinking_dropped thinking_mismatch_allowed", "types");
});

test("a streamed summary comes whole, without deltas", () => {
  const made = talkOf("anthropic", ({ compacts }) => compacts);
  made.go();
  made.talk.body.compaction = { type: "summarize" };
  const { stream } = made.client.answer(requestOf(made.client, made.talk, true), { ...made.state, plan: planOf(made.state.random) });
  ok(!stream.includes("content_block_delta") && stream.includes('"stop_reason":"compaction"'), stream);
});

test("GPT-6 goes on while an async call is open, earlier models do not", () => {
  const outcome = (model, async) => {
    const { client, talk, state } = talkOf("responses", ({ body, chained }) => body.model === model && !chained);
    talk.body.input.push({ type: "function_call", call_id: "call_1", name: "run", arguments: "{}", ...(async ? { async } : {}) });
    talk.body.input.push({ role: "user", content: [{ type: "input_text", text: "and" }] });
    return send(client, talk, { ...state, plan: planOf(state.random) }, false).refusal?.rule ?? "taken";
  };
  equal(outcome("gpt-6-astra", true), "taken", "async");
  equal(outcome("gpt-6-astra", false), "order.oai.unanswered-call", "not async");
});

test("Gemini 4 answers in hops that make one turn, and takes no minimal level", (t) => {
  const seen = { hops: 0, whole: 0 };
  for (let seed = 0; seed < 150; seed++) {
    const { steps } = converse("gemini", seed);
    if (steps[0].target.model !== "gemini-4-argon") continue;
    const body = (step) => JSON.parse(step.requestText);
    steps.forEach((step, nth) => {
      if (!body(step).continuationToken) return void seen.whole++;
      seen.hops++;
      equal(JSON.stringify(body(step).contents), JSON.stringify(body(steps[nth - 1]).contents), "the request of a hop");
    });
  }
  ok(seen.hops > 5, `only ${seen.hops} hops`);
  const made = talkOf("gemini", ({ target }) => target.model === "gemini-4-argon");
  equal(ruleAfter(made, ({ body }) => (body.generationConfig = { thinkingConfig: { thinkingLevel: "minimal" } })), "config.gem.level", "minimal");
  t.diagnostic(`${seen.hops} hops, ${seen.whole} other requests`);
});

test("a block, an item or a part of another wire is refused on every wire", () => {
  const strange = { type: "thinking_of_another", thinking: "hm" };
  const put = {
    anthropic: ({ messages }) => (messages[0].content = [strange]),
    threads: ({ messages }) => (messages[0].content = [strange]),
    bedrock: ({ messages }) => messages[0].content.push(strange),
    gemini: ({ contents }) => contents[0].parts.push(strange),
    responses: ({ input }) => input.push({ ...strange }),
    openrouter: ({ messages }) => messages.push(strange),
  };
  for (const [kind, change] of Object.entries(put)) {
    const made = talkOf(kind);
    ok(/^config\./.test(ruleAfter(made, ({ body }) => change(body))), `${kind} takes it`);
  }
  for (const kind of Object.keys(CLIENTS).filter((one) => one.startsWith("chat:") && one !== "chat:gemini")) {
    equal(ruleAfter(talkOf(kind), ({ body }) => body.messages.push(strange)), "config.chat.role", kind);
  }
});

test("a change of the effort is held to the model's list, and goes with no compaction", () => {
  const six = () => talkOf("responses", ({ body, chained }) => body.model === "gpt-6-astra" && !chained);
  const update = (effort) => ({ type: "configuration_update", reasoning: { effort } });
  equal(ruleAfter(six(), ({ body }) => body.input.push(update("none"))), "config.oai.effort", "none");
  equal(ruleAfter(six(), ({ body }) => Object.assign(body, { input: [...body.input, update("high")], context_management: [{ type: "compaction" }] })), "oai-configuration-update", "compaction");
  equal(ruleAfter(six(), ({ body }) => (body.truncation = "auto")), "taken", "truncation alone");
});

test("xAI refuses a reasoning item whose content is null", () => {
  const made = talkOf("responses", ({ body }) => body.model === "grok-4.7");
  equal(ruleAfter(made, ({ body }) => body.input.push({ type: "reasoning", summary: [], content: null })), "xai-null-content", "null");
});

test("Claude up to 4.7 takes no system message, and none is first", () => {
  const system = { role: "system", content: "Be brief." };
  const of = (model) => talkOf("anthropic", ({ body, compacts, efforts }) => body.model === model && !compacts && !efforts);
  const after = (model, change) => ruleAfter(of(model), ({ body }) => change(body.messages));
  equal(after("claude-opus-4-6", (messages) => messages.push(system)), "anth-system-message", "4.6");
  equal(after("claude-opus-4-8", (messages) => messages.push(system)), "taken", "4.8");
  equal(after("claude-opus-5", (messages) => messages.unshift(system)), "anth-system-message", "first");
});

test("Claude up to 4.5 takes a prefill without tools only, and each model its own efforts", () => {
  const of = (model) => talkOf("anthropic", ({ body, compacts }) => body.model === model && !compacts && body.thinking?.type !== "enabled");
  const prefill = { role: "assistant", content: [{ type: "text", text: "{" }] };
  equal(ruleAfter(of("claude-opus-4-5"), ({ body }) => void body.messages.push(prefill)), "anth-prefill-tools", "with tools");
  equal(ruleAfter(of("claude-opus-4-5"), ({ body }) => void (body.messages.push(prefill), delete body.tools)), "taken", "without");
  equal(ruleAfter(of("claude-opus-4-5"), ({ body }) => (body.output_config = { effort: "max" })), "config.anth.effort", "max on 4.5");
  equal(ruleAfter(of("claude-opus-4-6"), ({ body }) => (body.output_config = { effort: "xhigh" })), "config.anth.effort", "xhigh on 4.6");
  equal(ruleAfter(of("claude-opus-4-8"), ({ body }) => (body.output_config = { effort: "xhigh" })), "taken", "xhigh on 4.8");
  const effortInMessage = ({ body }) => void body.messages.push({ role: "system", content: [], output_config: { effort: "low" } }, { role: "user", content: "And now?" });
  equal(ruleAfter(of("claude-opus-4-8"), effortInMessage), "config.anth.message-effort", "in a message on 4.8");
});

test("Converse wants the results of an answer in one message, and newer models take text behind a call for a prefill", () => {
  const calls = (made) => made.talk.body.messages.push({ role: "assistant", content: ["t1", "t2"].map((toolUseId) => ({ toolUse: { toolUseId, name: "grep", input: {} } })) });
  const result = (toolUseId) => ({ toolResult: { toolUseId, content: [{ text: "21" }] } });
  const bedrock = (model) => talkOf("bedrock", ({ target }) => target.model === model);
  const split = talkOf("bedrock");
  calls(split);
  equal(ruleAfter(split, ({ body }) => body.messages.push({ role: "user", content: [result("t1")] }, { role: "user", content: [result("t2")] })), "order.anth.unanswered-call", "split");
  const late = (model) => {
    const made = bedrock("claude-opus-4-8");
    made.talk.target.model = model;
    calls(made);
    made.talk.body.messages.at(-1).content.push({ text: "I look." });
    return ruleAfter(made, ({ body }) => body.messages.push({ role: "user", content: [result("t1"), result("t2")] }));
  };
  equal(late("claude-opus-4-8"), "conv-late-text", "Opus 4.8");
  equal(late("claude-sonnet-4-6"), "taken", "Sonnet 4.6");
});

test("DeepSeek's Responses wants a call and its output side by side", () => {
  const call = { type: "function_call", call_id: "call_1", name: "grep", arguments: "{}" };
  const output = { type: "function_call_output", call_id: "call_1", output: "21" };
  const word = { role: "developer", content: "Be brief." };
  const outcome = (...items) => {
    const request = { text: JSON.stringify({ model: "deepseek-v4-pro", reasoning: { effort: "none" }, input: [{ role: "user", content: "How warm?" }, ...items] }), headers: {} };
    return plainResponses(request, { random: randomOf(1) }).refusal?.rule ?? "taken";
  };
  equal(outcome(call, word, output), "ds-responses-adjacency", "a message between");
  equal(outcome(call, output, word), "taken", "behind");
});
