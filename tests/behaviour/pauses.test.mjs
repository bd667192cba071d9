// Questions to the user and approvals of tools, resolved beside @cognipeer/agent-sdk; and the moments at which a note is due, beside its runs.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as sdk from "@cognipeer/agent-sdk";
import { z } from "zod";
import { captureSnapshot, decideReflection, readSnapshot, resolveToolApproval, resolveUserQuestion, restoreSnapshot, writeSnapshot } from "rethought/agent-state";
import { InputError } from "rethought/errors";
import { randomOf } from "./random.mjs";

const AT = "2026-11-16T06:00:00.000Z";
const bytes = (text) => new TextEncoder().encode(text);

/** Returns the result of a function, or its error message. The SDK's times are now, and its absent members are `undefined`. */
function outcome(run) {
  try {
    return { state: JSON.parse(JSON.stringify(run(), (key, value) => (["answeredAt", "decidedAt"].includes(key) ? AT : value))) };
  } catch (error) {
    return { refused: error.message };
  }
}

const TEXTS = ["Which?", "How many?", "Sure?", "Why?"];

function questionOf(draw, nth) {
  const options = draw.pick([undefined, [], [{ label: "A" }, { label: "B", value: "b" }], [{ label: "A" }, { label: "C" }, { label: "D", value: "d" }]]);
  return {
    question: TEXTS[nth],
    ...(draw.chance(0.4) && { header: draw.pick(["h1", "h2", ""]) }),
    ...(draw.chance(0.4) && { multiSelect: draw.chance() }),
    ...(draw.chance(0.4) && { required: draw.chance() }),
    ...(options && { options }),
  };
}

function stateOf(draw) {
  const questions = Array.from({ length: 1 + draw.below(4) }, (_, nth) => questionOf(draw, nth));
  const entry = (id, status) => ({
    id, toolCallId: `call_${id}`, toolName: "ask_user_question", questions, status, requestedAt: AT,
    ...(draw.chance() && { allowFreeText: draw.chance() }), ...(draw.chance(0.2) && { metadata: draw.pick([{ __subagent: "s" }, { own: 1 }]) }), ...(draw.chance(0.1) && { notes: "old" }),
  });
  const statuses = ["pending", "pending", "pending", "answered", "cancelled", "executed"];
  const approval = (id) => ({ id, toolCallId: `call_${id}`, toolName: "rm", args: { path: id }, status: draw.pick(["pending", "pending", "approved", "rejected", "executed"]), requestedAt: AT, ...(draw.chance(0.2) && { comment: "old" }) });
  const state = { messages: draw.pick([[], [{ role: "user", content: "go" }]]), toolCallCount: draw.below(5), metadata: { own: [1, { a: null }] } };
  if (draw.chance(0.95)) state.pendingUserQuestions = [entry("q1", draw.pick(statuses)), entry("q2", draw.pick(statuses))];
  if (draw.chance(0.95)) state.pendingApprovals = [approval("a1"), approval("a2")];
  if (draw.chance(0.8)) state.ctx = { user: "u1", ...(draw.chance() && { __awaitingUserQuestion: { id: "q1" } }), ...(draw.chance() && { __awaitingApproval: { id: "a1" } }), ...(draw.chance() && { __resumeStage: draw.pick(["tools", "agent"]) }) };
  return state;
}

function answersOf(draw, state) {
  const answers = {};
  for (const { question, header } of state.pendingUserQuestions?.[0].questions ?? []) {
    if (draw.chance(0.15)) continue;
    const values = draw.pick([["A"], ["b"], ["B"], ["d"], [], ["A", "b"], ["A", "C"], ["other"]]);
    answers[header && draw.chance(0.3) ? header : question] = { values, ...(draw.chance(0.3) && { freeText: draw.pick(["", "  ", " my own "]) }), ...(draw.chance(0.2) && { notes: draw.pick(["", "n"]) }) };
  }
  return answers;
}

