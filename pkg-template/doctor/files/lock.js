// One doctor at a time for a session. A lock is a file that only one process can make. A doctor that died leaves its lock; who declares it dead takes its
// place, and only one can: each lock has a random name, and a successor makes the file of that name.
import { randomBytes } from "node:crypto";
import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { beginningOf, isRunning } from "./processes.js";
import { UNLINKABLE } from "./replace-file.js";

/**
 * Locks a file, and returns the function that frees it.
 *
 * @throws {Error} if another doctor has it.
 */
export function lockFile(path) {
  const place = join(dirname(path), `.${basename(path)}.rethought-lock`);
  const own = { name: randomBytes(6).toString("hex"), pid: process.pid, beginning: beginningOf(process.pid) };
  // The name of a draft, so that the next doctor removes it if this one dies.
  const draft = join(dirname(path), `.${basename(path)}.${own.pid}.${own.name}.part`);
  for (;;) {
    const files = claimed(place, draft, own);
    // The place goes first: who comes then starts over, and what is left behind it counts for nobody.
    if (files) return () => files.forEach((file) => rmSync(file, { force: true }));
  }
}

/** The files of the lock, the first one first, if this process has it now; nothing if it changed meanwhile. */
function claimed(place, draft, own) {
  const [files, owners] = [[place], []];
  while (!made(files.at(-1), draft, own)) {
    const owner = ownerIn(files.at(-1));
    if (!owner) return undefined;
    if (isAlive(owner)) throw new Error(`another doctor (process ${owner.pid}) repairs this session`);
    owners.push(owner);
    files.push(`${place}-${owner.name}`);
  }
  if (!owners.length || ownerIn(place)?.name === owners[0].name) return files;
  // The lock was freed between two steps, so this one is of no lock.
  rmSync(files.at(-1), { force: true });
  return undefined;
}

/** Makes the file of a lock with its owner in it; false if there is one. A link has its text at once. */
function made(file, draft, own) {
  try {
    writeFileSync(draft, JSON.stringify(own), { mode: 0o600 });
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    if (!UNLINKABLE.includes(error.code)) throw error;
    return madeWithoutLink(file, own);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** On systems of files without links the text of the lock appears a moment after it. */
function madeWithoutLink(file, own) {
  try {
    writeFileSync(file, JSON.stringify(own), { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

/** The owner of a lock; nothing if the lock is no longer there. */
function ownerIn(file) {
  let text;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`another doctor may repair this session. If none runs, remove ${file}`, { cause });
  }
}

const isAlive = ({ pid, beginning }) => isRunning(pid) && (beginning === undefined || beginningOf(pid) === beginning);
