// One reading of a session, in a process of its own: `node read-session.mjs <package> <file> read|diagnose|write`. It prints processor seconds and memory as JSON.
import { statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [pkg, path, what] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(join(pkg, name)).href);
const { readSession } = await load("entry/sessions.js");
const { diagnoseSession, auditOf } = await load("doctor/diagnose-file.js");
const { chunksOf, editedChunks } = await load("doctor/files/edited.js");
const { draftOf } = await load("doctor/files/replace-file.js");

const before = process.memoryUsage().rss;
const start = process.cpuUsage();
const result = await { read, diagnose, write }[what]();
const { user, system } = process.cpuUsage(start);
console.log(JSON.stringify({ seconds: (user + system) / 1e6, megabytes: (process.resourceUsage().maxRSS * 1024 - before) / 1e6, ...result }));

async function read() {
  const counts = { exchanges: 0, audited: 0 };
  for await (const record of readSession(chunksOf(path))) {
    if (record.type !== "exchange") continue;
    counts.exchanges++;
    if (record.report) counts.audited++;
  }
  return counts;
}

async function diagnose() {
  const { edits, exchanges, next } = await diagnoseSession({ path });
  return { edits: edits.length, exchanges, next };
}

async function write() {
  const diagnosis = await diagnoseSession({ path });
  const stat = statSync(path);
  const draft = draftOf(`${path}.new`, editedChunks(path, diagnosis.edits, stat.size), stat);
  try {
    await auditOf(diagnosis, {})(draft.path);
  } finally {
    draft.remove();
  }
  return { edits: diagnosis.edits.length };
}
