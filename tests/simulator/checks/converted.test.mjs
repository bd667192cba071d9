// Recorded requests, converted to every other wire and sent there: shapes are judged on all ten wires, and seven vendors of the simulator answer.
// Signatures are not judged. A thought that is sent to a related host was issued by a real vendor, and no key of the simulator opens it; such a
// request gets only the checks without keys. Cohere, Ollama and Interactions have no vendor here, so only their shapes are judged.
// RETHOUGHT_CONVERTED=1 sends all of them; otherwise one conversion in that many.
import { ok } from "node:assert/strict";
import { loadPackage } from "../../../scripts/load-package.mjs";
import { CLIENTS } from "../clients/all.mjs";
import { randomOf } from "../../random.mjs";
import { faultsOf } from "../shapes/all.mjs";
import { shelfOf } from "../vendors/responses.mjs";
import { chat, contents, exchanges, items, judged, messages } from "../recorded.mjs";
import { test } from "../../skip.mjs";

const EVERY = Number(process.env.RETHOUGHT_CONVERTED ?? 23);
const SHOWN = 12;
const rethought = await loadPackage();

/** The targets, each with its client in the simulator and the checks that need no state. */
const TARGETS = [
  { wire: "anthropic-messages", host: "api.anthropic.com", model: "claude-opus-4-8", client: "anthropic", check: messages },
  { wire: "bedrock-converse", host: "bedrock-runtime.amazonaws.com", model: "claude-opus-4-8", client: "bedrock" },
  { wire: "openai-responses", host: "api.openai.com", model: "gpt-5.3-codex", client: "responses", check: items },
  { wire: "gemini-generate", host: "generativelanguage.googleapis.com", model: "gemini-3-pro-preview", client: "gemini", check: (body) => contents(body, { model: "gemini-3-pro-preview" }, false) },
  { wire: "openai-chat", host: "api.openai.com", model: "gpt-5", client: "chat:openai", dialect: "openai", check: (body) => chat(body, "openai") },
  { wire: "openai-chat", host: "api.deepseek.com", model: "deepseek-v4-pro", client: "chat:deepseek", dialect: "deepseek", check: (body) => chat(body, "deepseek") },
  { wire: "openai-chat", host: "api.moonshot.ai", model: "kimi-k2.6", client: "chat:kimi", dialect: "kimi" },
  { wire: "openrouter-chat", host: "openrouter.ai", model: "deepseek/deepseek-v4-pro", client: "openrouter" },
  { wire: "mistral-chat", host: "api.mistral.ai", model: "magistral-medium-latest", client: "chat:mistral", check: (body) => chat(body, "mistral") },
  { wire: "gemini-interactions", host: "generativelanguage.googleapis.com", model: "gemini-3-pro-preview" },
  { wire: "cohere-chat", host: "api.cohere.com", model: "command-a-reasoning-08-2025" },
  { wire: "ollama-chat", host: "localhost:11434", model: "qwen3" },
];

const PROTOCOLS = { messages: "anthropic-messages", converse: "bedrock-converse", responses: "openai-responses", generate: "gemini-generate", interactions: "gemini-interactions", ollama: "ollama-chat", cohere: "cohere-chat" };
const OWN = { "openrouter-chat": "openrouter-chat", "mistral-chat": "mistral-chat", "cohere-v2": "cohere-chat" };

/** Returns the wire of an exchange; nothing for one that no conversion reads. */
function wireOf(file, { protocol }) {
  const name = file.replace(".ndjson.gz", "");
  if (name.endsWith("gemini-generate")) return "gemini-generate";
  if (name.endsWith("anthropic")) return "anthropic-messages";
  return OWN[name] ?? PROTOCOLS[protocol] ?? (protocol === "chat" ? "openai-chat" : undefined);
}

/** Requests that a target cannot accept, each with the reason. */
const UNSENDABLE = { "gemini-generate/rig-d287017ed98d": { "bedrock-converse": "a recording is all that it says, and Claude takes none" } };

/** Returns the first problem of a request at a target. */
function complaint({ wire, model, host, client: name, dialect, check }, { request, plan }, counts) {
  const body = JSON.parse(request);
  const [fault] = faultsOf(wire, body, dialect);
  if (fault) return `shape ${fault.replace(/\d+/g, "N")}`;
  const refusal = check && judged(check, body, { model });
  if (refusal) return refusal.rule;
  // The simulator reads only thoughts that it has issued.
  if (!name || plan.some(({ fate, to }) => to && /^(verbatim|routed)$/.test(fate))) return null;
  const client = CLIENTS[name];
  const target = { wire, host, model, surface: "aistudio" };
  const state = { random: randomOf(7), account: "a", enforced: true, surface: "aistudio", shelf: shelfOf(), era: "2026-11-14" };
  counts.answered++;
  const answer = client.answer({ text: request, path: client.pathOf({ target }, false), headers: {}, target }, state);
  return answer.refusal ? `${answer.refusal.rule}: ${answer.refusal.message.slice(0, 120)}` : null;
}

/** Returns true if a request contains the whole conversation, and its end requires an answer. */
const isWhole = (body) => body && typeof body === "object" && !body.b64 && !body.previous_response_id && !body.previous_interaction_id && !body.conversation && !body.thread;

test("recorded requests, converted to every other wire, are taken there", (t) => {
  const wrong = new Map();
  const counts = { sent: 0, answered: 0 };
  let nth = 0;
  for (const { file, id, meta, request } of exchanges()) {
    const wire = wireOf(file, meta);
    if (!request || meta.outcome !== "accepted" || !wire) continue;
    const from = { wire, ...(meta.host ? { host: meta.host } : {}), ...(meta.model ? { model: meta.model } : {}) };
    for (const target of TARGETS) {
      if (target.wire === wire || nth++ % EVERY || !isWhole(JSON.parse(request))) continue;
      const { wire: to, host, model } = target;
      const conversion = rethought.convert(request, { from, to: { wire: to, host, model } });
      // A history that ends with an answer is not a request yet, and a note reports it.
      if (conversion.notes.some(({ what }) => what === "ending")) continue;
      counts.sent++;
      const said = UNSENDABLE[id]?.[to] ? null : complaint(target, conversion, counts);
      if (said) wrong.set(`${to} ${host}: ${said}`, [...(wrong.get(`${to} ${host}: ${said}`) ?? []), `${id}`]);
    }
  }
  const list = [...wrong].sort((one, other) => other[1].length - one[1].length).map(([said, ids]) => `${ids.length}× ${said} (${ids[0]})`);
  ok(!list.length, `${list.length} complaints over ${counts.sent}: ${list.slice(0, SHOWN).join("; ")}`);
  t.diagnostic(`${counts.sent} converted requests, ${counts.answered} of them answered by the simulator`);
});
