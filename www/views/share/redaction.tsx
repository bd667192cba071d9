/** The switch that removes secrets from shared data, and a list of the removals. Turning it off asks for confirmation. */
import "./redaction.css";
import { useState } from "preact/hooks";

interface Props {
  isRedacted: boolean;
  onChange: (isRedacted: boolean) => void;
  /** The number of removed texts by kind; absent while they are searched. */
  hits: ReadonlyMap<string, number> | undefined;
  hasStreams: boolean;
}

export function Redaction({ isRedacted, onChange, hits, hasStreams }: Props) {
  const [isAsking, setAsking] = useState(false);
  const toggle = (isOn: boolean) => {
    setAsking(!isOn);
    if (isOn) onChange(true);
  };
  const confirm = (isOn: boolean) => {
    setAsking(false);
    onChange(isOn);
  };
  return (
    <section class="share-redaction">
      <label>
        <input type="checkbox" role="switch" checked={isRedacted && !isAsking} onChange={({ currentTarget }) => toggle(currentTarget.checked)} />
        Remove keys, tokens, passwords, email addresses, card numbers and home folders
      </label>
      {isAsking ? (
        <div class="share-confirm" role="alert">
          <p>Everything is saved as recorded, with all keys and names.</p>
          <button onClick={() => confirm(false)}>Leave everything in</button>
          <button class="primary" onClick={() => confirm(true)}>
            Keep it redacted
          </button>
        </div>
      ) : isRedacted ? (
        <Hits hits={hits} hasStreams={hasStreams} />
      ) : (
        <p class="share-warned">Everything is saved as recorded, with all keys and names.</p>
      )}
    </section>
  );
}

function Hits({ hits, hasStreams }: Pick<Props, "hits" | "hasStreams">) {
  return (
    <div aria-live="polite">
      {!hits ? (
        <p class="soft">Searching for secrets …</p>
      ) : hits.size ? (
        <p class="share-hits">
          Removed:
          {[...hits].map(([kind, count]) => (
            <span key={kind} class="chip">
              {count} × {kind}
            </span>
          ))}
        </p>
      ) : (
        <p>No secret of a known kind was found.</p>
      )}
      <p>Names of people and other private texts stay in it. Read what you share.</p>
      <p class="soft">
        Signatures and encrypted reasoning keep every byte. {hasStreams && "Streams are saved as whole answers."}
      </p>
    </div>
  );
}
