// The wasm and the cards are read by the first call that needs them, and not by the import.
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc");

const folders = [];
after(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** Returns the names of a copy of the package in which a file is replaced or missing. */
async function without(file, text) {
  const folder = mkdtempSync(join(tmpdir(), "rethought-start-"));
  folders.push(folder);
  cpSync(fileURLToPath(new URL("..", import.meta.resolve("rethought"))), folder, { recursive: true, dereference: true });
  if (text === undefined) rmSync(join(folder, file));
  else writeFileSync(join(folder, file), text);
  const modules = await Promise.all(["start/node.js", "adk/index.js", "errors/index.js", "json/index.js"].map((path) => import(pathToFileURL(join(folder, path)).href)));
  return Object.assign({}, ...modules);
}

test("a wasm that is broken or gone is a typed error of every call, and of no import", async () => {
  for (const text of [undefined, "", "no wasm"]) {
    const { audit, explain, InternalError, readTime, scan, StreamDecoder, version } = await without("wasm/rethought.wasm", text);
    const calls = [() => version(), () => scan("[]"), () => audit("{}", "openai-chat"), () => readTime("2026"), () => new StreamDecoder().finish()];
    for (const call of [...calls, ...calls]) assert.throws(call, (error) => error instanceof InternalError && error.code === "E_INTERNAL" && error.cause instanceof Error);
    assert.ok(explain().length > 100);
  }
});

test("a decoder that is forgotten before the wasm was started ends no program when it is collected", async () => {
  for (const text of [undefined, "no wasm"]) {
    const { StreamDecoder } = await without("wasm/rethought.wasm", text);
    const uncaught = [];
    const keep = (error) => uncaught.push(error);
    process.on("uncaughtException", keep);
    for (let i = 0; i < 100; i++) new StreamDecoder();
    for (let i = 0; i < 5; i++) {
      collectGarbage();
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    process.off("uncaughtException", keep);
    assert.deepEqual(uncaught, []);
  }
});

test("the cards are read by explain and by nothing else", async () => {
  const { audit, explain } = await without("cards/index.js");
  assert.equal(audit('{"messages":[]}', "openai-chat").verdict, "accepted");
  assert.throws(() => explain(), { code: "ENOENT" });
});
