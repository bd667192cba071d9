// rethought doctor: what killed a session, and its repair. Without --write, --copy, --restore and --clean nothing is written.
import { existsSync, realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { counted } from "../report/words.js";
import { auditOf } from "../doctor/diagnose-file.js";
import { backedUp, removeBackups } from "../doctor/files/backup.js";
import { canCopy } from "../doctor/files/copy.js";
import { NotWritten } from "../doctor/files/not-written.js";
import { restoreBackup, restoreDeletedFile, writeEdits } from "../doctor/files/write.js";
import { diagnoseAll, summaryOf } from "../doctor/list.js";
import { addressOf, isInside, sessionsInside, shownAddress } from "../doctor/places/contained.js";
import { databaseAt, findAll, findDatabases, sessionAt, sessionsInDatabase, sessionsWithId, SHORTEST_ID } from "../doctor/places/find.js";
import { hasDriver, isDatabase } from "../doctor/rows/sqlite.js";
import { restoreRowBackup, writeRowEdits } from "../doctor/rows/write.js";
import { isPacked, keyOf, realPathOf, stampOfSession } from "../doctor/source.js";
import { exitCodeOf, isDead } from "../doctor/state.js";
import { binaryKind } from "../text/binary-kind.js";
import { printable } from "../text/printable.js";
import { makeCopy } from "./doctor-copy.js";
import { listText, resumeOf, sessionText, shortPath } from "./doctor-text.js";
import { isPattern } from "./glob.js";
import { inputsOf } from "./inputs.js";
import { note, printBytes, printJson, printOwn, printText, startProgress, stopProgress, warn } from "./output.js";
import { quoted } from "./quoted.js";
import { readUpTo } from "./read-up-to.js";
import { Usage } from "./usage.js";

const ACTIONS = { write, copy, restore, report };
const [DONE, FAILED] = [0, 2];
/** The most of standard input that is read: it has to be kept, since a session may be read twice. */
const LONGEST = 1 << 30;

export async function doctor(words, values, { endings }) {
  const actions = ["write", "copy", "restore", "clean", "watch", "report"].filter((name) => values[name]);
  if (actions.length > 1) throw new Usage(`--${actions[0]} and --${actions[1]} exclude each other`);
  if (values.account !== undefined && values.account !== "other") throw new Usage(`--account must be other (got ${values.account})`);
  if (values.because?.trim() === "") throw new Usage("--because needs the text of an error");
  const options = Object.fromEntries(["because", "model", "host", "account"].filter((name) => values[name] !== undefined).map((name) => [name, values[name]]));
  const [action] = actions;
  if (action === "clean") return clean(words, values);
  if (action === "watch") return (await import("./doctor-watch.js")).watch(options, values);
  if (action === "restore" && words.length === 1) {
    const deleted = deletedFile(words[0]);
    if (deleted) return restoreDeleted(deleted, values);
  }
  const missing = [];
  const sessions = words.length ? words.flatMap((word) => sessionsOrNone(word, endings, words.length === 1 ? undefined : missing)) : findAll();
  if (missing.length && !sessions.length) return FAILED;
  if (action && sessions.length !== 1) throw new Usage(`--${action} needs one session (got ${sessions.length})`);
  if (action && action !== "report" && sessions[0].bytes) throw new Usage(`--${action} needs a file (got -, standard input)`);
  if (action && isInside(sessions[0].path)) throw new Error(`${sessions[0].name}: it is inside of another file, which is not written. Unpack the file, and name the session in it.`);
  if (action) return ACTIONS[action](sessions[0], options, values);
  if (words.length === 1 && sessions.length === 1) return show(sessions[0], options, values);
  const code = await list(sessions, options, values);
  return missing.length ? FAILED : code;
}

/** The sessions that a word names. One of several that names none is reported, and the others are read. */
function sessionsOrNone(word, endings, missing) {
  try {
    return sessionsOf(word, endings);
  } catch (error) {
    if (!missing) throw error;
    missing.push(word);
    warn(error.message);
    return [];
  }
}

/** The sessions that a word names: a file, the files of a folder or pattern, or an id. */
function sessionsOf(word, endings) {
  if (word === "-") return [{ id: "stdin", path: "-", name: "stdin", bytes: readUpTo("-", LONGEST), size: 0, modified: 0 }];
  const stat = statSync(word, { throwIfNoEntry: false });
  if (stat?.isFile()) return databaseSessions(word) ?? sessionsAt(word);
  if (stat?.isDirectory() || isPattern(word)) {
    const { inputs } = inputsOf([word], { endings });
    const failed = inputs.find(({ error }) => error);
    if (failed) throw new Error(`${word}: ${failed.error.message}`);
    // A session in OpenCode's folder is found by its own file, not by those of its messages.
    return inputs.filter(({ path }) => !/[\\/]storage[\\/](?:message|part)[\\/]/.test(path)).flatMap(({ path }) => sessionsAt(path));
  }
  if (stat) throw new Error(`${word}: neither a file nor a folder. To read a pipe: rethought doctor - < ${word}`);
  const found = sessionsWithId(word).map((session) => ({ ...session, name: session.id }));
  if (!found.length) throw new Error(`${word}: no such file, and no session has this id. List all: rethought doctor`);
  if (found.length > 1) throw new Error(`${found.length} sessions have this id. Name the file: ${found.map(({ path }) => shortPath(path)).join(", ")}`);
  return found;
}

/** The sessions of a file if it is a database of an agent; otherwise nothing. */
function databaseSessions(path) {
  if (!isDatabase(path) || !hasDriver()) return undefined;
  const found = sessionsInDatabase({ agent: databaseAt(path), path: realpathSync(path) });
  return found.length ? found.map((session) => ({ ...session, name: session.agent ? session.id : path })) : undefined;
}

/** The session of a file, or those inside of it. */
function sessionsAt(path) {
  const inside = insideOf(path);
  if (!inside) return [sessionIn(path, path)];
  if (!inside.files.length) throw new Error(`${path}: it has no sessions`);
  return inside.files.map(({ name, size = 0, modified = 0 }) => ({ id: name, path: addressOf(path, name), name: `${path}/${name}`, size, modified }));
}

function insideOf(path) {
  try {
    return sessionsInside(path);
  } catch (cause) {
    throw new Error(`${path}: ${cause.message}`, { cause });
  }
}

/** The session of a file. One outside of the agents' folders belongs to no agent that could have it open. */
function sessionIn(path, name) {
  const { size, mtimeMs } = statSync(path);
  return { ...(sessionAt(path) ?? { id: path }), path, name, size, modified: mtimeMs };
}

async function show(session, options, { json }) {
  const row = { ...session, ...(await summaryOf(session, options)), isPacked: !session.isRow && isPacked(session) };
  if (row.error) throw new Error(`${session.name}: ${binaryKindAt(session.path) ?? row.error}`);
  if (json) printJson(rowOf(row));
  else printOwn(sessionText(row, session.name, options));
  return exitCodeOf([row.state]);
}

/** The sentence about a file of another kind, such as an image; nothing for a file that may be a session, or cannot be read. */
function binaryKindAt(path) {
  try {
    const kind = existsSync(path) && binaryKind(readUpTo(path, HEAD));
    return kind ? `${kind}, not a session of an agent` : undefined;
  } catch {
    return undefined;
  }
}
/** So many bytes show the kind of a file. */
const HEAD = 4;

async function list(sessions, options, { json }) {
  const progress = startProgress({ isQuiet: json });
  let done = 0;
  const rows = await diagnoseAll(sessions, options, () => progress.show(() => `${++done} of ${sessions.length} sessions`));
  stopProgress();
  for (const { path, error } of rows) if (error) note(`${shortPath(path)}: ${error}`);
  if (json) printJson(rows.map(rowOf));
  else if (rows.length) printOwn(listText(rows));
  else printText("No sessions found. Name a file: rethought doctor session.jsonl");
  if (!json) noteDatabases();
  return exitCodeOf(rows.map(({ state }) => state).filter((state) => state !== "not checked"));
}

/** OpenCode keeps its sessions in a database, which an older Node cannot read. */
function noteDatabases() {
  if (hasDriver()) return;
  for (const { agent, path } of findDatabases()) note(`${agent.title} keeps its sessions in ${shortPath(path)}. To check one, use Node 22.13 or later, or: opencode export <session> > session.json && rethought doctor session.json`);
}

/** A session for a program. */
const rowOf = ({ path, id, state, agent, diagnosis, error }) => ({ path: shownAddress(path), id, state, ...diagnosis, ...(agent ? { agent: agent.title } : {}), ...(diagnosis ? { resume: resumeOf(diagnosis, agent, id) } : {}), ...(error ? { error } : {}) });

/** The diagnosis of a session that is to be written, with the stamp of the file that it is of. */
async function examined(session, options) {
  if (!session.isRow && isPacked(session)) throw new Error(`${session.name}: it is packed with gzip, and is not written. Unpack it first: gunzip < ${quoted(session.name)} > session.jsonl`);
  const stamp = stampOfSession(session);
  const { state, diagnosis, error } = await summaryOf(session, options);
  if (error) throw new Error(`${session.name}: ${error}`);
  return { stamp, state, diagnosis, session: { ...session, project: diagnosis.project ?? undefined } };
}

/** Prints that there is nothing to repair, or that it cannot be; nothing if there are edits. */
function unrepaired({ state, diagnosis }, { name }) {
  if (diagnosis.edits.length) return undefined;
  note(isDead(state) || state === "refused" || state === "not checked" ? `${name}: nothing was written. ${diagnosis.reason ?? "No edit of the file is known that helps."}` : `${name}: nothing to repair.`);
  return exitCodeOf([state]);
}

async function write(given, options, values) {
  const patient = await examined(given, options);
  const code = unrepaired(patient, given);
  if (code !== undefined) return code;
  const { stamp, diagnosis, session } = patient;
  if (diagnosis.repairable === "rows" && !session.isRow) throw new Error(`${given.name}: this is an export of a database. Make a copy that can be imported: rethought doctor ${quoted(given.name)} --copy`);
  const resume = resumeOf(diagnosis, session.agent, session.id);
  try {
    const backup = await (session.isRow ? writeRowEdits : writeEdits)(session, diagnosis.edits, { stamp, audit: auditOf(diagnosis, options) });
    printOutcome(values, { written: session.path, backup, losses: diagnosis.losses, resume }, [
      `${printable(given.name)}: repaired, and checked again. ${diagnosis.losses.map(printable).join(" ")}`,
      `  backup  ${printable(shortPath(backup))}`,
      `  undo    rethought doctor ${printable(quoted(given.name))} --restore`,
      ...resumeLine(resume),
    ]);
    return DONE;
  } catch (error) {
    throw withOffer(error, session, diagnosis.format);
  }
}

const resumeLine = (resume) => (resume ? [`  resume  ${printable(resume)}`] : []);

function printOutcome({ json }, outcome, lines) {
  if (json) printJson(outcome);
  else printText(lines.join("\n"));
}

/** The error with the session's name, and with the offer of a copy if one would help. */
function withOffer(error, session, format) {
  const { name } = session;
  const offer = error instanceof NotWritten && error.canCopy && canCopy(session, format) ? ` Make a repaired copy: rethought doctor ${quoted(name)} --copy` : "";
  return new Error(`${name}: ${error.message}${offer && !/[.]$/.test(error.message) ? "." : ""}${offer}`, { cause: error });
}

async function copy(given, options, values) {
  const patient = await examined(given, options);
  const code = unrepaired(patient, given);
  if (code !== undefined) return code;
  const made = await makeCopy(patient, options);
  printOutcome(values, { copied: given.path, ...made, losses: patient.diagnosis.losses }, [
    `${printable(given.name)}: a repaired copy was made, and checked. ${patient.diagnosis.losses.map(printable).join(" ")}`,
    `  copy    ${printable(shortPath(made.path))}`,
    ...resumeLine(made.resume),
  ]);
  return DONE;
}

async function restore(session, options, values) {
  try {
    const { restored, made } = await (session.isRow ? restoreRowBackup : restoreBackup)(session);
    printOutcome(values, { restored: session.path, from: restored, backup: made }, [`${printable(session.name)}: the backup was put back.`, `  backup of the replaced file  ${printable(shortPath(made))}`]);
    return DONE;
  } catch (error) {
    throw withOffer(error, session);
  }
}

/** The file that a word names, if it was deleted and has a backup: by its path, or by the id of its session. */
function deletedFile(word) {
  const gone = backedUp().filter((path) => !existsSync(path));
  const found = gone.filter((path) => path === realPathOf(resolve(word)) || (word.length >= SHORTEST_ID && sessionAt(path)?.id.startsWith(word)));
  return existsSync(word) || found.length !== 1 ? undefined : found[0];
}

function restoreDeleted(path, values) {
  const backup = restoreDeletedFile(path);
  printOutcome(values, { restored: path, from: backup }, [`${printable(path)}: the backup was put back.`]);
  return DONE;
}

function clean(words, values) {
  const paths = words.map((word) => (existsSync(word) ? realpathSync(word) : (deletedFile(word) ?? keyOf(sessionsOf(word, [])[0]))));
  const removed = (paths.length ? paths : [undefined]).map((path) => removeBackups(path));
  const [count, bytes] = ["count", "bytes"].map((name) => removed.reduce((sum, one) => sum + one[name], 0));
  printOutcome(values, { count, bytes }, [count ? `${counted(count, "backup")} removed, ${counted(bytes, "byte")}.` : "There are no backups."]);
  return DONE;
}

async function report(session, options) {
  const { redactedReport } = await import("../doctor/report.js");
  const { isSame, chunks } = await redactedReport(session, options);
  if (!isSame) {
    note(`${session.name}: without its secrets the file no longer shows the fault, so no report was printed`);
    return FAILED;
  }
  for (const chunk of chunks()) printBytes(chunk);
  return DONE;
}
