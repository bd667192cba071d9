// The conversations of the measurement: those of the simulator with additional content, the cases of the codecs, and the recorded ones if they are
// available.
import { readdirSync, readFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { converse } from "../../tests/simulator/converse.mjs";
import { parse, write } from "../../tests/simulator/json.mjs";
import { randomOf } from "../../tests/random.mjs";
import { data, shared } from "../paths.mjs";
import { enrichHead, enrichLast } from "./enrich.mjs";
import { goneOn } from "./gone-on.mjs";
import { asCohere, asInteractions, asOllama } from "./rewired.mjs";
import { WIRES } from "./wires.mjs";

const KINDS = { "anthropic-messages": "anthropic", "bedrock-converse": "bedrock", "openai-responses": "responses", "openai-chat": "chat:openai", "gemini-generate": "gemini", "openrouter-chat": "openrouter", "mistral-chat": "chat:mistral" };
const REWIRED = { "cohere-chat": ["openai-chat", asCohere], "ollama-chat": ["openai-chat", asOllama], "gemini-interactions": ["gemini-generate", asInteractions] };
/** A request with only new messages is incomplete by itself. Summaries and changes of effort do not apply to another vendor. */
const THREADS = ["previous_response_id", "previous_interaction_id", "conversation", "thread", "compaction"];

/** Returns our own conversations: `count` of each wire from the simulator, and every case of its codec. */
export const ownConversations = (count) => WIRES.flatMap((wire) => [...simulated(wire, count), ...cases(wire)]);

function simulated(wire, count) {
  const [spoken, rewire] = REWIRED[wire] ?? [wire];
  const found = [];
  for (let seed = 0; found.length < count; seed++) {
    const random = randomOf(seed ^ 0x7ee5);
    const before = (talk, nth) => {
      if (!nth) enrichHead(spoken, talk.body, random);
      enrichLast(spoken, talk.body, random);
    };
    const { steps, talk, done } = converse(KINDS[spoken], seed, { before });
    const text = steps.at(-1)?.requestText;
    if (!done || talk.compacts || talk.efforts || talk.updates || !isWhole(text)) continue;
    found.push({ id: `${wire} ${seed}`, wire, isSimulated: !rewire, model: talk.target.model, text: rewire ? write(rewire(parse(text))) : text });
  }
  return found;
}

function cases(wire) {
  const folder = join(data, "codecs", wire);
  const named = (name) => join(folder, name, "next.json");
  const found = readdirSync(folder).sort().filter((name) => existsSync(named(name)) && !/malformed/.test(name));
  const whole = found.map((name) => ({ id: `${wire} ${name}`, wire, text: readFileSync(named(name), "utf8") })).filter(({ text }) => isWhole(text));
  return whole.map((one) => ({ ...one, text: goneOn(wire, one.text) }));
}

const RECORDED = { "anthropic-messages": "anthropic-messages", "bedrock-converse": "bedrock-converse", "openai-responses": "openai-responses", "openai-chat": "openai-chat", "gemini-generate": "gemini-generate", "gemini-interactions": "gemini-interactions", "openrouter-chat": "openrouter-chat", "mistral-chat": "mistral-chat", "cohere-v2": "cohere-chat", "ollama-chat": "ollama-chat" };

/** Returns recorded requests that their providers accepted, at most `count` of each wire, the longest first; none if the corpus is missing. */
export function recordedConversations(count) {
  return Object.entries(RECORDED).flatMap(([family, wire]) => {
    const file = join(shared, "corpus", `${family}.ndjson.gz`);
    if (!existsSync(file)) return [];
    const lines = gunzipSync(readFileSync(file)).toString("utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line));
    const taken = lines.filter(({ meta, request }) => meta?.outcome === "accepted" && typeof request === "string" && isWhole(request) && !request.startsWith('{"b64"'));
    const longest = taken.filter(({ request }) => request.length < 60_000).sort((one, other) => other.request.length - one.request.length);
    return longest.slice(0, count).map(({ id, request }) => ({ id: `${wire} ${id}`, wire, text: request }));
  });
}

function isWhole(text) {
  const body = JSON.parse(text);
  return body !== null && THREADS.every((name) => body[name] === undefined || body[name] === null);
}
