/** A section of the audit with a name, and the button that shows more of a long list. */
import type { ComponentChildren } from "preact";
import { formatNumber } from "../../format";

interface Props {
  class: string;
  name: string;
  /** Content beside the name. */
  headerExtra?: ComponentChildren;
  children: ComponentChildren;
}

export function AuditSection({ class: className, name, headerExtra, children }: Props) {
  return (
    <section class={className} aria-label={name}>
      <header>
        <h3 class="audit-name">{name}</h3>
        {headerExtra}
      </header>
      {children}
    </section>
  );
}

/** The button below a list with `left` more items. */
export function MoreButton({ left, pageSize, onMore }: { left: number; pageSize: number; onMore: (count: number) => void }) {
  if (left <= 0) return null;
  return <button onClick={() => onMore(pageSize)}>Show {formatNumber(Math.min(left, pageSize))} more</button>;
}
