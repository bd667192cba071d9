/** The verdict on the next request in words. What happened to past requests is another question. */
import type { Diagnosis } from "rethought/slim/sessions";
import type { Tone } from "./icons";

export type NextState = "dead" | "likely dead" | "refused" | "loses thoughts" | "healthy" | "not checked";

/** The states, the worst first. */
export const NEXT_STATES: readonly NextState[] = ["dead", "likely dead", "refused", "not checked", "loses thoughts", "healthy"];

const STATES = { rejected: "dead", "likely rejected": "likely dead", degraded: "loses thoughts", accepted: "healthy", unknown: "not checked" } as const;

/** The state of a session, as `rethought doctor` names it. */
export function stateOf({ agent, past, next }: Diagnosis): NextState {
  if (agent === null) return "not checked";
  const state = STATES[next];
  return past === "rejected" && state !== "dead" && state !== "likely dead" ? "refused" : state;
}

export const NEXT_TEXTS: Readonly<Record<NextState, string>> = {
  dead: "will be refused",
  "likely dead": "will probably be refused",
  refused: "was refused, cause unknown",
  "loses thoughts": "reasoning is lost",
  healthy: "no problems found",
  "not checked": "not checked",
};

export const NEXT_TONES: Readonly<Record<NextState, Tone>> = { dead: "reject", "likely dead": "reject", refused: "reject", "loses thoughts": "degrade", healthy: "fine", "not checked": "none" };

const PAST_TEXTS: Readonly<Record<Diagnosis["past"], string>> = { rejected: "refused", "likely rejected": "refused", unknown: "unknown", degraded: "answered", accepted: "answered" };
const PAST_TONES: Readonly<Record<Diagnosis["past"], Tone>> = { rejected: "reject", "likely rejected": "reject", unknown: "none", degraded: "fine", accepted: "fine" };

export const pastText = ({ past }: Diagnosis): string => PAST_TEXTS[past];
export const pastTone = ({ past }: Diagnosis): Tone => PAST_TONES[past];
