// The reasoning configuration of @cognipeer/agent-sdk: checked, resolved, and written into requests.
import * as glue from "../wasm/glue.js";
import { rowsOf } from "../audit/audit.js";
import { InputError } from "../errors/index.js";
import { bytesOfTarget, targetOf } from "../exchange/target.js";
import { optionsFrom } from "../text/options.js";
import { guarded } from "../wasm/recover.js";
import { bytesOf, likeInput, textOf } from "../text/input.js";
import { jsonText } from "../text/object-text.js";

const wasm = { requestParams: guarded(glue.requestParams), resolveReasoning: guarded(glue.resolveReasoning) };
const encoder = new TextEncoder();
const HOOKS = ["shouldReflect", "buildPrompt", "onReflection"];

const OPTIONS = ["fit", "models", "hosts"];

export function validateReasoningConfig(config, options) {
  // Resolving does not check a configuration that is switched off. This function does.
  if (config) resolveReasoning({ ...config, enabled: true }, options);
}

export function resolveReasoning(config, options) {
  const { fit } = optionsFrom(options, OPTIONS);
  if (!config) return undefined;
  const resolvedBytes = withSdkMessages(() => wasm.resolveReasoning(jsonOf(config, "config", dataOf), fit === true));
  if (!resolvedBytes.length) return undefined;
  const { native, reflection, ...resolved } = JSON.parse(textOf(resolvedBytes));
  // Data crosses. Values that only this side can hold (functions, extras of any kind, undefined settings) are added afterwards.
  const hooks = HOOKS.filter((name) => config.reflection?.[name] !== undefined).map((name) => [name, config.reflection[name]]);
  return { ...resolved, ...(native && { native: { ...native, ...config.native } }), reflection: { ...reflection, ...Object.fromEntries(hooks) } };
}

export function requestParams(config, target, request, options) {
  if (request === undefined || request === null) return JSON.parse(requestParams(config, target, "{}", options));
  const { fit, models, hosts } = optionsFrom(options, OPTIONS);
  const bytes = bytesOf(request, "request");
  const native = resolveReasoning(config, options)?.native;
  const rows = fit === true ? rowsOf(models, hosts) : new Uint8Array(0);
  return likeInput(wasm.requestParams(jsonOf(native ?? {}, "config"), bytesOfTarget(targetOf(target)), bytes, rows), request);
}

const CHECKED = new Set(["level", "effort", "budgetTokens", "cadence", "maxPerRun", "everyNTurns", "feedTo"]);

/** Returns the data of a configuration, which crosses. JSON has no NaN: as text it is refused with the same message. */
function dataOf(key, value) {
  if (key === "providerExtras") return undefined;
  return typeof value === "bigint" || (CHECKED.has(key) && typeof value === "number" && !Number.isFinite(value)) ? String(value) : value;
}

/** Keeps the SDK's messages to the letter: the place is in `pointer`, and not in the message as with other errors. */
function withSdkMessages(run) {
  try {
    return run();
  } catch (error) {
    throw error instanceof InputError ? new InputError(error.message.replace(/ \(at "[^"]*"\)$/, ""), error) : error;
  }
}

const jsonOf = (value, what, replacer) => encoder.encode(jsonText(value, what, replacer));
