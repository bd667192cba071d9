/** The number of lines that could not be read, and on demand a list of them with the reasons. */
import "./skipped-lines.css";
import { useState } from "preact/hooks";
import { Dialog } from "../../dialog";
import { formatNumber, plural } from "../../format";
import { ToneIcon } from "../../icons";
import { opened, revision } from "../../state";

/** The number of lines to list. In a broken file every line may be one. */
const MAX_LISTED = 200;

export function SkippedLines() {
  const [isOpen, setOpen] = useState(false);
  // The session grows in place. Reading the revision draws this again when it has grown.
  void revision.value;
  const faults = opened.value?.session.faults ?? [];
  if (!faults.length) return null;
  return (
    <>
      <button class="chip" data-tone="degrade" onClick={() => setOpen(true)}>
        <ToneIcon tone="degrade" />
        {plural(faults.length, "line skipped", "lines skipped")}
      </button>
      {isOpen && (
        <Dialog title="Lines that could not be read" onClose={() => setOpen(false)}>
          <p class="soft">The rest of {opened.value?.name ?? ""} is shown. Saved and shared files leave these lines out.</p>
          <table class="head-faults">
            <thead>
              <tr>
                <th scope="col">Line</th>
                <th scope="col">Byte</th>
                <th scope="col">Why</th>
              </tr>
            </thead>
            <tbody>
              {faults.slice(0, MAX_LISTED).map(({ line, offset, reason }, nth) => (
                <tr key={nth}>
                  <td>{formatNumber(line)}</td>
                  <td>{formatNumber(offset)}</td>
                  <td>{reason}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {faults.length > MAX_LISTED && <p class="soft">and {formatNumber(faults.length - MAX_LISTED)} more</p>}
        </Dialog>
      )}
    </>
  );
}
