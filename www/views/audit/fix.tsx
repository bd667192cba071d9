/** The fix of a finding: how safe it is, and its edits as a diff of bytes. */
import "./fix.css";
import type { Finding, Safety } from "rethought/slim";
import { Chip, type Tone } from "../../icons";
import { applyFixes } from "../../state";
import { DiffView } from "./diff-view";
import { Sentence } from "./prose";

const SAFETY_TONES: Readonly<Record<Safety, Tone>> = { safe: "fine", dead: "fine", unsafe: "degrade", placeholder: "advice" };

/** The meaning of each level of safety. */
const SAFETY_TEXTS: Readonly<Record<Safety, string>> = {
  safe: "keeps the meaning and all reasoning",
  dead: "removes only reasoning that the provider is certain to refuse",
  unsafe: "drops something or asks for it differently",
  placeholder: "inserts something that no model emitted",
};

export function FixView({ found, body }: { found: Finding; body: Uint8Array }) {
  const { fix } = found;
  if (!fix) return <p class="fix soft">No edit of the request fixes this.</p>;
  return (
    <div class="fix" role="group" aria-label="Fix">
      <Head safety={fix.safety} onApply={() => applyFixes(found)} />
      <p class="fix-title">
        <Sentence text={fix.title} />
      </p>
      <DiffView body={body} edits={fix.edits} />
    </div>
  );
}

function Head({ safety, onApply }: { safety: Safety; onApply: () => void }) {
  return (
    <div class="fix-head">
      <strong>Fix</strong>
      <Chip tone={SAFETY_TONES[safety]}>{safety}</Chip>
      <span class="soft">{SAFETY_TEXTS[safety]}</span>
      <button data-verb="apply" onClick={onApply}>
        Apply this fix
      </button>
    </div>
  );
}
