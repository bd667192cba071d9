// OpenRouter's chat: a translation to the serving vendor, whose refusal is inside `error.metadata.raw`.
import { write } from "../json.mjs";
import { event, JSON_TYPE, pieces, SSE } from "../sse.mjs";
import { judge, Refusal, refuse } from "../verdict.mjs";
import { usageOf } from "./chat/issue.mjs";
import { checkRoles } from "./chat/messages.mjs";
import { FAMILIES } from "./openrouter/families.mjs";
import { shelfOf } from "./responses.mjs";

const NAMES = { anthropic: "Anthropic", google: "Google AI Studio", openai: "OpenAI", "x-ai": "xAI", deepseek: "DeepSeek", moonshotai: "Moonshot AI", "z-ai": "Z.AI" };
const MANDATORY = ["google/gemini-3-pro-preview", "openai/gpt-5"];

/** Answers one request. `state`: random, memory, plan. */
export function answer(request, state) {
  const body = JSON.parse(request.text);
  const family = FAMILIES[body.model];
  let upstream;
  const check = (losses) => {
    checkRoles(body.messages);
    if (body.reasoning?.effort === "none" && MANDATORY.includes(body.model)) refuse("or-mandatory"); // or.mandatory.effort-none
    upstream = ask(family, body, state);
    if (upstream.refusal) throw wrapped(body, upstream.refusal);
    // OpenRouter chooses the host of GLM, and Z.ai's own drops are unknown for the others. It is also unknown which details OpenRouter forwards if
    // reasoning is off.
    const maybe = (loss) => loss.maybe || loss.rule === "anth-toggle-mid-turn";
    for (const loss of upstream.lost.filter(({ rule }) => !rule.startsWith("glm."))) losses.add(loss.rule, loss.where, maybe(loss) ? { maybe: true } : {});
    reportDetails(body, state.memory, losses);
    return upstream.reply;
  };
  return judge({ check, issue: (reply) => issue(body, family.message(reply, state.hidden ?? state.random), state), envelope: (error) => ({ body: envelope(error, body, upstream) }) });
}

/** Calls the vendor behind. This wire cannot keep a thought between two texts, so the plan has one run of them. */
function ask(family, body, state) {
  const { upstream, places, target = {}, lost: dropped = [] } = family.request(body);
  const { client } = family;
  const plan = state.plan && { ...state.plan, runs: state.plan.runs.slice(0, 1) };
  const shelf = (state.shelf ??= shelfOf());
  const talk = { target: { host: client.dialect ? HOSTS[client.dialect] : "", ...target } };
  const request = { text: write(upstream), path: client.pathOf(talk, false), headers: {}, target: talk.target };
  const reply = client.answer(request, { ...state, account: "openrouter", enforced: true, shelf, plan, era: state.era ?? "2026-11-14" });
  const here = (one) => ({ ...one, where: one.where?.replace(/^\/(messages|contents|input)\/(\d+).*/, (_, __, n) => `/messages/${places[n] ?? n}`) });
  return { ...reply, lost: [...dropped, ...reply.lost].map(here), refusal: reply.refusal && here(reply.refusal), reply: reply.refusal ? null : client.fold(reply) };
}

const HOSTS = { deepseek: "api.deepseek.com", kimi: "api.moonshot.ai", glm: "api.z.ai" };

/** Returns the upstream's refusal under the name of this wire's rules. */
function wrapped(body, upstream) {
  const about = /^(anth|gem|oai-enc|xai-dec|ds|kimi)/.test(upstream.rule) && !upstream.rule.startsWith("order");
  const gemini = body.model.startsWith("google/") && upstream.rule.startsWith("gem-fc");
  const error = gemini ? new Refusal("or-gemini", { upstream: write({ error: { code: 400, message: upstream.message, status: "INVALID_ARGUMENT" } }) }) : new Refusal(upstream.literal, {});
  const rule = about ? ruleOf(body, upstream.rule) : upstream.rule;
  // Nobody has published what Anthropic and Google say here of another vendor's details.
  const recounted = rule === "or.encrypted.foreign-family" && !/could not be verified|Could not decrypt|Corrupted/.test(upstream.message);
  return Object.assign(error, { message: gemini ? error.message : upstream.message, rule, upstream: upstream.rule, status: upstream.status, where: upstream.where, recounted });
}

