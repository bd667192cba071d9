/** The facts of a thought: its kind, whether it is signed, its attachment and its size; and its handles, folded. */
import "./thought.css";
import { useState } from "preact/hooks";
import type { Part } from "rethought/slim";
import { formatSize, plural } from "../../format";
import { Icon, THOUGHT_PATHS } from "../../icons";
import { describeAttachment } from "./attachment";

/** The kinds of thoughts in words. */
export const KIND_NAMES = { text: "thought", summary: "summary", encrypted: "encrypted", redacted: "redacted", omitted: "omitted", unknown: "unknown kind" } as const;

export function ThoughtFacts({ part, attachedPart }: { part: Part; attachedPart: Part | undefined }) {
  const { thought } = part;
  if (!thought) return null;
  return (
    <>
      <span class="chip kind" data-tone="thought" data-kind={thought.kind}>
        <Icon path={THOUGHT_PATHS[thought.kind]} />
        {KIND_NAMES[thought.kind]}
      </span>
      {!thought.complete && (
        <span class="chip" data-tone="degrade">
          incomplete
        </span>
      )}
      {thought.handles.length > 0 && part.kind === "thought" && <span class="fact">signed</span>}
      <span class="fact" data-attachment={thought.attachment.type}>
        {describeAttachment(part, attachedPart)}
      </span>
      <span class="fact">{formatSize(thought.end - thought.start)}</span>
    </>
  );
}

/** The number of characters of a folded handle to show. */
const SHOWN_LETTERS = 16;

/** A handle, which only its provider can read: its first characters and its length, and all of it on demand. */
export function Handle({ handle }: { handle: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div class="handle">
      <button class="handle-fold" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <span class="fold" aria-hidden="true" />
        signature
        {!isOpen && handle.length > 0 && (
          <code dir="ltr">
            {handle.slice(0, SHOWN_LETTERS)}
            {handle.length > SHOWN_LETTERS && "…"}
          </code>
        )}
        <span class="soft">{plural(handle.length, "character")}</span>
      </button>
      {isOpen && (
        <div class="handle-all mono" dir="ltr" tabIndex={0}>
          {handle}
        </div>
      )}
    </div>
  );
}
