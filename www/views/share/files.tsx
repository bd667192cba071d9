/** Saves a file: this page with the transcript inside, or the transcript alone. */
import { formatSize } from "../../format";
import { currentView } from "../../link/view";
import { downloadFile, fileName } from "../../share/export";
import type { ExportedRecords } from "../../share/records";
import { buildSavedPage } from "../../share/saved-page";
import { ShareOption } from "./share-option";

/** `records` is absent while they are being made. */
export function Files({ name, records }: { name: string; records: ExportedRecords | undefined }) {
  const pageSize = [...document.querySelectorAll("script:not(#data), style")].reduce((size, { textContent }) => size + (textContent?.length ?? 0), 0);
  const savePage = () => records && downloadFile(fileName(name, ".rethought.html"), buildSavedPage(name, records.lines, String(currentView())), "text/html");
  const saveTranscript = () => records && downloadFile(fileName(name, ".ndjson"), records.lines, "application/x-ndjson");
  return (
    <>
      <ShareOption
        label="Save as one HTML file"
        description={`This page with the transcript inside: ${records ? formatSize(pageSize + records.size) : "…"}. Opens in any browser, offline too.`}
        onClick={savePage}
        disabled={!records}
      />
      <ShareOption
        label="Save transcript"
        description={`Requests and answers, one pair a line (NDJSON): ${records ? formatSize(records.size) : "…"}.`}
        onClick={saveTranscript}
        disabled={!records}
      />
    </>
  );
}
