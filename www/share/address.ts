/** Keeps the address of the page in step with what is looked at, so that it can be reloaded, bookmarked and sent. The transcript is not in it. */
import { effect } from "@preact/signals";
import { awaited, source } from "../open/source";
import { core, opened, reading, trouble } from "../state";
import { viewNow } from "./view";

/** Browsers stop listening to a page that changes its address at every stroke. */
const PAUSE = 250;

/** Called once. */
export function keepAddress(): void {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    const hash = hashNow(true);
    const isSettled = core.value && !reading.value && !awaited.value && (opened.value || !trouble.value);
    clearTimeout(waiting);
    if (isSettled) waiting = setTimeout(write, PAUSE, hash);
  });
}

/** The link to what is looked at; to its data too where they came by a link already and the address is the page's own. */
export function hashNow(own: boolean): string {
  const link = new URLSearchParams();
  const from = opened.value && source.value;
  if (from?.way === "example") link.set("example", from.id);
  if (from?.way === "link" && own) {
    link.set("name", opened.value?.name ?? "");
    link.set("data", from.data);
  }
  for (const [name, value] of viewNow()) link.set(name, value);
  return link.size ? `#${link}` : "";
}

/** The address of the page with another end. */
export const addressWith = (hash: string): string => location.href.replace(/#.*$/s, "") + hash;

function write(hash: string): void {
  if (location.hash === hash) return;
  try {
    history.replaceState(history.state, "", addressWith(hash));
  } catch {
    // Some browsers refuse that to a page of a file, and all of them if it comes too often: the link in the sheet is right in any case.
  }
}
