/** One finding: the problem, its place, the provider's message, the reason, and the fix. */
import "./finding.css";
import { batch } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Finding, FoundPlace } from "rethought/slim";
import { Chip, SEVERITY_NAMES } from "../../icons";
import { isContradicted } from "../../session/exchange";
import { chooseFinding, chosenFindingIndex, core, draft, exchange, pane, wireFocus } from "../../state";
import { RuleName } from "./card";
import { EVIDENCE_TEXTS } from "./evidence";
import { FixView } from "./fix";
import { Prose, Sentence } from "./prose";
import { Quote } from "./quote";

export function FindingCard({ found, nth, body }: { found: Finding; nth: number; body: Uint8Array }) {
  const element = useRef<HTMLElement>(null);
  const isChosen = chosenFindingIndex.value === nth;
  // A past request that was answered was not refused, whatever its file looks like.
  const isAnswered = draft.value?.nth !== exchange.value?.nth && exchange.value !== undefined && isContradicted(exchange.value);
  useEffect(() => {
    if (isChosen) element.current?.scrollIntoView({ block: "nearest" });
  }, [isChosen]);
  return (
    <article class="finding" ref={element} data-tone={isAnswered && found.severity === "reject" ? "none" : found.severity} data-rule={found.rule} aria-current={isChosen ? "true" : undefined}>
      <header>
        {isAnswered && found.severity === "reject" ? (
          <Chip tone="none">not confirmed: it was answered</Chip>
        ) : (
          <Chip tone={found.severity}>
            {SEVERITY_NAMES[found.severity]}
            {found.verdict === "likely rejected" && " (likely)"}
          </Chip>
        )}
        <RuleName rule={found.rule} />
      </header>
      <h4>
        <Sentence text={found.message} />
      </h4>
      <Places found={found} nth={nth} />
      {found.upstream && <Quote name="The provider answers">{found.upstream}</Quote>}
      <p class="finding-why">
        <Sentence text={found.why} />
      </p>
      <FindingArguments found={found} />
      <details class="finding-evidence">
        <summary>
          Evidence <span class="soft">· {EVIDENCE_TEXTS[found.evidence]}</span>
        </summary>
        <Prose text={core.value?.explain(found.rule)?.sources ?? ""} />
      </details>
      <FixView found={found} body={body} />
    </article>
  );
}

function Places({ found, nth }: { found: Finding; nth: number }) {
  const show = (place: FoundPlace) =>
    batch(() => {
      chooseFinding(nth);
      wireFocus.value = { side: "request", start: place.start, end: place.end };
      pane.value = "wire";
    });
  const button = (place: FoundPlace) => (
    <button key={place.start} class="place mono" title={`Show in the wire view: ${place.pointer || "the whole request"}`} onClick={() => show(place)}>
      {place.pointer || "the whole request"}
      <span class="soft">
        {place.start}–{place.end}
      </span>
    </button>
  );
  return (
    <p class="finding-places">
      {button(found)}
      {found.related.length > 0 && <span class="soft">Also</span>}
      {found.related.slice(0, MAX_RELATED).map(button)}
    </p>
  );
}

/** The number of related places to list. */
const MAX_RELATED = 8;

/** The arguments of the message, without those that the provider's message already contains. */
function FindingArguments({ found }: { found: Finding }) {
  const shown = Object.entries(found.args).filter(([, value]) => value && !found.upstream?.includes(value.trim()));
  if (!shown.length) return null;
  return (
    <dl class="finding-arguments">
      {shown.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd class="mono">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
