// Lists of models, and one by its name, at the address and in the shape of each vendor. No model is called.
import { write } from "../json.mjs";
import { JSON_TYPE } from "../sse.mjs";
import { MODELS } from "./anthropic/models.mjs";
import { DIALECTS, dialectOf } from "./chat/dialects.mjs";
import { GEMINI_MODELS } from "./gemini.mjs";
import { FAMILIES } from "./openrouter/families.mjs";
import { OTHERS, RESPONSE_MODELS } from "./responses/models.mjs";

const CREATED = 1_790_000_000;

/** Answers a GET of a list or of one model. Returns null at an address that no vendor has. */
export function models(host, path) {
  const shelf = shelfOf(host, path);
  const at = shelf?.address.exec(path);
  if (!at) return null;
  if (at[1] === undefined) return told(200, shelf.list(shelf.names.map(shelf.one)));
  const name = decodeURIComponent(at[1]);
  return shelf.names.includes(name) ? told(200, (shelf.found ?? ((one) => one))(shelf.one(name))) : told(404, shelf.missing(name));
}

const told = (status, body) => ({ status, headers: JSON_TYPE, body: write(body) });

function shelfOf(host, path) {
  if (host === "api.anthropic.com") return ANTHROPIC;
  if (host === "openrouter.ai") return OPENROUTER;
  if (/^bedrock\./.test(host)) return BEDROCK;
  if (host.includes("aiplatform")) return VERTEX;
  if (host.includes("generativelanguage")) return path.includes("/openai/") ? GEMINI_CHAT : GEMINI;
  return dialectOf(host) ? chatShelf(dialectOf(host)) : null;
}

const ANTHROPIC = {
  names: Object.keys(MODELS),
  address: /^\/v1\/models(?:\/([^/]+))?$/,
  one: (id) => ({ type: "model", id, display_name: id, created_at: "2026-09-21T00:00:00Z" }),
  list: (data) => ({ data, has_more: false, first_id: data[0].id, last_id: data.at(-1).id }),
  missing: (name) => ({ type: "error", error: { type: "not_found_error", message: `model: ${name}` } }),
};

const notFound = (message) => ({ error: { code: 404, message, status: "NOT_FOUND" } });

const GEMINI = {
  names: GEMINI_MODELS,
  address: /^\/v1(?:beta)?\/models(?:\/([^/:]+))?$/,
  one: (id) => ({ name: `models/${id}`, version: "001", displayName: id, inputTokenLimit: 1_048_576, outputTokenLimit: 65_536, supportedGenerationMethods: ["generateContent", "countTokens"], thinking: true }),
  list: (all) => ({ models: all }),
  missing: (name) => notFound(`models/${name} is not found for API version v1beta, or is not supported for generateContent.`),
};

const VERTEX = {
  names: GEMINI_MODELS,
  address: /^\/v1(?:beta1)?\/(?:projects\/[^/]+\/locations\/[^/]+\/)?publishers\/google\/models(?:\/([^/:]+))?$/,
  one: (id) => ({ name: `publishers/google/models/${id}`, versionId: "default", openSourceCategory: "PROPRIETARY", launchStage: "GA" }),
  list: (all) => ({ publisherModels: all }),
  missing: (name) => notFound(`Publisher Model \`publishers/google/models/${name}\` was not found.`),
};

const GEMINI_CHAT = {
  ...GEMINI,
  address: /^\/v1beta\/openai\/models(?:\/([^/]+))?$/,
  one: (id) => ({ id: `models/${id}`, object: "model", owned_by: "google", display_name: id }),
  list: (data) => ({ object: "list", data }),
};

const BEDROCK = {
  names: Object.keys(MODELS).map((name) => `anthropic.${name}`),
  address: /^\/foundation-models(?:\/([^/]+))?$/,
  one: (modelId) => ({ modelArn: `arn:aws:bedrock:us-east-1::foundation-model/${modelId}`, modelId, modelName: modelId, providerName: "Anthropic", inputModalities: ["TEXT", "IMAGE"], outputModalities: ["TEXT"], responseStreamingSupported: true, inferenceTypesSupported: ["ON_DEMAND"], modelLifecycle: { status: "ACTIVE" } }),
  list: (modelSummaries) => ({ modelSummaries }),
  found: (modelDetails) => ({ modelDetails }),
  missing: () => ({ message: "Could not resolve the foundation model from the model identifier." }),
};

const OPENROUTER = {
  names: Object.keys(FAMILIES),
  address: /^\/api\/v1\/models(?:\/(.+)\/endpoints)?$/,
  one: (id) => ({ id, name: id, created: CREATED, context_length: 200_000, architecture: { input_modalities: ["text"], output_modalities: ["text"], tokenizer: "Other", instruct_type: null }, pricing: { prompt: "0", completion: "0" }, supported_parameters: ["tools", "reasoning", "include_reasoning"] }),
  list: (data) => ({ data }),
  found: (one) => ({ data: { ...one, endpoints: [] } }),
  missing: (name) => ({ error: { message: `Model ${name} not found`, code: 404 } }),
};

/** A host of the chat wire lists its models beside its completions, as OpenAI does. OpenAI also lists those of Responses. */
function chatShelf(name) {
  const { path = "/v1/chat/completions", models: own, eras } = DIALECTS[name];
  const responses = Object.entries({ ...RESPONSE_MODELS, ...OTHERS }).filter(([, row]) => row.host === name).map(([id]) => id);
  const mistral = name === "mistral" ? { type: "base", capabilities: { completion_chat: true, completion_fim: false, function_calling: true, fine_tuning: false, vision: false } } : {};
  return {
    names: [...new Set([...(own ?? Object.values(eras).flat()), ...responses])],
    address: new RegExp(`^${path.replace("/chat/completions", "")}/models(?:/(.+))?$`),
    one: (id) => ({ id, object: "model", created: CREATED, owned_by: name, ...mistral }),
    list: (data) => ({ object: "list", data }),
    missing: (model) => ({ error: { message: `The model '${model}' does not exist`, type: "invalid_request_error", param: "model", code: "model_not_found" } }),
  };
}
