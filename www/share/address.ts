/**
 * Updates the address of the page with the view, so that it can be reloaded, bookmarked and sent. The address never contains the transcript of a
 * file.
 */
import { effect } from "@preact/signals";
import { currentView } from "../link/view";
import { pendingView, source } from "../open/source";
import { core, opened, reading, trouble } from "../state";

/** The pause before the address is written. Browsers ignore a page that changes its address too often. */
const PAUSE_MS = 250;

export function syncAddress(): void {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    const hash = currentHash(true);
    const isSettled = core.value && !reading.value && !pendingView.value && (opened.value || !trouble.value);
    clearTimeout(waiting);
    if (isSettled) waiting = setTimeout(writeAddress, PAUSE_MS, hash);
  });
}

/** The fragment that leads to the current view. With `includesData`, a transcript that came in a link stays in the fragment. */
export function currentHash(includesData: boolean): string {
  const link = new URLSearchParams();
  const from = opened.value && source.value;
  if (from?.kind === "example") link.set("example", from.id);
  if (from?.kind === "link" && includesData) {
    link.set("name", opened.value?.name ?? "");
    link.set("data", from.data);
  }
  for (const [name, value] of currentView()) link.set(name, value);
  return link.size ? `#${link}` : "";
}

/** The address of the page with another fragment. */
export const addressWith = (hash: string): string => location.href.replace(/#.*$/s, "") + hash;

function writeAddress(hash: string): void {
  if (location.hash === hash) return;
  try {
    history.replaceState(history.state, "", addressWith(hash));
  } catch {
    // Some browsers refuse this for pages opened from disk, and all of them if it happens too often. The link of the share dialog does not depend on it.
  }
}
