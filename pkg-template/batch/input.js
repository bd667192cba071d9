// The bytes of the input: standard input or files, unpacked if they are gzip.
import { open } from "node:fs/promises";
import { unreadable } from "../text/unreadable.js";
import { StandardInput } from "./standard-input.js";
import { unpackedGzip } from "./unpacked-gzip.js";

/** The number of bytes of one read. */
const CHUNK = 1 << 18;

/** Thrown if an input cannot be read, or not to its end. */
export class InputFault extends Error {}

/** Opens every file before the first is read, so that a wrong name is reported at once. @throws {InputFault} if one cannot be opened. */
export async function openInputs(paths) {
  const inputs = [];
  for (const path of paths) inputs.push(path === "-" ? { name: "standard input", handle: new StandardInput() } : { name: path, handle: await opened(path) });
  return inputs;
}

async function opened(path) {
  let handle;
  try {
    handle = await open(path);
    if ((await handle.stat()).isDirectory()) throw new Error("this is a folder without files to read");
    return handle;
  } catch (cause) {
    await handle?.close();
    throw new InputFault(`${path}: ${cause.code ? unreadable(cause) : cause.message}`, { cause });
  }
}

/**
 * Yields the chunks of an input. A chunk is invalid when the next is requested. @throws {InputFault} if reading fails, or the gzip is cut or damaged.
 */
export async function* chunksOf({ name, handle }) {
  try {
    yield* unpackedGzip(read(handle));
  } catch (cause) {
    throw new InputFault(`${name} cannot be read to its end: ${cause.message}`, { cause });
  }
}

export async function closeInputs(inputs) {
  await Promise.all(inputs.map(({ handle }) => handle.close()));
}

async function* read(handle) {
  // One buffer for all chunks: new ones would become garbage faster than it is collected.
  const chunk = Buffer.allocUnsafeSlow(CHUNK);
  for (;;) {
    const { bytesRead } = await handle.read(chunk, 0, CHUNK, null);
    if (!bytesRead) return;
    yield chunk.subarray(0, bytesRead);
  }
}
