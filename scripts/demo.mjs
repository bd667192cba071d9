// npm run demo: builds the package and demonstrates it on a built-in example.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { build } from "./build.mjs";
import { report } from "./command.mjs";
import { loadPackage } from "./load-package.mjs";
import { pkg, root } from "./paths.mjs";
import { join } from "node:path";

async function main() {
  console.log("building the package (the first time takes some minutes) …");
  await build();
  const rethought = await loadPackage();
  show(rethought, example("response.sse"), example("request.json"));
}

/** Shows capture, typed view, replay, audit, repair, and a conversation that changes its vendor: all current functions. */
function show(rethought, stream, request) {
  const { audit, edit, Ledger, readRequest, replay, StreamDecoder, Thought, version } = rethought;
  console.log(`\nrethought ${version()}: a model's reasoning, sent back byte for byte\n`);

  const { events, turn } = captured(new StreamDecoder(), stream, 7);
  const [thought] = turn.thoughts;
  const deltas = events.filter((event) => event.type === "thinking_delta").map((event) => JSON.stringify(event.text));
  console.log(`1  Captured from a stream of ${stream.length} bytes, in pieces of 7`);
  console.log(`   it is ${turn.wire}, and thinks ${deltas.join(" + ")}`);
  for (const part of turn.parts) console.log(`   ${part.pointer.padEnd(12)} ${part.kind.padEnd(8)} ${shorten(text(part.raw))}`);

  const kept = new Thought({
    id: `${turn.id}/${thought.provenance.position}`,
    content: thought.text,
    payload: text(thought.raw),
    replayCompatibility: "anthropic-messages-thinking-v1",
    createdAt: "Sun, 15 Nov 2026 02:08:33 +0000",
    updatedAt: "2026-W46-7T02:08:33Z",
  });
  console.log("\n2  Its typed view, validated and immutable");
  for (const [name, value] of Object.entries({ ...kept.toJSON(), handles: thought.handles, provenance: thought.provenance }))
    console.log(`   ${name.padEnd(20)} ${shorten(JSON.stringify(value))}`);

  // The original turn, then the caller's addition: the result of the call.
  const [call] = turn.calls;
  const result = `{"role":"user","content":[{"type":"tool_result","tool_use_id":${JSON.stringify(call.id)},"content":"//! lib"}]}`;
  const next = edit(replay(request, turn), [{ op: "append", pointer: "/messages", json: result }]);
  const [sent] = readRequest(next).thoughts;
  console.log("\n3  Replayed in the next request");
  console.log(`   ${sent.pointer}: ${compare(thought.raw, sent.raw)}`);
  const rebuilt = new TextEncoder().encode(JSON.stringify(JSON.parse(text(thought.raw))));
  console.log(`   through JSON.parse and JSON.stringify: ${compare(thought.raw, rebuilt)}`);
  console.log(`   and the arguments ${text(call.raw)} would be ${JSON.stringify(call.content)}`);
  if (Buffer.compare(thought.raw, sent.raw) !== 0) throw new Error("the returned thought is not the original");

  // Many clients keep the text and lose the signature.
  const careless = edit(next, [{ op: "remove", pointer: `${sent.pointer}/signature` }]);
  console.log("\n4  Audited before sending: the same request with its signature lost");
  console.log(indented(commandLine(["audit", "-", "--url", "https://api.anthropic.com/v1/messages"], careless)));
  console.log(`\n   as it was: ${audit(next, { url: "https://api.anthropic.com/v1/messages" }).verdict}`);
  console.log("\n5  The provider's error, traced back to its rule");
  console.log(indented(commandLine(["classify"], '{"type":"error","error":{"message":"messages.1.content.0.thinking.signature: Field required"}}')));

  // The stream is recorded: the audit finds the missing signature, and the repair restores it.
  const ledger = new Ledger();
  ledger.record({ request, stream, target: { wire: turn.wire, host: "api.anthropic.com" } });
  const mended = ledger.repair(careless);
  console.log("\n6  Held against a ledger, which has the stream on record, and repaired from it");
  for (const { rule, pointer } of ledger.audit(careless).findings) console.log(`   ${rule} at ${pointer}`);
  console.log(`   ${mended.report.verdict}; ${sent.pointer}: ${compare(thought.raw, readRequest(mended.request).thoughts[0].raw)}`);

  travel(rethought, next, thought);

  console.log("\nTo see it: npm run inspect opens the inspector, with nine sessions that each died of a real failure, or with a transcript of yours: npm run inspect -- <file>.");
  console.log("npm test runs every test; npm run bench prints the ratios; npx rethought --help lists the commands.");
}

/** Continues the conversation with GPT and returns to Claude. One ledger keeps the parts that GPT cannot read. */
function travel({ convert, decode, edit, Ledger, readRequest, replay }, request, thought) {
  const claude = { wire: "anthropic-messages", host: "api.anthropic.com", model: "claude-sonnet-4-5" };
  const gpt = { wire: "openai-responses", host: "api.openai.com", model: "gpt-5.4" };
  const ledger = new Ledger();
  const plan = ({ plan }) => plan.map(({ pointer, fate, to, reason }) => `   ${fate.padEnd(8)} ${pointer}${to ? ` → ${to}` : ""}: ${reason}`).join("\n");
  console.log("\n7  Claude, then GPT, then Claude again");
  const there = convert(request, { from: claude, to: gpt, ledger });
  console.log(`   to GPT, ${there.report.verdict}:\n${plan(there)}`);

  const answered = replay(there.request, decode(example("answer.json"), gpt), gpt);
  const asked = edit(answered, [{ op: "append", pointer: "/input", json: '{"role":"user","content":"Now the tests, please."}' }]);
  const home = convert(asked, { from: gpt, to: claude, ledger });
  console.log(`   back to Claude, ${home.report.verdict}:\n${plan(home)}`);
  const [returned] = readRequest(home.request, claude).thoughts;
  console.log(`   ${returned?.pointer}: ${compare(thought.raw, returned?.raw ?? new Uint8Array())}`);
  if (text(home.request).includes("gAAAAABpG") || Buffer.compare(thought.raw, returned.raw) !== 0) throw new Error("the restored thought is not the original");
}

/** Runs the command line of the package, as a shell does. */
function commandLine(args, input) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [join(pkg, "cli", "index.js"), ...args], { input, encoding: "utf8" });
  if (status === 2) throw new Error(stderr);
  return stdout.trimEnd();
}

const indented = (text) => text.replace(/^(?=.)/gm, "   ");

function captured(decoder, stream, size) {
  const events = [];
  for (let at = 0; at < stream.length; at += size) events.push(...decoder.push(stream.subarray(at, at + size)));
  return { events, turn: decoder.finish().turn };
}

function compare(one, other) {
  const same = Buffer.compare(one, other) === 0;
  if (same) return `the same ${one.length} bytes`;
  const at = one.findIndex((byte, index) => byte !== other[index]);
  const around = (bytes) => JSON.stringify(new TextDecoder().decode(bytes.subarray(at, at + 12)));
  return `${one.length} bytes became ${other.length}, first difference at byte ${at}: ${around(one)} became ${around(other)}`;
}

const text = (bytes) => new TextDecoder().decode(bytes);
const shorten = (text) => (text.length > 100 ? `${text.slice(0, 97)}…` : text);
const example = (name) => new Uint8Array(readFileSync(join(root, "scripts", "demo", name)));

await main().catch(report);
