/** One of the two targets: its form, its verdict and its findings. */
import "./column.css";
import type { Finding } from "rethought/slim";
import { SEVERITY_NAMES, ToneIcon } from "../../icons";
import { triedTargets } from "../../state";
import { RuleName } from "../audit/card";
import { Sentence } from "../audit/prose";
import { Caveat, describeVerdict } from "../audit/verdict";
import { TargetForm } from "./form";
import { setTarget, type Side, SIDE_NAMES, trials } from "./trial";

export function TrialColumn({ side }: { side: Side }) {
  const trial = trials[side].value;
  if (!trial) return null;
  const isRecorded = !triedTargets.value[side];
  const verdict = trial.report && describeVerdict(trial.report);
  return (
    <section class="trial" aria-labelledby={`trial-${side}`} data-side={SIDE_NAMES[side]}>
      <header>
        <h3 id={`trial-${side}`}>
          {SIDE_NAMES[side]} <span class="soft">{isRecorded ? "as recorded" : "tried"}</span>
        </h3>
        <button disabled={isRecorded} onClick={() => setTarget(side, undefined)}>
          As recorded
        </button>
      </header>
      <TargetForm side={side} fields={trial.fields} />
      {trial.trouble && <p class="trial-note">{trial.trouble}</p>}
      {trial.conversion && <p class="trial-note">Converted to {trial.fields.wire}. See the result below.</p>}
      {verdict && (
        <p class="trial-verdict" data-tone={verdict.tone} role="status">
          <ToneIcon tone={verdict.tone} />
          <strong>{verdict.text}</strong>
        </p>
      )}
      {trial.report && <Caveat report={trial.report} />}
      <FindingList findings={trial.report?.findings ?? []} />
    </section>
  );
}

/** The number of findings to list. */
export const MAX_FINDINGS = 40;

/** One line for each finding. A click opens the rest of it. */
function FindingList({ findings }: { findings: readonly Finding[] }) {
  return (
    <ul class="trial-findings">
      {findings.slice(0, MAX_FINDINGS).map((each, nth) => (
        <li key={nth} data-tone={each.severity}>
          <details>
            <summary>
              <ToneIcon tone={each.severity} />
              <span>
                <span class="unseen">{SEVERITY_NAMES[each.severity]}: </span>
                <code>{each.rule}</code> <Sentence text={each.message} />
              </span>
            </summary>
            <div class="trial-finding">
              {each.upstream && <blockquote class="quote">{each.upstream}</blockquote>}
              <p class="soft">
                <Sentence text={each.why} />
              </p>
              <p>
                <span class="mono soft">{each.pointer || "the whole request"}</span> <RuleName rule={each.rule} />
              </p>
            </div>
          </details>
        </li>
      ))}
      {findings.length > MAX_FINDINGS && <li class="soft">{`+ ${findings.length - MAX_FINDINGS}`} findings</li>}
    </ul>
  );
}
