// The guard in every server runtime.
import { equal } from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { bun, deno, node } from "../../services/browser-package/binaries.mjs";
import { lastLine } from "../../services/browser-package/servers.mjs";

const PROGRAM = fileURLToPath(new URL("../runtime-program.mjs", import.meta.url));

test("it mends in Node, Deno and Bun", async (t) => {
  const runs = { "Node 20": [node(20)], "Node 22": [node(22)], "Node 24": [node(24)], "Node 26": [node(26)], Deno: [deno(), "run", "--no-prompt", "--quiet"], Bun: [bun()] };
  // Deno keeps compiled files in the folder of the program.
  const folder = mkdtempSync(join(tmpdir(), "rethought-guard-"));
  try {
    for (const [name, [command, ...args]] of Object.entries(runs)) equal(await lastLine(command, [...args, PROGRAM], folder), "mended,mended,mended,mended,mended", name);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  t.diagnostic(Object.keys(runs).join(", "));
});
