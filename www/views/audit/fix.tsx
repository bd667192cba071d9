/** What mends a finding: how much it takes upon itself, and its edits to the byte. */
import { useSignal } from "@preact/signals";
import type { Finding, Fix, Safety } from "rethought/slim";
import { Chip } from "../../icons";
import type { Tone } from "../../icons";
import { chosen, mend, session } from "../../state";
import { words } from "../../words";
import { effective } from "./diff";
import { Edits } from "./edits";
import { Sentence } from "./prose";

const TONES: Readonly<Record<Safety, Tone>> = { safe: "fine", unsafe: "degrade", placeholder: "advice" };

export function FixView({ found, body }: { found: Finding; body: Uint8Array }) {
  if (!found.fix) return <p class="fix soft">{words.audit.fix.none}</p>;
  if (effective(body, found.fix.edits).length) return <Offer found={found} fix={found.fix} body={body} />;
  return (
    <div class="fix" role="group" aria-label={words.audit.fix.name}>
      <Head safety={found.fix.safety} />
      <p class="fix-title">
        <Sentence text={found.fix.title} />
      </p>
      <p class="soft">{words.audit.fix.idle}</p>
      <Beyond found={found} body={body} />
    </div>
  );
}

function Offer({ found, fix, body }: { found: Finding; fix: Fix; body: Uint8Array }) {
  return (
    <div class="fix" role="group" aria-label={words.audit.fix.name}>
      <Head safety={fix.safety} apply={() => mend({ ...found, fix })} />
      {fix.title && (
        <p class="fix-title">
          <Sentence text={fix.title} />
        </p>
      )}
      <Edits body={body} edits={fix.edits} />
    </div>
  );
}

function Head({ safety, apply }: { safety: Safety; apply?: () => void }) {
  const [name, meaning] = words.audit.fix.safety[safety].split(": ");
  return (
    <div class="fix-head">
      <strong>{words.audit.fix.name}</strong>
      <Chip tone={TONES[safety]}>{name}</Chip>
      <span class="soft">{meaning}</span>
      {apply && (
        <button data-verb="apply" onClick={apply}>
          {words.audit.fix.apply}
        </button>
      )}
    </div>
  );
}

/** Where the safest fix changes nothing: what a repair does that may take more upon itself. Asked for, since it audits the request again. */
function Beyond({ found, body }: { found: Finding; body: Uint8Array }) {
  const fix = useSignal<Fix | "none" | undefined>(undefined);
  const look = () => {
    const step = session.value?.repair(chosen.value, body, ["unsafe", "placeholder"])?.applied[0];
    const mended = step?.mended.find(({ rule, pointer }) => rule === found.rule && pointer === found.pointer);
    fix.value = step && mended ? { safety: mended.safety, title: "", edits: step.edits } : "none";
  };
  if (fix.value === "none") return <p class="soft">{words.audit.fix.none}</p>;
  if (fix.value) return <Offer found={found} fix={fix.value} body={body} />;
  return (
    <p>
      <button data-verb="beyond" onClick={look}>
        {words.audit.fix.beyond}
      </button>
    </p>
  );
}
