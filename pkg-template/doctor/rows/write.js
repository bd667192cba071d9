// Writes sessions of a database: the edits of a repair, a backup that is put back, or a copy. The rows that a repair changes are its backup.
import { basename } from "node:path";
import { backupsOf, keepBackup, readBackup } from "../files/backup.js";
import { reasonInUse } from "../files/in-use.js";
import { NotWritten } from "../files/not-written.js";
import { noteRepaired } from "../files/repaired.js";
import { keyOf } from "../source.js";
import { copyRows, restoreRows, writeRows } from "./sessions.js";

/**
 * Puts edits into a session `{path, id, agent, project}`. Resolves to the path of the backup.
 *
 * @throws {NotWritten}
 */
export async function writeRowEdits(session, edits, { stamp, audit, where }) {
  refuseInUse(session, where);
  return writeRows(session.path, session.id, { edits, stamp, audit: noting(session, withoutUsers(session, audit, where), where), keep: keeping(session, where) });
}

/** Puts back the newest backup of a session. The rows as they are now become a backup, so that a second call undoes the first. */
export async function restoreRowBackup(session, { where } = {}) {
  refuseInUse(session, where);
  const [backup] = backupsOf(keyOf(session), where);
  if (!backup) throw new NotWritten("there is no backup of this session");
  const made = await restoreRows(session.path, JSON.parse(readBackup(backup)), keeping(session, where));
  return { restored: backup, made };
}

/** Makes a copy with new ids. Other programs may have the database open: a new session is no change for them. */
export async function copyRowSession(session, edits, { audit, where }) {
  const noted = (open, id) => noting({ ...session, id }, audit, where)(open);
  return { path: session.path, id: await copyRows(session.path, session.id, { edits, audit: noted }) };
}

/** Notes the rows that were audited. The end of an export is not noted: later messages are written before it. */
function noting(session, audit, where) {
  return async (open) => {
    await audit(open);
    noteRepaired(keyOf(session), withoutLast(open()), where);
  };
}

function* withoutLast(chunks) {
  let last;
  for (const chunk of chunks) {
    if (last) yield last;
    last = chunk;
  }
}

const keeping = (session, where) => (rows) => keepBackup(keyOf(session), `${basename(session.path)}-${session.id}.json`, JSON.stringify(rows), where);

/** The agent may have been started since. */
function withoutUsers(session, audit, where) {
  return async (open) => {
    await audit(open);
    refuseInUse(session, where);
  };
}

function refuseInUse(session, where) {
  const reason = reasonInUse(session, where);
  if (reason) throw new NotWritten(`the session may be in use: ${reason}`, { canCopy: true });
}
