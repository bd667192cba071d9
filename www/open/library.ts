/** The files of a folder, of a zip archive, or of several that were opened at once: a list, each with the verdict of its next request. */
import { batch, computed, signal } from "@preact/signals";
import type { Diagnosis } from "rethought/slim/sessions";
import type { Core } from "../core/core";
import { errorMessage } from "../errors";
import { parseView } from "../link/view";
import { core, opened, trouble } from "../state";
import { diagnoseFile } from "./diagnosis";
import { openTranscript } from "./transcript";
import { waitForCore } from "./wait-for-core";

export interface ListedFile {
  readonly name: string;
  readonly size: number | undefined;
  /** The name by which a command finds it. */
  readonly path: string | undefined;
  /** Its number at the server that the page came from. */
  readonly served?: number;
  load(): Promise<Blob>;
}

/** A file and what its diagnosis says. Both are missing while it waits. */
export interface LibraryRow {
  readonly file: ListedFile;
  readonly diagnosis: Diagnosis | undefined;
  readonly trouble: string | undefined;
}

/** The name of the folder or archive, and its files. */
export const library = signal<{ name: string; rows: readonly LibraryRow[] } | undefined>(undefined);
/** The number of files that were diagnosed. */
export const diagnosedCount = computed(() => library.value?.rows.filter(({ diagnosis, trouble }) => diagnosis ?? trouble).length ?? 0);
/** The row whose file is open. */
export const openRow = signal<number | undefined>(undefined);
/** True if the list is shown in place of the open file. */
export const showsLibrary = signal(false);

/** How often the list is drawn while its files are diagnosed. */
const REFRESH_MS = 150;

/** Shows a list of files and begins to diagnose them. */
export async function openLibrary(name: string, files: readonly ListedFile[]): Promise<void> {
  const rows: LibraryRow[] = files.map((file) => ({ file, diagnosis: undefined, trouble: undefined }));
  batch(() => {
    library.value = { name, rows };
    openRow.value = undefined;
    showsLibrary.value = true;
  });
  const started = await waitForCore();
  if (started) await diagnoseRows(started, name, rows);
}

async function diagnoseRows(started: Core, name: string, rows: LibraryRow[]): Promise<void> {
  const mark = library.value;
  let current = mark;
  let lastRefresh = performance.now();
  const isWanted = () => library.value !== undefined && library.value === current;
  for (const [nth, { file }] of rows.entries()) {
    const found = await diagnoseRow(started, file, isWanted);
    if (!found || !isWanted()) return;
    rows[nth] = { file, ...found };
    if (performance.now() - lastRefresh < REFRESH_MS && nth < rows.length - 1) continue;
    lastRefresh = performance.now();
    library.value = current = { name, rows: rows.slice() };
  }
}

async function diagnoseRow(started: Core, file: ListedFile, isWanted: () => boolean): Promise<Omit<LibraryRow, "file"> | undefined> {
  try {
    const diagnosis = await diagnoseFile(started, await file.load(), isWanted);
    return diagnosis && { diagnosis, trouble: undefined };
  } catch (error) {
    return { diagnosis: undefined, trouble: errorMessage(error) };
  }
}

/** Opens a file of the list, at an exchange if one is given. */
export async function openListed(nth: number, exchange?: number): Promise<void> {
  const file = library.value?.rows[nth]?.file;
  if (!file) return;
  batch(() => {
    openRow.value = nth;
    showsLibrary.value = false;
  });
  try {
    await openTranscript(file.name, await file.load(), { kind: "listed", path: file.path }, exchange === undefined ? undefined : parseView(new URLSearchParams({ exchange: String(exchange + 1) })));
  } catch (error) {
    batch(() => {
      showsLibrary.value = true;
      trouble.value = `${file.name} could not be opened: ${errorMessage(error)}`;
    });
  }
}

/** Forgets the list: something else was opened, or the page goes back to its start. */
export function closeLibrary(): void {
  batch(() => {
    library.value = undefined;
    openRow.value = undefined;
    showsLibrary.value = false;
  });
}

/** Opens files: one as it is, several or the files of an archive as a list. */
export async function openFiles(name: string, files: readonly (readonly [name: string, blob: Blob])[]): Promise<void> {
  const listed = (await Promise.all(files.map(([path, blob]) => listedFiles(path, blob)))).flat();
  const [only] = files;
  if (listed.length === 1 && files.length === 1 && only && listed[0]?.name === only[0]) {
    closeLibrary();
    await openTranscript(only[0], only[1]);
  } else await openLibrary(name, listed);
}

async function listedFiles(name: string, blob: Blob): Promise<ListedFile[]> {
  const [first, second, third] = new Uint8Array(await blob.slice(0, 3).arrayBuffer());
  const started = core.value ?? (await waitForCore());
  const isZip = first === 0x50 && second === 0x4b && (third === 3 || third === 5);
  if (!isZip || !started) return [{ name, size: blob.size, path: undefined, load: () => Promise.resolve(blob) }];
  try {
    const files = await started.filesInArchive(blob);
    return files.map((file) => ({ name: `${name}/${file.name}`, size: file.size, path: undefined, load: () => file.blob() }));
  } catch {
    // The reader says what is wrong with it.
    return [{ name, size: blob.size, path: undefined, load: () => Promise.resolve(blob) }];
  }
}

/** True if the page shows neither a list nor a transcript. */
export const isNothingOpen = computed(() => !opened.value && !(library.value && showsLibrary.value));
