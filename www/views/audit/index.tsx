/** The audit of the chosen exchange, of its request as recorded or as mended so far; and below it that of the whole session. */
import "./audit.css";
import { computed, signal } from "@preact/signals";
import { chosen, core, draft, exchange, report, request } from "../../state";
import { filled, words } from "../../words";
import { aimOf } from "../whatif/target";
import { Checks } from "./checks";
import { FindingCard } from "./finding";
import { Mending } from "./mending";
import { More, Named } from "./named";
import { Provider } from "./provider";
import { Turns } from "./turns";
import { Verdict } from "./verdict";

/** Where the request goes. */
const aim = computed(() => exchange.value && aimOf(core.value, exchange.value, request.value));

export function Audit() {
  const [each, found] = [exchange.value, report.value];
  if (!each) return null;
  const mended = draft.value?.nth === each.nth;
  return (
    <div class="audit">
      {found && aim.value ? <Verdict report={found} aim={aim.value} mended={mended} /> : <p class="audit-none">{request.value ? (each.trouble ? filled(words.audit.failed, each.trouble) : words.audit.unread) : words.audit.none}</p>}
      {each.refusal && <Provider refusal={each.refusal} report={each.report} />}
      <Mending />
      <Findings />
      <Turns />
      {found && <Checks report={found} />}
    </div>
  );
}

const PAGE = 12;
/** How many findings are shown, of which exchange. */
const shown = signal({ of: 0, count: PAGE });

function Findings() {
  const [found, body] = [report.value?.findings ?? [], request.value];
  if (!body || !found.length) return null;
  const count = shown.value.of === chosen.value ? shown.value.count : PAGE;
  const left = found.length - count;
  return (
    <Named class="findings" name={words.audit.findings} aside={<span class="soft">{found.length}</span>}>
      {found.slice(0, count).map((each, nth) => (
        <FindingCard key={`${chosen.value} ${nth} ${each.rule}`} found={each} nth={nth} body={body} />
      ))}
      <More left={left} page={4 * PAGE} show={(more) => (shown.value = { of: chosen.value, count: count + more })} />
    </Named>
  );
}
