/** What is taken out before anything is shared, and the switch that leaves it in, which asks once more. */
import { useState } from "preact/hooks";
import { words } from "../../words";

interface Props {
  isRedacted: boolean;
  redact: (on: boolean) => void;
  hits: ReadonlyMap<string, number> | undefined;
  hasStreams: boolean;
}

export function Redaction({ isRedacted, redact, hits, hasStreams }: Props) {
  const [asks, ask] = useState(false);
  const turn = (on: boolean) => {
    ask(!on);
    if (on) redact(true);
  };
  const settle = (on: boolean) => {
    ask(false);
    redact(on);
  };
  const { redaction, warning, confirm, keep } = words.share;
  return (
    <section class="share-redaction">
      <label>
        <input type="checkbox" role="switch" checked={isRedacted && !asks} onChange={({ currentTarget }) => turn(currentTarget.checked)} />
        {redaction}
      </label>
      {asks ? (
        <div class="share-asks" role="alert">
          <p>{warning}</p>
          <button onClick={() => settle(false)}>{confirm}</button>
          <button class="primary" onClick={() => settle(true)}>
            {keep}
          </button>
        </div>
      ) : isRedacted ? (
        <Hits hits={hits} hasStreams={hasStreams} />
      ) : (
        <p class="share-warned">{warning}</p>
      )}
    </section>
  );
}

function Hits({ hits, hasStreams }: Pick<Props, "hits" | "hasStreams">) {
  const { looking, found, none, kept, streams } = words.share;
  return (
    <div aria-live="polite">
      {!hits ? (
        <p class="soft">{looking}</p>
      ) : hits.size ? (
        <p class="share-hits">
          {found}
          {[...hits].map(([kind, count]) => (
            <span key={kind} class="chip">
              {count} × {kind}
            </span>
          ))}
        </p>
      ) : (
        <p>{none}</p>
      )}
      <p class="soft">
        {kept} {hasStreams && streams}
      </p>
    </div>
  );
}
