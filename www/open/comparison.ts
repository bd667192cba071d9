/** Two sessions side by side: both are read, and their exchanges are compared from the beginning. */
import { batch, signal } from "@preact/signals";
import type { Core } from "../core/core";
import { errorMessage } from "../errors";
import { Session } from "../session/session";
import { SLICE_MS, yieldToBrowser } from "../slices";
import { trouble } from "../state";
import { readChunks } from "./chunks";
import type { ListedFile } from "./library";
import { waitForCore } from "./wait-for-core";

/** A file of the list, with its row. */
export interface ChosenFile {
  readonly file: ListedFile;
  readonly row: number;
}

export interface ComparedSession {
  readonly name: string;
  /** Its row in the list. */
  readonly row: number;
  readonly session: Session;
}

/** The two sessions, once they are read. */
export const compared = signal<readonly [ComparedSession, ComparedSession] | undefined>(undefined);
/** The names of the files that are being read for a comparison. */
export const comparing = signal<readonly [string, string] | undefined>(undefined);

const PIECE_BYTES = 32 << 10;

/** Reads two files and shows them side by side. */
export async function compareFiles(left: ChosenFile, right: ChosenFile): Promise<void> {
  const core = await waitForCore();
  if (!core) return;
  const mine = (comparing.value = [left.file.name, right.file.name]);
  const isWanted = () => comparing.value === mine;
  try {
    const one = await readSession(core, await left.file.load(), isWanted);
    const other = one && (await readSession(core, await right.file.load(), isWanted));
    if (!one || !other || !isWanted()) return;
    batch(() => {
      compared.value = [
        { name: left.file.name, row: left.row, session: one },
        { name: right.file.name, row: right.row, session: other },
      ];
      comparing.value = undefined;
    });
  } catch (error) {
    if (!isWanted()) return;
    comparing.value = undefined;
    trouble.value = `The two sessions could not be compared: ${errorMessage(error)}`;
  }
}

export function closeComparison(): void {
  batch(() => {
    compared.value = undefined;
    comparing.value = undefined;
  });
}

async function readSession(core: Core, blob: Blob, isWanted: () => boolean): Promise<Session | undefined> {
  const session = new Session(core);
  const reader = new core.SessionReader();
  let sliceStart = performance.now();
  for await (const { bytes } of readChunks(blob)) {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      for (const record of reader.push(bytes.subarray(at, at + PIECE_BYTES))) session.add(record);
      if (performance.now() - sliceStart < SLICE_MS) continue;
      await yieldToBrowser();
      if (!isWanted()) return undefined;
      sliceStart = performance.now();
    }
  }
  for (const record of reader.finish()) session.add(record);
  session.finish();
  return session;
}
