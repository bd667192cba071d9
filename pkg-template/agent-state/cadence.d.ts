// The moments at which a run of @cognipeer/agent-sdk asks the model for a note on its progress.
import type { RawBody } from "../text/body.js";
import type { ReasoningConfig, ReflectionCadence, SmartState } from "../records/index.js";

/** A decision on a note. */
export interface ReflectionDecision {
  /** True if a note is due now. */
  due: boolean;
  /**
   * The reason: a note is `due`, or notes are `off`. The run is `waiting` for a person, has `resumed` in the middle of its tools, or is `finished`. The limit
   * `max_per_run` or `every_n_turns` is reached, or the `cadence` needs no note here.
   */
  reason: "due" | "off" | "waiting" | "resumed" | "finished" | "max_per_run" | "every_n_turns" | "cadence";
  /** The number of tool calls so far: the `turn` of the record. */
  turn: number;
  /** The cadence: the `trigger` of the record. */
  trigger: ReflectionCadence;
}

/** The options of `decideReflection`. */
export interface ReflectionDecisionOptions {
  /** How many notes this run has taken; the state counts those of all runs. */
  taken?: number;
  /** `start` before the first model call, or `after_tools`, which is the default. */
  stage?: "start" | "after_tools";
}

/**
 * Decides whether a note is due, as the SDK's loop does: by `cadence`, `everyNTurns`, `maxPerRun` and `shouldReflect`. Nothing is changed. `maxPerRun` does not
 * hold back the note at the start, because the SDK does not count there.
 *
 * @example
 * import { decideReflection } from "rethought/agent-state";
 *
 * const state = { messages: [], toolCallCount: 3, reflections: [{ id: "r1", turn: 2, text: "So.", createdAt: "2026-11-16T06:00:00.000Z" }] };
 * decideReflection({ reflection: { cadence: "after_tool", everyNTurns: 2 } }, state).reason; // → "every_n_turns"
 *
 * @throws {InputError} if the configuration is none, in the SDK's words, or the state has no messages.
 */
export function decideReflection(config: ReasoningConfig | undefined, state: Pick<SmartState, "messages"> | RawBody, options?: ReflectionDecisionOptions): ReflectionDecision;
