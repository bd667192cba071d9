/** One finding: what, why, in the provider's words, where, and what mends it. */
import "./finding.css";
import { batch } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Finding, FoundPlace } from "rethought/slim";
import { Chip } from "../../icons";
import { chooseFinding, chosenFinding, core, pane, spot } from "../../state";
import { filled, words } from "../../words";
import { RuleName } from "./card";
import { FixView } from "./fix";
import { Said } from "./named";
import { Prose, Sentence } from "./prose";

export function FindingCard({ found, nth, body }: { found: Finding; nth: number; body: Uint8Array }) {
  const place = useRef<HTMLElement>(null);
  const chosen = chosenFinding.value === nth;
  useEffect(() => {
    if (chosen) place.current?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  return (
    <article class="finding" ref={place} data-tone={found.severity} data-rule={found.rule} aria-current={chosen ? "true" : undefined}>
      <header>
        <Chip tone={found.severity}>{words.audit.severities[found.severity]}</Chip>
        <RuleName rule={found.rule} />
      </header>
      <h4>
        <Sentence text={found.message} />
      </h4>
      <Places found={found} nth={nth} />
      {found.upstream && <Said name={words.audit.upstream} text={found.upstream} />}
      <p class="finding-why">
        <Sentence text={found.why} />
      </p>
      <Told found={found} />
      <details class="finding-evidence">
        <summary>
          {words.audit.evidence.name} <span class="soft">· {words.audit.evidence.kinds[found.evidence]}</span>
        </summary>
        <Prose text={core.value?.explain(found.rule)?.sources ?? ""} />
      </details>
      <FixView found={found} body={body} />
    </article>
  );
}

function Places({ found, nth }: { found: Finding; nth: number }) {
  const go = (to: FoundPlace) =>
    batch(() => {
      chooseFinding(nth);
      spot.value = { side: "request", start: to.start, end: to.end };
      pane.value = "wire";
    });
  const button = (to: FoundPlace) => (
    <button key={to.start} class="place mono" title={filled(words.audit.place, to.pointer || words.audit.whole)} onClick={() => go(to)}>
      {to.pointer || words.audit.whole}
      <span class="soft">
        {to.start}–{to.end}
      </span>
    </button>
  );
  return (
    <p class="finding-places">
      {button(found)}
      {found.related.length > 0 && <span class="soft">{words.audit.related}</span>}
      {found.related.slice(0, RELATED).map(button)}
    </p>
  );
}

/** More places than these are told by the first. */
const RELATED = 8;

/** What the rule says of this very finding, but for what the provider's words say already. */
function Told({ found }: { found: Finding }) {
  const told = Object.entries(found.args).filter(([, value]) => value && !found.upstream?.includes(value.trim()));
  if (!told.length) return null;
  return (
    <dl class="finding-told">
      {told.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd class="mono">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
