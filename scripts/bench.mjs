// npm run bench: ratios inside one run. The baseline is JSON.parse + JSON.stringify of the same text in the same process. npm run bench -- bodies
// imports measures only those of its sections; batch:10 sends 10 GB through the filter, sessions:40 reads sessions of 10 and 40 MB, and "complexity:convert to" measures the calls and shapes
// with that text in their names.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { batch } from "./bench/batch.mjs";
import { complexity } from "./bench/complexity.mjs";
import { conversation } from "./bench/conversation.mjs";
import { convert } from "./bench/convert.mjs";
import { crowd, growth } from "./bench/crowd.mjs";
import { findings } from "./bench/findings.mjs";
import { guardCost } from "./bench/guard.mjs";
import { proxyCost } from "./bench/proxy.mjs";
import { inspector } from "./bench/inspector.mjs";
import { pageGrowth } from "./bench/page-growth.mjs";
import { reportCost } from "./bench/report.mjs";
import { redactions } from "./bench/redactions.mjs";
import { session } from "./bench/session.mjs";
import { sessions } from "./bench/sessions.mjs";
import { SHAPES } from "./bench/shapes.mjs";
import { STREAMS } from "./bench/streams.mjs";
import { unknownConversations } from "./bench/unknown.mjs";
import { build } from "./build.mjs";
import { report, Stop } from "./command.mjs";
import { loadPackage } from "./load-package.mjs";
import { pkg } from "./paths.mjs";

const entry = pathToFileURL(join(pkg, "start", "node.js")).href;

async function main() {
  await build();
  const rethought = await loadPackage();
  const { guarded } = await import(pathToFileURL(join(pkg, "wasm", "recover.js")).href);
  const glue = await import(pathToFileURL(join(pkg, "wasm", "glue.js")).href);
  console.log(`rethought ${rethought.version()}, Node ${process.versions.node}; ratios to the baseline (JSON.parse + JSON.stringify of the same text), least of many\n`);
  const die = guarded(glue.__trap);
  const memory = () => new Uint8Array(glue.wasmMemory().buffer);
  // The memory of an instance never shrinks: each measurement begins with a fresh instance.
  const renew = () => {
    try { die("panic"); } catch { rethought.scan("[1]"); }
  };
  const sections = {
    floors,
    bodies,
    findings: () => findings(rethought, { least }),
    complexity: (_, only) => complexity(rethought, only),
    streams,
    convert: () => convert(rethought, { least, time, conversation, parsed }),
    doublings,
    longer,
    errors,
    redactions: () => redactions(rethought, { time, conversation }),
    ledger: () => session(rethought, { time }),
    unknown: (_, only) => unknownConversations(rethought, { time }, only),
    crowd: () => crowd(rethought, { time, memory, renew }),
    growth: () => growth(rethought, { memory, renew }),
    guard: () => guardCost(pkg),
    proxy: () => proxyCost(pkg),
    batch: (_, gigabytes) => batch(pkg, Number(gigabytes ?? 0.5)),
    report: () => reportCost(pkg),
    sessions: (_, megabytes) => sessions(pkg, Number(megabytes ?? 200)),
    inspector,
    "page-growth": pageGrowth,
    imports: () => console.log(`\nimport over an empty module       ${imports().toFixed(1)} ms (bar 15)`),
    recovery: () => console.log(`recovery after a trap             ${recovery(rethought, die).toFixed(2)} ms (bar 5)`),
  };
  const wanted = (process.argv.length > 2 ? process.argv.slice(2) : Object.keys(sections)).map((word) => word.split(":"));
  const [unknown] = wanted.find(([name]) => !Object.hasOwn(sections, name)) ?? [];
  if (unknown) throw new Stop(`There is no section ${unknown}.`, { todo: `There are ${Object.keys(sections).join(", ")}.` });
  for (const [name, value] of wanted) await sections[name](rethought, value);
}

