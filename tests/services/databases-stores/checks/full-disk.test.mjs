// A folder on a disk that is full still forgets: what is deleted is overwritten in its place, and no draft is left.
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { moduleOf } from "../../../../scripts/load-package.mjs";
import { Skip, test } from "../../../skip.mjs";

const { folderStore } = await moduleOf("folder/index.js");
const { storeFault } = await moduleOf("cli/store-faults.js");
const digest = (letter) => letter.repeat(64);
const lineOf = (letter, conversation) => ({ name: digest(letter), keys: [digest(letter)], text: `text of ${letter}`, time: 1000, conversation });

test("a folder forgets on a full disk", async () => {
  if (!existsSync("/dev/full")) throw new Skip("this system has no /dev/full");
  const folder = mkdtempSync(join(tmpdir(), "rethought-full-"));
  try {
    const [store, lines] = [folderStore(folder), join(folder, "lines")];
    await store.record([lineOf("a", "Ada"), lineOf("b", "Bob"), lineOf("c", "Ada"), lineOf("d", "Dora")]);
    const reader = folderStore(folder);
    const textsIn = (one) => one.getMany(["a", "b", "c", "d"].map((letter) => `line-${digest(letter)}`));
    assert.equal((await textsIn(reader)).filter(Boolean).length, 4);
    const { size } = statSync(lines);
    // The draft is written to a disk without space.
    symlinkSync("/dev/full", `${lines}.new`);
    assert.equal(await store.delete({ conversation: "Ada" }), 2);
    assert.deepEqual(readdirSync(folder).sort(), ["drafts", "lines"]);
    assert.equal(statSync(lines).size, size);
    assert.ok(!readFileSync(lines, "latin1").includes("Ada"));
    for (const one of [store, reader, folderStore(folder)]) assert.deepEqual(await textsIn(one), [undefined, "text of b", undefined, "text of d"]);
    // Names and keys stay, and the next records and deletions work.
    assert.deepEqual(await folderStore(folder).find([digest("a")]), [[digest("a")]]);
    assert.deepEqual(await store.record([lineOf("a", "Ada"), lineOf("b", "Bob")]), [true, false]);
    assert.equal(await store.delete({ olderThan: 2000 }), 3);
    assert.ok(!readFileSync(lines, "latin1").includes("Bob"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("a full disk, a lock and a foreign table each get a sentence with advice", () => {
  const sqlite = (message, errcode) => Object.assign(new Error(message), { code: "ERR_SQLITE_ERROR", errcode });
  for (const [error, sentence] of [
    [sqlite("database or disk is full", 13), /the disk of the store is full\. Free some space/],
    [Object.assign(new Error("full"), { code: "SQLITE_FULL" }), /Free some space/],
    [sqlite("database is locked", 5), /another program keeps the store locked\. End its transaction/],
    [sqlite("attempt to write a readonly database", 8), /Check the rights/],
    [Object.assign(new Error("column"), { code: "42703" }), /belongs to something else\. Use another database or schema/],
  ])
    assert.match(storeFault(error), sentence);
});
