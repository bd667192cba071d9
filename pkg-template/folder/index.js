// A store in a folder. Lines are in one file, see line-file.js. A value of `setMany` is a file, as are the lines and names of earlier versions: it is written under another name, synced, and then linked to its final
// name, which fails if that exists. It is therefore complete or absent, and the first writer wins, even if a program dies meanwhile.
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync } from "node:fs";
import { link, open, readdir, stat, unlink } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { InputError, StoreError } from "../errors/index.js";
import { checkedStore } from "../stores/checked-store.js";
import { unpacked } from "../stores/packed-line.js";
import { optionsFrom } from "../text/options.js";
import { LineFile } from "./line-file.js";
import { damagedEntry, frameOf } from "./line-frame.js";

/** The file of the lines. */
const LINES = "lines";
const LINE = /^line-([0-9a-f]{64})$/;
/** A line takes about so many bytes beside its text. */
const LINE_BYTES = 250;
const PLACES = 8;
const KEY = /^[a-z]+-([a-z0-9]{2})[a-z0-9-]{0,120}$/;
/** The folder for files that are being written. */
const DRAFTS = "drafts";
/** Only the user of the program can read the answers of models. */
const [OWN_FOLDER, OWN_FILE] = [0o700, 0o600];
/** An older draft belongs to a program that has died. */
const HOUR = 3_600_000;

export function folderStore(path, options) {
  const folder = folderOf(path);
  const { sync = true } = optionsFrom(options, ["sync"]);
  if (typeof sync !== "boolean") throw new InputError("sync must be true or false", { code: "E_INPUT", pointer: "/sync" });
  const writer = new Writer(folder, sync);
  const lines = new LineFile(join(folder, LINES), sync);
  const inLines = (what, work) => orStoreError(what, join(folder, LINES), () => (lines.refresh(), work()));
  const hasPlaces = readdirSync(folder).some((name) => /^[0-9a-f]{2}$/.test(name));
  const plain = (key) => read(placeOf(folder, key));
  const textOf = (key, name) => {
    const line = name === undefined ? undefined : lines.lineOf(name);
    return line ? unpacked(lines.textOf(line)) : plain(key);
  };
  const formerNames = (key) => Array.from({ length: PLACES }, (_, nth) => plain(`key-${key}-${nth}`));
  const formerNamesOf = (key) => (hasPlaces && plain(`key-${key}-0`) !== undefined ? formerNames(key).filter((name) => name !== undefined) : []);
  return checkedStore(
    async (keys) => inLines("cannot be read", () => keys.map((key) => textOf(key, LINE.exec(key)?.[1]))),
    async (entries) => writer.write(entries.map(([key, value]) => ({ place: placeOf(folder, key), value }))),
    {
      find: async (keys) => inLines("cannot be read", () => new Map(keys.map((key) => [key, [...new Set([...formerNamesOf(key), ...lines.namesOf(key)])]]))),
      record: async (given) => {
        const isNew = inLines("cannot be read", () => given.map(({ name }) => !lines.lineOf(name)));
        const frames = given.filter((_, nth) => isNew[nth]).map((line) => frameOf(line, line.text));
        if (frames.length) await lines.append(frames).catch((cause) => failed("cannot be written", join(folder, LINES), cause));
        return isNew;
      },
      remove: async (what) => lines.rewrite((frames) => changeOf(frames, what)).catch((cause) => failed("cannot be written", join(folder, LINES), cause)),
      entries: () => entriesOf(folder, lines),
    },
  );
}

/** Says of each line if it is kept, emptied, or dropped with its name: what was deleted long before, and a line that is there twice. */
function changeOf(frames, { olderThan, overBytes, ...named }) {
  const [[member, value] = []] = Object.entries(named);
  const isFull = ({ text, end }) => text < end;
  const last = new Map(frames.map((frame) => [frame.name, frame.at]));
  for (const frame of frames) if (isFull(frame)) last.set(frame.name, frame.at);
  const over = overBytes === undefined ? new Set() : new Set([...oldestOver(frames.filter(isFull), overBytes), ...oldestOver(frames.filter((frame) => !isFull(frame)), overBytes / 2)]);
  const isGone = (frame) => (member === undefined ? frame.time < olderThan || over.has(frame.at) : frame[member] === value);
  const isForgotten = (frame) => frame.time < 2 * olderThan - Date.now() || over.has(frame.at);
  // A line that came after the decision is kept.
  return (frame) => {
    if ((last.get(frame.name) ?? frame.at) !== frame.at) return "drop";
    if (!isFull(frame)) return isForgotten(frame) ? "drop" : "keep";
    return isGone(frame) ? "empty" : "keep";
  };
}

/** The places of the oldest lines, without which the others have at most so many bytes. */
function oldestOver(frames, most) {
  let sum = 0;
  return [...frames].sort((one, other) => other.time - one.time).filter(({ text, end }) => (sum += end - text + LINE_BYTES) > most).map(({ at }) => at);
}

