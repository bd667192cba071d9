/** What mends a finding: how much it takes upon itself, and its edits to the byte. */
import { batch } from "@preact/signals";
import type { Finding, Safety } from "rethought/slim";
import { mend } from "../../state";
import { words } from "../../words";
import { effective } from "./diff";
import { Edits } from "./edits";
import { Sentence } from "./prose";
import { Icon, SEVERITIES, type Tone } from "../../icons";

const TONES: Readonly<Record<Safety, Tone>> = { safe: "fine", unsafe: "degrade", placeholder: "advice" };

export function FixView({ found, body }: { found: Finding; body: Uint8Array }) {
  const { fix } = found;
  const said = words.audit.fix;
  if (!fix) return <p class="fix soft">{said.none}</p>;
  const idle = !effective(body, fix.edits).length;
  const [safety, meaning] = said[fix.safety].split(": ");
  return (
    <section class="fix" aria-label={said.name}>
      <div class="fix-head">
        <strong>{said.name}</strong>
        <span class="chip" data-tone={TONES[fix.safety]}>
          <Icon path={SEVERITIES[TONES[fix.safety]]} />
          {safety}
        </span>
        <span class="soft">{meaning}</span>
        {!idle && (
          <button data-verb="apply" onClick={() => batch(() => mend(found))}>
            {said.apply}
          </button>
        )}
      </div>
      <p class="fix-title">
        <Sentence text={fix.title} />
      </p>
      {idle ? <p class="soft">{said.idle}</p> : <Edits body={body} edits={fix.edits} />}
    </section>
  );
}
