/** Opens what the page was given: a transcript inside it, or what a link names. */
import { batch } from "@preact/signals";
import { reasonOf } from "../reason";
import { inflated } from "../share/packed";
import { isPlace, look, type View, viewOf } from "../share/view";
import { choose, exchanges, opened, trouble } from "../state";
import { words } from "../words";
import { worst } from "./arrival";
import { readExamples } from "./examples";
import { awaited, source } from "./source";
import { openTranscript } from "./transcript";

/** Called once the core runs. */
export function openWhatIsGiven(): void {
  const linked = linkedBy(location.href);
  const text = document.getElementById("data")?.textContent?.trim();
  if (text && !linked.has("example") && !linked.has("data")) openInside(text, linked);
  else openLinked(linked);
  // The page writes its address too, and may have written over this one before the event comes.
  addEventListener("hashchange", ({ newURL }) => openLinked(linkedBy(newURL)));
}

/** What an address says of the data and the place in them. */
const linkedBy = (address: string): URLSearchParams => new URLSearchParams(new URL(address).hash.slice(1));

/** The transcript that was saved with the page. */
function openInside(text: string, linked: URLSearchParams): void {
  try {
    const data = JSON.parse(text) as { name?: unknown; text?: unknown; base64?: unknown; view?: unknown };
    const content = typeof data.base64 === "string" ? bytesIn(data.base64) : data.text;
    if (typeof content !== "string" && !(content instanceof Blob)) throw new TypeError();
    const view = linked.size ? linked : new URLSearchParams(typeof data.view === "string" ? data.view : "");
    void openTranscript(typeof data.name === "string" ? data.name : words.opener.unnamed, content, { way: "page" }, viewOf(view));
  } catch {
    trouble.value = words.open.badBlock;
  }
}

/** Bytes that are no text, such as gzip. */
const bytesIn = (base64: string): Blob => new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))]);

function openLinked(linked: URLSearchParams): void {
  const [id, data, from, view] = [linked.get("example"), linked.get("data"), source.value, viewOf(linked)];
  const isOpen = from?.way === "example" ? from.id === id : from?.way === "link" ? from.data === data : id === null && data === null;
  if (opened.value && isOpen) {
    batch(() => {
      if (view.exchange === undefined) choose(worst(exchanges.value));
      look(view);
    });
  } else if (id !== null) void openExample(id, view);
  else if (data !== null) void openData(data, linked.get("name") || words.opener.unnamed, view);
  else {
    look(view);
    awaited.value = isPlace(view) ? view : undefined;
  }
}

/** Opens one of the examples. */
export async function openExample(id: string, view = viewOf(new URLSearchParams())): Promise<void> {
  try {
    const example = (await readExamples()).find((each) => each.id === id);
    if (example) await openTranscript(example.title, example.text, { way: "example", id }, view);
    else trouble.value = words.open.noExample;
  } catch (error) {
    trouble.value = reasonOf(error);
  }
}

async function openData(data: string, name: string, view: View): Promise<void> {
  try {
    await openTranscript(name, await inflated(data), { way: "link", data }, view);
  } catch {
    trouble.value = words.open.badLink;
  }
}
