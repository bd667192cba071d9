// Writes a session: the edits of a repair, or a backup that is put back. The old file stays until the new one is whole, on the disk, and audited.
import { mkdirSync, realpathSync, statSync } from "node:fs";
import { dirname, relative, sep } from "node:path";
import { rootOf } from "../places/find.js";
import { backupsOf, makeBackup } from "./backup.js";
import { stampOf } from "../source.js";
import { chunksOf, editedChunks } from "./edited.js";
import { reasonInUse } from "./in-use.js";
import { lockFile } from "./lock.js";
import { NotWritten } from "./not-written.js";
import { noteRepaired } from "./repaired.js";
import { draftOf, refuseUnwritable, removeDrafts } from "./replace-file.js";

/**
 * Puts edits into the file of a session `{path, agent, id, project}`. `stamp` is that of the file that the edits were made for, and `audit` gets the path of
 * the new file and refuses it by an exception. Resolves to the path of the backup.
 *
 * @throws {NotWritten}
 */
export function writeEdits(session, edits, { stamp, audit, where }) {
  return writeLocked(session, where, async (path) => {
    refuseChanged(path, stamp);
    const backup = makeBackup(path, where);
    await replace(session, { path, stamp, audit, isRepair: true, where }, editedChunks(path, edits, statSync(path).size));
    return backup;
  });
}

/**
 * Puts back the newest backup of a session. The file as it is now becomes a backup, so that a second call undoes the first. Resolves to the backup that was
 * put back, and the one that was made.
 *
 * @throws {NotWritten}
 */
export function restoreBackup(session, { where } = {}) {
  return writeLocked(session, where, async (path) => {
    const [backup] = backupsOf(path, where);
    if (!backup) throw new NotWritten("there is no backup of this session");
    const stamp = stampOf(path);
    const made = makeBackup(path, where);
    await replace(session, { path, stamp, where }, chunksOf(backup));
    return { restored: backup, made };
  });
}

/** Puts back the newest backup of a file that was deleted. Returns the backup. */
export function restoreDeletedFile(path, where) {
  const [backup] = backupsOf(path, where);
  if (!backup) throw new NotWritten("there is no backup of this session");
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = draftOf(path, chunksOf(backup), statSync(backup));
  try {
    if (!draft.takeNew()) throw new NotWritten("the file is there again, so it was not written");
  } finally {
    draft.remove();
  }
  return backup;
}

/** Writes the new file beside the old one, whose name it gets if nothing speaks against it. */
async function replace(session, { path, stamp, audit, isRepair, where }, pieces) {
  const draft = draftOf(path, pieces, statSync(path));
  try {
    await audit?.(draft.path);
    refuseChanged(path, stamp);
    if (isRepair) noteRepaired(path, chunksOf(draft.path), where);
    refuseInUse(session, where);
    draft.take();
  } catch (error) {
    draft.remove();
    throw error;
  }
}

/** Calls `work` with the real path of a session that no other process has, while this doctor alone may write it. */
async function writeLocked(session, where, work) {
  const path = realpathSync(session.path);
  refuseLinkedOut(session, path, where);
  refuseHardLinks(path);
  refuseUnwritable(path);
  refuseInUse(session, where);
  const free = lockFile(path);
  try {
    removeDrafts(path);
    return await work(path);
  } finally {
    free();
  }
}

function refuseChanged(path, stamp) {
  if (stampOf(path) !== stamp) throw new NotWritten("the session changed while it was repaired, so it was not written", { canCopy: true });
}

function refuseInUse(session, where) {
  const reason = reasonInUse({ ...session, path: realpathSync(session.path) }, where);
  if (reason) throw new NotWritten(`the session may be in use: ${reason}`, { canCopy: true });
}

function refuseHardLinks(path) {
  if (statSync(path).nlink > 1) throw new NotWritten("the file has hard links, which a replacement would break", { canCopy: true });
}

/** A link in the folder of an agent may lead to a file that other programs share. */
function refuseLinkedOut({ agent }, path, where) {
  if (!agent) return;
  const below = relative(realpathSync(rootOf(agent, where)), path);
  if (below.startsWith(`..${sep}`) || below.startsWith("/")) throw new NotWritten(`it is a link to ${path}, outside of the folder of ${agent.title}`, { canCopy: true });
}
