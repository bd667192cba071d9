// The files that a generator makes and the lines that it adds to files. Nothing is written until all of them are known: a refused change writes
// nothing.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Stop } from "./command.mjs";

export class Changes {
  #root;
  /** Path → text, in the order of the requests. */
  #texts = new Map();
  /** The folders of cases, which are reported as a whole. */
  #folders = [];

  constructor(root) {
    this.#root = root;
  }

  /** Returns path → text of every new or changed file. */
  get texts() {
    return new Map(this.#texts);
  }

  /** Returns the text of a file, with the lines that were added to it so far. */
  text(path) {
    if (this.#texts.has(path)) return this.#texts.get(path);
    if (!this.has(path)) throw new Stop(`${path} does not exist.`, { todo: "Run the generator in the repository." });
    return readFileSync(join(this.#root, path), "utf8");
  }

  /** Returns `true` if a file or a folder exists. */
  has(path) {
    return this.#texts.has(path) || existsSync(join(this.#root, path));
  }

  /** Refuses an existing file or folder: nothing is ever replaced, and a folder of cases is never mixed with another. */
  ensureFree(path) {
    if (this.has(path)) throw new Stop(`${path} already exists.`, { todo: "Choose another name." });
  }

  /** Makes a file. */
  create(path, text) {
    this.ensureFree(path);
    this.#texts.set(path, text);
  }

  /** Makes a folder of cases from pairs of a file name and a text. */
  createFolder(folder, files) {
    this.ensureFree(folder);
    this.#folders.push(folder);
    for (const [name, text] of files) this.create(`${folder}/${name}`, text);
  }

  /** Adds a line before the first line that matches `pattern`. */
  insertBefore(path, pattern, line) {
    const lines = this.text(path).split("\n");
    this.#texts.set(path, lines.toSpliced(placeIn(path, lines, pattern, line), 0, line).join("\n"));
  }

  /** Adds a word to the first line that matches `pattern`, before the text that its group captures. */
  insertInLine(path, pattern, word) {
    const lines = this.text(path).split("\n");
    const at = placeIn(path, lines, pattern, word);
    const { index, 0: whole, 1: captured } = pattern.exec(lines[at]);
    const column = index + whole.lastIndexOf(captured);
    this.#texts.set(path, lines.with(at, lines[at].slice(0, column) + word + lines[at].slice(column)).join("\n"));
  }

  /** Adds a line to the block of lines that match `pattern`, at the alphabetical place of the captured word. */
  insertSorted(path, pattern, line) {
    const lines = this.text(path).split("\n");
    const wordOf = (each) => pattern.exec(each)?.[1];
    const first = placeIn(path, lines, pattern, line);
    const after = lines.findLastIndex((each) => wordOf(each) < wordOf(line));
    this.#texts.set(path, lines.toSpliced(after < 0 ? first : after + 1, 0, line).join("\n"));
  }

  /** Adds text at the end of a file. */
  append(path, text) {
    this.#texts.set(path, this.text(path) + text);
  }

  /** Replaces the text of a file by the result of `change`. */
  rewrite(path, change) {
    this.#texts.set(path, change(this.text(path)));
  }

  /** Writes everything. Returns the paths, and in place of the files of a case folder the folder with their number. */
  write() {
    for (const [path, text] of this.#texts) {
      mkdirSync(dirname(join(this.#root, path)), { recursive: true });
      writeFileSync(join(this.#root, path), text);
    }
    const folderOf = (path) => this.#folders.find((folder) => path.startsWith(`${folder}/`));
    const paths = [...this.#texts.keys()];
    const counted = this.#folders.map((folder) => `${folder}/ (${paths.filter((path) => folderOf(path) === folder).length} files)`);
    return [...paths.filter((path) => !folderOf(path)), ...counted];
  }
}

/** Returns the number of the first line that matches `pattern`, and refuses a file that has none. */
function placeIn(path, lines, pattern, added) {
  const at = lines.findIndex((each) => pattern.test(each));
  if (at < 0) throw new Stop(`${path} has no line that matches ${pattern}, so this cannot be added: ${added.trim()}`, { todo: "Add it by hand, and change its place in scripts/new." });
  return at;
}
