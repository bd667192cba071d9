/** Mends the request as a whole, tells what that came to, and hands it over. */
import "./mending.css";
import { useEffect, useRef } from "preact/hooks";
import { fileName } from "../../share/handing";
import { chosen, draft, exchange, mend, opened, report, request, session, undo } from "../../state";
import { filled, words } from "../../words";
import { RuleName } from "./card";
import { effective } from "./diff";
import { Handover } from "./handover";
import { Fated } from "./verdict";

export function Mending() {
  const body = request.value;
  const place = useRef<HTMLElement>(null);
  const shown = useRef(draft.value);
  // What was pressed may be gone with what it mended: who works by keyboard goes on from here.
  useEffect(() => {
    if (shown.current !== draft.value && document.activeElement === document.body) place.current?.querySelector("button")?.focus({ preventScroll: true });
    shown.current = draft.value;
  }, [draft.value]);
  if (!body) return null;
  const edited = draft.value?.nth === chosen.value ? draft.value : undefined;
  const isSafe = report.value?.findings.some(({ fix }) => fix?.safety === "safe" && effective(body, fix.edits).length > 0);
  const recorded = edited ? session.value?.request(chosen.value) : body;
  const name = (ending: string) => fileName(opened.value?.name ?? "", `.${chosen.value + 1}${ending}`);
  return (
    <section class="mending" ref={place} aria-label={words.audit.mending.name}>
      <div class="mending-verbs">
        {isSafe ? (
          <button class="primary" data-verb="safe" onClick={() => mend("safe")}>
            {words.audit.mending.safe}
          </button>
        ) : (
          !edited && !!report.value?.findings.length && <span class="soft">{words.audit.mending.noneSafe}</span>
        )}
        {edited && (
          <button data-verb="undo" onClick={undo}>
            {words.audit.mending.undo}
          </button>
        )}
        {edited && <Change />}
      </div>
      {edited && edited.applied.length > 0 && (
        <p class="mending-applied">
          <span class="soft">{words.audit.mending.applied}</span>
          {counted(edited.applied).map(([rule, count]) => (
            <span key={rule}>
              <RuleName rule={rule} />
              {count > 1 && ` × ${count}`}
            </span>
          ))}
        </p>
      )}
      <div class="mending-hands">
        {edited && <Handover label={words.audit.mending.mended} body={edited.request} file={name(".mended.json")} />}
        {recorded && <Handover label={words.audit.mending.recorded} body={recorded} file={name(".json")} />}
      </div>
    </section>
  );
}

/** The verdict before and after. */
function Change() {
  const [before, now] = [exchange.value?.report?.verdict, report.value?.verdict];
  if (!before || !now) return null;
  const [first, second = "", third = ""] = words.audit.mending.change.split(/\{\d\}/);
  return (
    <span class="mending-change" aria-label={filled(words.audit.mending.change, words.audit.brief[before], words.audit.brief[now])} role="group">
      {first}
      <Fated verdict={before} />
      <span>{second}</span>
      <Fated verdict={now} />
      <span>{third}</span>
    </span>
  );
}

function counted(rules: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const rule of rules) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  return [...counts];
}
