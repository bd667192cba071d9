// Sessions of OpenCode and Kilo in their database: a row for each session, message and part. `data` is the JSON of a message or a part without its ids. For the doctor
// a session is the text of its export, with the data of each row in its own bytes, and an edit of that text is one of rows.
import { createHash, randomBytes } from "node:crypto";
import { openDatabase } from "./sqlite.js";

/** Calls `use` with an open database, which is closed after it. */
export function withDatabase(path, options, use) {
  const database = openDatabase(path, options);
  if (!database) throw new Error("this Node cannot read SQLite: use Node 22.13 or later, or export the session");
  let result;
  try {
    result = use(database);
  } finally {
    if (!(result instanceof Promise)) database.close();
  }
  return result instanceof Promise ? result.finally(() => database.close()) : result;
}

/** The sessions of a database that a person resumes: `{id, project, size, modified}`. A subagent's has a parent. */
export function sessionRows(path) {
  return withDatabase(path, {}, (database) => database.prepare("select id, directory, time_updated from session where parent_id is null").all())
    .map(({ id, directory, time_updated: modified }) => ({ id, project: directory, size: 0, modified }));
}

/** The export of a session, as chunks. */
export function* exportChunks(path, id) {
  const database = openDatabase(path);
  try {
    for (const { bytes } of piecesOf(database, id)) yield bytes;
  } finally {
    database.close();
  }
}

/** The pieces of an export: `{bytes}`, and `part`, the row, for one that is its data. */
function* piecesOf(database, id) {
  const session = database.prepare("select * from session where id = ?").get(id);
  if (!session) throw new Error(`the database has no session ${id}`);
  const text = (words) => ({ bytes: Buffer.from(words) });
  yield text(`{"info":${JSON.stringify({ id, directory: session.directory, title: session.title })},\n"messages":[`);
  // The first prompt after a revert removes the messages from that one on.
  const reverted = session.revert ? JSON.parse(session.revert).messageID : undefined;
  const parts = database.prepare("select rowid, * from part where message_id = ? order by id");
  let comma = "\n";
  for (const message of database.prepare("select id, data from message where session_id = ? order by time_created, id").all(id)) {
    if (reverted !== undefined && message.id >= reverted) break;
    yield text(`${comma}{"info":${withIds(message, id)},"parts":[`);
    let between = "";
    for (const part of parts.iterate(message.id)) {
      if (between) yield text(between);
      yield { bytes: Buffer.from(part.data), part };
      between = ",";
    }
    yield text("]}");
    comma = ",\n";
  }
  yield text("\n]}\n");
}

/** The data of a message with the ids, which are in columns of their own. */
const withIds = ({ id, data }, session) => data.replace("{", `{${JSON.stringify({ id, sessionID: session }).slice(1, -1)}${/^\s*\{\s*\}\s*$/.test(data) ? "" : ","}`);

/** The rows that edits of the export change: `{row, data}`, without `data` for a row that is removed. */
function changedRows(database, id, edits) {
  const ordered = [...edits].sort((one, other) => one.offset - other.offset);
  const changed = [];
  let at = 0;
  for (const { bytes, part } of piecesOf(database, id)) {
    const [start, end] = [at, (at += bytes.length)];
    const here = part ? ordered.filter(({ offset, length }) => offset < end && offset + length > start) : [];
    if (here.length) changed.push(here.some(({ offset, length }) => offset <= start && offset + length >= end) ? { row: part } : { row: part, data: spliced(bytes, start, here) });
  }
  return changed;
}

function spliced(bytes, start, edits) {
  const pieces = [];
  let at = 0;
  for (const { offset, length, text } of edits) {
    pieces.push(bytes.subarray(at, offset - start), Buffer.from(text));
    at = offset - start + length;
  }
  return Buffer.concat([...pieces, bytes.subarray(at)]).toString();
}

/**
 * Changes the rows of a session in one transaction, which `audit` may still refuse: it gets a function that opens the export as it would be. `keep` gets the rows
 * as they were, before the change lasts.
 */
