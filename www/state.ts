/** What the page shows, as signals. Views read these and call the verbs below; nothing else is kept anywhere. */
import { batch, computed, signal } from "@preact/signals";
import type { Finding, Report, Target } from "rethought/slim";
import type { Core } from "./core";
import { type Draft, draftOf } from "./session/draft";
import type { Exchange } from "./session/exchange";
import { Session } from "./session/session";

export type Pane = "audit" | "wire" | "whatif";
type Sheet = "help" | "share" | undefined;
export type Theme = "light" | "dark" | "system";

/** The package, once its wasm runs. */
export const core = signal<Core | undefined>(undefined);
/** A sentence that must be seen: why nothing is shown. */
export const trouble = signal<string | undefined>(undefined);
/** What is being read, how far it is, and of how many bytes if that is known. */
export const reading = signal<{ name: string; done: number; total: number | undefined } | undefined>(undefined);

/** What is open: its name, its format as the core calls it, and the session. */
export const opened = signal<{ name: string; format: string; session: Session } | undefined>(undefined);
/** Grows with everything that is read: who shows a session looks at it. */
export const revision = signal(0);

/** The exchange that is looked at, and the finding in its report. */
export const chosen = signal(0);
export const chosenFinding = signal<number | undefined>(undefined);
/** The exchanges that a drag over the timeline selected, both inclusive; all, if nothing is selected. */
export const range = signal<readonly [number, number] | undefined>(undefined);
export const pane = signal<Pane>("audit");
/** On a narrow page one of the two is shown: the conversation or the panel. */
export const showsPanel = signal(false);
/** A stretch of the request's (or the answer's) bytes that the wire view goes to. */
export const spot = signal<{ side: "request" | "answer"; start: number; end: number } | undefined>(undefined);
export const sheet = signal<Sheet>(undefined);
/** The rule whose card is open. */
export const card = signal<string | undefined>(undefined);
export const theme = signal<Theme>("system");
/** The targets that are tried instead of the recorded one: left and right of What if. */
export const targets = signal<readonly [Target | undefined, Target | undefined]>([undefined, undefined]);
/** The request of the chosen exchange as edited by fixes, if any was applied. */
export const draft = signal<Draft | undefined>(undefined);

export const session = computed<Session | undefined>(() => (revision.value, opened.value?.session));
export const exchanges = computed<readonly Exchange[]>(() => (revision.value, opened.value?.session.exchanges.slice() ?? []));
export const exchange = computed<Exchange | undefined>(() => exchanges.value[chosen.value]);
/** The request that is looked at: as recorded, or as mended so far. */
export const request = computed<Uint8Array | undefined>(() => {
  const edited = draft.value;
  return edited && edited.nth === chosen.value ? edited.request : session.value?.request(chosen.value);
});
/** Its audit. */
export const report = computed<Report | undefined>(() => {
  const [edited, open] = [draft.value, session.value];
  if (edited && edited.nth === chosen.value) return edited.report;
  try {
    return open?.report(chosen.value);
  } catch {
    return undefined;
  }
});
export const finding = computed<Finding | undefined>(() => report.value?.findings[chosenFinding.value ?? -1]);

/** Shows another session, from its beginning or where a link points to. */
export function show(name: string, format: string, next: Session): void {
  batch(() => {
    opened.value = { name, format, session: next };
    [chosen.value, chosenFinding.value, range.value, spot.value, draft.value] = [0, undefined, undefined, undefined, undefined];
    targets.value = [undefined, undefined];
    trouble.value = undefined;
    revision.value += 1;
  });
}

/** Closes what is open. */
export function close(): void {
  batch(() => {
    opened.value = undefined;
    revision.value += 1;
  });
}

/** Looks at an exchange. */
export function choose(nth: number): void {
  if (nth === chosen.value || nth < 0 || nth >= exchanges.value.length) return;
  batch(() => {
    [chosen.value, chosenFinding.value, spot.value, draft.value] = [nth, undefined, undefined, undefined];
  });
}

/** Looks at a finding of the chosen exchange, and at its place. */
export function chooseFinding(nth: number | undefined): void {
  batch(() => {
    chosenFinding.value = nth;
    const found = nth === undefined ? undefined : report.value?.findings[nth];
    spot.value = found && { side: "request", start: found.start, end: found.end };
  });
}

/** Applies fixes to the request that is looked at: that of one finding, or every safe one. */
export function mend(which: Finding | "safe"): void {
  const [open, bytes] = [session.value, request.value];
  if (!open || !bytes) return;
  const before = draft.value?.nth === chosen.value ? draft.value : undefined;
  batch(() => {
    draft.value = draftOf(open, chosen.value, bytes, which, before);
    chosenFinding.value = undefined;
    spot.value = undefined;
  });
}

/** The request as it was recorded again. */
export function undo(): void {
  draft.value = undefined;
}

/** The next or previous finding, over all exchanges of the selection. */
export function step(by: 1 | -1): void {
  const found = report.value?.findings.length ?? 0;
  const at = chosenFinding.value === undefined ? (by > 0 ? 0 : found - 1) : chosenFinding.value + by;
  if (at >= 0 && at < found) return chooseFinding(at);
  const [from, to] = range.value ?? [0, exchanges.value.length - 1];
  for (let nth = chosen.value + by; nth >= from && nth <= to; nth += by) {
    const findings = exchanges.value[nth]?.report?.findings.length ?? 0;
    if (!findings) continue;
    choose(nth);
    return chooseFinding(by > 0 ? 0 : findings - 1);
  }
}
