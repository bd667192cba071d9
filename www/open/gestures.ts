/** What a hand brings: files and texts that are dropped, pasted or picked. */
import { signal } from "@preact/signals";
import { filled, words } from "../words";
import { notice } from "./source";
import { openTranscript } from "./transcript";

/** Whether something from outside is held over the page. */
export const hovered = signal(false);

/** Called once: the whole page takes what is dropped or pasted. */
export function takeGestures(): void {
  // What is dragged out of the page itself is not meant for it.
  let own = false;
  addEventListener("dragstart", () => (own = true));
  addEventListener("dragend", () => (own = false));
  addEventListener("dragover", (event) => {
    if (own || isField(event.target)) return;
    event.preventDefault();
    hovered.value = true;
  });
  addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) hovered.value = false;
  });
  addEventListener("drop", (event) => {
    hovered.value = false;
    if (own || isField(event.target)) return;
    event.preventDefault();
    if (event.dataTransfer) void openTransfer(event.dataTransfer, words.opener.dropped);
  });
  addEventListener("paste", (event) => {
    if (isField(event.target) || !event.clipboardData) return;
    event.preventDefault();
    void openTransfer(event.clipboardData, words.opener.pasted);
  });
}

/** Asks for a file. */
export function pickFile(): void {
  const field = document.createElement("input");
  field.type = "file";
  field.hidden = true;
  field.oncancel = () => field.remove();
  field.onchange = () => {
    field.remove();
    void openFiles([...(field.files ?? [])]);
  };
  // Not every browser asks for one that is nowhere.
  document.body.append(field);
  field.click();
}

/** Takes what is on the clipboard, where the browser lets a page ask for it. */
export async function pasteClipboard(): Promise<void> {
  try {
    await openText(await navigator.clipboard.readText(), words.opener.pasted);
  } catch {
    notice.value = words.opener.pasteByKey;
  }
}

async function openTransfer(transfer: DataTransfer, name: string): Promise<void> {
  const files = [...transfer.files];
  if (files.length) await openFiles(files);
  else await openText(transfer.getData("text/plain"), name);
}

async function openFiles([file, ...others]: readonly File[]): Promise<void> {
  if (!file) return;
  const opening = openTranscript(file.name, file);
  if (others.length) notice.value = filled(words.open.several, others.length + 1, file.name, others.map(({ name }) => name).join(", "));
  await opening;
}

async function openText(text: string, name: string): Promise<void> {
  if (text.trim()) await openTranscript(name, text, { way: "text" });
  else notice.value = words.open.noText;
}

const isField = (target: EventTarget | null): boolean => target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));
