// Node's driver of SQLite, where there is one: Node 22.13 and later. Node 22.5 to 22.12 have it with the flag --experimental-sqlite.
import { chunksOf } from "../files/edited.js";

/** Opens a database; nothing where this Node has no driver. */
export function openDatabase(path, { isWritten = false } = {}) {
  const sqlite = driver();
  return sqlite && new sqlite.DatabaseSync(path, { readOnly: !isWritten, timeout: BUSY_MS });
}

export const hasDriver = () => driver() !== undefined;

/** True if a file is a SQLite database. */
export const isDatabase = (path) => beginningOf(path).toString("latin1") === SQLITE;

const SQLITE = "SQLite format 3\0";

function beginningOf(path) {
  for (const chunk of chunksOf(path, { end: SQLITE.length })) return chunk;
  return Buffer.alloc(0);
}

/** An agent holds the lock of its database for less time than this. */
const BUSY_MS = 2000;
let loaded;

function driver() {
  if (loaded !== undefined) return loaded || undefined;
  const { emitWarning } = process;
  // Node warns that the driver is young. The user of a command cannot change that.
  process.emitWarning = () => {};
  try {
    loaded = process.getBuiltinModule?.("node:sqlite") ?? false;
  } catch {
    loaded = false;
  } finally {
    process.emitWarning = emitWarning;
  }
  return loaded || undefined;
}
