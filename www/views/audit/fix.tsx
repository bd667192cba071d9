/** What mends a finding: how much it takes upon itself, and its edits to the byte. */
import type { Finding, Safety } from "rethought/slim";
import { Chip } from "../../icons";
import type { Tone } from "../../icons";
import { mend } from "../../state";
import { words } from "../../words";
import { Edits } from "./edits";
import { Sentence } from "./prose";

const TONES: Readonly<Record<Safety, Tone>> = { safe: "fine", unsafe: "degrade", placeholder: "advice" };

export function FixView({ found, body }: { found: Finding; body: Uint8Array }) {
  const { fix } = found;
  if (!fix) return <p class="fix soft">{words.audit.fix.none}</p>;
  return (
    <div class="fix" role="group" aria-label={words.audit.fix.name}>
      <Head safety={fix.safety} apply={() => mend(found)} />
      <p class="fix-title">
        <Sentence text={fix.title} />
      </p>
      <Edits body={body} edits={fix.edits} />
    </div>
  );
}

function Head({ safety, apply }: { safety: Safety; apply: () => void }) {
  const [name, meaning] = words.audit.fix.safety[safety].split(": ");
  return (
    <div class="fix-head">
      <strong>{words.audit.fix.name}</strong>
      <Chip tone={TONES[safety]}>{name}</Chip>
      <span class="soft">{meaning}</span>
      <button data-verb="apply" onClick={apply}>
        {words.audit.fix.apply}
      </button>
    </div>
  );
}
