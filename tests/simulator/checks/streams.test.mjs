// A reply is the same whole and streamed, with the same randomness.
import { equal, ok } from "node:assert/strict";
import test from "node:test";
import { CLIENTS } from "../clients/all.mjs";
import { KINDS, requestOf } from "../converse.mjs";
import { canonical } from "../json.mjs";
import { planOf } from "../plan.mjs";
import { randomOf } from "../../random.mjs";
import { unseal } from "../seal.mjs";
import { values } from "../sse.mjs";

/** Handles of Responses differ between events by their nonce; indices of OpenRouter's details by recording. */
function settled(value) {
  if (Array.isArray(value)) return value.map(settled);
  if (value === null || typeof value !== "object" || value.constructor !== Object) return value;
  const entries = Object.entries(value).filter(([key]) => !["usage", "id", "responseId", "index"].includes(key) || value.type === "tool_use");
  return Object.fromEntries(entries.map(([key, one]) => [key, key === "encrypted_content" ? canonical({ ...openBlob(one), nonce: "" }) : settled(one)]));
}

const openBlob = (blob) => ["openai", "azure", "xai"].map((host) => unseal(host, blob, { alphabet: "base64url" })).find(Boolean);

/** Returns a stream, and the whole reply, with the same randomness. */
function repliesOf(kind, seed) {
  const client = CLIENTS[kind];
  return [false, true].map((stream) => {
    const talk = client.open(randomOf(seed));
    client.ask(talk, "begin");
    const plan = planOf(randomOf(seed + 7), { calls: seed % 3 });
    return client.answer(requestOf(client, talk, stream), { random: randomOf(seed + 99), plan, ...talk.state });
  });
}

/** Reads each event like a strict client of Responses: nothing grows that was not announced, and everything announced is finished. */
function readStrictly(events) {
  const open = new Map();
  const key = ({ output_index, content_index, summary_index }) => `${output_index} ${content_index ?? ""} ${summary_index ?? ""}`;
  for (const { type, ...one } of events) {
    if (/_part\.added$/.test(type)) open.set(key(one), "");
    if (/text\.delta$/.test(type)) {
      ok(open.has(key(one)), `missing content at ${key(one)}`);
      open.set(key(one), open.get(key(one)) + one.delta);
    }
    if (/text\.done$/.test(type)) equal(one.text, open.get(key(one)), type);
    if (/_part\.done$/.test(type)) {
      equal(one.part.text, open.get(key(one)), type);
      open.delete(key(one));
    }
    if (type === "response.output_item.done") ok(!open.size, "a part is not done");
  }
  const types = events.map(({ type }) => type);
  for (const [nth, { sequence_number }] of events.entries()) equal(sequence_number, nth, "sequence_number");
  equal(types.slice(0, 2).join(" "), "response.created response.in_progress", "head");
  equal(types.at(-1), "response.completed", "end");
  const calls = types.filter((type) => type === "response.function_call_arguments.done").length;
  equal(calls, events.at(-1).response.output.filter(({ type }) => type === "function_call").length, "calls that are done");
}

for (const kind of KINDS) {
  test(`${kind}: streamed and whole are the same`, (t) => {
    for (let seed = 0; seed < 40; seed++) {
      const [whole, streamed] = repliesOf(kind, seed).map((answer) => ["done", "completed"].map((takes) => canonical(settled(CLIENTS[kind].fold(answer, takes)))).join("\n"));
      equal(streamed, whole, `seed ${seed}`);
    }
    t.diagnostic("40 replies");
  });
}

for (const kind of ["responses", "responses:deepseek"]) {
  test(`${kind}: parts and items are announced and done`, () => {
    for (let seed = 0; seed < 40; seed++) readStrictly(values(repliesOf(kind, seed)[1].stream));
  });
}

test("openrouter: created, system_fingerprint and usage are there", () => {
  for (let seed = 0; seed < 20; seed++) {
    const [whole, streamed] = repliesOf("openrouter", seed);
    const chunks = values(streamed.stream);
    const body = JSON.parse(whole.body);
    for (const one of [body, ...chunks]) ok(Number.isInteger(one.created) && one.id, "head");
    // The client of OpenRouter accepts no null in a chunk.
    ok(body.system_fingerprint === null && chunks.every((chunk) => !("system_fingerprint" in chunk)), "system_fingerprint");
    for (const { usage } of [JSON.parse(whole.body), chunks.at(-1)]) equal(usage.total_tokens, usage.prompt_tokens + usage.completion_tokens, "usage");
  }
});

test("bedrock: totalTokens and metrics are there", () => {
  const [whole, streamed] = repliesOf("bedrock", 3);
  const { metadata } = JSON.parse(streamed.stream.trim().split("\n").at(-1));
  for (const { usage, metrics } of [JSON.parse(whole.body), metadata]) ok(usage.totalTokens === usage.inputTokens + usage.outputTokens && metrics.latencyMs > 0, "usage");
});
