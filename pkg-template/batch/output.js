// Writes standard output as fast as it is read. Node's own stream would silently lose the end of a write that a full disk cuts short.
import { write } from "node:fs";
import { promisify } from "node:util";
import { setTimeout as wait } from "node:timers/promises";

const STDOUT = 1;
/** The milliseconds before a retry on a full pipe that another program has set not to block. */
const FULL_PIPE = 5;
const writeOnce = promisify(write);

/** Thrown when the reader of the output has closed it, as `head` does. */
export class ReaderGone extends Error {}

/** Writes all bytes. @throws {ReaderGone} if nobody reads any more. @throws {Error} if they cannot be written. */
export async function writeAll(bytes) {
  for (let at = 0; at < bytes.length; ) at += await writeSome(bytes, at);
}

async function writeSome(bytes, at) {
  try {
    const { bytesWritten } = await writeOnce(STDOUT, bytes, at, bytes.length - at);
    return bytesWritten;
  } catch (cause) {
    if (cause.code === "EAGAIN") return wait(FULL_PIPE, 0);
    if (cause.code === "EPIPE") throw new ReaderGone("nobody reads the output", { cause });
    throw new Error(`the output cannot be written: ${cause.message}`, { cause });
  }
}
