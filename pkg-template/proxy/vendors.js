// The vendors to whose models calls are converted: their addresses, and the header that carries the key.
import { InputError } from "../errors/index.js";
import { optionsFrom } from "../text/options.js";

const bearer = (key) => ["authorization", `Bearer ${key}`];

const VENDORS = {
  "anthropic-messages": { host: "api.anthropic.com", path: () => "/v1/messages", key: (key) => ["x-api-key", key], headers: [["anthropic-version", "2023-06-01"]] },
  // The client sends all of its history each time: nothing is left with the vendor, and reasoning comes sealed.
  "openai-responses": { host: "api.openai.com", path: () => "/v1/responses", key: bearer, unlessSaid: { store: false, include: ["reasoning.encrypted_content"] } },
  "openai-chat": { host: "api.openai.com", path: () => "/v1/chat/completions", key: bearer },
  "openrouter-chat": { host: "openrouter.ai", path: () => "/api/v1/chat/completions", key: bearer },
  "gemini-generate": {
    host: "generativelanguage.googleapis.com",
    path: (model, isStream) => `/v1beta/models/${encodeURIComponent(model)}:${isStream ? "streamGenerateContent?alt=sse" : "generateContent"}`,
    key: (key) => ["x-goog-api-key", key],
  },
};

/** Reads the option `convert`: whose model answers. */
export function vendorOf(given) {
  const { wire, model, host, key } = optionsFrom(given, ["wire", "model", "host", "key"], "/convert");
  if (!Object.hasOwn(VENDORS, wire ?? "")) throw new InputError(`calls are converted to ${Object.keys(VENDORS).join(", ")}, not to ${String(wire)}`, { code: "E_INPUT", pointer: "/convert/wire" });
  if (typeof model !== "string" || !model) throw new InputError("model is the name of a model", { code: "E_INPUT", pointer: "/convert/model" });
  if (key !== undefined && (typeof key !== "string" || !/^[\x21-\x7e]+$/.test(key))) throw new InputError("key is a text that a header can carry", { code: "E_INPUT", pointer: "/convert/key" });
  const vendor = VENDORS[wire];
  const to = { wire, model, host: host ?? vendor.host };
  return {
    to,
    url: (isStream) => new URL(`https://${to.host}${vendor.path(model, isStream)}`),
    headers: [["content-type", "application/json"], ["accept-encoding", "identity"], ...(vendor.headers ?? []), ...(key === undefined ? [] : [vendor.key(key)])],
    /** The members by which a request asks for a stream: clients of Google and Amazon say it by the address. */
    whenStreamed: wire === "gemini-generate" ? {} : { stream: true },
    /** The members of requests that do not say otherwise. */
    unlessSaid: vendor.unlessSaid ?? {},
  };
}
