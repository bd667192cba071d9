/** Lines of the transcript that could not be read: how many, and on demand which, and why. */
import { useState } from "preact/hooks";
import { Icon, SEVERITIES } from "../../icons";
import { opened, revision } from "../../state";
import { counted, filled, words } from "../../words";
import { Dialog } from "../share/dialog";

/** How many are listed: a file that is broken throughout has as many as it has lines. */
const LISTED = 200;

export function Skipped() {
  const [isListed, list] = useState(false);
  // A session grows in place: who looks at it looks at how much it has grown.
  const faults = (revision.value, opened.value?.session.faults ?? []);
  if (!faults.length) return null;
  const { place, more, skipped, skippedTitle, skippedWhat } = words.head;
  return (
    <>
      <button class="chip" data-tone="degrade" onClick={() => list(true)}>
        <Icon path={SEVERITIES.degrade} />
        {counted(skipped, faults.length)}
      </button>
      {isListed && (
        <Dialog title={skippedTitle} close={() => list(false)}>
          <p class="soft">{filled(skippedWhat, opened.value?.name ?? "")}</p>
          <table class="head-faults">
            <thead>
              <tr>
                <th scope="col">{place.line}</th>
                <th scope="col">{place.byte}</th>
                <th scope="col">{place.reason}</th>
              </tr>
            </thead>
            <tbody>
              {faults.slice(0, LISTED).map(({ line, offset, reason }, nth) => (
                <tr key={nth}>
                  <td>{line.toLocaleString("en")}</td>
                  <td>{offset.toLocaleString("en")}</td>
                  <td>{reason}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {faults.length > LISTED && <p class="soft">{filled(more, String(faults.length - LISTED))}</p>}
        </Dialog>
      )}
    </>
  );
}
