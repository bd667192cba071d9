/** The sheet with the ways out: links that are text, and files that are made here. */
import "./share.css";
import { useEffect, useState } from "preact/hooks";
import { Dialog } from "../../dialog";
import { type Saved, saved } from "../../share/records";
import { core, opened, revision, session, sheet } from "../../state";
import { words } from "../../words";
import { Files } from "./files";
import { Links } from "./links";
import { Redaction } from "./redaction";

export function Share() {
  const [isRedacted, redact] = useState(true);
  const [made, make] = useState<Saved>();
  const [running, open, name, grown] = [core.value, session.value, opened.value?.name ?? "", revision.value];
  useEffect(() => {
    let isWanted = true;
    make(undefined);
    if (running && open) void saved(running, open, isRedacted, () => isWanted).then((result) => isWanted && make(result));
    return () => {
      isWanted = false;
    };
  }, [open, isRedacted, grown]);
  return (
    <Dialog title={words.share.title} close={() => (sheet.value = undefined)}>
      <p class="share-local">{words.share.local}</p>
      {open && (
        <>
          <Redaction isRedacted={isRedacted} redact={redact} hits={made?.hits} hasStreams={open.exchanges.some(({ record }) => record.stream)} />
          <div class="share-ways">
            <Links name={name} made={made} />
            <Files name={name} made={made} />
          </div>
          {open.faults.length > 0 && <p class="soft">{words.share.skipped}</p>}
        </>
      )}
    </Dialog>
  );
}
