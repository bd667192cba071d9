// A store in a folder: a file for each value. A file is written under another name, synced, and then linked to its final name, which fails if that
// exists. A value is therefore complete or absent, and the first writer wins, even if a program dies meanwhile.
import { existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { link, open, readdir, stat, unlink } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { InputError, StoreError } from "../errors/index.js";
import { optionsFrom } from "../text/options.js";

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
  return {
    getMany: async (keys) => keys.map((key) => read(placeOf(folder, key))),
    // The first of two values for one key is kept.
    setMany: async (entries) => writer.write([...new Map([...entries].reverse())].map(([key, value]) => ({ place: placeOf(folder, key), value }))),
  };
}

/** Returns the folder, and creates it if it is missing. */
function folderOf(path) {
  const given = /^file:/.test(path?.href) ? fileURLToPath(path.href) : path;
  if (typeof given !== "string" || !given || given.includes("\0")) throw new InputError("path must be the path of a folder", { code: "E_INPUT", pointer: "/path" });
  const folder = resolve(given);
  told("cannot be used as a store", folder, () => {
    mkdirSync(join(folder, DRAFTS), { recursive: true, mode: OWN_FOLDER });
    if (!statSync(folder).isDirectory()) throw new Error("not a folder");
  });
  return folder;
}

/** Returns the place of a value, in one of some hundred folders. */
function placeOf(folder, key) {
  const [, start] = (typeof key === "string" && KEY.exec(key)) || [];
  if (start === undefined) throw new InputError("a key has lowercase letters, digits and hyphens only", { code: "E_INPUT" });
  return { folder: join(folder, start), path: join(folder, start, key) };
}

/** Reads synchronously: a thread takes longer for a small file, and much longer for a missing one. */
function read({ path }) {
  if (!existsSync(path)) return undefined;
  return told("cannot be read", path, () => readFileSync(path, "utf8"));
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
    const made = [...folders].filter((folder) => told("cannot be made", folder, () => mkdirSync(folder, { recursive: true, mode: OWN_FOLDER })));
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

function told(what, path, work) {
  try {
    return work();
  } catch (cause) {
    throw storeError(what, path, cause);
  }
}

const storeError = (what, path, cause) => new StoreError(`${path} ${what} (${cause.message})`, { code: "E_STORE", cause });
