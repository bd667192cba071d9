/** The card of a rule: what it checks, why, and who says so. A sheet over the page, for every view that names a rule. */
import "./card.css";
import { useEffect, useRef } from "preact/hooks";
import type { RuleCard } from "rethought/slim";
import { Icon, SEVERITIES } from "../../icons";
import { card, core } from "../../state";
import { filled, words } from "../../words";
import { Chip } from "./chip";
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
  const sheet = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = sheet.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  const found = core.value?.explain(rule);
  // A press beside the sheet is one on the dialog itself.
  const away = (event: MouseEvent) => event.target === sheet.current && sheet.current?.close();
  return (
    <dialog class="card" ref={sheet} aria-labelledby="card-name" onClose={() => (card.value = undefined)} onClick={away}>
      <div class="card-sheet">
        <header>
          <h2 id="card-name" class="mono">
            {rule}
          </h2>
          <button onClick={() => sheet.current?.close()}>{words.audit.card.close}</button>
        </header>
        {found ? <Content found={found} /> : core.value && <p>{filled(words.audit.card.unknown, rule)}</p>}
      </div>
    </dialog>
  );
}

function Content({ found }: { found: RuleCard }) {
  const { card: said, severities } = words.audit;
  return (
    <>
      <p class="card-summary">
        <Sentence text={found.summary} />
      </p>
      <p class="card-facts">
        <Chip tone={found.severity}>{severities[found.severity]}</Chip>
        <span class="soft">{words.audit.evidence[found.evidence]}</span>
        {found.wires.map((wire) => (
          <span key={wire} class="chip mono">
            {wire}
          </span>
        ))}
      </p>
      <Section name={said.what} text={found.what} note={found.ledger ? said.ledger : undefined} />
      <Section name={said.why} text={found.why} />
      {found.upstream.length > 0 && (
        <section>
          <h3>{said.upstream}</h3>
          {found.upstream.map((text) => (
            <blockquote key={text} class="quote">
              {text}
            </blockquote>
          ))}
        </section>
      )}
      <Section name={said.fix} text={found.fix} />
      <Section name={said.sources} text={found.sources} />
      <Example name={said.bad} text={found.bad} tone="reject" />
      <Example name={said.good} text={found.good} tone="fine" />
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
        <Icon path={SEVERITIES[tone]} />
        {name}
      </h3>
      <pre class="card-example" tabIndex={0}>
        {text}
      </pre>
    </section>
  );
}
