/** The share dialog: links, and files that are made in the page. */
import "./share.css";
import { useEffect, useState } from "preact/hooks";
import { Dialog } from "../../dialog";
import { type ExportedRecords, exportRecords } from "../../share/records";
import { core, openDialog, opened, revision, session } from "../../state";
import { Files } from "./files";
import { Links } from "./links";
import { Redaction } from "./redaction";

export function Share() {
  const [isRedacted, setRedacted] = useState(true);
  const [records, setRecords] = useState<ExportedRecords>();
  const startedCore = core.value;
  const open = session.value;
  const name = opened.value?.name ?? "";
  useEffect(() => {
    let isWanted = true;
    setRecords(undefined);
    if (startedCore && open) void exportRecords(startedCore, open, isRedacted, () => isWanted).then((made) => isWanted && setRecords(made));
    return () => {
      isWanted = false;
    };
  }, [open, isRedacted, revision.value]);
  return (
    <Dialog title="Share" onClose={() => (openDialog.value = undefined)}>
      <p class="share-local">Nothing is uploaded. A link is text, and a file is made in this page.</p>
      {open && (
        <>
          <Redaction isRedacted={isRedacted} onChange={setRedacted} hits={records?.hits} hasStreams={open.exchanges.some(({ record }) => record.stream)} />
          <div class="share-options">
            <Links name={name} records={records} />
            <Files name={name} records={records} />
          </div>
          {open.faults.length > 0 && <p class="soft">Lines that could not be read are left out.</p>}
        </>
      )}
    </Dialog>
  );
}
