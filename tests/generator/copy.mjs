// A copy of the checkout with additions. It is kept in target/additions, so that cargo compiles only changes since the last run.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync, symlinkSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { loadKinds } from "../../scripts/new.mjs";
import { root, target } from "../../scripts/paths.mjs";
import { argsOf } from "./additions.mjs";

/** Folders with installed packages, which a copy uses by links. */
const PACKAGES = ["node_modules", "tests/node_modules", "tests/clients/node_modules"];
/** Folders that a build writes in the copy. */
const BUILT = ["target", "pkg"];

/** Makes the copy of a name with these additions. Returns its folder, and the paths that differ from the checkout. */
export async function layOut(name, additions) {
  const copy = join(target, "additions", name);
  mkdirSync(copy, { recursive: true });
  const kinds = await loadKinds();
  const before = restore(copy);
  for (const addition of additions) kinds.get(addition.kind).make(argsOf(addition), copy).changes.write();
  const changed = filesOf(copy).filter((path) => differs(join(root, path), join(copy, path)));
  // cargo compares times. A file that has the text of the last run gets its time too.
  for (const path of changed) if (before.get(path)?.bytes.equals(readFileSync(join(copy, path)))) utimesSync(join(copy, path), before.get(path).time, before.get(path).time);
  return { copy, changed };
}

/** Lets a copy use the packages of the checkout. Nothing in the copy may install packages: npm would empty the folders behind the links. */
export function linkPackages(copy) {
  for (const path of PACKAGES) if (!existsSync(join(copy, path))) symlinkSync(join(root, path), join(copy, path));
}

/** Makes a copy equal to the checkout. Returns the files that it had to change, each with its bytes and its time. */
function restore(copy) {
  const listed = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8", maxBuffer: 1 << 26 }).split("\0");
  const tracked = new Set(listed.filter((path) => path && existsSync(join(root, path))));
  const stale = filesOf(copy).filter((path) => !tracked.has(path) || differs(join(root, path), join(copy, path)));
  const before = new Map(stale.map((path) => [path, { bytes: readFileSync(join(copy, path)), time: statSync(join(copy, path)).mtime }]));
  for (const path of stale) rmSync(join(copy, path));
  for (const path of tracked) if (!existsSync(join(copy, path))) cpSync(join(root, path), join(copy, path));
  // A folder of cases without cases would count as a rule.
  removeEmptyFolders(copy);
  return before;
}

/** Returns `true` if two files have different bytes, or the first is missing. */
const differs = (one, other) => !existsSync(one) || !readFileSync(one).equals(readFileSync(other));

/** Lists the files below a folder, without packages and build results. */
function filesOf(folder, below = "") {
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const path = below ? `${below}/${entry.name}` : entry.name;
    if (entry.isDirectory()) return BUILT.includes(path) ? [] : filesOf(folder, path);
    return entry.isFile() ? [path] : [];
  });
}

function removeEmptyFolders(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) if (entry.isDirectory()) removeEmptyFolders(join(folder, entry.name));
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}
