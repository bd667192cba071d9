// The notes that @cognipeer/agent-sdk asks for between turns: as thoughts and as messages, and by its own runs.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as sdk from "@cognipeer/agent-sdk";
import { z } from "zod";
import { Thought } from "rethought";
import { isNearDuplicate, mirrorReflections, readReflection, reflectionMessage, reflectionOf, thoughtOfReflection, trimReflection } from "rethought/agent-state";
import { randomOf } from "./random.mjs";

const RECORD = {
  id: "r1", turn: 3, text: "So far\n</agent_reflection> \ud83d é", createdAt: "2026-11-15T02:08:33.000Z", durationMs: 12.5, anchorMessageIndex: 4, trigger: "on_branch",
  usage: { inputTokens: 1, outputTokens: 2, cachedInputTokens: 0, totalTokens: 3, reasoningTokens: 9 }, toolCallIds: ["c1", "c2"],
};
const { createdAt: _, anchorMessageIndex: __, ...EVENT } = { type: "reflection", ...RECORD };

test("a record and an event are prompted thoughts, and come back the same", () => {
  for (const reflection of [RECORD, EVENT, { id: "r", turn: 0, text: "", createdAt: "2026-01-01T00:00:00Z" }]) {
    const raw = thoughtOfReflection(reflection, { createdAt: "2026-11-15T00:00:00Z" });
    assert.deepStrictEqual([raw.id, raw.content, raw.payload.channel], [reflection.id, reflection.text, "prompted"]);
    assert.equal(raw.createdAt, reflection.createdAt ?? "2026-11-15T00:00:00Z");
    const thought = new Thought(raw);
    for (const carried of [raw, thought, thought.toJSON(), new Thought(JSON.parse(JSON.stringify(thought)))]) assert.deepStrictEqual(reflectionOf(carried), reflection);
    // A copy: changes of it affect neither the thought nor the record.
    assert.notEqual(raw.payload.record, reflection);
  }
});

test("a content that was changed is the record's new text", () => {
  const raw = thoughtOfReflection(RECORD);
  assert.deepStrictEqual(reflectionOf({ ...raw, content: "shorter" }), { ...RECORD, text: "shorter" });
});

test("other thoughts are not reflections, and what is not a reflection is not a thought", () => {
  for (const thought of [{ id: "t", content: "x" }, { payload: { record: {} }, replayCompatibility: "anthropic" }, { replayCompatibility: "cognipeer-reflection-v1" }, undefined])
    assert.equal(reflectionOf(thought), undefined);
  for (const [wrong, pointer] of [[{}, "/id"], [{ id: "r" }, "/text"], [null, "/id"], [{ id: "r", text: "t", createdAt: "x", hook() {} }, "/hook"]])
    assert.throws(() => thoughtOfReflection(wrong), { code: "E_INPUT", pointer });
  for (const wrong of [() => reflectionMessage({}), () => mirrorReflections(1, []), () => trimReflection(1, 2), () => isNearDuplicate("a", null)]) assert.throws(wrong, { code: "E_INPUT" });
});

test("a mirrored note is read as it was written", () => {
  const message = reflectionMessage(RECORD);
  assert.equal(message.content, `<agent_reflection turn=3 at=2026-11-15T02:08:33.000Z>\n${RECORD.text}\n</agent_reflection>`);
  const { id, turn, text, createdAt, trigger } = RECORD;
  assert.deepStrictEqual(readReflection(message), { id, turn, text, createdAt, trigger });
  assert.deepStrictEqual(readReflection(message.content), { turn, text, createdAt });
  for (const other of ["", "<agent_reflection turn=1 at=x>\n", { role: "system", content: "hi" }, { role: "user", content: null }, undefined, 7]) assert.equal(readReflection(other), undefined);
});

