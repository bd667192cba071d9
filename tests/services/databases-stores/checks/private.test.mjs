// Only the user of the program can read the files of a store.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { moduleOf } from "../../../../scripts/load-package.mjs";
import { Skip, test } from "../../../skip.mjs";
import { runProgram } from "../programs.mjs";

const { folderStore } = await moduleOf("folder/index.js");
const values = [["line-aa", "a line"], ["key-bb-0", "a".repeat(64)]];

/** Runs work in a folder that others may read, with files that others may read by default. */
async function inOpenFolder(work) {
  if (process.platform === "win32") throw new Skip("Windows has no such rights");
  const folder = mkdtempSync(join(tmpdir(), "rethought-private-"));
  const mask = process.umask(0o022);
  try {
    await work(folder);
  } finally {
    process.umask(mask);
    rmSync(folder, { recursive: true, force: true });
  }
}

const rightsOf = (path) => (statSync(path).mode & 0o777).toString(8);

async function filesOfFolder(folder) {
  const own = join(folder, "own");
  const given = join(folder, "given");
  mkdirSync(given, { mode: 0o755 });
  for (const place of [own, given]) {
    await folderStore(place).setMany(values);
    await folderStore(place).record([{ name: "a".repeat(64), keys: [], text: "a line", time: 1 }]);
    const made = readdirSync(place, { recursive: true, withFileTypes: true });
    assert.equal(made.filter((entry) => entry.isFile()).length, 3);
    for (const entry of made) assert.equal(rightsOf(join(entry.parentPath ?? entry.path, entry.name)), entry.isFile() ? "600" : "700", entry.name);
  }
  assert.equal(rightsOf(own), "700");
  assert.equal(rightsOf(given), "755", "the folder of the caller keeps its rights");
}

async function filesOfSqlite(folder) {
  const rights = JSON.parse(await runProgram({ name: "sqlite", node: 24 }, "sqlite-files.mjs", folder));
  assert.deepEqual(rights, Object.fromEntries(["a.db", "a.db-shm", "a.db-wal", "b.db", "b.db-shm", "b.db-wal"].map((name) => [name, "600"])));
}

test("files and folders of a folder store are private, also in a folder that was there", () => inOpenFolder(filesOfFolder));
test("a file of SQLite and those beside it are private", () => inOpenFolder(filesOfSqlite));
