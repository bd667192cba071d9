import type { Store } from "./store.js";

/** A `URL` of a file. Not named, since that name needs DOM or Node types. */
export interface FileUrl {
  readonly href: string;
}

/**
 * A store in a folder, a file for each value, for programs with `node:fs`. Any number of programs can use it at once, and none that dies leaves a value half written.
 * With `sync`, which is the default, what was written is on the disk when the promise is kept, and a loss of power loses nothing of it.
 *
 * @throws {InputError} if the path is none.
 * @throws {StoreError} if there is no such folder and it cannot be made.
 */
export function folderStore(path: string | FileUrl, options?: { sync?: boolean | undefined }): Store;