test("2,000 questions are answered, cancelled or refused as the SDK does it, as object, text and bytes", () => {
  const draw = randomOf(171);
  const counts = { answered: 0, cancelled: 0, refused: new Set() };
  for (let nth = 0; nth < 2000; nth++) {
    const state = stateOf(draw);
    const resolution = {
      id: draw.pick(["q1", "q1", "call_q1", "q2", "call_q2", "none"]),
      ...(draw.chance(0.9) && { answers: answersOf(draw, state) }), ...(draw.chance(0.3) && { cancelled: draw.chance() }), ...(draw.chance(0.3) && { notes: draw.pick(["", "so be it"]) }), ...(draw.chance(0.3) && { answeredBy: "me" }),
    };
    const before = JSON.stringify(state);
    const [theirs, ours] = [outcome(() => sdk.resolveUserQuestionState(state, resolution)), outcome(() => resolveUserQuestion(state, resolution))];
    assert.deepStrictEqual(ours, theirs, JSON.stringify({ state, resolution }));
    assert.equal(JSON.stringify(state), before);
    if (theirs.refused) counts.refused.add(theirs.refused.replace(/"[^"]*"|: \S+$|q\d/g, ""));
    else counts[resolution.cancelled ? "cancelled" : "answered"] += 1;
    const written = outcome(() => JSON.parse(resolveUserQuestion(before, resolution, { at: AT })));
    assert.deepStrictEqual(written, theirs);
    assert.deepStrictEqual(outcome(() => JSON.parse(new TextDecoder().decode(resolveUserQuestion(bytes(before), resolution, { at: new Date(AT) })))), theirs);
  }
  assert.ok(counts.answered > 150 && counts.cancelled > 90 && counts.refused.size >= 7, JSON.stringify({ ...counts, refused: [...counts.refused] }));
});

test("2,000 approvals are decided as the SDK does it, as object and text", () => {
  const draw = randomOf(172);
  let [decided, refused] = [0, 0];
  for (let nth = 0; nth < 2000; nth++) {
    const state = stateOf(draw);
    const resolution = { id: draw.pick(["a1", "call_a1", "a2", "none"]), approved: draw.chance(), ...(draw.chance(0.3) && { approvedArgs: draw.pick([{ path: "other" }, null, 0]) }), ...(draw.chance(0.3) && { decidedBy: "me" }), ...(draw.chance(0.3) && { comment: "no" }) };
    const before = JSON.stringify(state);
    const [theirs, ours] = [outcome(() => sdk.resolveToolApprovalState(state, resolution)), outcome(() => resolveToolApproval(state, resolution))];
    assert.deepStrictEqual(ours, theirs, JSON.stringify({ state, resolution }));
    assert.deepStrictEqual(outcome(() => JSON.parse(resolveToolApproval(before, resolution))), theirs);
    assert.equal(JSON.stringify(state), before);
    if (theirs.refused) refused += 1;
    else decided += 1;
  }
  assert.ok(decided > 700 && refused > 350, `${decided} decided, ${refused} refused`);
});

const QUESTION = { id: "q1", toolCallId: "c1", toolName: "ask_user_question", questions: [{ question: "Which?" }, { question: "Why?", required: false }], status: "pending", requestedAt: AT };

test("a text keeps every byte that the answer is not about", () => {
  const state = `{ "n": 1.0, "messages": [ {"role":"user","content":"\\u0041"} ],\n "pendingUserQuestions": [${JSON.stringify({ ...QUESTION, metadata: {} }).replace("{}", '{ "big": 12345678901234567890 }')}], "ctx": {"k": 1e2, "__awaitingUserQuestion": {"id":"q1"}} }`;
  const next = resolveUserQuestion(state, { id: "c1", answers: { "Which?": { values: ["a"] } } }, { at: AT });
  for (const kept of ['{ "n": 1.0, "messages": [ {"role":"user","content":"\\u0041"}', '{ "big": 12345678901234567890 }', '"ctx": {"k": 1e2']) assert.ok(next.includes(kept), kept);
  assert.ok(!next.includes("__awaitingUserQuestion"));
  const bare = resolveUserQuestion(JSON.stringify({ pendingUserQuestions: [QUESTION] }), { id: "q1", cancelled: true }, { at: AT });
  assert.deepStrictEqual(JSON.parse(bare).ctx, { __userQuestionResolved: { id: "q1", status: "cancelled" } });
  assert.equal(JSON.parse(JSON.parse(bare).messages[0].content).status, "cancelled");
});

test("where the SDK drops or guesses, there is an error with its place", () => {
  const state = { messages: [], pendingUserQuestions: [QUESTION], pendingApprovals: [{ id: "a1", toolCallId: "c2", toolName: "rm", args: {}, status: "pending", requestedAt: AT }] };
  const refused = (resolution, pointer) => assert.throws(() => resolveUserQuestion(state, resolution), (error) => error instanceof InputError && error.code === "E_INPUT" && error.pointer === pointer, JSON.stringify(resolution));
  // An answer to a question that nobody asked: the SDK drops it and the optional question stays unanswered.
  refused({ id: "q1", answers: { "Which?": { values: ["a"] }, "Wy?": { values: ["b"] } } }, "/answers/Wy?");
  refused({ id: "q1", answers: { "Which?": { values: [1] } } }, "/answers/Which?/values");
  refused({ id: "q1", answers: { "Which?": { values: ["a"], freeText: 7 } } }, "/answers/Which?/freeText");
  refused({ id: "q1", canceled: true }, "/canceled");
  refused({ id: 7 }, "/id");
  refused({}, "/pendingUserQuestions");
  refused(undefined, undefined);
  assert.throws(() => resolveUserQuestion(state, { id: "q1", answers: {} }), { message: 'Missing answer for required question: "Which?".', pointer: "/pendingUserQuestions/0/questions/0" });
  // The SDK treats the text "false" as approval.
  assert.equal(sdk.resolveToolApprovalState(state, { id: "a1", approved: "false" }).pendingApprovals[0].status, "approved");
  assert.throws(() => resolveToolApproval(state, { id: "a1", approved: "false" }), { code: "E_INPUT", pointer: "/approved" });
  for (const wrong of [undefined, 7, "", "[]", "{"]) assert.throws(() => resolveUserQuestion(wrong, { id: "q1" }), { code: /^E_(INPUT|JSON)/ });
  assert.throws(() => resolveUserQuestion(state, { id: "q1" }, { att: AT }), { pointer: "/att" });
  assert.throws(() => resolveUserQuestion(state, { id: "q1", cancelled: true }, { at: 7 }), { pointer: "/at" });
});

test("a question may have the name of a setter of Object.prototype", () => {
  const state = { messages: [], pendingUserQuestions: [{ ...QUESTION, questions: [{ question: "__proto__" }, { question: "constructor", required: false }] }] };
  const answers = JSON.parse('{"__proto__":{"values":["a"]}}');
  const next = resolveUserQuestion(state, { id: "q1", answers }, { at: AT });
  assert.deepStrictEqual(Object.keys(next.pendingUserQuestions[0].answers), ["__proto__"]);
  assert.deepStrictEqual(JSON.parse(next.messages[0].content).answers[0].values, ["a"]);
  assert.throws(() => resolveUserQuestion(state, { id: "q1", answers: {} }), /Missing answer/);
});

test("a run of the SDK that asks is paused, stored, answered by ours and finished by the SDK", async () => {
  const heard = [];
  const ask = { id: "c1", type: "function", function: { name: "ask_user_question", arguments: JSON.stringify({ questions: [{ question: "Which?", options: [{ label: "A" }, { label: "B" }] }] }) } };
  const reasoning = { blocks: [{ type: "thinking", text: "t", signature: "S/==" }] };
  const model = {
    async invoke(messages) {
      heard.push(messages);
      return messages.some(({ role }) => role === "tool") ? { role: "assistant", content: "done" } : { role: "assistant", content: "", tool_calls: [ask], reasoning };
    },
  };
  const agent = sdk.createAgent({ name: "a", model, humanInTheLoop: { askUser: true } });
  const { state } = await agent.invoke({ messages: [{ role: "user", content: "go" }] });
  const text = writeSnapshot(captureSnapshot(state));
  const restored = restoreSnapshot(readSnapshot(text));
  const [{ id }] = restored.pendingUserQuestions;
  const answered = resolveUserQuestion(restored, { id, answers: { "Which?": { values: ["B"] } } });
  const { content, messages } = await agent.invoke(answered);
  assert.equal(content, "done");
  assert.deepStrictEqual(JSON.parse(heard.at(-1).find(({ role }) => role === "tool").content).answers[0].values, ["B"]);
  assert.deepStrictEqual(messages.find(({ reasoning }) => reasoning)?.reasoning, reasoning);
});

/** Runs the SDK's loop over a state and notes, at each decision, whether it asked for a note, and our decision. */
async function decisions(draw) {
  const cadence = draw.pick(["off", "every_turn", "after_tool", "on_branch", "on_branch", "initial_then_after_tool", "initial_then_after_tool"]);
  const reflection = { cadence, ...(draw.chance() && { everyNTurns: draw.pick([1, 2, 2.7, 3, 5]) }), ...(draw.chance(0.4) && { maxPerRun: draw.below(4) }), ...(draw.chance(0.05) && { enabled: false }), ...(draw.chance(0.1) && { shouldReflect: ({ turn }) => turn % 2 === 0 }) };
  const reasoning = draw.pick([{ native: false, reflection }, { native: false, reflection }, { native: false, reflection }, { native: false, reflection }, { level: draw.pick(["minimal", "low", "high"]), native: false }, undefined]);
  const steps = Array.from({ length: 1 + draw.below(5) }, () => Array.from({ length: 1 + draw.below(2) }, () => `t${draw.below(2)}`));
  const messages = [{ role: "user", content: "go" }];
  if (draw.chance(0.3)) messages.push({ role: "assistant", content: "before" }, { role: "user", content: "on" });
  const initial = { messages, ...(draw.chance(0.3) && { toolCallCount: draw.below(4) }), ...(draw.chance(0.3) && { reflections: [{ id: "r", turn: draw.below(4), text: "old note", createdAt: AT }] }), ...(draw.chance(0.2) && { ctx: { own: 1 } }) };
  const found = [];
  let [step, note, taken, seen] = [0, 0, 0, undefined];
  const model = {
    async invoke(given) {
      if (given.at(-1)?.name === "agent_reflection_ask") {
        if (found.length) found.at(-1).theirs = true;
        // Empty notes are not counted, and neither is a repeated one.
        const text = draw.pick([`unlike any ${"abcdefgh"[note % 8].repeat(5 + note)} note ${(note += 1)}`, ""]);
        if (text) taken += 1;
        return { role: "assistant", content: text };
      }
      const calls = steps[step++];
      if (!calls) return { role: "assistant", content: "done" };
      return { role: "assistant", content: "", tool_calls: calls.map((name, nth) => ({ id: `c${step}_${nth}`, type: "function", function: { name, arguments: "{}" } })) };
    },
  };
  found.push({ theirs: false, ours: decideReflection(reasoning, initial, { stage: "start" }) });
  const tools = [0, 1].map((nth) => sdk.createTool({ name: `t${nth}`, description: "d", schema: z.object({}), func: async () => "ok" }));
  const agent = sdk.createAgent({ name: "a", model, tools, limits: { maxToolCalls: 50 }, ...(reasoning && { reasoning }) });
  const onStateChange = (state) => {
    // The SDK asks here after the tools, right before it decides, and at other stages.
    if (state.messages.at(-1)?.role === "tool" && state.messages.length !== seen) {
      seen = state.messages.length;
      const text = JSON.stringify(state, (key, value) => (key === "agent" || key.startsWith("__") ? undefined : value));
      const ours = decideReflection(reasoning, state, { taken });
      assert.deepStrictEqual(reasoning?.reflection?.shouldReflect ? ours : decideReflection(reasoning, text, { taken }), ours);
      found.push({ theirs: false, ours });
    }
    return false;
  };
  await agent.invoke(initial, { onStateChange });
  return found;
}

test("in 500 runs of the SDK every note is decided on as ours decides", async () => {
  const draw = randomOf(173);
  const reasons = {};
  let count = 0;
  for (let nth = 0; nth < 500; nth++)
    for (const { theirs, ours } of await decisions(draw)) {
      assert.equal(ours.due, theirs, JSON.stringify({ nth, ours }));
      reasons[ours.reason] = (reasons[ours.reason] ?? 0) + 1;
      count += 1;
    }
  assert.ok(count > 1000 && ["due", "off", "max_per_run", "every_n_turns", "cadence"].every((reason) => reasons[reason] > 30), `${count}: ${JSON.stringify(reasons)}`);
});

test("a run that waits, has resumed or is finished takes no note; and what is not a state is refused", () => {
  const config = { level: "high", native: false };
  const reason = (state, options) => decideReflection(config, { messages: [], toolCallCount: 1, ...state }, options).reason;
  assert.equal(reason({ ctx: { __awaitingApproval: {} } }), "waiting");
  assert.equal(reason({ ctx: { __awaitingUserQuestion: {} } }, { stage: "start" }), "waiting");
  assert.equal(reason({ ctx: { __resumeStage: "tools" } }, { stage: "start" }), "resumed");
  assert.equal(reason({ ctx: { __finalizedDueToStructuredOutput: true } }), "finished");
  assert.deepStrictEqual(decideReflection(config, '{"messages":[],"toolCallCount":4}'), { due: true, reason: "due", turn: 4, trigger: "initial_then_after_tool" });
  assert.throws(() => decideReflection(config, {}), { code: "E_INPUT", pointer: "/messages" });
  assert.throws(() => decideReflection(config, { messages: [] }, { stage: "later" }), { pointer: "/stage" });
  assert.throws(() => decideReflection(config, { messages: [] }, { taken: -1 }), { pointer: "/taken" });
  assert.throws(() => decideReflection({ reflection: { everyNTurns: 0 } }, { messages: [] }), /everyNTurns must be >= 1/);
});
