// The files that a generator makes and the lines that it adds to files, written all at once: a refusal leaves no half of them behind.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Stop } from "./command.mjs";

export class Changes {
  #root;
  /** Path → text, in the order in which they were asked for. */
  #texts = new Map();

  constructor(root) {
    this.#root = root;
  }

  /** The text of a file, with the lines that were added to it so far. */
  text(path) {
    if (this.#texts.has(path)) return this.#texts.get(path);
    if (!existsSync(join(this.#root, path))) throw new Stop(`${path} is not there.`, { todo: "Run the generator in the repository." });
    return readFileSync(join(this.#root, path), "utf8");
  }

  /** Refuses a file or a folder that is there already: nothing is ever replaced, and a folder of cases is never mixed with another. */
  ensureFree(path) {
    if (this.#texts.has(path) || existsSync(join(this.#root, path))) throw new Stop(`${path} is there already.`, { todo: "Choose another name." });
  }

  /** Makes a file. */
  create(path, text) {
    this.ensureFree(path);
    this.#texts.set(path, text);
  }

  /** Adds a line before the first line that `pattern` fits. */
  insertBefore(path, pattern, line) {
    const lines = this.text(path).split("\n");
    const at = lines.findIndex((each) => pattern.test(each));
    if (at < 0) throw new Stop(`${path} has no line like ${pattern}, so there is no place for «${line.trim()}».`, { todo: "Add the line by hand, and tell the generator its new place." });
    this.#texts.set(path, lines.toSpliced(at, 0, line).join("\n"));
  }

  /** Adds a line to the block of lines that `pattern` fits, where the alphabet has the word that it captures. */
  insertSorted(path, pattern, line) {
    const lines = this.text(path).split("\n");
    const wordOf = (each) => pattern.exec(each)?.[1];
    const block = lines.map((each, at) => [wordOf(each), at]).filter(([word]) => word !== undefined);
    if (!block.length) throw new Stop(`${path} has no line like ${pattern}, so there is no place for «${line.trim()}».`, { todo: "Add the line by hand, and tell the generator its new place." });
    const after = block.findLast(([word]) => word < wordOf(line));
    this.#texts.set(path, lines.toSpliced(after ? after[1] + 1 : block[0][1], 0, line).join("\n"));
  }

  /** Writes everything. Returns the paths, and in place of the files of a case folder the folder with their number. */
  write(cases) {
    for (const [path, text] of this.#texts) {
      mkdirSync(dirname(join(this.#root, path)), { recursive: true });
      writeFileSync(join(this.#root, path), text);
    }
    const paths = [...this.#texts.keys()];
    const inCases = (path) => cases !== undefined && path.startsWith(`${cases}/`);
    const count = paths.filter(inCases).length;
    return [...paths.filter((path) => !inCases(path)), ...(count ? [`${cases}/ (${count} files)`] : [])];
  }
}
