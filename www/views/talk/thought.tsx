/** What is said of a thought: its kind, whether it is signed, where it hangs, how large it is; and its handles, folded. */
import "./thought.css";
import { useState } from "preact/hooks";
import type { Part } from "rethought/slim";
import { sizeOf } from "../../figures";
import { Icon, KINDS } from "../../icons";
import { counted, words } from "../../words";
import { hangsOn } from "./partners";

/** The facts of a thought. */
export function Facts({ part, partner }: { part: Part; partner: Part | undefined }) {
  const { thought } = part;
  if (!thought) return null;
  return (
    <>
      <span class="chip kind" data-tone="thought" data-kind={thought.kind}>
        <Icon path={KINDS[thought.kind]} />
        {words.talk.kinds[thought.kind]}
      </span>
      {!thought.complete && <span class="chip" data-tone="degrade">{words.talk.incomplete}</span>}
      {thought.handles.length > 0 && part.kind === "thought" && <span class="fact">{words.talk.signed}</span>}
      <span class="fact" data-hangs={thought.attachment.type}>{hangsOn(part, partner)}</span>
      <span class="fact">{sizeOf(thought.end - thought.start)}</span>
    </>
  );
}

const LETTERS = 16;

/** A string that only its issuer reads: its length and first letters, and all of it when asked for. */
export function Handle({ handle }: { handle: string }) {
  const [open, setOpen] = useState(false);
  return (
    <div class="handle">
      <button class="handle-fold" aria-expanded={open} onClick={() => setOpen(!open)}>
        <span class="fold" aria-hidden="true" />
        {words.talk.handle}
        {!open && handle.length > 0 && <code dir="ltr">{handle.slice(0, LETTERS)}{handle.length > LETTERS && "…"}</code>}
        <span class="soft">{counted(words.talk.handleSize, handle.length)}</span>
      </button>
      {open && <div class="handle-all mono" dir="ltr" tabIndex={0}>{handle}</div>}
    </div>
  );
}
