/** The card of a rule: what it checks, why, and the evidence. Every view that names a rule opens it. */
import "./card.css";
import type { RuleCard, RuleId } from "rethought/slim";
import { Dialog } from "../../dialog";
import { Chip, SEVERITY_NAMES, ToneIcon } from "../../icons";
import { openRule, core } from "../../state";
import { EVIDENCE_TEXTS } from "./evidence";
import { Prose, Sentence } from "./prose";

/** The address of the site, or nothing while it has none (scripts/addresses.mjs). */
declare const SITE_ADDRESS: string;

/** The name of a rule. A click opens its card. */
export function RuleName({ rule }: { rule: string }) {
  return (
    <button class="rule-name mono" title={`Explain ${rule}`} aria-haspopup="dialog" onClick={() => (openRule.value = rule)}>
      {rule}
    </button>
  );
}

export function Card({ rule }: { rule: string }) {
  const ruleCard = core.value?.explain(rule as RuleId);
  return (
    <Dialog class="card" title={rule} onClose={() => (openRule.value = undefined)}>
      {ruleCard ? <Content ruleCard={ruleCard} /> : core.value && <p>Unknown rule {rule}.</p>}
    </Dialog>
  );
}

function Content({ ruleCard }: { ruleCard: RuleCard }) {
  return (
    <>
      <p class="card-summary">
        <Sentence text={ruleCard.summary} />
      </p>
      <p class="card-facts">
        <Chip tone={ruleCard.severity}>{SEVERITY_NAMES[ruleCard.severity]}</Chip>
        <span class="soft">{EVIDENCE_TEXTS[ruleCard.evidence]}</span>
        {ruleCard.wires.map((wire) => (
          <span key={wire} class="chip mono">
            {wire}
          </span>
        ))}
      </p>
      <Section name="What it checks" text={ruleCard.what} note={ruleCard.ledger ? "Needs a ledger." : undefined} />
      <Section name="Why" text={ruleCard.why} />
      {ruleCard.upstream.length > 0 && (
        <section>
          <h3>Errors of providers</h3>
          {ruleCard.upstream.map((text) => (
            <blockquote key={text} class="quote">
              {text}
            </blockquote>
          ))}
        </section>
      )}
      <Section name="Fix" text={ruleCard.fix} />
      <Section name="Evidence" text={ruleCard.sources} />
      <Example name="Fails" text={ruleCard.bad} tone="reject" />
      <Example name="Passes" text={ruleCard.good} tone="fine" />
      {SITE_ADDRESS && (
        <p>
          <a href={`${SITE_ADDRESS}/rules/${ruleCard.id}.html`} target="_blank" rel="noreferrer">
            Page of this rule
          </a>
        </p>
      )}
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
        <ToneIcon tone={tone} />
        {name}
      </h3>
      <pre class="card-example" tabIndex={0}>
        {text}
      </pre>
    </section>
  );
}
