/** Files: this page with the transcript inside, and the transcript alone. */
import { sizeOf } from "../../figures";
import { download, fileName } from "../../share/handing";
import { pageWith } from "../../share/page";
import type { Saved } from "../../share/records";
import { viewNow } from "../../share/view";
import { filled, words } from "../../words";
import { Way } from "./way";

export function Files({ name, made }: { name: string; made: Saved | undefined }) {
  const own = [...document.querySelectorAll("script:not(#data), style")].reduce((size, { textContent }) => size + (textContent?.length ?? 0), 0);
  const savePage = () => made && download(fileName(name, ".rethought.html"), pageWith(name, made.lines, String(viewNow())), "text/html");
  const saveTranscript = () => made && download(fileName(name, ".ndjson"), made.lines, "application/x-ndjson");
  return (
    <>
      <Way label={words.share.page} what={filled(words.share.pageWhat, made ? sizeOf(own + made.size) : "…")} act={savePage} disabled={!made} />
      <Way label={words.share.transcript} what={filled(words.share.transcriptWhat, made ? sizeOf(made.size) : "…")} act={saveTranscript} disabled={!made} />
    </>
  );
}