function floors({ canonical, digest, edit, scan }) {
  console.log("conversation      nodes   baseline       scan   scan+emit   digest   canonical");
  for (const [name, size] of [["2 kB", 2e3], ["50 kB", 5e4], ["1 MB", 1e6], ["20 MB", 2e7]]) {
    const text = conversation(size);
    const bytes = new TextEncoder().encode(text);
    const rounds = Math.max(5, Math.min(2000, Math.round(1e8 / size)));
    // Interleaved, so that other load of the machine affects all alike.
    const jobs = [() => JSON.stringify(JSON.parse(text)), () => scan(bytes), () => edit(bytes, []), () => digest(bytes), () => canonical(bytes)];
    const [baseline, ...rest] = least(jobs, rounds);
    const ratios = rest.map((time) => `${(time / baseline).toFixed(3)}×`.padStart(9));
    console.log(`${name.padEnd(12)} ${String(scan(bytes).nodes).padStart(10)}   ${baseline.toFixed(3).padStart(8)} ms${ratios.join(" ")}`);
  }
  console.log("bar at 1 MB                           0.200×    0.250×\n");
}

/** Reads a response of 1 MB, appends the turn of a response to a request of 1 MB, and reads that request. */
function bodies({ audit, decode, readRequest, repair, replay }) {
  const request = conversation(1e6);
  const { messages } = JSON.parse(request);
  const turn = (messages) => JSON.stringify({ id: "msg_1", type: "message", role: "assistant", model: "claude-example", content: messages.flatMap(({ content }) => (Array.isArray(content) ? content.filter(({ type }) => type !== "tool_result") : [])), usage: {} });
  // Long blocks, as of a model that writes a lot: thinking, text and input of calls, thirty times as long each.
  const long = turn(messages.slice(0, 40)).replace(/"(thinking|text|path)":"([^"\\]*)"/g, (_, name, text) => `"${name}":"${text.repeat(30).slice(0, 20_000)}"`);
  const [answer, short] = [repeated(long), turn(messages.slice(1, 2))];
  const bytes = (text) => new TextEncoder().encode(text);
  const [body, whole, small] = [bytes(answer), bytes(request), bytes(short)];
  const target = { wire: "anthropic-messages" };
  const baseline = (text) => () => JSON.stringify(JSON.parse(text));
  const jobs = {
    ofAnswer: baseline(answer),
    decoded: () => decode(body, target).parts.length,
    ofRequest: baseline(request),
    replayed: () => replay(whole, decode(small, target), target),
    replayedText: () => replay(request, decode(short, target), target),
    read: () => readRequest(whole, target).entries.length,
    audited: () => audit(whole, target).verdict,
    auditedText: () => audit(request, target).verdict,
    repaired: () => repair(whole, target).request.length,
    repairedText: () => repair(request, target).request.length,
  };
  const times = least(Object.values(jobs), 100);
  const took = Object.fromEntries(Object.keys(jobs).map((name, nth) => [name, times[nth]]));
  const line = (what, ratio, bar) => console.log(`${what.padEnd(62)} ${ratio.toFixed(3)}×${bar ? `   (bar ${bar})` : ""}`);
  line(`decode a response of ${size(body)} in ${decode(body, target).parts.length} parts`, took.decoded / took.ofAnswer, "0.35×");
  line(`decode a turn, append it to a request of ${size(whole)}, emit`, took.replayed / took.ofRequest, "0.5×");
  line("the same with strings", took.replayedText / took.ofRequest, "0.4×");
  line(`read that request, ${readRequest(whole, target).entries.length} messages`, took.read / took.ofRequest);
  line(`audit it from its bytes, ${Object.values(audit(whole, target).checks).filter((check) => check === "passed").length} rules looking`, took.audited / took.ofRequest, "0.28×");
  line("audit it from a string", took.auditedText / took.ofRequest, "0.45×");
  line("repair it from its bytes, with nothing to mend", took.repaired / took.ofRequest);
  line("repair it from a string, with nothing to mend", took.repairedText / took.ofRequest);
  console.log();
}

