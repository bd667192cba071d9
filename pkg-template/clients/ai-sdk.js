// Language models of the AI SDK. Each has the settings of its provider, and among them the fetch that it calls.
import { InputError } from "../errors/index.js";
import { guard, Guard, settingsOf } from "../guard/parts.js";
import { copyOf, expect, withGuard } from "./guarded.js";
import { watched } from "./unused-fetch.js";

const NAME = "a language model of the AI SDK";
const METHODS = ["doGenerate", "doStream"];

export function guardLanguageModel(model, options) {
  expect(hasSettings(model), "a language model of an AI SDK provider");
  const fetch = guard(model.config.fetch, options);
  return withGuard(watched(modelWith(model, fetch), NAME, fetch, METHODS), fetch);
}

export function languageModelMiddleware(options) {
  const guarding = new Guard(settingsOf(options));
  const models = new WeakMap();
  const guarded = (model) => {
    if (!models.has(model)) models.set(model, hasSettings(model) && !isAdapted(model) ? watched(modelWith(model, fetchThrough(guarding, model.config.fetch)), NAME, middleware, METHODS) : undefined);
    return models.get(model);
  };
  const calling = (name) => ({ model, params, [name]: asItIs }) => {
    const made = guarded(model);
    if (made) return made[name](params);
    guarding.tellError(new InputError("the model has no fetch to guard. Call guardLanguageModel before you wrap the model.", { code: "E_INPUT" }));
    return asItIs();
  };
  // Versions 5 and 6 of `ai` have other numbers here, and read none of them.
  const middleware = guarding.lend({ specificationVersion: "v4", wrapGenerate: calling("doGenerate"), wrapStream: calling("doStream") });
  return middleware;
}

const fetchThrough = (guarding, own) => (...args) => guarding.pass(args, own ?? globalThis.fetch);

const hasSettings = (model) => typeof model?.config === "object" && model.config !== null && typeof model.doGenerate === "function";

const modelWith = (model, fetch) => copyOf(model, { config: { ...model.config, fetch } });

/** True if `ai` shows a model of an older specification as one of its own. A copy would be of the older one. */
const isAdapted = (model) => {
  const own = Object.getOwnPropertyDescriptor(model, "specificationVersion");
  return own !== undefined && own.value !== model.specificationVersion;
};
