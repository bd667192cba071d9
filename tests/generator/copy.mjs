// A copy of the files and folders that the generator reads and writes, and the difference that a run makes in it.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { root } from "../../scripts/paths.mjs";

const FOLDERS = ["Cargo.toml", "src/audit/rules", "src/wires", "src/model", "src/sessions", "src/wasm/types", "www", "tests/data/codecs", "tests/services/browser-inspector", "tests/data/rules/missing-reasoning-content", "tests/data/transcripts", "tests/types"];
/** Examples, pictures and the cases of other formats are long, and no kind reads them. */
const OUTSIDE = /node_modules|artifacts|^www[\\/]examples|\.png$|\.told$/;

/** Runs the generator with each list of arguments in one copy. Resolves to what each run returned, threw and changed. */
export async function runInCopy(...runs) {
  const copy = mkdtempSync(join(tmpdir(), "rethought-generator-"));
  try {
    for (const folder of FOLDERS) cpSync(join(root, folder), join(copy, folder), { recursive: true, filter: (path) => !OUTSIDE.test(relative(root, path)) });
    const results = [];
    let before = filesOf(copy, new Map());
    for (const [kind, ...args] of runs) {
      const maker = await import(`../../scripts/new/${kind}.mjs`);
      const result = attempt(() => maker.make(args, copy));
      const after = filesOf(copy, before);
      results.push({ ...result, ...differenceOf(before, after) });
      before = after;
    }
    return results;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function attempt(run) {
  try {
    return run();
  } catch (error) {
    return { error };
  }
}

/** Path → stamp and text of every file below a folder. A file whose stamp is known is not read again. */
function filesOf(folder, known) {
  const files = new Map();
  for (const path of readdirSync(folder, { recursive: true })) {
    const stat = statSync(join(folder, path));
    if (!stat.isFile()) continue;
    const stamp = `${stat.ino} ${stat.mtimeMs} ${stat.size}`;
    const name = path.replaceAll("\\", "/");
    files.set(name, known.get(name)?.stamp === stamp ? known.get(name) : { stamp, text: readFileSync(join(folder, path), "utf8") });
  }
  return files;
}

/** The files that are new, as path → text; those that have changed, in the same way; and the lines that these gained. A line that is gone is an error. */
function differenceOf(before, after) {
  const [made, changed, gained] = [new Map(), new Map(), new Map()];
  for (const [path, { text }] of after) {
    if (!before.has(path)) made.set(path, text);
    else if (before.get(path).text !== text) {
      changed.set(path, text);
      gained.set(path, addedLines(path, before.get(path).text.split("\n"), text.split("\n")));
    }
  }
  for (const path of before.keys()) if (!after.has(path)) throw new Error(`${path} is gone`);
  return { made, changed, gained };
}

function addedLines(path, old, lines) {
  const added = [];
  let at = 0;
  for (const line of lines) {
    if (line === old[at]) at += 1;
    else added.push(line);
  }
  if (at < old.length) throw new Error(`${path} has lost the line «${old[at]}»`);
  return added;
}
