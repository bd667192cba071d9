// The source of a session: a file, a file inside of another, or rows of a database. A session is `{path, id, agent?, isRow?}`; `path` is the database of one with
// rows, and an address (places/contained.js) of one inside of a file. One of standard input has its `bytes`.
import { realpathSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { chunksAt, isInside } from "./places/contained.js";
import { exportChunks, stampOfRows } from "./rows/sessions.js";

/** Opens a session from its beginning, as chunks. */
export function openSession({ path, id, isRow, bytes }) {
  if (bytes) return [bytes];
  return isRow ? exportChunks(path, id) : chunksAt(path);
}

/** True if the file of a session is packed with gzip. It is read, and not written. */
export function isPacked(session) {
  for (const chunk of openSession(session)) return chunk[0] === 0x1f && chunk[1] === 0x8b;
  return false;
}

/** A stamp that differs if a session has changed: of a file its inode, length and times, of rows a digest. */
export const stampOfSession = ({ path, id, isRow }) => (isRow ? stampOfRows(path, id) : stampOf(path));

/** A stamp that differs if a file has changed. */
export function stampOf(path) {
  const { dev, ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true });
  return [dev, ino, size, mtimeNs, ctimeNs].join();
}

/** The name under which a session has backups and notes, and by which a list knows it: the same through every link to its folder. */
export const keyOf = ({ path, id, isRow }) => (isRow ? `${realPathOf(path)}#${id}` : isInside(path) ? path : realPathOf(path));

/** The path of a file without links. The file may be gone. */
export function realPathOf(path) {
  try {
    return realpathSync(path);
  } catch {
    const folder = dirname(path);
    return folder === path ? path : join(realPathOf(folder), basename(path));
  }
}