/** Returns the folder, and creates it if it is missing. */
function folderOf(path) {
  const given = /^file:/.test(path?.href) ? fileURLToPath(path.href) : path;
  if (typeof given !== "string" || !given || given.includes("\0")) throw new InputError("path must be the path of a folder", { code: "E_INPUT", pointer: "/path" });
  const folder = resolve(given);
  orStoreError("cannot be used as a store", folder, () => {
    makeFolders(join(folder, DRAFTS));
    if (!statSync(folder).isDirectory()) throw new Error("not a folder");
  });
  return folder;
}

/** Makes a folder, and those that it is in. The `recursive` of Node 20 never ends where no folder can be made, as in /proc. */
function makeFolders(path) {
  if (existsSync(path)) return;
  makeFolders(dirname(path));
  try {
    mkdirSync(path, { mode: OWN_FOLDER });
  } catch (error) {
    // Another process may have made it meanwhile.
    if (error.code !== "EEXIST") throw error;
  }
}

/** Returns the place of a value, in one of some hundred folders. */
function placeOf(folder, key) {
  const [, start] = (typeof key === "string" && KEY.exec(key)) || [];
  if (start === undefined) throw new InputError("a key has lowercase letters, digits and hyphens only", { code: "E_INPUT" });
  return { folder: join(folder, start), path: join(folder, start, key) };
}

/** Yields all entries, a folder at a time. The time of a line is that of its file. */
async function* entriesOf(folder, lines) {
  const damaged = [];
  const note = (bytes, place) => {
    const entry = damagedEntry(bytes, place);
    if (entry) damaged.push(entry);
  };
  for (const frame of lines.frames(note))
    if (frame.text < frame.end) yield [{ key: `line-${frame.name}`, value: unpacked(lines.textOf(frame)), time: frame.time, account: frame.account, conversation: frame.conversation }];
  if (damaged.length) yield damaged;
  for (const name of (await readdir(folder)).filter((one) => /^[a-z0-9]{2}$/.test(one)).sort()) {
    const keys = (await readdir(join(folder, name))).filter((key) => KEY.test(key)).sort();
    yield keys.map((key) => entryOf(placeOf(folder, key).path, key));
  }
}

function entryOf(path, key) {
  return orStoreError("cannot be read", path, () => ({ key, value: readFileSync(path, "utf8"), time: Math.round(statSync(path).mtimeMs), account: null, conversation: null }));
}

/** Reads synchronously: a thread takes longer for a small file, and much longer for a missing one. */
function read({ path }) {
  if (!existsSync(path)) return undefined;
  return orStoreError("cannot be read", path, () => readFileSync(path, "utf8"));
}

class Writer {
  #folder;
  #sync;
  #count = 0;
  #own = `${process.pid}-${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
  #swept;

  constructor(folder, sync) {
    this.#folder = folder;
    this.#sync = sync;
  }

  async write(values) {
    this.#swept ??= this.#sweep();
    await this.#swept;
    const folders = new Set(values.map(({ place }) => place.folder));
    const made = [...folders].filter((folder) => orStoreError("cannot be made", folder, () => mkdirSync(folder, { recursive: true, mode: OWN_FOLDER })));
    await Promise.all(values.map((value) => this.#writeOne(value)));
    if (this.#sync) await Promise.all([...folders, ...(made.length ? [this.#folder] : [])].map(syncFolder));
  }

  async #writeOne({ place: { path }, value }) {
    if (existsSync(path)) return;
    const draft = join(this.#folder, DRAFTS, `${this.#own}-${this.#count++}`);
    try {
      await writeDraft(draft, value, this.#sync);
      await link(draft, path).catch(unless("EEXIST"));
    } catch (cause) {
      throw storeError("cannot be written", path, cause);
    } finally {
      await unlink(draft).catch(() => {});
    }
  }

  /** Removes the drafts of programs that have died. */
  async #sweep() {
    const drafts = join(this.#folder, DRAFTS);
    for (const name of await readdir(drafts).catch(() => [])) {
      const path = join(drafts, name);
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }));
      if (mtimeMs < Date.now() - HOUR) await unlink(path).catch(() => {});
    }
  }
}

async function writeDraft(path, value, sync) {
  const file = await open(path, "wx", OWN_FILE);
  try {
    await file.writeFile(value);
    if (sync) await file.sync();
  } finally {
    await file.close();
  }
}

/** Syncs the names in a folder, which are data of the folder. Windows opens no folder, and does not need it. */
async function syncFolder(path) {
  if (process.platform === "win32") return;
  try {
    const folder = await open(path, "r");
    await folder.sync().finally(() => folder.close());
  } catch (cause) {
    throw storeError("cannot be synced", path, cause);
  }
}

const unless = (code) => (error) => {
  if (error.code !== code) throw error;
};

function orStoreError(what, path, work) {
  try {
    return work();
  } catch (cause) {
    throw storeError(what, path, cause);
  }
}

function failed(what, path, cause) {
  throw cause instanceof StoreError ? cause : storeError(what, path, cause);
}

const storeError = (what, path, cause) => new StoreError(`${path} ${what} (${cause.message})`, { code: "E_STORE", cause });
