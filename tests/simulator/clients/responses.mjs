// A client of Responses that appends every output item unchanged, or chains by id.
import { parse } from "../json.mjs";
import { values } from "../sse.mjs";
import { answer, shelfOf } from "../vendors/responses.mjs";
import { RESPONSE_MODELS } from "../vendors/responses/models.mjs";

export const wire = "openai-responses";
export { answer };

const HOSTS = { openai: "api.openai.com", azure: "example.openai.azure.com", xai: "api.x.ai" };

export function open(random) {
  const model = random.pick(Object.keys(RESPONSE_MODELS));
  const { host } = RESPONSE_MODELS[model];
  const account = random.pick(["org-a", "org-b"]);
  const store = random.chance(0.5);
  const chained = store && random.chance(0.2);
  const body = { model, input: [], tools: tools(), reasoning: { effort: random.pick(["low", "medium", "high"]) }, store };
  if (!store || random.chance(0.4)) body.include = ["reasoning.encrypted_content"];
  const { six } = RESPONSE_MODELS[model];
  if (six && random.chance(0.5)) body.tools[2].async = true;
  const target = { wire, host: HOSTS[host], surface: host, model, account, betas: [], era: "2026-11-14" };
  // A client of the stream keeps one of two full ciphertexts: this selects it.
  return { body, headers: {}, target, chained, takes: random.pick(["done", "completed"]), updates: Boolean(six) && random.chance(0.4), late: [], state: { account, shelf: shelfOf() } };
}

export const pathOf = () => "/v1/responses";

/** Adds a question; outputs of calls that still run come first, and a talk that changes its effort does so before every second question. */
export function ask(talk, text) {
  talk.body.input.push(...(talk.late?.splice(0) ?? []));
  talk.asked = (talk.asked ?? 0) + 1;
  if (talk.updates && talk.asked % 2 === 0) talk.body.input.push({ type: "configuration_update", reasoning: { effort: talk.asked % 4 ? "low" : "max" } });
  talk.body.input.push({ role: "user", content: [{ type: "input_text", text }] });
}

export function append(talk, response, reply) {
  // The first event of a stream, which a client may mistake for the item.
  const added = reply.stream ? values(reply.stream).find(({ type, item }) => type === "response.output_item.added" && item.type === "reasoning" && item.encrypted_content) : undefined;
  if (added) talk.stub = added.item;
  talk.past = response.output;
  if (!talk.chained) return void talk.body.input.push(...response.output);
  talk.body.previous_response_id = response.id;
  talk.body.input = [];
}

export const calls = (response) => response.output.filter(({ type }) => type === "function_call").map(({ call_id, name, async }) => ({ id: call_id, name, async }));

/** Adds results; a call that still runs is answered with the next question, if another is answered now. */
export function results(talk, answers) {
  const outputOf = ({ id, text }) => ({ type: "function_call_output", call_id: id, output: text });
  const now = answers.filter(({ async }) => !async);
  talk.body.input.push(...(now.length ? now : answers).map(outputOf));
  if (now.length) talk.late?.push(...answers.filter(({ async }) => async).map(outputOf));
}

/** Returns the response; for a stream the completed one, or the one that its finished items make. */
export function fold(reply, takes = "completed") {
  if (reply.body) return parse(reply.body);
  const all = values(reply.stream);
  const { response } = all.find(({ type }) => type === "response.completed");
  if (takes === "done") response.output = all.filter(({ type }) => type === "response.output_item.done").map(({ item }) => item);
  return response;
}

const tools = () => ["read_file", "grep", "run"].map((name) => ({ type: "function", name, parameters: { type: "object", properties: {} }, strict: false }));
