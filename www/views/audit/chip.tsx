/** A word with its shape and its colour. */
import type { ComponentChildren } from "preact";
import { Icon, SEVERITIES, type Tone } from "../../icons";

export function Chip({ tone, children }: { tone: Tone; children: ComponentChildren }) {
  return (
    <span class="chip" data-tone={tone}>
      <Icon path={SEVERITIES[tone]} />
      {children}
    </span>
  );
}
