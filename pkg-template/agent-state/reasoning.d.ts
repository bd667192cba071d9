// The reasoning configuration of @cognipeer/agent-sdk: checked, resolved, and written into requests.
import type { Like, RawBody } from "../text/body.js";
import type { TargetLike } from "../exchange/exchange.js";
import type { HostRow, ModelRow, NativeReasoningConfig, ReasoningConfig, ResolvedReasoning } from "../records/index.js";

/** Options that go beyond the agent-sdk, only where they are asked for. */
export interface ReasoningOptions {
  /**
   * True adapts the settings to the model, by the tables of the audit. Where `enabled` is refused, thinking is adaptive with `output_config.effort`. Gemini 3
   * and later get levels, and budgets stay within the model's bounds. An effort becomes the nearest one that the model supports. `xhigh` and `max` are then
   * allowed too.
   */
  fit?: boolean;
  /** Rows that outrank the tables. */
  models?: readonly ModelRow[];
  /** Rows that outrank the table of hosts. */
  hosts?: readonly HostRow[];
}

/** A configuration, also with the words of effort that are accepted under `fit`. */
export type ReasoningConfigLike = Omit<ReasoningConfig, "native"> & {
  /** The settings for the provider; false leaves its reasoning unchanged. */
  native?: (Omit<NativeReasoningConfig, "effort"> & { effort?: NativeReasoningConfig["effort"] | "xhigh" | "max" }) | false;
};

/**
 * Holds a configuration to its rules.
 *
 * @example
 * import { validateReasoningConfig } from "rethought/agent-state";
 *
 * validateReasoningConfig({ level: "high" }); // → undefined
 * validateReasoningConfig({ level: "huge" }); // throws E_INPUT
 *
 * @throws {InputError} in the agent-sdk's words, with the `pointer` of the setting.
 */
export function validateReasoningConfig(config: ReasoningConfigLike | undefined, options?: ReasoningOptions): void;

/**
 * Fills a configuration in, by its level and the defaults. Returns `undefined` if it is `{}` or switched off. Hooks and extras are the caller's own.
 *
 * @example
 * import { resolveReasoning } from "rethought/agent-state";
 *
 * const { native, reflection } = resolveReasoning({ level: "low" });
 * [native.effort, reflection.cadence]; // → ["low", "on_branch"]
 * resolveReasoning({}); // → undefined
 *
 * @throws {InputError} in the agent-sdk's words, with the `pointer` of the setting.
 */
export function resolveReasoning(config: ReasoningConfigLike | undefined, options?: ReasoningOptions): ResolvedReasoning | undefined;

/**
 * Makes a request ask for what a configuration wants of the provider's own reasoning, as the agent-sdk's providers ask for it; every other byte stays. Sampling settings that the provider refuses with thinking are removed, and the token limit leaves enough for the answer. Wires: `anthropic-messages`, `bedrock-converse`, `gemini-generate`, `openai-chat`,
 * `mistral-chat`, `openai-responses`, `openrouter-chat`.
 *
 * @example
 * import { requestParams } from "rethought/agent-state";
 *
 * requestParams({ level: "high" }, "openai-responses", '{"model":"gpt-5","input":[]}'); // → '{"model":"gpt-5","input":[],"reasoning":{"effort":"high"}}'
 * requestParams({ level: "high" }, "openai-chat"); // → { reasoning_effort: "high" }
 *
 * @throws {InputError} for a configuration that is wrong, or a wire that has no mapping.
 */
export function requestParams<B extends RawBody>(config: ReasoningConfigLike | undefined, target: TargetLike, request: B, options?: ReasoningOptions): Like<B>;
/** The same fields alone, as a request without anything else has them. */
export function requestParams(config: ReasoningConfigLike | undefined, target: TargetLike, request?: null, options?: ReasoningOptions): Record<string, unknown>;
