/** Files and texts that a person drops, pastes or picks. */
import { signal } from "@preact/signals";
import { formatNumber } from "../format";
import { notice } from "./source";
import { openTranscript } from "./transcript";

/** True while something from outside is dragged over the page. */
export const isDraggedOver = signal(false);

/** Lets the whole page accept drops and pastes. Called once. */
export function listenForDropAndPaste(): void {
  // A drag that began in the page itself is not meant to be opened.
  let isOwnDrag = false;
  addEventListener("dragstart", () => (isOwnDrag = true));
  addEventListener("dragend", () => (isOwnDrag = false));
  addEventListener("dragover", (event) => {
    if (isOwnDrag || isField(event.target)) return;
    event.preventDefault();
    isDraggedOver.value = true;
  });
  addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) isDraggedOver.value = false;
  });
  addEventListener("drop", (event) => {
    isDraggedOver.value = false;
    if (isOwnDrag || isField(event.target)) return;
    event.preventDefault();
    if (event.dataTransfer) void openTransfer(event.dataTransfer, "Dropped text");
  });
  addEventListener("paste", (event) => {
    if (isField(event.target) || !event.clipboardData) return;
    event.preventDefault();
    void openTransfer(event.clipboardData, "Pasted text");
  });
}

/** Opens the file picker. */
export function pickFile(): void {
  const field = document.createElement("input");
  field.type = "file";
  field.hidden = true;
  field.oncancel = () => field.remove();
  field.onchange = () => {
    field.remove();
    void openFiles([...(field.files ?? [])]);
  };
  // Some browsers open no picker for an input outside the document.
  document.body.append(field);
  field.click();
}

/** Opens the text on the clipboard, if the browser allows the page to read it. */
export async function pasteClipboard(): Promise<void> {
  try {
    await openText(await navigator.clipboard.readText(), "Pasted text");
  } catch {
    notice.value = "The browser does not allow the page to read the clipboard. Press Ctrl+V or ⌘V.";
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
  if (others.length) notice.value = `Opened 1 of ${formatNumber(others.length + 1)} files: ${file.name}. Not opened: ${others.map(({ name }) => name).join(", ")}.`;
  await opening;
}

async function openText(text: string, name: string): Promise<void> {
  if (text.trim()) await openTranscript(name, text, { kind: "text" });
  else notice.value = "Nothing to open: no text and no file.";
}

const isField = (target: EventTarget | null): boolean => target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));
