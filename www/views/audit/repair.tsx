/** Applies all safe fixes to the request, shows how the verdict changed, and offers the repaired request to copy or download. */
import "./repair.css";
import { useEffect, useRef } from "preact/hooks";
import { fileName } from "../../share/export";
import { chosenIndex, draft, exchange, applyFixes, opened, report, request, session, undoFixes } from "../../state";
import { PREDICTION_TEXTS } from "../../verdict-words";
import { RuleName } from "./card";
import { effectiveEdits } from "./diff";
import { ExportBody } from "./export-body";
import { VerdictChip } from "./verdict";

export function Repair() {
  const body = request.value;
  const element = useRef<HTMLElement>(null);
  const lastDraft = useRef(draft.value);
  // A pressed button may be removed with the finding that it fixed. The focus then moves here, for people who use the keyboard.
  useEffect(() => {
    if (lastDraft.current !== draft.value && document.activeElement === document.body) element.current?.querySelector("button")?.focus({ preventScroll: true });
    lastDraft.current = draft.value;
  }, [draft.value]);
  if (!body) return null;
  const currentDraft = draft.value?.nth === chosenIndex.value ? draft.value : undefined;
  const hasSafeFix = report.value?.findings.some(({ fix }) => fix?.safety === "safe" && effectiveEdits(body, fix.edits).length > 0);
  const recorded = currentDraft ? session.value?.request(chosenIndex.value) : body;
  const target = exchange.value?.target ?? {};
  const missing = describeUnrecorded(target.unrecorded ?? []);
  const nameFile = (ending: string) => fileName(opened.value?.name ?? "", `.${chosenIndex.value + 1}${ending}`);
  return (
    <section class="repair" ref={element} aria-label="Repair the request">
      <div class="repair-actions">
        {hasSafeFix ? (
          <button class="primary" data-verb="safe" onClick={() => applyFixes("safe")}>
            Apply all safe fixes
          </button>
        ) : (
          !currentDraft && !!report.value?.findings.length && <span class="soft">No safe fix.</span>
        )}
        {currentDraft && (
          <button data-verb="undo" onClick={undoFixes}>
            Undo
          </button>
        )}
        {currentDraft && <VerdictChange />}
      </div>
      {currentDraft && currentDraft.applied.length > 0 && (
        <p class="repair-applied">
          <span class="soft">Applied</span>
          {countRules(currentDraft.applied).map(([rule, count]) => (
            <span key={rule}>
              <RuleName rule={rule} />
              {count > 1 && ` × ${count}`}
            </span>
          ))}
        </p>
      )}
      <div class="repair-exports">
        {currentDraft && <ExportBody label="Repaired request" body={currentDraft.request} target={target} file={nameFile(".repaired.json")} />}
        {recorded && <ExportBody label="Request as recorded" body={recorded} target={target} file={nameFile(".json")} />}
      </div>
      <p class="soft repair-file">
        Copy gives the body alone. The downloaded file also has the target{missing && ` and says that ${missing} not recorded`}. <code>rethought audit</code> and <code>rethought fix</code> read it.
      </p>
    </section>
  );
}

/** Returns "settings and messages were", for a sentence about the unrecorded parts of a transcript; empty if there are none. */
function describeUnrecorded(parts: readonly string[]): string {
  if (!parts.length) return "";
  const list = parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : parts[0];
  return `${list} ${parts.length > 1 || parts[0]?.endsWith("s") ? "were" : "was"}`;
}

/** The verdict before and after the fixes. */
function VerdictChange() {
  const before = exchange.value?.report?.verdict;
  const now = report.value?.verdict;
  if (!before || !now) return null;
  return (
    <span class="repair-change" aria-label={`${PREDICTION_TEXTS[before]} before, ${PREDICTION_TEXTS[now]} now`} role="group">
      <VerdictChip verdict={before} />
      <span> before, </span>
      <VerdictChip verdict={now} />
      <span> now</span>
    </span>
  );
}

function countRules(rules: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const rule of rules) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  return [...counts];
}
