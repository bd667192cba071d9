/** The What-if view: the same request audited for two targets, side by side. It is converted if a target has another wire. Below are the differences of the findings. */
import "./whatif.css";
import type { Finding } from "rethought/slim";
import { ToneIcon } from "../../icons";
import { triedTargets } from "../../state";
import { PREDICTION_TEXTS } from "../../verdict-words";
import { RuleName } from "../audit/card";
import { TrialColumn, MAX_FINDINGS } from "./column";
import { ConvertedRequest } from "./conversion";
import { difference, recorded, SIDE_NAMES, SIDES, trials } from "./trial";

export function WhatIf() {
  if (!recorded.value) return <p class="whatif-none soft">Choose an exchange that has a request.</p>;
  return (
    <div class="whatif">
      <p class="whatif-intro soft">The same request at another target. It is converted if the target has another wire.</p>
      <div class="whatif-sides">
        {SIDES.map((side) => (
          <TrialColumn key={side} side={side} />
        ))}
      </div>
      {SIDES.map((side) => (
        <ConvertedRequest key={side} side={side} />
      ))}
      <Difference />
    </div>
  );
}

function Difference() {
  const findings = difference.value;
  if (!findings) return null;
  const [left, right] = trials.map(({ value }) => value?.report?.verdict);
  const isSame = !findings.only[0].length && !findings.only[1].length;
  return (
    <section class="difference" aria-labelledby="difference-name">
      <h3 class="audit-name" id="difference-name">
        Differences
      </h3>
      {isSame && <p class="soft">{triedTargets.value.some(Boolean) ? "Both have the same findings." : "Both are as recorded. Choose another host, model or account for one of them."}</p>}
      {left && right && left !== right && <p>{SIDE_NAMES[0]}: {PREDICTION_TEXTS[left]}. {SIDE_NAMES[1]}: {PREDICTION_TEXTS[right]}.</p>}
      <div class="whatif-sides">
        {!isSame && SIDES.map((side) => <Rules key={side} name={`Only in ${SIDE_NAMES[side]}`} findings={findings.only[side]} />)}
      </div>
      {!isSame && findings.both.length > 0 && <Rules name="In both" findings={findings.both} />}
    </section>
  );
}

/** Findings by rule and place. The columns above have the details. */
function Rules({ name, findings }: { name: string; findings: readonly Finding[] }) {
  return (
    <div class="difference-side" data-part={name}>
      <h4>
        {name} <span class="soft">{findings.length}</span>
      </h4>
      <ul>
        {findings.slice(0, MAX_FINDINGS).map(({ rule, severity, pointer }) => (
          <li key={`${rule} ${pointer}`} data-tone={severity}>
            <ToneIcon tone={severity} />
            <RuleName rule={rule} />
            <span class="mono soft">{pointer}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
