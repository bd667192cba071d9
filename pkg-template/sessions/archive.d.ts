// Zip archives: the files in them, each read by itself.

/** A file in a zip archive. `readSession`, `readTranscript` and `diagnose` take it as their source. */
export interface ArchivedFile {
  /** Its path in the archive. */
  readonly name: string;
  /** The number of its bytes, unpacked. */
  readonly size: number;
  /**
   * The file. If it is packed, this is gzip, which every reader of the package unpacks. Rejects for a kind of packing that is not read, such as Zstandard.
   *
   * @example
   * import { filesInArchive } from "rethought/sessions";
   *
   * const empty = new Blob([Uint8Array.of(0x50, 0x4b, 5, 6), new Uint8Array(18)]);
   * const [file] = await filesInArchive(empty);
   * await file?.blob(); // → undefined
   */
  blob(): Promise<Blob>;
  /**
   * The bytes of `blob`.
   *
   * @example
   * import { filesInArchive } from "rethought/sessions";
   *
   * const empty = new Blob([Uint8Array.of(0x50, 0x4b, 5, 6), new Uint8Array(18)]);
   * const [file] = await filesInArchive(empty);
   * await file?.stream(); // → undefined
   */
  stream(): AsyncIterable<Uint8Array>;
}

/**
 * Lists the files in a zip archive. Hidden files are left out, and a log of Inspect (`.eval`) has only its samples. `readTranscript` and `readSession` read all
 * files of an archive one after the other.
 *
 * @example
 * import { filesInArchive } from "rethought/sessions";
 *
 * const empty = new Blob([Uint8Array.of(0x50, 0x4b, 5, 6), new Uint8Array(18)]);
 * await filesInArchive(empty); // → []
 *
 * @throws {InputError} if it is not a zip archive (`E_INPUT`), damaged (`E_ZIP_DAMAGED`), or of a kind that is not read (`E_ZIP_METHOD`).
 */
export function filesInArchive(archive: Blob): Promise<ArchivedFile[]>;
