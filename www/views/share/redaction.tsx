/** The switch that takes secrets out of what is shared, and a list of what it took out. Turning it off asks for confirmation. */
import "./redaction.css";
import { useState } from "preact/hooks";

interface Props {
  isRedacted: boolean;
  onChange: (isRedacted: boolean) => void;
  /** How often each kind of secret was found; absent while they are searched. */
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
        Remove keys, tokens, passwords and personal data
      </label>
      {isAsking ? (
        <div class="share-confirm" role="alert">
          <p>Everything is then saved as recorded, with any keys and names in it.</p>
          <button onClick={() => confirm(false)}>Leave everything in</button>
          <button class="primary" onClick={() => confirm(true)}>
            Keep it redacted
          </button>
        </div>
      ) : isRedacted ? (
        <Hits hits={hits} hasStreams={hasStreams} />
      ) : (
        <p class="share-warned">Everything is then saved as recorded, with any keys and names in it.</p>
      )}
    </section>
  );
}

function Hits({ hits, hasStreams }: Pick<Props, "hits" | "hasStreams">) {
  return (
    <div aria-live="polite">
      {!hits ? (
        <p class="soft">Looking for what must not be shared …</p>
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
        <p>Nothing to remove was found. Only known kinds are found, so read what you share.</p>
      )}
      <p class="soft">
        Signatures and encrypted reasoning keep every byte. {hasStreams && "Streams are saved as the answers that they came to."}
      </p>
    </div>
  );
}
