// What @cognipeer/agent-sdk says of reasoning: its configuration, put into requests, and its notes as thoughts.
import type { TargetLike } from "./exchange.js";
import type { RawBody, Like } from "./index.js";
import type {
  HostRow, ModelRow, NativeReasoningConfig, RawThought, ReasoningConfig, ReasoningLevel, ReflectionCadence, ReflectionConfig, ReflectionEvent,
  ReflectionMode, ReflectionRecord, ReflectionTarget, SmartMessage,
} from "./types.js";

/** A configuration with all that its level and the defaults fill in. */
export interface ResolvedReasoning {
  /** Always: what asks for nothing is not resolved to anything. */
  enabled: true;
  /** The level; `medium` unless said. */
  level: ReasoningLevel;
  /** What is asked of the provider; absent where it was switched off. */
  native?: NativeReasoningConfig;
  /** When and how notes are taken. */
  reflection: ResolvedReflectionConfig;
}

/** The notes between turns, with every setting filled in. */
export interface ResolvedReflectionConfig extends ReflectionConfig {
  /** Whether notes are taken at all. */
  enabled: boolean;
  /** After which turns; `off` where none are taken. */
  cadence: ReflectionCadence;
  /** How a note is asked for. */
  mode: ReflectionMode;
  /** The most tokens a note may take. */
  maxTokens: number;
  /** The length to which a note is cut. */
  maxChars: number;
  /** How many notes go back into the prompt. */
  keepLast: number;
  /** Whether compaction folds the notes. */
  summarize: boolean;
  /** Whether the event stream has them. */
  emitEvents: boolean;
  /** How many turns with tools lie between two. */
  everyNTurns: number;
  /** Where a note goes besides its record. */
  feedTo: ReflectionTarget;
}

/** What goes beyond the agent-sdk, only where it is asked for. */
export interface ReasoningOptions {
  /**
   * True fits what is asked for to the model, by the tables that the audit uses: adaptive thinking and `output_config.effort` where `enabled` is refused, levels for
   * Gemini 3 and later, budgets within the model's bounds, and of words of effort the nearest that the model has. Then `xhigh` and `max` are words of effort too.
   */
  fit?: boolean;
  /** Rows that outrank the tables. */
  models?: readonly ModelRow[];
  /** Rows that outrank the table of hosts. */
  hosts?: readonly HostRow[];
}

/** A configuration, also with the words of effort that are taken under `fit`. */
export type ReasoningConfigLike = Omit<ReasoningConfig, "native"> & {
  /** What is asked of the provider; false leaves its reasoning as it is. */
  native?: (Omit<NativeReasoningConfig, "effort"> & { effort?: NativeReasoningConfig["effort"] | "xhigh" | "max" }) | false;
};

/**
 * Holds a configuration to its rules.
 *
 * @throws {InputError} in the agent-sdk's words, with the `pointer` of the setting.
 */
export function validateReasoningConfig(config: ReasoningConfigLike | undefined, options?: ReasoningOptions): void;

/**
 * What a configuration means, once its level and the defaults have filled it in; nothing if it is `{}` or switched off. Hooks and extras are the caller's own.
 *
 * @throws {InputError} in the agent-sdk's words, with the `pointer` of the setting.
 */
export function resolveReasoning(config: ReasoningConfigLike | undefined, options?: ReasoningOptions): ResolvedReasoning | undefined;

/**
 * A request that asks for what a configuration wants of the provider's own reasoning, as the agent-sdk's providers ask for it; every other byte stays. Sampling that
 * the provider refuses beside thinking goes, and room for the answer is made. Wires: `anthropic-messages`, `bedrock-converse`, `gemini-generate`, `openai-chat`,
 * `mistral-chat`, `openai-responses`, `openrouter-chat`.
 *
 * @throws {InputError} for a configuration that is wrong, or a wire that has no mapping.
 */
export function requestParams<B extends RawBody>(config: ReasoningConfigLike | undefined, target: TargetLike, request: B, options?: ReasoningOptions): Like<B>;
/** The same fields alone, as they stand in a request that has nothing else. */
export function requestParams(config: ReasoningConfigLike | undefined, target: TargetLike, request?: null, options?: ReasoningOptions): Record<string, unknown>;

/** What a note is as a thought: prompted, not native, and with its record whole in the payload. */
export type ReflectionThought = RawThought & {
  /** The note. */
  content: string;
  /** The record or the event, as it was. */
  payload: { channel: "prompted"; kind: "reflection"; record: ReflectionRecord | ReflectionEvent };
  /** No provider takes it back as its own. */
  replayCompatibility: "cognipeer-reflection-v1";
};

/**
 * A note as a thought: for `new Thought(…)`. An event does not say when it was: give `createdAt`, or it is now.
 *
 * @throws {InputError} if it has no id or no text, or holds what is not data.
 */
export function thoughtOfReflection(reflection: ReflectionRecord | ReflectionEvent, options?: { createdAt?: string }): ReflectionThought;

/** The way back: the same record or event; nothing if the thought is no note. A content that was changed is its new text. */
export function reflectionOf(thought: { content?: unknown; payload?: unknown; replayCompatibility?: string | undefined }): ReflectionRecord | ReflectionEvent | undefined;

/** The system message in which the model sees a note: `<agent_reflection turn=N at=ISO>` around its text. */
export function reflectionMessage(reflection: ReflectionRecord): SmartMessage;

/** What such a message says of its note; nothing if it is another message. Its text alone does, too. */
export function readReflection(message: SmartMessage | string): (Pick<ReflectionRecord, "turn" | "text" | "createdAt"> & Partial<ReflectionRecord>) | undefined;

/** The messages with the last notes at their end, three unless said and at least one, and without earlier ones and the questions that asked for them. */
export function mirrorReflections(messages: readonly SmartMessage[], reflections: readonly ReflectionRecord[], options?: { keepLast?: number }): SmartMessage[];

/** A note cut to a length in UTF-16 code units, with an ellipsis as the last. */
export function trimReflection(text: string, maxChars: number): string;

/** Whether two notes say the same: but for case and space, or in nine of ten words that either has. */
export function isNearDuplicate(one: string, other: string): boolean;
