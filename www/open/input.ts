/** Files and texts that a person drops, pastes or picks. */
import { signal } from "@preact/signals";
import { formatNumber, plural } from "../format";
import { closeLibrary, openFiles } from "./library";
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
  field.multiple = true;
  field.hidden = true;
  field.oncancel = () => field.remove();
  field.onchange = () => {
    field.remove();
    void openPicked([...(field.files ?? [])]);
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
  // The entries are gone after the first pause, so they are read at once.
  const entries = [...transfer.items].flatMap((item) => (item.kind === "file" ? (item.webkitGetAsEntry?.() ?? []) : []));
  const files = [...transfer.files];
  const folder = entries.find(({ isDirectory }) => isDirectory);
  if (folder) await openFolder(folder.name, entries);
  else if (files.length) await openPicked(files);
  else await openText(transfer.getData("text/plain"), name);
}

async function openPicked(files: readonly File[]): Promise<void> {
  if (files.length) await openFiles(plural(files.length, "file"), files.map((file) => [file.name, file] as const));
}

/** The maximum number of files of a folder. A home folder has far more, and none of them is meant. */
const MAX_FILES = 5000;

async function openFolder(name: string, entries: readonly FileSystemEntry[]): Promise<void> {
  const files: (readonly [string, File])[] = [];
  for (const entry of entries) await addFiles(entry, "", files);
  files.sort(([one], [other]) => (one < other ? -1 : 1));
  if (!files.length) notice.value = `${name} has no files that may be transcripts.`;
  else await openFiles(name, files);
  if (files.length === MAX_FILES) notice.value = `Only the first ${formatNumber(MAX_FILES)} files of ${name} are listed.`;
}

async function addFiles(entry: FileSystemEntry, above: string, files: (readonly [string, File])[]): Promise<void> {
  if (entry.name.startsWith(".") && above) return;
  const path = above + entry.name;
  if (entry.isFile) {
    if (TRANSCRIPT.test(entry.name) && files.length < MAX_FILES) files.push([path, await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))]);
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    // A reader gives a part of a folder each time, and nothing at its end.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (!some.length || files.length >= MAX_FILES) return;
    for (const inside of some) await addFiles(inside, `${path}/`, files);
  }
}

/** The names of files in a folder that may be transcripts. */
const TRANSCRIPT = /\.(?:jsonl|json|ndjson|har|ya?ml|gz|sse|zip|eval)$/i;

async function openText(text: string, name: string): Promise<void> {
  if (!text.trim()) {
    notice.value = "Nothing to open: no text and no file.";
    return;
  }
  closeLibrary();
  await openTranscript(name, text, { kind: "text" });
}

const isField = (target: EventTarget | null): boolean => target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));