/** Returns a response of about 1 MB: the same content repeated. */
function repeated(text) {
  const body = JSON.parse(text);
  const once = body.content;
  while (JSON.stringify(body).length < 1e6) body.content = [...body.content, ...once];
  return JSON.stringify(body);
}

const size = (bytes) => `${(bytes.length / 1e6).toFixed(2)} MB`;

/** Measures events per second, relative to splitting at line breaks and parsing each: the median of ratios of adjacent runs. */
function streams({ StreamDecoder }) {
  const chunks = [1024, 4096, 16384];
  console.log(`stream, events a second over the baseline      ${chunks.map((size) => `${size} B`.padStart(8)).join(" ")}   pushed at once (bar 1×)`);
  for (const [wire, make] of Object.entries(STREAMS)) {
    const bytes = new TextEncoder().encode(make());
    const ratios = chunks.map((size) => {
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, nth) => bytes.subarray(nth * size, (nth + 1) * size));
      const ours = () => {
        const decoder = new StreamDecoder({ wire });
        for (const piece of pieces) decoder.push(piece);
        decoder.finish();
      };
      const rounds = Array.from({ length: 41 }, () => time(() => parsed(pieces)) / time(ours));
      return `${rounds.sort((one, other) => one - other)[20].toFixed(2)}×`.padStart(8);
    });
    console.log(`${wire.padEnd(22)} ${String(parsed([bytes])).padStart(6)} events, ${size(bytes)} ${ratios.join(" ")}`);
  }
  console.log();
}

/** Runs the baseline of a stream. Returns the number of events. */
function parsed(pieces) {
  const decoder = new TextDecoder();
  let [rest, count] = ["", 0];
  for (const piece of pieces) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split("\n");
    rest = lines.pop();
    for (const line of lines) {
      if (!line.startsWith("data: {")) continue;
      JSON.parse(line.slice(6));
      count++;
    }
  }
  return count;
}

function doublings({ digest, edit, locate, scan }) {
  console.log("doubling the input            scan   digest   locate     edit   (bar 2.2×)");
  for (const [name, shape] of Object.entries(SHAPES)) {
    const [once, twice] = [1, 2].map((times) => new TextEncoder().encode(shape(times * 250_000)));
    const last = (bytes) => `/${scan(bytes).kind === "array" ? 0 : "k0"}`;
    const jobs = [(bytes) => scan(bytes), (bytes) => digest(bytes), (bytes) => locate(bytes, last(bytes)), (bytes) => edit(bytes, [{ op: "remove", pointer: last(bytes) }])];
    const ratios = jobs.map((job) => {
      // The median of ratios of adjacent runs: a machine that is slow for a while is slow for both.
      const rounds = Array.from({ length: 41 }, () => time(() => job(twice)) / time(() => job(once)));
      return `${rounds.sort((one, other) => one - other)[20].toFixed(2)}×`.padStart(8);
    });
    console.log(`${name.padEnd(24)} ${ratios.join(" ")}`);
  }
}

