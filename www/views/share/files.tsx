/** Files: this page with the transcript inside, and the transcript alone. */
import { download, fileName, pageWith } from "../../share/page";
import type { Saved } from "../../share/records";
import { viewNow } from "../../share/view";
import { filled, words } from "../../words";
import { bytes, Way } from "./way";

export function Files({ name, made }: { name: string; made: Saved | undefined }) {
  const { page, pageWhat, transcript, transcriptWhat } = words.share;
  const own = [...document.querySelectorAll("script:not(#data), style")].reduce((size, { textContent }) => size + (textContent?.length ?? 0), 0);
  const savePage = () => made && download(fileName(name, ".rethought.html"), pageWith(name, made.lines, String(viewNow())), "text/html");
  const saveTranscript = () => made && download(fileName(name, ".ndjson"), made.lines, "application/x-ndjson");
  return (
    <>
      <Way label={page} what={filled(pageWhat, made ? bytes(own + made.size) : "…")} act={savePage} disabled={!made} />
      <Way label={transcript} what={filled(transcriptWhat, made ? bytes(made.size) : "…")} act={saveTranscript} disabled={!made} />
    </>
  );
}
