/** The audit of the chosen request, recorded or repaired; below it the findings of the whole session. */
import "./audit.css";
import { computed, signal } from "@preact/signals";
import { destinationOf } from "../../session/destination";
import type { Exchange } from "../../session/exchange";
import { chosenIndex, core, draft, exchange, report, request } from "../../state";
import { Checks } from "./checks";
import { FindingCard } from "./finding";
import { Repair } from "./repair";
import { ProviderAnswer } from "./provider";
import { AuditSection, MoreButton } from "./section";
import { Turns } from "./turns";
import { Verdict } from "./verdict";

const destination = computed(() => exchange.value && destinationOf(core.value, exchange.value, request.value));

export function Audit() {
  const chosen = exchange.value;
  const audit = report.value;
  if (!chosen) return null;
  return (
    <div class="audit">
      {audit && destination.value ? (
        <Verdict exchange={chosen} report={audit} destination={destination.value} isRepaired={draft.value?.nth === chosen.nth} />
      ) : (
        <p class="audit-none">{whyNotAudited(chosen)}</p>
      )}
      <ProviderAnswer exchange={chosen} />
      <Repair />
      <Findings />
      <Turns />
      {audit && <Checks report={audit} />}
    </div>
  );
}

function whyNotAudited({ trouble }: Exchange): string {
  if (!request.value) return "Nothing to audit: this exchange has no request.";
  return trouble ? `This request could not be audited: ${trouble}` : "This request could not be audited: its target is unknown.";
}

const PAGE_SIZE = 12;
/** The number of shown findings of an exchange. */
const shown = signal({ exchange: 0, count: PAGE_SIZE });

function Findings() {
  const findings = report.value?.findings ?? [];
  const body = request.value;
  if (!body || !findings.length) return null;
  const count = shown.value.exchange === chosenIndex.value ? shown.value.count : PAGE_SIZE;
  return (
    <AuditSection class="findings" name="Findings" headerExtra={<span class="soft">{findings.length}</span>}>
      {findings.slice(0, count).map((each, nth) => (
        <FindingCard key={`${chosenIndex.value} ${nth} ${each.rule}`} found={each} nth={nth} body={body} />
      ))}
      <MoreButton left={findings.length - count} pageSize={4 * PAGE_SIZE} onMore={(more) => (shown.value = { exchange: chosenIndex.value, count: count + more })} />
    </AuditSection>
  );
}
