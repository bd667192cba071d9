// The lines of a folder, in one file, to which any number of programs append. A program looks at what is new in it before each call.
//
// Deleting writes the file again, beside it, and renames it. A program that has appended to the file before appends once more, and so does the one that deletes with what came meanwhile: a line that is there twice counts once.
// On a disk that is full, what is deleted is overwritten where it is: the frame of a deleted line, and zeros, which readers skip as they skip what a killed program left.
import { closeSync, existsSync, fstatSync, fsyncSync, openSync, readSync, renameSync, rmSync, statSync, writeSync } from "node:fs";
import { open } from "node:fs/promises";
import { StoreError } from "../errors/index.js";
import { FolderLock } from "./folder-lock.js";
import { frameAt, frameOf, headAt, keyLetters, lengthAt, nextStart } from "./line-frame.js";
import { LineIndex } from "./line-index.js";

/** So many bytes are read at once, unless a frame is longer; and so many for the head of a frame. */
const CHUNK = 1 << 22;
const HEAD_CHUNK = 1024;
/** A file that is replaced each time is not replaced by deletions. */
const MOST_TRIES = 50;
/** The errors of a disk, or of a quota, that is full. */
const FULL = ["ENOSPC", "EDQUOT"];
/** Only the user of the program can read the answers of models. */
const OWN_FILE = 0o600;

export class LineFile {
  #path;
  #sync;
  #index = new LineIndex();
  /** The open file, its number, and how much of it is in the index. */
  #file;
  #number;
  #end = 0;

