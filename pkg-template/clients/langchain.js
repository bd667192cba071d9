// Chat models of LangChain, by the client that is in each.
import { guard, nodeModule } from "../guard/parts.js";
import { InputError } from "../errors/index.js";
import { guardAnthropic } from "./anthropic.js";
import { guardBedrock } from "./bedrock.js";
import { copyOf, expect, guardOf, withGuard } from "./guarded.js";

export function guardChatModel(model, options) {
  const make = KINDS.find(([isOne]) => isOne(model ?? {}))?.[1];
  expect(make, "a chat model of LangChain");
  return make(model, options);
}

const KINDS = [
  [({ createClient }) => typeof createClient === "function", anthropic],
  [({ clientConfig }) => typeof clientConfig === "object", openai],
  [({ apiClient }) => typeof apiClient?.fetch === "function", google],
  [({ client }) => typeof client?.middlewareStack === "object", bedrock],
  [({ client }) => typeof client?.generateContentStream === "function", generativeAi],
];

/** It makes two clients, one for streams. Both go through one guard. */
function anthropic(model, options) {
  const guarded = guardAnthropic(model.createClient({ ...model.clientOptions, apiKey: model.apiKey ?? "none" }), options);
  const guarding = guardOf(guarded);
  const createClient = (settings) => {
    const client = model.createClient(settings);
    return Array.isArray(client.middleware) ? client.withOptions({ middleware: [...client.middleware, guarding] }) : client.withOptions({ fetch: guarding });
  };
  return withGuard(copyOf(model, { createClient, batchClient: undefined, streamingClient: undefined }), guarding);
}

/** A model of OpenAI has one for each of its two interfaces, and makes copies of itself by its fields. */
function openai(model, options) {
  const fetch = guard(model.clientConfig.fetch, options);
  const guarded = (one) => {
    const { clientConfig, fields } = one;
    const members = { client: undefined, clientConfig: { ...clientConfig, fetch } };
    return copyOf(one, fields ? { ...members, fields: { ...fields, configuration: { ...fields.configuration, fetch } } } : members);
  };
  const parts = ["responses", "completions"].filter((name) => model[name]?.clientConfig);
  return withGuard(copyOf(guarded(model), Object.fromEntries(parts.map((name) => [name, guarded(model[name])]))), fetch);
}

function google(model, options) {
  const { apiClient } = model;
  const fetch = guard((request) => apiClient.fetch(request), options);
  return withGuard(copyOf(model, { apiClient: copyOf(apiClient, { fetch }) }), fetch);
}

function bedrock(model, options) {
  const client = guardBedrock(model.client, options);
  return withGuard(copyOf(model, { client }), guardOf(client));
}

/** The client in it takes no fetch, and calls that of the program. So the program's is guarded for as long as such a call runs, and for no other. */
function generativeAi(model, options) {
  const scope = programFetch();
  const fetch = guard(scope.own, options);
  const { client } = model;
  const scoped = (name) => (...args) => scope.run(fetch, () => client[name](...args));
  return withGuard(copyOf(model, { client: copyOf(client, { generateContent: scoped("generateContent"), generateContentStream: scoped("generateContentStream") }) }), fetch);
}

let installed;

/** A fetch of the program that calls another within `run`. */
function programFetch() {
  if (installed) return installed;
  const AsyncLocalStorage = nodeModule("node:async_hooks")?.AsyncLocalStorage;
  if (!AsyncLocalStorage) throw new InputError("this runtime has no AsyncLocalStorage: set globalThis.fetch to guard() of rethought/guard", { code: "E_INPUT" });
  const [storage, before] = [new AsyncLocalStorage(), globalThis.fetch];
  globalThis.fetch = (...args) => (storage.getStore() ?? before)(...args);
  installed = { own: (...args) => storage.exit(() => before(...args)), run: (fetch, call) => storage.run(fetch, call) };
  return installed;
}
