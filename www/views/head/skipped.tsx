/** Lines of the transcript that could not be read: how many, and on demand which, and why. */
import { useState } from "preact/hooks";
import { Dialog } from "../../dialog";
import { grouped } from "../../figures";
import { Shape } from "../../icons";
import { opened, revision } from "../../state";
import { counted, filled, words } from "../../words";

/** How many are listed: a file that is broken throughout has as many as it has lines. */
const LISTED = 200;

export function Skipped() {
  const [isListed, list] = useState(false);
  // A session grows in place: who looks at it looks at how much it has grown.
  const faults = (revision.value, opened.value?.session.faults ?? []);
  if (!faults.length) return null;
  return (
    <>
      <button class="chip" data-tone="degrade" onClick={() => list(true)}>
        <Shape tone="degrade" />
        {counted(words.head.skipped, faults.length)}
      </button>
      {isListed && (
        <Dialog title={words.head.skippedTitle} close={() => list(false)}>
          <p class="soft">{filled(words.head.skippedWhat, opened.value?.name ?? "")}</p>
          <table class="head-faults">
            <thead>
              <tr>
                <th scope="col">{words.head.place.line}</th>
                <th scope="col">{words.head.place.byte}</th>
                <th scope="col">{words.head.place.reason}</th>
              </tr>
            </thead>
            <tbody>
              {faults.slice(0, LISTED).map(({ line, offset, reason }, nth) => (
                <tr key={nth}>
                  <td>{grouped(line)}</td>
                  <td>{grouped(offset)}</td>
                  <td>{reason}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {faults.length > LISTED && <p class="soft">{filled(words.head.more, faults.length - LISTED)}</p>}
        </Dialog>
      )}
    </>
  );
}
