// Exports of real tracers and real clients, through the filter: the judged request is the sent one.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { ensurePackages } from "../../scripts/npm.mjs";
import { tests } from "../../scripts/paths.mjs";
import { filter, isLong } from "./filter.mjs";

const folder = join(tests, "batch", "tracers");
/** Each tracer with the clients whose whole request it keeps, and those whose messages alone it keeps. The others cannot be judged. */
const KEPT = {
  openinference: { whole: ["anthropic", "chat", "responses"], messages: [] },
  langsmith: { whole: ["anthropic", "chat", "responses"], messages: [] },
  langfuse: { whole: [], messages: ["chat", "responses"] },
  traceloop: { whole: [], messages: [] },
};

function exportOf(tracer) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["trace.mjs", tracer], { cwd: folder, encoding: "utf8", timeout: 60_000 });
  assert.equal(status, 0, stderr);
  const lines = stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
  return { sent: lines.filter(({ kind }) => kind === "sent"), lines: lines.filter(({ kind }) => kind === "exported").map(({ line }) => line) };
}

for (const [tracer, { whole, messages }] of Object.entries(KEPT))
  test(`the requests that ${tracer} has traced are those that were sent`, { skip: !isLong && "npm run prove -- batch" }, async () => {
    await ensurePackages(folder);
    const { sent, lines } = exportOf(tracer);
    const { records } = await filter("fix", lines);
    const judged = records.filter(({ request }) => request !== undefined);
    assert.equal(judged.length, whole.length + messages.length, JSON.stringify(records).slice(0, 2000));
    for (const client of [...whole, ...messages]) {
      const asked = JSON.parse(sent.find((one) => one.client === client).body);
      const record = judged.find(({ model }) => model === asked.model);
      const request = JSON.parse(record.request);
      if (whole.includes(client)) assert.deepEqual(request, asked, client);
      else assert.deepEqual(request.messages ?? request.input, asked.messages ?? asked.input, client);
      assert.equal(record.verdict, "accepted", client);
    }
    // Every other record names the missing part.
    assert.ok(records.every(({ request, missing }) => (request === undefined) !== (missing === undefined)));
  });
