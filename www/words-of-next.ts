/** The verdict on the next request in words. What happened to past requests is another question. */
import type { Diagnosis } from "rethought/slim/sessions";
import type { Tone } from "./icons";

export type NextState = Diagnosis["state"];

/** The states, the worst first. */
export const NEXT_STATES: readonly NextState[] = ["dead", "likely dead", "refused", "not checked", "loses thoughts", "damaged", "healthy"];

export const NEXT_TEXTS: Readonly<Record<NextState, string>> = {
  dead: "will be refused",
  "likely dead": "will probably be refused",
  refused: "was refused, cause unknown",
  "loses thoughts": "reasoning is lost",
  damaged: "lines are damaged",
  healthy: "no problems found",
  "not checked": "not checked",
};

export const NEXT_TONES: Readonly<Record<NextState, Tone>> = { dead: "reject", "likely dead": "reject", refused: "reject", "loses thoughts": "degrade", damaged: "degrade", healthy: "fine", "not checked": "none" };

const PAST_TEXTS: Readonly<Record<Diagnosis["past"], string>> = { rejected: "refused", "likely rejected": "refused", unknown: "unknown", degraded: "answered", accepted: "answered" };
const PAST_TONES: Readonly<Record<Diagnosis["past"], Tone>> = { rejected: "reject", "likely rejected": "reject", unknown: "none", degraded: "fine", accepted: "fine" };

export const pastText = ({ past }: Diagnosis): string => PAST_TEXTS[past];
export const pastTone = ({ past }: Diagnosis): Tone => PAST_TONES[past];
