// What real tracers export of real clients, through the filter: the request that was judged is the one that was sent.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ensurePackages } from "../../scripts/npm.mjs";
import { pkg, tests } from "../../scripts/paths.mjs";
import { Skipped } from "../closing.mjs";
import { equal, ok } from "../simulator/checks/ask.mjs";

const folder = join(tests, "batch", "tracers");
/** Each tracer with the clients whose whole request it keeps, and those of which it keeps the messages alone. Of the others there is nothing to judge. */
const KEPT = {
  openinference: { whole: ["anthropic", "chat", "responses"], messages: [] },
  langsmith: { whole: ["anthropic", "chat", "responses"], messages: [] },
  langfuse: { whole: [], messages: ["chat", "responses"] },
  traceloop: { whole: [], messages: [] },
};

function exportOf(tracer) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["trace.mjs", tracer], { cwd: folder, encoding: "utf8", timeout: 60_000 });
  equal(status, 0, stderr);
  const lines = stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
  return { sent: lines.filter(({ kind }) => kind === "sent"), lines: lines.filter(({ kind }) => kind === "exported").map(({ line }) => line) };
}

function filtered(command, lines) {
  const { stdout } = spawnSync(process.execPath, [join(pkg, "cli.js"), command, "--ndjson", "--jobs", "1"], { input: lines.join("\n"), encoding: "utf8" });
  return stdout.trimEnd().split("\n").map((line) => JSON.parse(line)).slice(0, -1);
}

/** A request by what it says, whatever the order of its members. */
const sorted = (value) => (value && typeof value === "object" && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).sort().map(([name, own]) => [name, sorted(own)])) : value);

export const checks = Object.entries(KEPT).map(([tracer, { whole, messages }]) => [`the requests that ${tracer} has traced are those that were sent`, async () => {
  if (!process.env.RETHOUGHT_LONG) throw new Skipped("npm run prove -- batch");
  await ensurePackages(folder);
  const { sent, lines } = exportOf(tracer);
  const records = filtered("fix", lines);
  const judged = records.filter(({ request }) => request !== undefined);
  equal(judged.length, whole.length + messages.length, `requests in ${JSON.stringify(records).slice(0, 2000)}`);
  for (const client of [...whole, ...messages]) {
    const { body } = sent.find((one) => one.client === client);
    const asked = JSON.parse(body);
    const record = judged.find(({ model }) => model === asked.model);
    const request = JSON.parse(record.request);
    if (whole.includes(client)) equal(JSON.stringify(sorted(request)), JSON.stringify(sorted(asked)), client);
    else equal(JSON.stringify(request.messages ?? request.input), JSON.stringify(asked.messages ?? asked.input), client);
    equal(record.verdict, "accepted", client);
  }
  const rest = records.filter(({ missing }) => missing);
  ok(rest.length + judged.length === records.length, "a record is neither a result nor says what is missing");
  return `${judged.length} requests, ${rest.length} that say what is missing`;
}]);