/** Audits requests twice as long, on the wires that have most of the rules. */
function longer({ audit }) {
  const tool = (nth) => ({ id: `call_${nth}`, name: "look", text: `line ${nth}` });
  const LONGER = {
    "anthropic-messages": ["messages", (nth) => [{ role: "user", content: "Go on." }, { role: "assistant", content: [{ type: "thinking", thinking: "So.", signature: "RXF1YWwg" }, { type: "tool_use", id: tool(nth).id, name: "look", input: {} }] }, { role: "user", content: [{ type: "tool_result", tool_use_id: tool(nth).id, content: tool(nth).text }] }]],
    "openai-responses": ["input", (nth) => [{ role: "user", content: "Go on." }, { type: "reasoning", id: `rs_${nth}`, summary: [], encrypted_content: "gAAAAABo" }, { type: "function_call", id: `fc_${nth}`, call_id: tool(nth).id, name: "look", arguments: "{}" }, { type: "function_call_output", call_id: tool(nth).id, output: tool(nth).text }]],
    "gemini-generate": ["contents", (nth) => [{ role: "user", parts: [{ text: "Go on." }] }, { role: "model", parts: [{ functionCall: { id: tool(nth).id, name: "look", args: {} }, thoughtSignature: "RXF1YWwg" }] }, { role: "user", parts: [{ functionResponse: { id: tool(nth).id, name: "look", response: {} } }] }]],
    "openai-chat": ["messages", (nth) => [{ role: "user", content: "Go on." }, { role: "assistant", reasoning_content: "So.", content: "", tool_calls: [{ id: tool(nth).id, type: "function", function: { name: "look", arguments: "{}" } }] }, { role: "tool", tool_call_id: tool(nth).id, content: tool(nth).text }]],
  };
  console.log("\ndoubling the messages       audit   (bar 2.2×)");
  for (const [wire, [list, step]] of Object.entries(LONGER)) {
    const [once, twice] = [1, 2].map((times) => new TextEncoder().encode(JSON.stringify({ model: "m", [list]: Array.from({ length: 1500 * times }, (_, nth) => step(nth)).flat() })));
    const rounds = Array.from({ length: 21 }, () => time(() => audit(twice, { wire, host: HOSTS[wire] })) / time(() => audit(once, { wire, host: HOSTS[wire] })));
    console.log(`${wire.padEnd(24)} ${`${rounds.sort((one, other) => one - other)[10].toFixed(2)}×`.padStart(8)}`);
  }
}

/** Classifies errors twice as long, of pieces that might cost more than their length. */
function errors({ classify }) {
  const pieces = ["{", "[{", '{"error":', '{"error":{"message":"', "\\", '"', 'data: {"error":"x"}\n\n', "Item ", "messages.1.content.", '{"message":"Invalid `signature` in `thinking` block"},', "400 "];
  const worst = pieces.map((piece) => {
    const [once, twice] = [1, 2].map((times) => piece.repeat((times * 500_000) / piece.length));
    const rounds = Array.from({ length: 11 }, () => time(() => classify(twice)) / time(() => classify(once)));
    return [rounds.sort((one, other) => one - other)[5], piece];
  }).sort(([one], [other]) => other - one)[0];
  console.log(`\ndoubling an error that is repeated: classify ${worst[0].toFixed(2)}× at worst, of ${JSON.stringify(worst[1])}`);
}

const HOSTS = { "openai-chat": "api.deepseek.com" };

/** Returns the least time of each job over interleaved rounds, in milliseconds. */
function least(jobs, rounds) {
  const best = jobs.map(() => Infinity);
  for (let round = 0; round < rounds; round++)
    jobs.forEach((job, nth) => {
      best[nth] = Math.min(best[nth], time(job));
    });
  return best;
}

function time(job) {
  const start = performance.now();
  job();
  return performance.now() - start;
}

/** Returns the time of the import statement itself, minus that of an empty module, the least of several fresh processes. */
function imports() {
  const folder = mkdtempSync(join(tmpdir(), "rethought-bench-"));
  try {
    writeFileSync(join(folder, "empty.mjs"), "export {};\n");
    writeFileSync(join(folder, "time.mjs"), "const start = performance.now(); await import(process.argv[2]); console.log(performance.now() - start);\n");
    const imported = (module) => Number(execFileSync(process.execPath, ["time.mjs", module], { cwd: folder, encoding: "utf8" }));
    const best = { empty: Infinity, whole: Infinity };
    for (let round = 0; round < 15; round++) {
      best.empty = Math.min(best.empty, imported("./empty.mjs"));
      best.whole = Math.min(best.whole, imported(entry));
    }
    return best.whole - best.empty;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the median time from a panic to the next correct answer. */
function recovery({ scan }, die) {
  const times = Array.from({ length: 200 }, () => {
    const start = performance.now();
    try { die("panic"); } catch { scan("[1]"); }
    return performance.now() - start;
  });
  return times.sort((one, other) => one - other)[100];
}

await main().catch(report);
