/** The promise that nothing leaves the page, with what enforces it: the policy as the document has it. */
import { words } from "../../words";

export function Policy() {
  const meta = document.querySelector<HTMLMetaElement>('meta[http-equiv="Content-Security-Policy"]');
  return (
    <div class="policy">
      <p>{words.opener.local}</p>
      <details>
        <summary>{words.opener.policy}</summary>
        <ul class="mono">
          {(meta?.content ?? "").split("; ").map((directive) => (
            <li key={directive}>{directive}</li>
          ))}
        </ul>
      </details>
    </div>
  );
}
