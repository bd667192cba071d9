/** What the audit is made of: sections with a name, quotations with one, and lists that grow when that is asked for. */
import type { ComponentChildren } from "preact";
import { filled, words } from "../../words";

export function Named({ class: look, name, aside, children }: { class: string; name: string; aside?: ComponentChildren; children: ComponentChildren }) {
  return (
    <section class={look} aria-label={name}>
      <header>
        <h3 class="audit-name">{name}</h3>
        {aside}
      </header>
      {children}
    </section>
  );
}

/** Somebody's words, with who says them. */
export function Said({ name, text }: { name: string; text: string }) {
  return (
    <figure class="said">
      <figcaption class="audit-name">{name}</figcaption>
      <blockquote class="quote">{text}</blockquote>
    </figure>
  );
}

/** The button below a list that is not shown whole; `show` takes how many more. */
export function More({ left, page, show }: { left: number; page: number; show: (more: number) => void }) {
  if (left <= 0) return null;
  return <button onClick={() => show(page)}>{filled(words.audit.more, Math.min(left, page))}</button>;
}
