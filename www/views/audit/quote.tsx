/** A quotation, with the name of whoever says it. */
import "./quote.css";

export function Quote({ name, text }: { name: string; text: string }) {
  return (
    <figure class="quotation">
      <figcaption class="audit-name">{name}</figcaption>
      <blockquote class="quote">{text}</blockquote>
    </figure>
  );
}
