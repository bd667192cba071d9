// Sessions inside of a file or folder: those of a zip archive, and those that OpenCode and Kilo keep in a database, or kept in a folder of files.
//
// The address of one is the path of the file, a zero byte, and the name inside. No path has a zero byte, and an address is a string, which a thread can send.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import { filesInBytes, isZip } from "../../zip/archive.js";
import { chunksOf } from "../files/edited.js";
import { exportChunks, sessionRows } from "../rows/sessions.js";
import { hasDriver, isDatabase } from "../rows/sqlite.js";

/** The longest archive, and the longest file in one. */
const LONGEST = 1 << 30;
const MARK = "\0";

/** The address of a session inside of a file. */
export const addressOf = (path, name) => `${path}${MARK}${name}`;
export const isInside = (address) => address.includes(MARK);
/** An address as people read it. */
export const shownAddress = (address) => address.replace(MARK, "/");

/** The sessions inside of a file: `{kind, files: [{name, size?, modified?}]}`. Nothing for a file that is a session itself. */
export function sessionsInside(path) {
  const stat = statSync(path);
  if (stat.isDirectory()) return undefined;
  if (isArchive(path)) return { kind: "zip", files: filesInBytes(archiveAt(path)).map(({ name, size }) => ({ name, size })) };
  if (isDatabase(path)) return { kind: "database", files: sessionsInDatabase(path) };
  const storage = storageOf(path);
  return storage && { kind: "storage", files: [{ name: storage.session, size: stat.size, modified: stat.mtimeMs }] };
}

/** The bytes of a session, by its path or address. */
export function chunksAt(address) {
  const [path, name] = address.split(MARK);
  if (name === undefined) return chunksOf(path);
  if (isArchive(path)) return chunksInArchive(path, name);
  return isDatabase(path) ? exportChunks(path, name) : exportOfStorage(storageOf(path));
}

const isArchive = (path) => [...chunksOf(path, { end: HEAD })].some((chunk) => isZip(chunk));
/** So many bytes show whether a file is an archive. */
const HEAD = 16;

/** The sessions of a database of OpenCode or Kilo. */
function sessionsInDatabase(path) {
  if (!hasDriver()) throw new Error("this is a SQLite database, and Node reads it since version 22.13. Export the session with its agent, for example: opencode export <session> > session.json");
  try {
    return sessionRows(path).map(({ id, modified }) => ({ name: String(id), modified: Number(modified) }));
  } catch (cause) {
    const isOther = /no such (?:table|column)/.test(cause.message);
    throw new Error(isOther ? "this looks like a SQLite database, and not like one of OpenCode or Kilo. Export the session with its agent, and give that file" : `the database cannot be read: ${cause.message}`, { cause });
  }
}

function archiveAt(path) {
  const { size } = statSync(path);
  if (size > LONGEST) throw new Error(`the zip archive has ${size} bytes, and the limit is ${LONGEST}. Unpack it, and give the files in it`);
  return readFileSync(path);
}

function* chunksInArchive(path, name) {
  const file = filesInBytes(archiveAt(path)).find((one) => one.name === name);
  if (!file) throw new Error(`${name} is not in the zip archive`);
  const bytes = Buffer.concat(file.read());
  yield bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes, { maxOutputLength: LONGEST }) : bytes;
}

/**
 * The folder of OpenCode's earlier storage that a file is in: `storage/session/<project>/<session>.json`, `storage/message/<session>/<message>.json`,
 * `storage/part/<message>/<part>.json`. Any of these files stands for its session.
 */
function storageOf(path) {
  const whole = resolve(path);
  const folder = dirname(dirname(dirname(whole)));
  if (basename(folder) !== "storage" || !whole.endsWith(".json")) return undefined;
  const [kind, parent, name] = [basename(dirname(dirname(whole))), basename(dirname(whole)), basename(whole, ".json")];
  const session = { session: name, message: parent, part: messageSession(folder, parent) }[kind];
  return session && { folder, session };
}

const messageSession = (folder, message) => namesIn(join(folder, "message")).find((session) => existsSync(join(folder, "message", session, `${message}.json`)));

/** The session of a storage folder, as `opencode export` writes it. */
function* exportOfStorage({ folder, session }) {
  const project = namesIn(join(folder, "session")).find((one) => existsSync(join(folder, "session", one, `${session}.json`)));
  const info = project === undefined ? JSON.stringify({ id: session, projectID: "", directory: "" }) : readFileSync(join(folder, "session", project, `${session}.json`), "utf8");
  yield Buffer.from(`{"info":${info.trim()},"messages":[`);
  let comma = "";
  for (const name of namesIn(join(folder, "message", session))) {
    const message = basename(name, ".json");
    const parts = namesIn(join(folder, "part", message)).map((part) => readFileSync(join(folder, "part", message, part), "utf8").trim());
    yield Buffer.from(`${comma}\n{"info":${readFileSync(join(folder, "message", session, name), "utf8").trim()},"parts":[${parts.join(",")}]}`);
    comma = ",";
  }
  yield Buffer.from("\n]}\n");
}

/** The names in a folder, in their order: ids of OpenCode ascend with time. */
function namesIn(folder) {
  try {
    return readdirSync(folder).filter((name) => !name.startsWith(".")).sort();
  } catch {
    return [];
  }
}
