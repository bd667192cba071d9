/** Applies all safe fixes to the request, shows how the verdict changed, and offers the mended request to copy or download. */
import "./mending.css";
import { useEffect, useRef } from "preact/hooks";
import { fileName } from "../../share/export";
import { chosenIndex, draft, exchange, mend, opened, report, request, session, undoFixes } from "../../state";
import { RuleName } from "./card";
import { effectiveEdits } from "./diff";
import { ExportBody } from "./export-body";
import { VERDICT_TEXTS, VerdictChip } from "./verdict";

export function Mending() {
  const body = request.value;
  const element = useRef<HTMLElement>(null);
  const lastDraft = useRef(draft.value);
  // The button that was pressed may be gone with the finding that it mended. The focus then moves here, for people who use the keyboard.
  useEffect(() => {
    if (lastDraft.current !== draft.value && document.activeElement === document.body) element.current?.querySelector("button")?.focus({ preventScroll: true });
    lastDraft.current = draft.value;
  }, [draft.value]);
  if (!body) return null;
  const currentDraft = draft.value?.nth === chosenIndex.value ? draft.value : undefined;
  const hasSafeFix = report.value?.findings.some(({ fix }) => fix?.safety === "safe" && effectiveEdits(body, fix.edits).length > 0);
  const recorded = currentDraft ? session.value?.request(chosenIndex.value) : body;
  const nameFile = (ending: string) => fileName(opened.value?.name ?? "", `.${chosenIndex.value + 1}${ending}`);
  return (
    <section class="mending" ref={element} aria-label="Mend the request">
      <div class="mending-actions">
        {hasSafeFix ? (
          <button class="primary" data-verb="safe" onClick={() => mend("safe")}>
            Apply all safe fixes
          </button>
        ) : (
          !currentDraft && !!report.value?.findings.length && <span class="soft">There is no safe fix to apply.</span>
        )}
        {currentDraft && (
          <button data-verb="undo" onClick={undoFixes}>
            Undo
          </button>
        )}
        {currentDraft && <VerdictChange />}
      </div>
      {currentDraft && currentDraft.applied.length > 0 && (
        <p class="mending-applied">
          <span class="soft">Applied</span>
          {countRules(currentDraft.applied).map(([rule, count]) => (
            <span key={rule}>
              <RuleName rule={rule} />
              {count > 1 && ` × ${count}`}
            </span>
          ))}
        </p>
      )}
      <div class="mending-exports">
        {currentDraft && <ExportBody label="Repaired request" body={currentDraft.request} file={nameFile(".mended.json")} />}
        {recorded && <ExportBody label="Request as recorded" body={recorded} file={nameFile(".json")} />}
      </div>
    </section>
  );
}

/** The verdict before and after the fixes. */
function VerdictChange() {
  const before = exchange.value?.report?.verdict;
  const now = report.value?.verdict;
  if (!before || !now) return null;
  return (
    <span class="mending-change" aria-label={`${VERDICT_TEXTS[before]} before, ${VERDICT_TEXTS[now]} now`} role="group">
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
