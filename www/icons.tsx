/** The icons of the page. Every severity and every kind of thought has its own shape, so that it is recognised without its colour. */
import type { ComponentChildren } from "preact";
import type { Severity, TurnThought, Verdict } from "rethought/slim";
import type { ExchangeVerdict } from "./session/exchange";

/** How good or bad something is. A tone has a shape and a colour. */
export type Tone = Severity | "fine" | "none";

/** Severities in words. A `reject` that is not certain is an "error (likely)". */
export const SEVERITY_NAMES: Readonly<Record<Severity, string>> = { reject: "error", degrade: "warning", advice: "note" };

/** The shape of a tone: a path in a box of 16 by 16. */
export const TONE_PATHS: Readonly<Record<Tone, string>> = {
  // A cross in a circle, a triangle, an i in a circle, a tick, a dash.
  reject: "M8 1a7 7 0 1 1 0 14A7 7 0 0 1 8 1ZM5.5 4.4 4.4 5.5 6.9 8l-2.5 2.5 1.1 1.1L8 9.1l2.5 2.5 1.1-1.1L9.1 8l2.5-2.5-1.1-1.1L8 6.9Z",
  degrade: "M8 1.5 15.5 14.5H.5ZM7.2 6v4h1.6V6Zm0 5.2v1.6h1.6v-1.6Z",
  advice: "M8 1a7 7 0 1 1 0 14A7 7 0 0 1 8 1ZM7.2 4v1.7h1.6V4Zm0 3v5h1.6V7Z",
  fine: "M6.4 12.6 1.8 8l1.3-1.3 3.3 3.3 6.5-6.5 1.3 1.3Z",
  none: "M3 7.2h10v1.6H3Z",
};

/** The shape of a thought, by how much of it can be read. */
export const THOUGHT_PATHS: Readonly<Record<TurnThought["kind"], string>> = {
  // Lines of text, short lines, a lock, a barred block, an empty ring, a diamond.
  text: "M2 3h12v2H2Zm0 4h12v2H2Zm0 4h8v2H2Z",
  summary: "M2 4h8v2H2Zm0 6h5v2H2Zm10-6h2v2h-2Z",
  encrypted: "M4 7V5a4 4 0 0 1 8 0v2h1v7H3V7Zm2 0h4V5a2 2 0 0 0-4 0Z",
  redacted: "M1 4h14v8H1Zm3 3v2h8V7Z",
  omitted: "M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2Zm0 2a4 4 0 1 0 0 8 4 4 0 0 0 0-8Z",
  unknown: "M8 1l7 7-7 7-7-7Zm0 2.8L3.8 8 8 12.2 12.2 8Z",
};

export function Icon({ path }: { path: string }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" width="1em" height="1em" aria-hidden="true" fill="currentColor">
      <path fill-rule="evenodd" d={path} />
    </svg>
  );
}

/** The shape of a tone, in the colour of the element around it. */
export const ToneIcon = ({ tone }: { tone: Tone }) => <Icon path={TONE_PATHS[tone]} />;

/** A word with the shape and the colour of its tone. */
export function Chip({ tone, children }: { tone: Tone; children: ComponentChildren }) {
  return (
    <span class="chip" data-tone={tone}>
      <ToneIcon tone={tone} />
      {children}
    </span>
  );
}

/** The tone of a verdict. */
export function toneOf(verdict: ExchangeVerdict | Verdict): Tone {
  if (verdict === "rejected" || verdict === "likely rejected") return "reject";
  if (verdict === "degraded") return "degrade";
  if (verdict === "notes" || verdict === "unknown") return "advice";
  return verdict === "accepted" ? "fine" : "none";
}
