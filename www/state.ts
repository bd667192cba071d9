/** The state of the page, as signals. Views read the signals and call the functions below. Apart from it, only the session is kept. */
import { batch, computed, signal } from "@preact/signals";
import type { Finding, Report, Target } from "rethought/slim";
import type { Core } from "./core/core";
import { applyFix, type Draft } from "./session/draft";
import type { Exchange } from "./session/exchange";
import { Session } from "./session/session";

type DialogName = "help" | "share" | undefined;
export type Theme = "light" | "dark" | "system";

/** The package, once its wasm runs. */
export const core = signal<Core | undefined>(undefined);
/** The reason why nothing is shown. */
export const trouble = signal<string | undefined>(undefined);
/** The transcript that is being read, and the number of its bytes that are read. */
export const reading = signal<{ name: string; done: number; total: number | undefined } | undefined>(undefined);

export interface OpenSession {
  readonly name: string;
  /** Its format as the core calls it. */
  readonly format: string;
  readonly session: Session;
  /** The file, as it was opened. */
  readonly blob: Blob;
}

/** The open transcript. */
export const opened = signal<OpenSession | undefined>(undefined);
/** The whole file of the open transcript, once it is read. A file that is followed grows, and is then another one. */
export const wholeFile = signal<Blob | undefined>(undefined);
/** Grows whenever the session grows. The session changes in place, so views read this signal to be drawn again. */
export const revision = signal(0);

/** The index of the exchange that is shown in the panel, and of the finding in its report. */
export const chosenIndex = signal(0);
export const chosenFindingIndex = signal<number | undefined>(undefined);
/** The first and the last exchange that were selected on the timeline. Without a selection all are shown. */
export const range = signal<readonly [number, number] | undefined>(undefined);
/** The name of the pane that is shown; `views/panes.ts` has them all. */
export const pane = signal("audit");
/** A narrow page has room for the conversation or the panel. True if it shows the panel. */
export const showsPanel = signal(false);
/** The bytes of the request or the answer that the wire view scrolls to and highlights. */
export const wireFocus = signal<{ side: "request" | "answer"; start: number; end: number } | undefined>(undefined);
export const openDialog = signal<DialogName>(undefined);
/** The rule whose card is open. */
export const openRule = signal<string | undefined>(undefined);
export const theme = signal<Theme>("system");
/** The two targets of What if. `undefined` is the recorded target. */
export const triedTargets = signal<readonly [Target | undefined, Target | undefined]>([undefined, undefined]);
/** The request of the chosen exchange with the fixes that were applied to it. */
export const draft = signal<Draft | undefined>(undefined);

/** The tool that is open above the text of the wire view. */
export const wireTool = signal<"find" | "goto" | undefined>(undefined);

export const session = computed<Session | undefined>(() => {
  void revision.value;
  return opened.value?.session;
});
export const exchanges = computed<readonly Exchange[]>(() => {
  void revision.value;
  return opened.value?.session.exchanges.slice() ?? [];
});
/** The exchange that is shown in the panel. */
export const exchange = computed<Exchange | undefined>(() => exchanges.value[chosenIndex.value]);
/** The request of the chosen exchange: the draft, or else the recorded request. */
export const request = computed<Uint8Array | undefined>(() => {
  const edited = draft.value;
  return edited && edited.nth === chosenIndex.value ? edited.request : session.value?.request(chosenIndex.value);
});
/** The audit of `request`. */
export const report = computed<Report | undefined>(() => {
  const edited = draft.value;
  return edited && edited.nth === chosenIndex.value ? edited.report : session.value?.report(chosenIndex.value);
});
export const finding = computed<Finding | undefined>(() => report.value?.findings[chosenFindingIndex.value ?? -1]);

/** Shows another session, from its beginning. */
export function showSession(next: OpenSession): void {
  batch(() => {
    opened.value = next;
    wholeFile.value = undefined;
    chosenIndex.value = 0;
    chosenFindingIndex.value = undefined;
    range.value = undefined;
    wireFocus.value = undefined;
    draft.value = undefined;
    triedTargets.value = [undefined, undefined];
    trouble.value = undefined;
    revision.value += 1;
  });
}

/** Closes the open transcript. */
export function closeSession(): void {
  batch(() => {
    opened.value = undefined;
    wholeFile.value = undefined;
    revision.value += 1;
  });
}

/** Shows an exchange in the panel. */
export function chooseExchange(nth: number): void {
  if (nth === chosenIndex.value || nth < 0 || nth >= exchanges.value.length) return;
  batch(() => {
    chosenIndex.value = nth;
    chosenFindingIndex.value = undefined;
    wireFocus.value = undefined;
    draft.value = undefined;
  });
}

/** Chooses a finding of the chosen exchange and points the wire view to its bytes. */
export function chooseFinding(nth: number | undefined): void {
  batch(() => {
    chosenFindingIndex.value = nth;
    const found = nth === undefined ? undefined : report.value?.findings[nth];
    wireFocus.value = found && { side: "request", start: found.start, end: found.end };
  });
}

/** Applies the fix of one finding, or every safe fix, to the request of the chosen exchange. */
export function applyFixes(which: Finding | "safe"): void {
  const open = session.value;
  const bytes = request.value;
  if (!open || !bytes) return;
  const before = draft.value?.nth === chosenIndex.value ? draft.value : undefined;
  batch(() => {
    draft.value = applyFix(open, chosenIndex.value, bytes, which, before);
    chosenFindingIndex.value = undefined;
    wireFocus.value = undefined;
  });
}

/** Undoes all fixes: restores the recorded request. */
export function undoFixes(): void {
  draft.value = undefined;
}

/** Chooses the next or the previous finding, over all exchanges of the selection. */
export function stepFinding(by: 1 | -1): void {
  const found = report.value?.findings.length ?? 0;
  const at = chosenFindingIndex.value === undefined ? (by > 0 ? 0 : found - 1) : chosenFindingIndex.value + by;
  if (at >= 0 && at < found) return chooseFinding(at);
  const [from, to] = range.value ?? [0, exchanges.value.length - 1];
  for (let nth = chosenIndex.value + by; nth >= from && nth <= to; nth += by) {
    const findings = exchanges.value[nth]?.report?.findings.length ?? 0;
    if (!findings) continue;
    chooseExchange(nth);
    return chooseFinding(by > 0 ? 0 : findings - 1);
  }
}
