// A baseline: findings that are known and not reported. An entry names a rule, a file, a place, and a digest of the text at the place, so that it
// stays valid when the file is edited elsewhere.
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, relative, resolve, sep } from "node:path";
import { digestOf, keyOf } from "../batch/known.js";
import { writeFileWhole } from "../doctor/files/replace-file.js";
import { unreadable, unwritable } from "../text/unreadable.js";
import { Usage } from "./usage.js";

const VERSION = 1;

/** The name of a baseline that is written, if none is given. */
export const USUAL_NAME = "rethought-baseline.json";

export class Baseline {
  #file;
  #folder;
  #keys = new Set();
  /** What was found, to be written. */
  #found = [];
  /** The files that were checked: their old entries are replaced, those of others stay. */
  #covered = new Set();
  isWritten;

  constructor(file, { isWritten = false } = {}) {
    [this.#file, this.#folder, this.isWritten] = [file, dirname(resolve(file)), isWritten];
    if (isWritten) return;
    for (const { rule, file: name, pointer, digest } of entriesOf(file)) {
      this.#keys.add(keyOf({ rule, file: name, digest }));
      this.#keys.add(keyOf({ rule, file: name, pointer }));
    }
  }

  /** The keys of the entries, for a thread that looks findings up by itself. */
  get keys() {
    return this.#keys;
  }

  /** True if a finding in the text of a file is listed. If the baseline is written, it is put there. */
  has({ rule, pointer, start, end }, path, bytes) {
    const [file, digest] = [this.nameOf(path), digestOf(bytes.subarray(start, end))];
    if (this.isWritten) return this.add({ rule, file, pointer, digest });
    return this.#keys.has(keyOf({ rule, file, digest })) || this.#keys.has(keyOf({ rule, file, pointer }));
  }

  /** Says that a file was checked. */
  cover(path) {
    this.#covered.add(this.nameOf(path));
  }

  /** The entries of files that were not checked and still exist. */
  #kept() {
    return oldEntriesOf(this.#file).filter(({ file }) => !this.#covered.has(file) && isThere(resolve(this.#folder, file)));
  }

  /** Puts an entry into a baseline that is written. */
  add(entry) {
    return Boolean(this.#found.push(entry));
  }

  /** The name of a file in entries: its path from the folder of the baseline, so that it is the same wherever the command is called. */
  nameOf(path) {
    return path === "-" ? "stdin" : relative(this.#folder, resolve(path)).split(sep).join("/");
  }

  /** Writes the entries, in an order that makes small differences. Returns the sentence about it. */
  write() {
    const findings = [...this.#kept(), ...this.#found].map(({ rule, file, pointer, digest }) => ({ file, rule, pointer, digest }));
    findings.sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
    const isNew = !existsSync(this.#file);
    try {
      writeFileWhole(this.#file, [Buffer.from(`${JSON.stringify({ version: VERSION, findings }, null, 2)}\n`)]);
    } catch (cause) {
      throw new Error(`${this.#file} cannot be written: ${unwritable(cause)}`, { cause });
    }
    return { file: this.#file, count: this.#found.length, isNew };
  }
}

/** True for a file that exists, also in an archive: then a part of the path is a file. */
function isThere(path) {
  if (existsSync(path)) return true;
  for (let above = dirname(path); above !== dirname(above); above = dirname(above)) if (existsSync(above)) return statSync(above).isFile();
  return false;
}

/** The entries of a baseline that is replaced: none if it cannot be read, because then it is written again. */
function oldEntriesOf(file) {
  try {
    return entriesOf(file);
  } catch (fault) {
    if (fault instanceof Usage) return [];
    throw fault;
  }
}

function entriesOf(file) {
  let given;
  try {
    given = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    if (error.code === "ENOENT") throw new Usage(`There is no baseline ${file}. To write one, add --write-baseline.`);
    throw new Usage(`${file} is not a baseline: ${error instanceof SyntaxError ? `not JSON: ${error.message}` : unreadable(error)}`);
  }
  const isEntry = (entry) => ["rule", "file", "pointer", "digest"].every((name) => typeof entry?.[name] === "string");
  if (given?.version !== VERSION || !Array.isArray(given.findings) || !given.findings.every(isEntry)) throw new Usage(`${file} is not a baseline of version ${VERSION}. To write it again, add --write-baseline.`);
  return given.findings;
}
