// A disk that is full while the proxy writes a line of a session: only that line is lost.
import assert from "node:assert/strict";
import fs, { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import test, { after } from "node:test";
import { pathToFileURL } from "node:url";
import { exchange } from "./exchanges.mjs";

const { Sessions } = await import(pathToFileURL(resolve("node_modules/rethought/cli/proxy-sessions.js")).href);
const folder = mkdtempSync(join(tmpdir(), "rethought-full-"));
const append = fs.appendFileSync;

/** Writes `letters` letters of the appended text, and then fails like a full disk. */
function fillAfter(letters) {
  fs.appendFileSync = (file, text) => {
    append(file, text.slice(0, letters));
    throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
  };
  syncBuiltinESMExports();
}

function empty() {
  fs.appendFileSync = append;
  syncBuiltinESMExports();
}

const isWhole = (line) => {
  try {
    return JSON.parse(line).label !== undefined;
  } catch {
    return false;
  }
};

/** Returns the lines that remain of three calls, when the disk accepts `letters` letters of the second. */
function lines(letters) {
  const sessions = new Sessions({ folder, keepsTexts: true });
  const add = (nth) => {
    const { request, response, target } = exchange(nth, 10);
    sessions.add({ conversation: `after ${letters}`, wire: target.wire ?? target, url: "https://api.anthropic.com/v1/messages", status: 200, sent: request, response: Buffer.from(response) });
  };
  add(1);
  fillAfter(letters);
  assert.throws(() => add(2), { code: "ENOSPC" });
  // It may be full for a while.
  assert.throws(() => add(3), { code: "ENOSPC" });
  empty();
  add(4);
  add(5);
  const file = readdirSync(folder).find((name) => name.startsWith(`after-${letters}-`));
  return readFileSync(join(folder, file), "utf8").split("\n").filter(isWhole).length;
}

after(() => rmSync(folder, { recursive: true, force: true }));

for (const letters of [0, 1, 20, 200]) {
  test(`a disk that is full after ${letters} letters: the 3 lines that were written are whole`, () => assert.equal(lines(letters), 3));
}
