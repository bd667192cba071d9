import type { Store } from "../stores/store.js";

/** A `URL` of a file. Not named, since that name needs DOM or Node types. */
export interface FileUrl {
  readonly href: string;
}

/**
 * Opens a store in a folder, for programs with `node:fs`. Answers are in one file, to which any number of programs append at once; none that dies leaves a
 * value half written. It belongs on a local disk, and a program that uses it holds about 250 bytes of index for each answer in memory. Folders of earlier
 * versions, with a file for each value, are still read. Files and folders that it makes are readable by the user of the program alone. With `sync`, which is
 * the default, every value is on the disk when the promise is kept. A loss of power then loses none.
 *
 * @example
 * import { mkdtempSync } from "node:fs";
 * import { Ledger } from "rethought";
 * import { folderStore } from "rethought/folder";
 *
 * const ledger = await Ledger.open(folderStore(mkdtempSync("/tmp/ledger-")));
 * await ledger.record({ request, response, target: "anthropic-messages" }); // → true
 *
 * @throws {InputError} if the path is none.
 * @throws {StoreError} if there is no such folder and it cannot be made.
 */
export function folderStore(path: string | FileUrl, options?: { sync?: boolean | undefined }): Store;
