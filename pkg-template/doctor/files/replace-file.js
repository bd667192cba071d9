// Writes a file whole or not at all: a crash or a full disk leaves the old text, or no file.
import { randomBytes } from "node:crypto";
import { accessSync, closeSync, constants, copyFileSync, fchmodSync, fchownSync, fsyncSync, linkSync, openSync, readdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync, writeSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isRunning } from "./processes.js";

/**
 * Writes the pieces, any iterable of bytes, to a new file beside the old one, which then takes its name. Mode and owner are kept; a symbolic link stays one,
 * and its target is replaced. `check` is called before the new file takes the name, and refuses by an exception.
 */
export function replaceFile(path, pieces, check) {
  const file = realpathSync(path);
  const stat = statSync(file);
  refuseUnwritable(file, stat);
  swap(file, pieces, stat, check);
}

/** Writes the pieces to a file, which may exist. A device or a pipe is written to as it is. */
export function writeFileWhole(path, pieces) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat && !stat.isFile() && !stat.isDirectory()) return writeFileSync(path, Buffer.concat([...pieces]));
  if (stat) refuseUnwritable(path, stat);
  swap(stat ? realpathSync(path) : path, pieces, stat ?? { mode: 0o666 & ~process.umask() });
}

/** Removes the drafts of a file whose processes have died. */
export function removeDrafts(file) {
  const start = `.${basename(file)}.`;
  for (const name of readdirSync(dirname(file))) {
    const [, pid] = name.startsWith(start) ? (/^(\d+)\.[0-9a-f]{12}\.part$/.exec(name.slice(start.length)) ?? []) : [];
    if (pid && !isRunning(Number(pid))) rmSync(join(dirname(file), name), { force: true });
  }
}

/** Writes a draft beside the file, which then takes its name. `check` may still refuse. */
function swap(file, pieces, stat, check = () => {}) {
  const draft = draftOf(file, pieces, stat);
  try {
    check();
    draft.take();
  } catch (error) {
    draft.remove();
    throw error;
  }
}

/**
 * Writes a draft of a file, with the mode and the owner of `stat`: `take()` gives it the name of the file, `takeNew(name)` gives it a name that no file has, and
 * returns false if one has it, `remove()` removes it.
 */
export function draftOf(file, pieces, stat) {
  const path = join(dirname(file), `.${basename(file)}.${process.pid}.${randomBytes(6).toString("hex")}.part`);
  const remove = () => rmSync(path, { force: true });
  try {
    write(path, pieces, stat);
  } catch (error) {
    remove();
    throw error;
  }
  const take = () => (renameSync(path, file), syncFolder(dirname(file)));
  const takeNew = (name = file) => {
    if (!placeNew(path, name)) return false;
    remove();
    syncFolder(dirname(name));
    return true;
  };
  return { path, take, takeNew, remove };
}

/** Gives a file a second name; false if another file has it. */
function placeNew(path, name) {
  try {
    linkSync(path, name);
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    if (!UNLINKABLE.includes(error.code)) throw error;
  }
  try {
    copyFileSync(path, name, constants.COPYFILE_EXCL);
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

/** The errors of systems of files that have no links. */
export const UNLINKABLE = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"];

/** @throws {Error} if a file is not one that may be replaced: no regular file, one of several names, or read-only. */
export function refuseUnwritable(file, stat = statSync(file)) {
  if (!stat.isFile()) throw new Error("not a regular file, so it cannot be replaced");
  // A file of several names would lose all but one of them.
  if (stat.nlink > 1) throw new Error("the file has hard links, which a replacement would break. Copy it first.");
  try {
    accessSync(file, constants.W_OK);
  } catch (cause) {
    throw new Error("the file is read-only, so it was not written", { cause });
  }
  // The superuser may write to any file; the owner's wish counts all the same.
  if (!(stat.mode & 0o222)) throw new Error("the file is read-only, so it was not written");
}

function write(draft, pieces, { mode, uid, gid }) {
  // Nobody else may read it before it has the mode of the file.
  const descriptor = openSync(draft, "wx", 0o600);
  try {
    for (const piece of pieces) for (let at = 0; at < piece.length; ) at += writeSync(descriptor, piece, at);
    if (uid !== undefined) keepOwner(descriptor, uid, gid);
    // After the owner: a change of owner takes away some bits of the mode.
    fchmodSync(descriptor, mode & 0o7777);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Only the superuser may give a file away; the group of one's own file may be kept in more cases. */
function keepOwner(descriptor, uid, gid) {
  for (const owner of [uid, NOBODY]) {
    try {
      return fchownSync(descriptor, owner, gid);
    } catch (error) {
      if (error.code !== "EPERM" && error.code !== "ENOSYS") throw error;
    }
  }
}

/** Leaves the owner as it is. */
const NOBODY = -1;

/** Makes the new name last. Some systems cannot sync a folder; the file itself is on disk. */
export function syncFolder(folder) {
  try {
    const descriptor = openSync(folder, "r");
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return;
  }
}
