/** The same request for other targets: two of them side by side, and what they differ in. */
import "./whatif.css";
import { targets } from "../../state";
import { filled, words } from "../../words";
import { Column, Found } from "./column";
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
  const said = words.whatif;
  const differs = difference.value;
  if (!differs) return null;
  const [left, right] = trials.map(({ value }) => value?.report?.verdict);
  const isSame = !differs.only[0].length && !differs.only[1].length;
  return (
    <section class="differs" aria-labelledby="differs-name">
      <h3 class="audit-name" id="differs-name">
        {said.differs}
      </h3>
      {isSame && <p class="soft">{targets.value.some(Boolean) ? said.same : said.untouched}</p>}
      {left && right && left !== right && <p>{filled(said.verdict, said.sides[0], words.audit.brief[left], said.sides[1], words.audit.brief[right])}</p>}
      <div class="whatif-sides">
        {SIDES.map(
          (side) =>
            !isSame && (
              <div key={side} class="differs-side" data-only={said.sides[side]}>
                <h4>
                  {filled(said.only, said.sides[side])} <span class="soft">{differs.only[side].length}</span>
                </h4>
                <Found findings={differs.only[side]} />
              </div>
            ),
        )}
      </div>
      {!isSame && differs.both.length > 0 && (
        <div class="differs-side" data-only="both">
          <h4>
            {said.both} <span class="soft">{differs.both.length}</span>
          </h4>
          <Found findings={differs.both} />
        </div>
      )}
    </section>
  );
}
