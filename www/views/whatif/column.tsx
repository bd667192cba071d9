/** One of the two targets: its form, its verdict, and what is found there. */
import "./column.css";
import type { Finding } from "rethought/slim";
import { Shape } from "../../icons";
import { targets } from "../../state";
import { filled, words } from "../../words";
import { RuleName } from "../audit/card";
import { Sentence } from "../audit/prose";
import { sentenceOf } from "../audit/verdict";
import { Form } from "./form";
import { type Side, trials } from "./trial";

export function Column({ side }: { side: Side }) {
  const trial = trials[side].value;
  if (!trial) return null;
  const isRecorded = !targets.value[side];
  const reset = () => (targets.value = side ? [targets.value[0], undefined] : [undefined, targets.value[1]]);
  const told = trial.report && sentenceOf(trial.report);
  return (
    <section class="trial" aria-labelledby={`trial-${side}`} data-side={words.whatif.sides[side]}>
      <header>
        <h3 id={`trial-${side}`}>
          {words.whatif.sides[side]} <span class="soft">{isRecorded ? words.whatif.recorded : words.whatif.tried}</span>
        </h3>
        <button disabled={isRecorded} onClick={reset}>
          {words.whatif.as}
        </button>
      </header>
      <Form side={side} fields={trial.fields} />
      {trial.trouble && <p class="trial-note">{trial.trouble}</p>}
      {trial.foreign && <p class="trial-note">{trial.foreign}</p>}
      {told && (
        <p class="trial-verdict" data-tone={told.tone} role="status">
          <Shape tone={told.tone} />
          <strong>{told.text}</strong>
        </p>
      )}
      <Found findings={trial.report?.findings ?? []} />
    </section>
  );
}

/** More than these are told by their number. */
export const MANY = 40;

/** Findings in a line each; the rest opens. */
function Found({ findings }: { findings: readonly Finding[] }) {
  return (
    <ul class="found">
      {findings.slice(0, MANY).map((each, nth) => (
        <li key={nth} data-tone={each.severity}>
          <details>
            <summary>
              <Shape tone={each.severity} />
              <span>
                <span class="unseen">{words.audit.severities[each.severity]}: </span>
                <code>{each.rule}</code> <Sentence text={each.message} />
              </span>
            </summary>
            <div class="found-more">
              {each.upstream && <blockquote class="quote">{each.upstream}</blockquote>}
              <p class="soft">
                <Sentence text={each.why} />
              </p>
              <p>
                <span class="mono soft">{each.pointer || words.audit.whole}</span> <RuleName rule={each.rule} />
              </p>
            </div>
          </details>
        </li>
      ))}
      {findings.length > MANY && <li class="soft">{filled(words.whatif.findings, `+ ${findings.length - MANY}`)}</li>}
    </ul>
  );
}