export function writeRows(path, id, { edits, stamp, keep, audit }) {
  return withDatabase(path, { isWritten: true }, (database) => inTransaction(database, async () => {
    if (stampIn(database, id) !== stamp) throw new Error("the session changed while it was repaired, so it was not written");
    const changed = changedRows(database, id, edits);
    const kept = keep(changed.map(({ row: { rowid, ...row } }) => row));
    const [remove, update] = [database.prepare("delete from part where rowid = ?"), database.prepare("update part set data = ? where rowid = ?")];
    for (const { row, data } of changed) data === undefined ? remove.run(row.rowid) : update.run(data, row.rowid);
    await audit(() => bytesOf(piecesOf(database, id)));
    return kept;
  }));
}

/** Puts rows back. `keep` gets the rows as they were before. */
export function restoreRows(path, rows, keep) {
  return withDatabase(path, { isWritten: true }, (database) => inTransaction(database, async () => {
    const find = database.prepare("select * from part where id = ?");
    const kept = keep(rows.map(({ id }) => find.get(id) ?? { id }));
    for (const row of rows) {
      database.prepare("delete from part where id = ?").run(row.id);
      if (row.data !== undefined) insert(database, "part", row);
    }
    return kept;
  }));
}

/** Makes a copy of a session with new ids and edits in it. Resolves to the new id. */
export function copyRows(path, id, { edits, audit }) {
  return withDatabase(path, { isWritten: true }, (database) => inTransaction(database, async () => {
    const salt = randomBytes(16);
    const renamed = (old) => (typeof old === "string" && ID.test(old) ? old.slice(0, TIMED_ID) + createHash("sha256").update(salt).update(old).digest("hex").slice(0, old.length - TIMED_ID) : old);
    const changed = new Map(changedRows(database, id, edits).map(({ row, data }) => [row.id, data]));
    const copy = renamed(id);
    insert(database, "session", { ...database.prepare("select * from session where id = ?").get(id), id: copy, ...changedColumns(database, copy) });
    for (const message of database.prepare("select * from message where session_id = ?").all(id)) insert(database, "message", { ...message, id: renamed(message.id), session_id: copy, data: withRenamed(message.data, renamed) });
    for (const part of database.prepare("select * from part where session_id = ?").all(id)) {
      const data = changed.has(part.id) ? changed.get(part.id) : part.data;
      if (data !== undefined) insert(database, "part", { ...part, id: renamed(part.id), message_id: renamed(part.message_id), session_id: copy, data });
    }
    await audit(() => bytesOf(piecesOf(database, copy)), copy);
    return copy;
  }));
}

/** An id of OpenCode: its first letters are its kind and its time, by which it sorts. The rest is drawn, and is drawn again in a copy. */
const ID = /^(?:ses|msg|prt)_\w{13,}$/;
const TIMED_ID = "ses_".length + 12;

/** A message names the one that it answers. */
const withRenamed = (data, renamed) => data.replace(/("(?:parentID|messageID|sessionID)"\s*:\s*")([^"]+)"/g, (_, start, id) => `${start}${renamed(id)}"`);

/** The columns that a copy has for itself. The page that shares a session shows the old one. */
function changedColumns(database, id) {
  const names = database.prepare("select name from pragma_table_info('session')").all().map(({ name }) => name);
  return Object.fromEntries(Object.entries({ slug: id.slice(-12).toLowerCase(), share_url: null }).filter(([name]) => names.includes(name)));
}

function insert(database, table, row) {
  const names = Object.keys(row);
  database.prepare(`insert into ${table} (${names.map((name) => `"${name}"`)}) values (${names.map(() => "?")})`).run(...Object.values(row));
}

async function inTransaction(database, work) {
  database.exec("begin immediate");
  try {
    const result = await work();
    database.exec("commit");
    return result;
  } catch (error) {
    database.exec("rollback");
    throw error;
  }
}

function* bytesOf(pieces) {
  for (const { bytes } of pieces) yield bytes;
}

/** A stamp that differs if a session has changed: a digest of its export. */
export const stampOfRows = (path, id) => withDatabase(path, {}, (database) => stampIn(database, id));

function stampIn(database, id) {
  const hash = createHash("sha256");
  for (const { bytes } of piecesOf(database, id)) hash.update(bytes);
  return hash.digest("hex");
}
