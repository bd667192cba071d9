// Recorded traffic through those checks that need no handle of ours: what a provider took is taken, what it refused over thinking or order is refused
// in the same words. Read from ../shared/corpus; without it this is skipped.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { shared } from "../../../scripts/paths.mjs";
import { checkConfig } from "../vendors/anthropic/config.mjs";
import { MODELS } from "../vendors/anthropic/models.mjs";
import { checkOrder as messageOrder, checkPlaces } from "../vendors/anthropic/order.mjs";
import { folded, messagesOf } from "../vendors/anthropic/turns.mjs";
import { DIALECTS } from "../vendors/chat/dialects.mjs";
import { checkOrder as chatOrder } from "../vendors/chat/messages.mjs";
import { checkOrder as contentOrder, checkRequired } from "../vendors/gemini/contents.mjs";
import { checkCalls, checkShapes } from "../vendors/responses/items.mjs";
import { Losses, Refusal } from "../verdict.mjs";
import { Skipped } from "../../closing.mjs";
import { ok } from "./ask.mjs";

const corpus = join(shared, "corpus");
const CHATS = { alibaba: "qwen", deepseek: "deepseek", groq: "groq", mistral: "mistral", openai: "openai", cerebras: "cerebras", together: "together", fireworks: "fireworks", ollama: "ollama", llamacpp: "llamacpp" };

export function messages(body) {
  if (!Array.isArray(body.messages)) return;
  const model = Object.keys(MODELS).find((name) => body.model?.replace(/-2\d{7}$/, "") === name);
  const request = model ? { ...body, model } : body;
  const all = messagesOf(request);
  checkConfig(request, []);
  messageOrder(all, folded(all));
  checkPlaces(request, all, folded(all), [], new Losses());
}

export function contents(body, { model, url }, vertex) {
  const all = (body.contents ?? []).map((content) => ({ role: "user", ...content }));
  contentOrder(all, { vertex });
  if (/gemini-[3-9]/.test(model ?? url)) checkRequired(all, { vertex });
}

export function items(body) {
  const all = Array.isArray(body.input) ? body.input : [];
  checkShapes(all, "openai");
  if (!body.previous_response_id && !body.conversation) checkCalls(all, []);
}

export function chat(body, name) {
  if (!Array.isArray(body.messages)) return; // another endpoint of the same host
  const dialect = DIALECTS[name];
  chatOrder(body.messages, dialect.order);
  // DeepSeek's older model was recorded under two rules, and the recording has no date: with the field the later one held.
  const older = body.messages.some((message) => message.reasoning_content) ? "2026-01" : "2025-06";
  const era = body.model === "deepseek-reasoner" ? older : "2026-11-14";
  for (const check of dialect.checks) check({ body, messages: body.messages, on: dialect.on(body), dialect, model: {}, era }, new Losses());
}

function checkFor(file) {
  if (file.startsWith("anthropic-messages")) return messages;
  if (file.includes("gemini-generate")) return (body, meta) => contents(body, meta, file.startsWith("vertex"));
  if (/^(openai|azure)-responses/.test(file)) return items;
  const name = CHATS[/^(\w+)-chat/.exec(file)?.[1]];
  return name ? (body) => chat(body, name) : null;
}

/** Refusals about something else: what is not about thinking, reasoning or order is none of the simulator's business. */
const OURS = /thinking|prefill|tool_use. ids|tool_call_ids|tool_choice|Function tools with/;

/** The exchanges of every file of the corpus that a question is true of. */
export function* exchanges(wanted = () => true) {
  if (!existsSync(corpus)) throw new Skipped("../shared/corpus is not here");
  for (const file of readdirSync(corpus).filter((name) => name.endsWith(".gz") && wanted(name))) {
    for (const line of gunzipSync(readFileSync(join(corpus, file))).toString().split("\n").filter(Boolean)) yield { file, ...JSON.parse(line) };
  }
}

export const checks = [["recorded requests are judged as they were", () => {
  const seen = { accepted: 0, refused: 0 };
  for (const { file, id, meta, request, response } of exchanges((name) => checkFor(name))) {
    if (!request || meta.outcome === "response-only") continue;
    const refusal = judged(checkFor(file), JSON.parse(request), meta);
    if (meta.outcome === "accepted") {
      ok(!refusal, `${id} was accepted, and is refused by ${refusal?.rule}`);
      seen.accepted++;
    } else if (meta.outcome === "rejected" && OURS.test(response)) {
      ok(refusal && response.includes(refusal.message.slice(-40)), `${id} was refused with ${response.slice(0, 200)}, here with ${refusal?.message ?? "nothing"}`);
      seen.refused++;
    }
  }
  return `${seen.accepted} accepted, ${seen.refused} refused`;
}]];

/** The refusal of a check that throws one; nothing, if it takes the request. */
export function judged(check, body, meta) {
  try {
    check(body, meta);
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
