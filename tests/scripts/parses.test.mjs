// Bodies are read in Rust. This list has every place in which the package's JavaScript parses JSON, and its reason.
import { deepEqual } from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import test from "node:test";
import { root } from "../../scripts/paths.mjs";

const PLACES = {
  "the answer of a call to the core": {
    "adk/place.js": 1,
    "adk/read.js": 1,
    "adk/route.js": 1,
    "agent-state/reasoning.js": 2,
    "audit/audit.js": 3,
    "audit/report.js": 2,
    "audit/rewrite.js": 1,
    "batch/line.js": 1,
    "clark/codecs.js": 2,
    "clark/index.js": 4,
    "clark/items.js": 4,
    "clark/write.js": 1,
    "cli/audit.js": 1,
    "cli/convert.js": 1,
    "cli/decode.js": 1,
    "convert/convert.js": 2,
    "doctor/report.js": 1,
    "convert/reply.js": 4,
    "exchange/exchange.js": 2,
    "exchange/stream.js": 3,
    "exchange/turn.js": 2,
    "guard/blocked-response.js": 1,
    "guard/compared-request.js": 1,
    "guard/gateway-facts.js": 1,
    "guard/provider.js": 1,
    "guard/read-answer.js": 1,
    "ledger/ledger.js": 4,
    "letta/index.js": 4,
    "proxy/conversion.js": 1,
    "sessions/diagnose.js": 1,
    "sessions/session.js": 1,
    "sessions/transcript.js": 1,
    "thought/given.js": 1,
    "views/data.js": 1,
    "views/index.js": 3,
    "views/redact.js": 1,
  },
  "a file of a process about itself: the lock and notes of a doctor, the lock or registry of an agent": {
    "doctor/files/in-use.js": 1,
    "doctor/files/lock.js": 1,
    "doctor/files/repaired.js": 1,
  },
  "rows of a database that the doctor kept before it changed them, and the column in which OpenCode names where a session was reverted to": {
    "doctor/rows/sessions.js": 1,
    "doctor/rows/write.js": 1,
  },
  "the head of a line, or a name, that a store of ours wrote": {
    "folder/line-frame.js": 1,
    "ledger/encrypted-store.js": 1,
    "stores/checked-store.js": 1,
    "stores/redis-store.js": 1,
  },
  "a value that the core has located, for a caller who asks for objects": {
    "batch/summary/transcript.js": 2,
    "exchange/received.js": 2,
    "text/object-text.js": 1,
  },
  "a file that the package ships": {
    "cli/explain.js": 1,
    "cli/index.js": 1,
    "cli/inspector-page.js": 1,
    "explain/index.js": 1,
    "start/node.js": 1,
    "tables/index.js": 1,
  },
  "options, tables and a configuration of the caller; the schema of the latter": {
    "cli/baseline.js": 1,
    "cli/config.js": 2,
    "cli/request.js": 1,
    "cli/tables.js": 1,
    "cli/target.js": 1,
  },
  "a line that `rethought audit --ndjson` or `rethought report` wrote": {
    "cli/collected.js": 1,
    "batch/summary/example.js": 2,
    "batch/summary/page/browser.js": 1,
    "batch/summary/read-source.js": 1,
  },
  "a state, a snapshot, a trace or messages of an agent, which are JavaScript values there": {
    "agent-state/snapshot-text.js": 1,
    "agent-state/state-edit.js": 1,
    "agent-state/trace.js": 3,
    "views/events.js": 1,
  },
};

const folder = join(root, "pkg-template");

function parsesIn(path) {
  const code = readFileSync(path, "utf8").split("\n").filter((line) => !/^\s*(\/\/|\*|\/\*)/.test(line));
  return code.join("\n").match(/JSON\.parse\b/g)?.length ?? 0;
}

test("every place that parses JSON is on the list, with what it parses", () => {
  const files = readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name))).filter((path) => path.endsWith(".js"));
  const found = files.map((path) => [relative(folder, path), parsesIn(path)]).filter(([, count]) => count > 0);
  const listed = Object.values(PLACES).flatMap((places) => Object.entries(places));
  deepEqual(Object.fromEntries(found.sort()), Object.fromEntries(listed.sort()));
});
