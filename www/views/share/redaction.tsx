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
  return (
    <section class="share-redaction">
      <label>
        <input type="checkbox" role="switch" checked={isRedacted && !asks} onChange={({ currentTarget }) => turn(currentTarget.checked)} />
        {words.share.redaction}
      </label>
      {asks ? (
        <div class="share-asks" role="alert">
          <p>{words.share.warning}</p>
          <button onClick={() => settle(false)}>{words.share.confirm}</button>
          <button class="primary" onClick={() => settle(true)}>
            {words.share.keep}
          </button>
        </div>
      ) : isRedacted ? (
        <Hits hits={hits} hasStreams={hasStreams} />
      ) : (
        <p class="share-warned">{words.share.warning}</p>
      )}
    </section>
  );
}

function Hits({ hits, hasStreams }: Pick<Props, "hits" | "hasStreams">) {
  return (
    <div aria-live="polite">
      {!hits ? (
        <p class="soft">{words.share.looking}</p>
      ) : hits.size ? (
        <p class="share-hits">
          {words.share.found}
          {[...hits].map(([kind, count]) => (
            <span key={kind} class="chip">
              {count} × {kind}
            </span>
          ))}
        </p>
      ) : (
        <p>{words.share.none}</p>
      )}
      <p class="soft">
        {words.share.kept} {hasStreams && words.share.streams}
      </p>
    </div>
  );
}