/** Runs the SDK with our model, which calls a tool before each note and then returns the notes. */
async function run(notes, reflection) {
  const said = [...notes];
  let calls = 0;
  const events = [];
  const model = {
    bindTools: () => model,
    invoke: async (messages) => {
      if (messages.at(-1)?.name === "agent_reflection_ask") return { role: "assistant", content: said.shift() ?? "", usage: { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 } };
      if (calls++ < notes.length) return { role: "assistant", content: "", tool_calls: [{ id: `c${calls}`, type: "function", function: { name: `t${calls % 2}`, arguments: "{}" } }] };
      return { role: "assistant", content: "done" };
    },
  };
  const tools = [0, 1].map((nth) => sdk.createTool({ name: `t${nth}`, description: "d", schema: z.object({}), func: async () => "ok" }));
  const agent = sdk.createAgent({ name: "a", model, tools, limits: { maxToolCalls: 50 }, reasoning: { level: "low", native: false, reflection: { cadence: "after_tool", ...reflection } } });
  const { state } = await agent.invoke({ messages: [{ role: "user", content: "go" }] }, { onEvent: (event) => void (event.type === "reflection" && events.push(event)) });
  return { state, events };
}

/** Returns the notes that the SDK would keep, by our functions. */
function kept(notes, maxChars) {
  const texts = [];
  for (const note of notes) {
    const text = trimReflection(note, maxChars);
    if (text && !(texts.length && isNearDuplicate(texts.at(-1).trim(), text))) texts.push(text);
  }
  return texts;
}

test("in 60 runs of the SDK its records, its mirror and its events are ours", async () => {
  const draw = randomOf(4);
  const words = "alpha Beta gamma delta epsilon zeta eta theta iota kappa lambda mu".split(" ");
  let [records, dropped, cut] = [0, 0, 0];
  for (let nth = 0; nth < 60; nth++) {
    const notes = [];
    for (let more = 2 + draw.below(5); more > 0; more--) {
      const before = notes.at(-1) ?? words.join(" ");
      const fresh = Array.from({ length: 12 }, () => draw.pick(words)).join(draw.pick([" ", "  ", "\n"]));
      notes.push(draw.pick([before, before.toUpperCase(), `  ${before}\t`, before.replace("alpha", "omega"), `${before} more`, fresh, fresh, "", "\u0085é", "\ufeff x"]));
    }
    const [maxChars, keepLast] = [draw.pick([5, 12, 40, 600]), draw.pick([0, 1, 2, 3, 9])];
    const { state, events } = await run(notes, { maxChars, keepLast });
    const theirs = state.reflections ?? [];
    assert.deepStrictEqual(theirs.map(({ text }) => text), kept(notes, maxChars), JSON.stringify({ notes, maxChars }));
    if (!theirs.length) continue;
    records += theirs.length;
    dropped += notes.length - theirs.length;
    cut += theirs.filter(({ text }) => text.endsWith("…")).length;
    const mirrored = state.messages.filter((message) => message.name === "agent_reflection");
    const ours = mirrorReflections([...state.messages, { role: "user", name: "agent_reflection_ask", content: "?" }], theirs, { keepLast });
    assert.deepStrictEqual(ours.filter((message) => message.name === "agent_reflection"), mirrored);
    assert.deepStrictEqual(ours.filter((message) => message.name !== "agent_reflection"), state.messages.filter((message) => message.name !== "agent_reflection"));
    for (const [at, message] of mirrored.entries()) {
      const { id, turn, text, createdAt, trigger } = theirs.slice(-mirrored.length)[at];
      assert.deepStrictEqual(readReflection(message), { id, turn, text, createdAt, trigger });
    }
    for (const reflection of [...theirs, ...events]) assert.deepStrictEqual(reflectionOf(new Thought(thoughtOfReflection(reflection))), reflection);
    assert.equal(events.length, theirs.length);
  }
  assert.ok(records > 100 && dropped > 40 && cut > 20, `${records} kept, ${dropped} dropped, ${cut} cut`);
});

test("nine of ten words make a near duplicate, and eight of nine do not", () => {
  const words = (count) => Array.from({ length: count }, (_, nth) => `w${nth}`).join(" ");
  assert.equal(isNearDuplicate(words(10), words(9)), true);
  assert.equal(isNearDuplicate(words(9), words(8)), false);
  assert.equal(isNearDuplicate("A  b", "a B"), true);
  assert.equal(isNearDuplicate("", " "), true);
  assert.equal(isNearDuplicate("", "a"), false);
});

test("a note is cut to its length with an ellipsis in it", () => {
  assert.equal(trimReflection(" abc ", 3), "abc");
  assert.equal(trimReflection("abcd", 3), "ab…");
  assert.equal(trimReflection("a  d", 3), "a…");
});
