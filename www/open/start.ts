/** Opens the transcript that came with the page or its link. */
import { batch } from "@preact/signals";
import { errorMessage } from "../errors";
import { decompressFromLink } from "../link/compress";
import { applyView, isPlace, parseView, type View } from "../link/view";
import { chooseExchange, exchanges, opened, trouble } from "../state";
import { findWorstExchange } from "./arrival";
import { openServed, parseServed, reportServed } from "./served";
import { readExamples } from "./examples";
import { pendingView, source } from "./source";
import { openTranscript } from "./transcript";

/** Opens the first transcript and follows later changes of the address. Called once the core runs. */
export function openInitialTranscript(): void {
  const link = parseHash(location.href);
  const text = document.getElementById("data")?.textContent?.trim();
  if (text && !link.has("example") && !link.has("data")) openEmbedded(text, link);
  else openLinked(link);
  // The event has the address that was set. The page itself may have overwritten it since.
  addEventListener("hashchange", ({ newURL }) => openLinked(parseHash(newURL)));
}

/** The parameters in the fragment of an address. */
const parseHash = (address: string): URLSearchParams => new URLSearchParams(new URL(address).hash.slice(1));

/** Opens the transcript that was saved inside the page. */
function openEmbedded(text: string, linked: URLSearchParams): void {
  try {
    const data = JSON.parse(text) as { name?: unknown; text?: unknown; base64?: unknown; view?: unknown; path?: unknown };
    const served = parseServed(data);
    if (served) {
      openServed(served).catch(reportServed);
      return;
    }
    const content = typeof data.base64 === "string" ? decodeBase64(data.base64) : data.text;
    if (typeof content !== "string" && !(content instanceof Blob)) throw new TypeError();
    const view = linked.size ? linked : new URLSearchParams(typeof data.view === "string" ? data.view : "");
    void openTranscript(typeof data.name === "string" ? data.name : "Transcript", content, { kind: "page", path: typeof data.path === "string" ? data.path : undefined }, parseView(view));
  } catch {
    trouble.value = "The transcript in this page cannot be read. The file was cut or changed.";
  }
}

/** Decodes a transcript that is not text, such as gzip. */
const decodeBase64 = (base64: string): Blob => new Blob([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))]);

function openLinked(linked: URLSearchParams): void {
  const id = linked.get("example");
  const data = linked.get("data");
  const from = source.value;
  const view = parseView(linked);
  const isSameTranscript = from?.kind === "example" ? from.id === id : from?.kind === "link" ? from.data === data : id === null && data === null;
  if (opened.value && isSameTranscript) {
    batch(() => {
      if (view.exchange === undefined) chooseExchange(findWorstExchange(exchanges.value));
      applyView(view);
    });
  } else if (id !== null) void openExample(id, view);
  else if (data !== null) void openLinkData(data, linked.get("name") || "Transcript", view);
  else {
    applyView(view);
    pendingView.value = isPlace(view) ? view : undefined;
  }
}

export async function openExample(id: string, view = parseView(new URLSearchParams())): Promise<void> {
  try {
    const example = (await readExamples()).find((each) => each.id === id);
    if (example) await openTranscript(example.title, example.text, { kind: "example", id }, view);
    else trouble.value = `Unknown example ${id}.`;
  } catch (error) {
    trouble.value = errorMessage(error);
  }
}

async function openLinkData(data: string, name: string, view: View): Promise<void> {
  try {
    await openTranscript(name, await decompressFromLink(data), { kind: "link", data }, view);
  } catch {
    trouble.value = "The data in the link cannot be read. The link was cut or changed. Ask for it again, or for the file.";
  }
}
