// A body of the wire as the parameters of a client with its own spelling.

/** Members whose keys the caller chooses: schemas, arguments, labels. */
const FREE = new Set(["parameters", "schema", "metadata", "arguments", "logit_bias", "data"]);

/** Bytes that a client accepts as bytes and sends as base64. */
export class Bytes {
  constructor(base64) {
    this.base64 = base64;
  }
}

/** A member of an enum of TypeScript, which accepts no string in its place. */
export class Member {
  constructor(name) {
    this.name = name;
  }
}

/** Returns names in the form of Speakeasy's and Fern's clients: `maxTokens` for `max_tokens`. */
export function camelCased(body, free = FREE) {
  return mapKeys(body, (key) => key.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase()), free);
}

/** Mistral's client has another name for the schema of an answer, since its types already have a `schema`. */
export function mistral(body) {
  const { jsonSchema, ...format } = camelCased(body).responseFormat ?? {};
  if (!jsonSchema) return camelCased(body);
  const { schema, ...named } = jsonSchema;
  return { ...camelCased(body), responseFormat: { ...format, jsonSchema: { ...named, schemaDefinition: schema } } };
}

/** Cohere's client has a method for streams, which sets `stream` itself. The schema of an answer is at the place of its name elsewhere. */
export function cohere({ stream, ...body }) {
  return camelCased(body, new Set([...FREE, "json_schema"]));
}

/** Returns the parameters of `generateContent`: settings are in `config`, beside tools and instructions, and words are members of enums. */
export function configured({ contents, generationConfig, model, ...beside }, target) {
  const named = (key, value) => (typeof value === "string" && ENUMS[key] ? new Member(`${ENUMS[key]}.${value}`) : value);
  const { tools, ...config } = { ...generationConfig, ...beside };
  return { model: target.model, contents, config: { ...mapValues(config, named), ...(tools && { tools }) } };
}

const ENUMS = { thinkingLevel: "ThinkingLevel", mode: "FunctionCallingConfigMode", category: "HarmCategory", threshold: "HarmBlockThreshold" };

/** Returns the input of Converse: the model beside the body, and blobs as bytes. */
export function withBytes(body, target) {
  return { modelId: target.model, ...mapValues(body, (key, value) => (BLOBS.has(key) && typeof value === "string" ? new Bytes(value) : value)) };
}

const BLOBS = new Set(["bytes", "redactedContent"]);

function mapKeys(value, rename, free) {
  if (Array.isArray(value)) return value.map((one) => mapKeys(one, rename, free));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [rename(key), free.has(key) ? one : mapKeys(one, rename, free)]));
}

function mapValues(value, change) {
  if (Array.isArray(value)) return value.map((one) => mapValues(one, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, change(key, mapValues(one, change))]));
}

const isObject = (value) => typeof value === "object" && value !== null && !(value instanceof Bytes) && !(value instanceof Member);

/** Returns parameters in the form of a program: bytes as bytes, members of enums as their words. */
export function bare(value) {
  if (value instanceof Bytes) return Buffer.from(value.base64, "base64");
  if (value instanceof Member) return value.name.slice(value.name.indexOf(".") + 1);
  if (Array.isArray(value)) return value.map(bare);
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, bare(one)])) : value;
}
