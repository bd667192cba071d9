// Writes a file whole or not at all: a crash or a full disk leaves the old text, or no file.
import { randomBytes } from "node:crypto";
import { accessSync, closeSync, constants, fchmodSync, fchownSync, fsyncSync, openSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync, writeSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/**
 * Writes the pieces to a new file beside the old one, which then takes its name. Mode and owner are kept; a symbolic link stays one, and its target is
 * replaced. `before` is the text that the pieces were made from: a file that has changed since is left alone.
 */
export function replaceFile(path, before, pieces) {
  const file = realpathSync(path);
  const stat = statSync(file);
  refuse(file, stat);
  swap(file, pieces, stat, () => {
    if (!readFileSync(file).equals(before)) throw new Error("the file changed during the repair, so it was not written");
  });
}

/** Writes the pieces to a file, which may exist. A device or a pipe is written to as it is. */
export function writeFileWhole(path, pieces) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat && !stat.isFile() && !stat.isDirectory()) return writeFileSync(path, Buffer.concat(pieces));
  if (stat) refuse(path, stat);
  swap(stat ? realpathSync(path) : path, pieces, stat ?? { mode: 0o666 & ~process.umask() });
}

/** Writes a draft beside the file, which then takes its name. `check` may still refuse. */
function swap(file, pieces, stat, check = () => {}) {
  const draft = join(dirname(file), `.${basename(file)}.${process.pid}.${randomBytes(6).toString("hex")}.part`);
  try {
    write(draft, pieces, stat);
    check();
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  syncFolder(dirname(file));
}

function refuse(file, stat) {
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
function syncFolder(folder) {
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
