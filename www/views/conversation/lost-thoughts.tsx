/** The thoughts of earlier answers that a request does not send back. A compaction causes many, so they are one line that opens. */
import "./lost-thoughts.css";
import { useState } from "preact/hooks";
import { plural } from "../../format";
import type { FollowedPart } from "../../session/session";
import { OriginChip } from "./fate";
import { FoldButton } from "./fold-button";

/** The number of thoughts shown without a fold: they fit into one line. */
const MAX_UNFOLDED = 3;
/** The number of thoughts listed in an open fold, the latest ones. */
const MAX_LISTED = 200;

export function LostThoughts({ thoughts }: { thoughts: readonly FollowedPart[] }) {
  const [isOpen, setOpen] = useState(false);
  if (!thoughts.length) return null;
  const isFolded = thoughts.length > MAX_UNFOLDED;
  const listed = thoughts.slice(-MAX_LISTED);
  return (
    <div class="message lost">
      <span class="message-role">not sent back</span>
      <div class="lost-thoughts">
        {isFolded && (
          <FoldButton open={isOpen} onClick={() => setOpen(!isOpen)}>
            {plural(thoughts.length, "thought of earlier exchanges", "thoughts of earlier exchanges")}
          </FoldButton>
        )}
        {(isOpen || !isFolded) && (
          <div class="lost-links">
            {listed.map((thought) => (
              <OriginChip key={thought.from} part={thought} />
            ))}
            {listed.length < thoughts.length && <span class="soft">and {plural(thoughts.length - listed.length, "earlier one")}</span>}
          </div>
        )}
      </div>
    </div>
  );
}
