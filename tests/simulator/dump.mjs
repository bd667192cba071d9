// Writes damaged conversations and whole ones, a line each, for tests/rust/simulated.rs: node tests/simulator/dump.mjs <file> [count] [kind]
import { openSync, writeSync, closeSync } from "node:fs";
import { converse, KINDS } from "./converse.mjs";
import { damaged, damagedOnes } from "./damage.mjs";

const [file, count = "22500", kind] = process.argv.slice(2);
const out = openSync(file, "w");
let lines = 0;

const exchange = (step) => ({ target: step.target, request: step.requestText, response: step.responseText, stream: step.stream });

/** Writes the exchanges of a conversation before its last, those of another that it uses, and the last with the vendor's answer. */
function write({ kind, seed, steps, damage, others = [] }) {
  const last = steps.at(-1);
  const { target, path, headers, requestText: request, responseText: answer, status, refusal, lost } = last;
  const before = [...others, ...steps.slice(0, -1)].map(exchange);
  writeSync(out, `${JSON.stringify({ kind, seed, damage: damage?.name ?? null, where: damage?.where, misrouted: damage?.misrouted, target: { ...target, path, headers }, request, answer: refusal ? answer : null, status, refusal, lost, before })}\n`);
  lines++;
}

function* ofOne() {
  for (let seed = 0; ; seed++) {
    const conversation = damaged(kind, seed);
    if (conversation) yield conversation;
  }
}

// One in ten is whole: a false alarm on those is the worst kind.
for (const conversation of kind ? ofOne() : damagedOnes()) {
  write(conversation);
  if (lines % 10 === 9) write(converse(kind ?? KINDS[conversation.seed % KINDS.length], conversation.seed));
  if (lines >= Number(count)) break;
}
closeSync(out);
console.log(`${lines} conversations`);