  constructor(path, sync) {
    [this.#path, this.#sync] = [path, sync];
  }

  /** The head of the line of a name that has a text, or nothing. */
  lineOf(name) {
    return this.#framesOf(keyLetters(name)).find((frame) => frame.name === name && frame.text < frame.end);
  }

  /** The text of a line, packed. */
  textOf({ text, end }) {
    return this.#read(text, end - text);
  }

  /** The names of the lines with a key. Those of deleted lines are among them. */
  namesOf(key) {
    const letters = keyLetters(key);
    return [...new Set(this.#framesOf(letters).filter((frame) => frame.keys.includes(letters)).map((frame) => frame.name))];
  }

  /** Reads what was appended since the last look. */
  refresh() {
    const { ino, size } = statSync(this.#path, { throwIfNoEntry: false }) ?? { size: 0 };
    if (ino !== this.#number || size < this.#end) this.#open(ino);
    for (const frame of this.#framesFrom(this.#end, size)) {
      this.#index.add(frame.at, new Set([keyLetters(frame.name), ...frame.keys]));
      this.#end = frame.end;
    }
  }

  /** Appends frames. They are in the file, and on the disk if that is wanted, when the promise resolves. */
  async append(frames) {
    const bytes = Buffer.concat(frames);
    for (let nth = 0; nth < MOST_TRIES; nth++) {
      const isMade = !existsSync(this.#path);
      const file = await open(this.#path, "a", OWN_FILE);
      try {
        // In one call of the system, so that no other program writes between.
        const { bytesWritten } = await file.write(bytes);
        if (bytesWritten < bytes.length) throw new StoreError(`${this.#path} cannot be written to its end: the disk is full`, { code: "E_STORE" });
        if (this.#sync) await file.datasync();
        const { ino } = await file.stat();
        if (isMade && this.#sync) syncFolderOf(this.#path);
        if (statSync(this.#path, { throwIfNoEntry: false })?.ino === ino) return;
      } finally {
        await file.close();
      }
    }
    throw new StoreError(`${this.#path} is replaced each time that it is written`, { code: "E_STORE" });
  }

  /** Yields the heads of all lines, in their order. `onSkipped(bytes, place)` is called for what between them is not one. */
  *frames(onSkipped) {
    this.refresh();
    const end = onSkipped && this.#file !== undefined ? fstatSync(this.#file).size : this.#end;
    yield* this.#framesFrom(0, end, onSkipped);
  }

  /** Deletes lines. `decide(frames)` gives a function that says of a frame: `keep`, `empty` or `drop`. Resolves to the number of lines that were emptied. */
  async rewrite(decide) {
    return new FolderLock(`${this.#path}.lock`).hold(async () => {
      this.refresh();
      const change = decide([...this.frames()]);
      const draft = `${this.#path}.new`;
      try {
        return await this.#writeAnew(draft, change);
      } catch (error) {
        rmSync(draft, { force: true });
        if (!FULL.includes(error.code)) throw error;
        return this.#overwrite(change);
      }
    });
  }

  /** Writes the file again, without what is deleted. */
  async #writeAnew(draft, change) {
    const file = this.#file;
    let [emptied, end] = [0, 0];
    const out = openSync(draft, "w", OWN_FILE);
    try {
      for (const frame of this.frames()) {
        const wish = change(frame);
        if (wish === "empty") emptied++;
        if (wish !== "drop") writeAll(out, wish === "empty" ? frameOf(frame) : this.#read(frame.at, frame.end - frame.at));
        end = frame.end;
      }
      fsyncSync(out);
    } finally {
      closeSync(out);
    }
    const kept = file === undefined ? undefined : openSync(this.#path, "r");
    renameSync(draft, this.#path);
    syncFolderOf(this.#path);
    if (kept !== undefined) await this.#appendRest(kept, end);
    this.refresh();
    return emptied;
  }

  /** Overwrites what is deleted in its place. The file becomes no smaller. */
  #overwrite(change) {
    let emptied = 0;
    const file = openSync(this.#path, "r+");
    try {
      for (const frame of [...this.frames()]) {
        const wish = change(frame);
        if (wish === "keep") continue;
        const bytes = Buffer.alloc(frame.end - frame.at);
        // A line that is there twice is emptied in its last place.
        if (wish === "empty") emptied += frameOf(frame).copy(bytes) > 0 ? 1 : 0;
        writeAll(file, bytes, frame.at);
      }
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    // The index has the places of what was overwritten.
    this.#open(this.#number);
    this.refresh();
    return emptied;
  }

  /** Appends what other programs have appended to the former file meanwhile. */
  async #appendRest(former, from) {
    const rest = [];
    for (let [at, read] = [from, 1]; read; at += read) {
      const bytes = Buffer.alloc(HEAD_CHUNK);
      read = readSync(former, bytes, 0, bytes.length, at);
      if (read) rest.push(bytes.subarray(0, read));
    }
    closeSync(former);
    if (rest.length) await this.append(rest);
  }

  #open(number) {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = number === undefined ? undefined : openSync(this.#path, "r");
    // The file may have been replaced between both looks at it: then the next look finds that out.
    [this.#index, this.#number, this.#end] = [new LineIndex(), number, 0];
  }

  #framesOf(letters) {
    return this.#index.find(letters).map((at) => this.#headAt(at));
  }

  /** Reads the head of the frame at a place. Its checksum was checked when it was indexed. */
  #headAt(at) {
    let bytes = this.#read(at, HEAD_CHUNK);
    if (!headAt(bytes, 0)) bytes = this.#read(at, lengthAt(bytes, 0));
    const { end, text, ...head } = headAt(bytes, 0);
    return { ...head, at, text: at + text, end: at + end };
  }

  /** Yields the frames between two places, up to one that is not whole and has no other behind it. */
  *#framesFrom(from, to, onSkipped = () => {}) {
    for (let [at, chunk] = [from, CHUNK]; at < to; ) {
      const bytes = this.#read(at, Math.min(chunk, to - at));
      let next = 0;
      for (let frame; (frame = frameAt(bytes, next) ?? this.#frameBehind(bytes, next, at, to)); next = frame.end) {
        if (frame.at > next) onSkipped(bytes.subarray(next, frame.at), at + next);
        yield { ...frame, at: at + frame.at, end: at + frame.end, text: at + frame.text };
      }
      if (next === 0 && at + bytes.length >= to) return void onSkipped(bytes, at);
      [at, chunk] = next === 0 ? [at, 2 * chunk] : [at + next, CHUNK];
    }
  }

  /** Finds the frame behind one that is torn. A frame that goes on behind the bytes is not torn. */
  #frameBehind(bytes, from, at, to) {
    const length = lengthAt(bytes, from);
    if (length !== undefined && from + length > bytes.length && at + from + length <= to) return undefined;
    for (let next = nextStart(bytes, from + 1); next >= 0; next = nextStart(bytes, next + 1)) {
      const frame = frameAt(bytes, next);
      if (frame) return frame;
    }
    return undefined;
  }

  #read(at, length) {
    const bytes = Buffer.alloc(length);
    let read = 0;
    for (let count; read < length && (count = readSync(this.#file, bytes, read, length - read, at + read)); ) read += count;
    return bytes.subarray(0, read);
  }
}

/** Writes all bytes, from a place of the file on if one is given. */
function writeAll(file, bytes, from) {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at, bytes.length - at, from === undefined ? undefined : from + at);
}

/** Syncs the names in a folder, which are data of the folder. Windows opens no folder, and does not need it. */
function syncFolderOf(path) {
  if (process.platform === "win32") return;
  const folder = openSync(path.replace(/[^/\\]+$/, ""), "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
