// npm run demo: builds the package and shows what it does on a built-in example.
import { readFileSync } from "node:fs";
import { build } from "./build.mjs";
import { report } from "./command.mjs";
import { pkg, root } from "./paths.mjs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

async function main() {
  console.log("building the package (the first time takes some minutes) …");
  await build();
  const rethought = await import(pathToFileURL(join(pkg, "node.js")));
  show(rethought, example("response.json"), example("request.json"));
}

/** Capture, typed view, return: the three jobs that exist today. */
function show({ digest, edit, locate, Thought, version }, response, request) {
  const text = (bytes) => new TextDecoder().decode(bytes);
  console.log(`\nrethought ${version()}: a model's reasoning, sent back exactly as it came\n`);

  const block = locate(response, "/content/0");
  console.log("1  Captured from the response, as it came");
  console.log(`   ${text(block.raw)}`);
  console.log(`   ${block.pointer}, bytes ${block.start} to ${block.end}, digest ${digest(response, block.pointer).slice(0, 16)}…\n`);

  const thought = new Thought({
    id: "msg_demo/0",
    content: JSON.parse(text(block.raw)).thinking,
    payload: text(block.raw),
    replayCompatibility: "anthropic-messages-thinking-v1",
    createdAt: "Sun, 15 Nov 2026 02:08:33 +0000",
    updatedAt: "2026-W46-7T02:08:33Z",
  });
  console.log("2  Its typed view, validated and immutable");
  for (const [name, value] of Object.entries(thought.toJSON())) console.log(`   ${name.padEnd(20)} ${shorten(JSON.stringify(value))}`);
  console.log(`   ${"tokens (estimate)".padEnd(20)} ${thought.countTokens()}\n`);

  const turn = `{"role":"assistant","content":${text(locate(response, "/content").raw)}}`;
  const result = '{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_demo","content":"//! lib"}]}';
  const next = edit(request, [
    { op: "append", pointer: "/messages", json: turn },
    { op: "append", pointer: "/messages", json: result },
  ]);
  const sent = locate(next, "/messages/1/content/0");
  console.log("3  Returned in the next request");
  console.log(`   ${sent.pointer}: ${compare(block.raw, sent.raw)}`);
  const rebuilt = new TextEncoder().encode(JSON.stringify(JSON.parse(text(block.raw))));
  console.log(`   through JSON.parse and JSON.stringify: ${compare(block.raw, rebuilt)}`);
  if (Buffer.compare(block.raw, sent.raw) !== 0) throw new Error("the block did not come back as it was");

  console.log("\nNot in the package yet, and next: codecs for every provider, the audit before sending, the ledger, the inspector.");
  console.log("npm test runs every test; npm run bench prints the ratios.");
}

function compare(one, other) {
  const same = Buffer.compare(one, other) === 0;
  if (same) return `the same ${one.length} bytes`;
  const at = one.findIndex((byte, index) => byte !== other[index]);
  const around = (bytes) => JSON.stringify(new TextDecoder().decode(bytes.subarray(at, at + 12)));
  return `${one.length} bytes became ${other.length}, first difference at byte ${at}: ${around(one)} became ${around(other)}`;
}

const shorten = (text) => (text.length > 100 ? `${text.slice(0, 97)}…` : text);
const example = (name) => new Uint8Array(readFileSync(join(root, "scripts", "demo", name)));

await main().catch(report);
