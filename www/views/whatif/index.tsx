/** The same request for other targets: two of them side by side, and what they differ in. */
import "./whatif.css";
import type { Finding } from "rethought/slim";
import { Shape } from "../../icons";
import { targets } from "../../state";
import { filled, words } from "../../words";
import { RuleName } from "../audit/card";
import { Column, MANY } from "./column";
import { difference, recorded, SIDES, trials } from "./trial";

export function WhatIf() {
  if (!recorded.value) return <p class="whatif-none soft">{words.whatif.none}</p>;
  return (
    <div class="whatif">
      <p class="whatif-intro soft">{words.whatif.intro}</p>
      <div class="whatif-sides">
        {SIDES.map((side) => (
          <Column key={side} side={side} />
        ))}
      </div>
      <Difference />
    </div>
  );
}

function Difference() {
  const differs = difference.value;
  if (!differs) return null;
  const [left, right] = trials.map(({ value }) => value?.report?.verdict);
  const isSame = !differs.only[0].length && !differs.only[1].length;
  return (
    <section class="differs" aria-labelledby="differs-name">
      <h3 class="audit-name" id="differs-name">
        {words.whatif.differs}
      </h3>
      {isSame && <p class="soft">{targets.value.some(Boolean) ? words.whatif.same : words.whatif.untouched}</p>}
      {left && right && left !== right && <p>{filled(words.whatif.verdict, words.whatif.sides[0], words.audit.brief[left], words.whatif.sides[1], words.audit.brief[right])}</p>}
      <div class="whatif-sides">
        {!isSame && SIDES.map((side) => <Rules key={side} name={filled(words.whatif.only, words.whatif.sides[side])} findings={differs.only[side]} />)}
      </div>
      {!isSame && differs.both.length > 0 && <Rules name={words.whatif.both} findings={differs.both} />}
    </section>
  );
}

/** Findings by their rules and places: the columns above say more. */
function Rules({ name, findings }: { name: string; findings: readonly Finding[] }) {
  return (
    <div class="differs-side" data-part={name}>
      <h4>
        {name} <span class="soft">{findings.length}</span>
      </h4>
      <ul>
        {findings.slice(0, MANY).map(({ rule, severity, pointer }) => (
          <li key={`${rule} ${pointer}`} data-tone={severity}>
            <Shape tone={severity} />
            <RuleName rule={rule} />
            <span class="mono soft">{pointer}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
