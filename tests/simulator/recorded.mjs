// Recorded traffic, and the checks of the simulator that need none of our handles. Read from ../shared/corpus; a test without it is skipped.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { shared } from "../../scripts/paths.mjs";
import { Skip } from "../skip.mjs";
import { checkConfig } from "./vendors/anthropic/config.mjs";
import { MODELS, modelOf } from "./vendors/anthropic/models.mjs";
import { checkOrder as messageOrder, checkPlaces } from "./vendors/anthropic/order.mjs";
import { folded, messagesOf } from "./vendors/anthropic/turns.mjs";
import { DIALECTS } from "./vendors/chat/dialects.mjs";
import { checkOrder as chatOrder } from "./vendors/chat/messages.mjs";
import { checkOrder as contentOrder, checkRequired } from "./vendors/gemini/contents.mjs";
import { checkCalls, checkShapes } from "./vendors/responses/items.mjs";
import { Losses, Refusal } from "./verdict.mjs";

const corpus = join(shared, "corpus");

export function messages(body) {
  if (!Array.isArray(body.messages)) return;
  const model = Object.keys(MODELS).find((name) => body.model?.replace(/-2\d{7}$/, "") === name);
  const request = model ? { ...body, model } : body;
  const all = messagesOf(request);
  checkConfig(request, []);
  messageOrder(all, folded(all), modelOf(request.model));
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
  // DeepSeek's older model was recorded under two rules, and the recording has no date: with the field the later one applied.
  const older = body.messages.some((message) => message.reasoning_content) ? "2026-01" : "2025-06";
  const era = body.model === "deepseek-reasoner" ? older : "2026-11-14";
  for (const check of dialect.checks) check({ body, messages: body.messages, on: dialect.on(body), dialect, model: {}, era }, new Losses());
}

/** Yields the exchanges of every file of the corpus that match a condition. */
export function* exchanges(wanted = () => true) {
  if (!existsSync(corpus)) throw new Skip("../shared/corpus is not here");
  for (const file of readdirSync(corpus).filter((name) => name.endsWith(".gz") && wanted(name))) {
    for (const line of gunzipSync(readFileSync(join(corpus, file))).toString().split("\n").filter(Boolean)) yield { file, ...JSON.parse(line) };
  }
}

/** Returns the refusal of a check that throws one; nothing if it accepts the request. */
export function judged(check, body, meta) {
  try {
    check(body, meta);
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
