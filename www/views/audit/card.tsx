/** The card of a rule: what it checks, why, and who says so. A sheet over the page, for every view that names a rule. */
import "./card.css";
import type { RuleCard, RuleId } from "rethought/slim";
import { Dialog } from "../../dialog";
import { Chip, Shape } from "../../icons";
import { card, core } from "../../state";
import { filled, words } from "../../words";
import { Prose, Sentence } from "./prose";

/** The name of a rule, which opens its card. */
export function RuleName({ rule }: { rule: string }) {
  return (
    <button class="rule-name mono" title={filled(words.audit.rule, rule)} aria-haspopup="dialog" onClick={() => (card.value = rule)}>
      {rule}
    </button>
  );
}

export function Card({ rule }: { rule: string }) {
  const found = core.value?.explain(rule as RuleId);
  return (
    <Dialog class="card" title={rule} close={() => (card.value = undefined)}>
      {found ? <Content found={found} /> : core.value && <p>{filled(words.audit.card.unknown, rule)}</p>}
    </Dialog>
  );
}

function Content({ found }: { found: RuleCard }) {
  return (
    <>
      <p class="card-summary">
        <Sentence text={found.summary} />
      </p>
      <p class="card-facts">
        <Chip tone={found.severity}>{words.audit.severities[found.severity]}</Chip>
        <span class="soft">{words.audit.evidence.kinds[found.evidence]}</span>
        {found.wires.map((wire) => (
          <span key={wire} class="chip mono">
            {wire}
          </span>
        ))}
      </p>
      <Section name={words.audit.card.what} text={found.what} note={found.ledger ? words.audit.card.ledger : undefined} />
      <Section name={words.audit.card.why} text={found.why} />
      {found.upstream.length > 0 && (
        <section>
          <h3>{words.audit.card.upstream}</h3>
          {found.upstream.map((text) => (
            <blockquote key={text} class="quote">
              {text}
            </blockquote>
          ))}
        </section>
      )}
      <Section name={words.audit.card.fix} text={found.fix} />
      <Section name={words.audit.card.sources} text={found.sources} />
      <Example name={words.audit.card.bad} text={found.bad} tone="reject" />
      <Example name={words.audit.card.good} text={found.good} tone="fine" />
    </>
  );
}

function Section({ name, text, note }: { name: string; text: string; note?: string | undefined }) {
  if (!text) return null;
  return (
    <section>
      <h3>{name}</h3>
      <Prose text={text} />
      {note && <p class="soft">{note}</p>}
    </section>
  );
}

function Example({ name, text, tone }: { name: string; text: string; tone: "reject" | "fine" }) {
  return (
    <section>
      <h3 class="card-case" data-tone={tone}>
        <Shape tone={tone} />
        {name}
      </h3>
      <pre class="card-example" tabIndex={0}>
        {text}
      </pre>
    </section>
  );
}
