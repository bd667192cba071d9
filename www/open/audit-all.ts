/** Audits the turns of a long session that were not audited while it was read. A person asks for it: each request holds all messages before it, so it may take minutes. */
import { signal } from "@preact/signals";
import { needsAudit } from "../session/exchange";
import { runInSlices } from "../slices";
import { opened, revision } from "../state";

/** The number of audited turns and the number of turns to audit, while it runs. */
export const auditing = signal<{ done: number; total: number } | undefined>(undefined);

let stop: () => void = () => {};

/** Audits every turn that has no audit yet. */
export function auditAll(): void {
  const open = opened.peek();
  if (!open || auditing.peek()) return;
  const left = open.session.exchanges.filter(needsAudit);
  let done = 0;
  function* audits() {
    for (const { nth } of left) {
      if (opened.peek() !== open) return;
      open?.session.report(nth);
      done += 1;
      yield;
    }
  }
  auditing.value = { done, total: left.length };
  // The first slice comes after a pause, so that the progress is drawn before the first audit.
  stop = runInSlices(
    audits(),
    (isDone) => {
      auditing.value = isDone ? undefined : { done, total: left.length };
      revision.value += 1;
    },
    true,
  );
}

/** Stops. Audited turns keep their audits. */
export function stopAudits(): void {
  if (!auditing.peek()) return;
  stop();
  auditing.value = undefined;
  revision.value += 1;
}
