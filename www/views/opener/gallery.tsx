/** The built-in examples: sessions that each failed for one reason, and one that did not. */
import "./gallery.css";
import { ToneIcon } from "../../icons";
import { examples } from "../../open/examples";
import { openExample } from "../../open/start";

export function Gallery() {
  return (
    <section class="gallery" aria-labelledby="gallery">
      <h2 id="gallery">Or open an example</h2>
      <ul>
        {examples.value.map(({ id, title, sentence, wire, rule }) => (
          <li key={id}>
            <button class="gallery-item" data-tone={rule ? "reject" : "fine"} onClick={() => void openExample(id)}>
              <ToneIcon tone={rule ? "reject" : "fine"} />
              <strong>{title}</strong>
              <span class="mono soft">{wire}</span>
              <span class="gallery-sentence">{sentence}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
