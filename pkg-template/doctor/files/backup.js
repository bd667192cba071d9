// Backups of sessions: each file has a folder, and each backup in it is named after its time. A backup has the mode of its file.
import { createHash } from "node:crypto";
import { chmodSync, chownSync, closeSync, constants, copyFileSync, fsyncSync, mkdirSync, openSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { stateFolder } from "../places/state.js";
import { syncFolder } from "./replace-file.js";

const OWN_FOLDER = 0o700;
/** Names the file of which a folder has backups. */
const LABEL = "file.txt";
const PART = ".part";

/** Copies a file to its folder of backups. Returns the path of the backup. */
export const makeBackup = (path, where) => keep(path, basename(path), (draft) => copy(path, draft), where);

/** Keeps a text as a backup of a session `key`, which is in no file of its own. Returns the path of the backup. */
export function keepBackup(key, name, text, where) {
  return keep(key, name, (draft) => {
    writeFileSync(draft, text, { flag: "wx", mode: 0o600 });
    sync(draft);
  }, where);
}

/** The text of a backup. */
export const readBackup = (backup) => readFileSync(backup, "utf8");

function keep(key, name, write, where) {
  const folder = folderOf(key, where);
  mkdirSync(folder, { recursive: true, mode: OWN_FOLDER });
  writeFileSync(join(folder, LABEL), `${key}\n`, { mode: 0o600 });
  const backup = join(folder, nameOf(folder, name));
  const draft = `${backup}${PART}`;
  try {
    write(draft);
    renameSync(draft, backup);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  for (const one of [folder, dirname(folder)]) syncFolder(one);
  return backup;
}

/** The next name: the time, and the number of those before, since two backups may be made within a millisecond. */
function nameOf(folder, name) {
  const number = String(namesIn(folder).length + 1).padStart(3, "0");
  return `${new Date().toISOString().replace(/[:.]/g, "-")}-${number}-${name}`;
}

function copy(path, draft) {
  const { mode, uid, gid } = statSync(path);
  // Systems that can share the blocks of two files do not copy them.
  copyFileSync(path, draft, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  try {
    chownSync(draft, uid, gid);
  } catch {
    // Only the superuser may give files away.
  }
  chmodSync(draft, mode & 0o7777);
  sync(draft);
}

function sync(path) {
  const file = openSync(path, "r");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** The backups of a file, the newest first. */
export function backupsOf(path, where) {
  const folder = folderOf(path, where);
  return namesIn(folder).reverse().map((name) => join(folder, name));
}

/** Removes the backups of a file, or all. Returns `{count, bytes}` of those that it removed. */
export function removeBackups(path, where) {
  const folders = path === undefined ? foldersIn(rootOf(where)) : [folderOf(path, where)];
  const removed = folders.flatMap((folder) => namesIn(folder).map((name) => statSync(join(folder, name)).size));
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  return { count: removed.length, bytes: removed.reduce((sum, size) => sum + size, 0) };
}

/** The files of which there are backups. */
export const backedUp = (where) => foldersIn(rootOf(where)).flatMap((folder) => labelOf(folder) ?? []);

function labelOf(folder) {
  try {
    return readFileSync(join(folder, LABEL), "utf8").replace(/\n$/, "");
  } catch {
    return undefined;
  }
}

const rootOf = (where) => join(stateFolder(where), "backups");
const folderOf = (path, where) => join(rootOf(where), createHash("sha256").update(path).digest("hex").slice(0, 24));

function foldersIn(root) {
  try {
    return readdirSync(root).map((name) => join(root, name));
  } catch {
    return [];
  }
}

/** The names of the backups in a folder, the oldest first. */
function namesIn(folder) {
  try {
    return readdirSync(folder).filter((name) => name !== LABEL && !name.endsWith(PART)).sort();
  } catch {
    return [];
  }
}
