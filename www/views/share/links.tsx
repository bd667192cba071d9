/** Copies a link: to the current view, or with the transcript inside. */
import "./links.css";
import { useEffect, useState } from "preact/hooks";
import { formatSize } from "../../format";
import { compressForLink } from "../../link/compress";
import { currentView } from "../../link/view";
import { source } from "../../open/source";
import { addressWith, currentHash } from "../../share/address";
import { copyText } from "../../share/export";
import type { ExportedRecords } from "../../share/records";
import { ShareOption } from "./share-option";

/** Many programs cut longer links. */
const ADVISED_LENGTH = 30_000;
/** Longer links are refused: browsers accept addresses of up to two megabytes. */
const MAX_LENGTH = 1 << 20;
/** Larger transcripts are not compressed at all: their links would be too long. */
const MAX_UNPACKED = 8 << 20;

/** `records` is absent while they are being made. */
export function Links({ name, records }: { name: string; records: ExportedRecords | undefined }) {
  const [data, setData] = useState<string>();
  useEffect(() => {
    let isWanted = true;
    setData(undefined);
    if (records && records.size <= MAX_UNPACKED) void compressForLink(records.lines).then((compressed) => isWanted && setData(compressed));
    return () => {
      isWanted = false;
    };
  }, [records]);
  /** A link that the browser did not copy; empty if it did. */
  const [linkToCopy, setLinkToCopy] = useState<string>();
  const copy = async (link: string) => setLinkToCopy((await copyText(link)) ? "" : link);
  const isTooLong = records !== undefined && (records.size > MAX_UNPACKED || (data?.length ?? 0) > MAX_LENGTH);
  const localNote = location.protocol === "file:" ? " This page is a local file, so the link works only on this machine." : "";
  const viewDescription = source.value?.kind === "example" ? "The example and the place in it." : "The place only. The recipient needs the file too.";
  return (
    <>
      <ShareOption label="Copy link to this view" description={viewDescription + localNote} onClick={() => copy(addressWith(currentHash(false)))} />
      <ShareOption
        label="Copy link with the data inside"
        description={describeDataLink(data, isTooLong) + localNote}
        onClick={() => copy(addressWith(`#name=${encodeURIComponent(name)}&data=${data}&${currentView()}`))}
        disabled={data === undefined || isTooLong}
      />
      <div class="share-copied" role="status">
        {linkToCopy === "" && <p>Copied.</p>}
        {linkToCopy && (
          <label>
            The browser does not allow the page to copy. Copy the link from here:
            <input readOnly aria-label="Link" value={linkToCopy} onFocus={({ currentTarget }) => currentTarget.select()} />
          </label>
        )}
      </div>
    </>
  );
}

function describeDataLink(data: string | undefined, isTooLong: boolean): string {
  if (isTooLong) return "Too much for a link. Send the file.";
  if (data === undefined) return "… of text in one link.";
  const size = formatSize(data.length);
  return data.length > ADVISED_LENGTH ? `${size} of text in one link. Many programs cut links of this length, so send the file.` : `${size} of text in one link.`;
}