function ruleOf(body, rule) {
  const messages = body.messages.filter(({ role }) => role === "assistant");
  const details = messages.flatMap((message) => message.reasoning_details ?? []);
  const vendor = body.model.split("/")[0];
  const own = { anthropic: /anthropic/, google: /google/, openai: /^openai/, "x-ai": /^xai/ }[vendor];
  if (own && details.some((one) => one.type === "reasoning.encrypted" && one.format && !own.test(one.format))) return "or.encrypted.foreign-family";
  if (vendor === "google" && rule.startsWith("gem-fc")) {
    if (messages.some((message) => message.reasoningDetails)) return "or.json.camelcase";
    if (messages.some((message) => message.reasoning_details?.length === 0)) return "or.details.empty-array";
    const strange = (message) => (one) => one.type === "reasoning.encrypted" && one.id && !message.tool_calls?.some(({ id }) => id === one.id);
    return messages.some((message) => message.reasoning_details?.some(strange(message))) ? "or.gemini.id-unlinked" : "or.gemini.toolcall-without-encrypted";
  }
  if (vendor === "anthropic") {
    const keys = messages.map((message) => (message.reasoning_details ?? []).map(({ type, index }) => `${type} ${index}`));
    if (keys.some((list) => new Set(list).size !== list.length)) return "or.claude.fragmented-details";
    if (details.some((one) => one.type === "reasoning.text" && !one.signature)) return "or.claude.unsigned-text";
    const sorted = messages.every((message) => (message.reasoning_details ?? []).every(({ index }, nth, all) => !nth || index > all[nth - 1].index));
    if (rule === "anth-latest-modified" && sorted) return "or.claude.merged-blocks";
    return "or.details.modified";
  }
  if (rule.startsWith("ds.") || rule.startsWith("kimi.")) {
    const only = (message) => message.reasoning_details?.length && message.reasoning === undefined && message.reasoning_content === undefined;
    return messages.some(only) ? "or.deepseek.details-only" : rule;
  }
  return "or.details.modified";
}

function reportDetails(body, memory, losses) {
  const here = new Set();
  body.messages.forEach((message, n) => {
    for (const one of message.reasoning_details ?? []) {
      here.add(one.tool_call_id);
      if (one.format && !/^([a-z0-9-]+-v\d+|unknown)$/.test(one.format) || /(-v\d+).+\1/.test(one.format ?? "")) losses.add("or.details.format-corrupt", `/messages/${n}`);
      if (one.summary !== undefined && one.data !== undefined) losses.add("or.details.mixed-type-entry", `/messages/${n}`);
    }
  });
  for (const one of memory?.issued ?? []) if (one.rule === "or.details.unknown-lost" && !here.has(one.handle)) losses.add(one.rule, "/messages");
}

function envelope(error, body, upstream) {
  const raw = error.name === "or-gemini" ? error.message : (upstream?.body ?? error.message);
  const metadata = { raw, provider_name: NAMES[body.model.split("/")[0]], is_byok: false };
  return write({ error: { message: upstream?.refusal ? "Provider returned error" : error.message, code: error.status, ...(upstream?.refusal ? { metadata } : {}) }, user_id: "user_a" });
}

function issue(body, { text, details, calls }, { random, hidden = random, memory }) {
  for (const one of details) if (one.type === "reasoning.server_tool_call") memory?.note(one.tool_call_id, "or.details.unknown-lost");
  const spoken = details.map((one) => one.text ?? one.summary).filter((one) => one !== undefined);
  const message = { role: "assistant", content: text, reasoning: spoken.length ? spoken.join("") : null };
  if (details.length) message.reasoning_details = details;
  if (calls.length) message.tool_calls = calls;
  const head = { id: `gen-${hidden.letters(20)}`, provider: NAMES[body.model.split("/")[0]], model: body.model, created: 1_794_000_000 };
  const usage = usageOf(body, message, message.reasoning ?? "");
  const finish_reason = calls.length ? "tool_calls" : "stop";
  if (!body.stream) return { headers: JSON_TYPE, body: write({ ...head, system_fingerprint: null, object: "chat.completion", choices: [{ index: 0, message, finish_reason }], usage }) };
  const chunk = (delta, finish = null, more = {}) => event({ ...head, object: "chat.completion.chunk", choices: [{ index: 0, delta: { role: "assistant", ...delta }, finish_reason: finish }], ...more });
  // Whole, a summary and its ciphertext have two indices; streamed, one (recorded).
  const streamed = details.map((one) => (one.id?.startsWith("rs_") ? { ...one, index: one.index >> 1 } : one));
  const thoughts = streamed.flatMap((one) => fragments(one, random)).map((one) => ({ content: "", reasoning: one.text ?? one.summary ?? null, reasoning_details: [one] }));
  const deltas = [...thoughts, ...pieces(text, random).map((content) => ({ content })), ...calls.map((call) => ({ tool_calls: [call] }))];
  return { headers: SSE, stream: [...deltas.map((delta) => chunk(delta)), chunk({ content: "" }, finish_reason), chunk({ content: "" }, finish_reason, { usage }), event("[DONE]")].join("") };
}

/** Text is sent in pieces and its signature separately, without a text key. */
function fragments(detail, random) {
  const key = detail.type === "reasoning.text" ? "text" : detail.type === "reasoning.summary" ? "summary" : undefined;
  if (!key) return [detail];
  const { signature, ...rest } = detail;
  const parts = pieces(detail[key], random).map((text) => ({ ...rest, [key]: text }));
  if (signature === undefined) return parts;
  const { [key]: _, ...bare } = rest;
  return [...parts, { ...bare, signature }];
}
