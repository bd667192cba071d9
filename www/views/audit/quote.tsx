/** A quotation, with the name of its source. */
import "./quote.css";
import type { ComponentChildren } from "preact";

export function Quote({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <figure class="quotation">
      <figcaption class="audit-name">{name}</figcaption>
      <blockquote class="quote">{children}</blockquote>
    </figure>
  );
}
