// The vendor accepts repaired requests: damaged requests are repaired and sent again, to the vendor in its earlier state. The repair's own report
// must still name any refusal after that, or leave it undecided because it needs emitted or stored data.
import { ok } from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { pkg, root } from "../../../scripts/paths.mjs";
import { converse, KINDS } from "../converse.mjs";
import { damaged, damagedOnes } from "../damage.mjs";

const DAMAGED = 3600;
// The minimum number of further conversations of every kind.
const EACH = 40;
const WHOLE = 25;
const SHOWN = 10;

const { audit, repair } = await import(pathToFileURL(join(pkg, "start", "node.js")).href);
const ALL = { allow: ["unsafe", "placeholder"] };

/** The rules of the simulator for each rule, from its card. */
const ANSWERS = Object.fromEntries(
  readdirSync(join(root, "src", "audit", "rules"), { recursive: true })
    .filter((file) => file.endsWith(".rs"))
    .map((file) => {
      const lines = readFileSync(join(root, "src", "audit", "rules", file), "utf8").matchAll(/^\/\/! - catalogue:(.*)$/gm);
      const slugs = [...lines].flatMap(([, line]) => line.split(",").map((slug) => slug.trim().replaceAll("`", "")));
      return [file.replace(/^.*[/\\]|\.rs$/g, "").replaceAll("_", "-"), slugs];
    }),
);

/** The target of a request in the form of a caller: a host that runs anywhere is named by its dialect. */
/** The target in the form of the package: the simulator has an additional surface and path. */
const targetOf = ({ target: { surface, path, ...target }, headers }) => ({ ...target, host: target.host?.replace(/\.local$/, ""), headers });

const isRefused = ({ verdict }) => verdict === "rejected" || verdict === "likely rejected";
const answersTo = (ids, { rule, upstream }) => ids.some((id) => ANSWERS[id].includes(rule) || ANSWERS[id].includes(upstream));
const open = ({ checks }) => Object.keys(checks).filter((id) => checks[id].startsWith("unknown"));
const graves = ({ findings }) => [...new Set(findings.filter(({ severity }) => severity === "reject").map(({ rule }) => rule))];

/**
 * Returns the outcome of a repaired request: not repaired, by its own report; accepted; refused for an undecided check; or refused against the
 * report.
 */
function outcome(report, refusal) {
  if (isRefused(report)) return "left";
  if (!refusal) return "taken";
  // No report can name a state of the server.
  return refusal.unseen || answersTo(open(report), refusal) ? "open" : "refused";
}

/** Yields damaged conversations of all kinds. */
function* conversations() {
  let count = 0;
  for (const one of damagedOnes()) {
    yield one;
    if (++count === DAMAGED) break;
  }
  for (const kind of KINDS) for (let seed = 0, found = 0; found < EACH; seed++) {
    const one = damaged(kind, 500_000 + seed);
    if (one) yield one;
    found += Boolean(one);
  }
}

const steps = ({ applied }) => applied.flatMap(({ mended }) => mended.map(({ rule, safety }) => `${rule} (${safety})`)).join(", ") || "nothing";
const place = ({ kind, seed, damage }) => `${kind} ${seed} «${damage?.name ?? "whole"}»`;

/** Counts by the rule that predicted the refusal, and the conversations with a wrong outcome. */
const table = new Map();
const wrong = { all: [], safe: [] };

function count(rules, what) {
  for (const rule of rules) {
    const row = table.get(rule) ?? { taken: 0, open: 0, left: 0, refused: 0 };
    row[what]++;
    table.set(rule, row);
  }
}

function tryAll() {
  const sum = { conversations: 0, doomed: 0, taken: 0, open: 0, left: 0, refused: 0 };
  for (const conversation of conversations()) {
    const last = conversation.steps.at(-1);
    const [target, text] = [targetOf(last), last.requestText];
    const before = audit(text, target);
    const mended = repair(text, target, ALL);
    const { refusal } = last.again(mended.request);
    const what = outcome(mended.report, refusal);
    sum.conversations++;
    if (isRefused(before)) {
      sum.doomed++;
      sum[what]++;
      count(graves(before), what);
    }
    if (what === "refused") wrong.all.push(`${place(conversation)}: ${steps(mended)} then ${refusal.rule}, ${refusal.message}`);
    const safe = repair(text, target);
    const then = last.again(safe.request).refusal;
    const isWorse = then && (!last.refusal || (then.rule !== last.refusal.rule && outcome(safe.report, then) === "refused"));
    if (isWorse) wrong.safe.push(`${place(conversation)}: ${steps(safe)} then ${then.rule}, ${then.message}`);
  }
  return sum;
}

/** Returns a text with the edits of each step, whose offsets are bytes. */
function patched(text, applied) {
  return applied.reduce((bytes, { edits }) => {
    const pieces = [];
    let from = 0;
    for (const { start, end, text: put } of edits) {
      pieces.push(bytes.subarray(from, start), Buffer.from(put));
      from = end;
    }
    return Buffer.concat([...pieces, bytes.subarray(from)]);
  }, Buffer.from(text)).toString();
}

test("what was mended is taken", (t) => {
  const { conversations, doomed, taken, open, left } = tryAll();
  for (const [rule, { taken, open, left, refused }] of [...table].sort(([one], [other]) => (one < other ? -1 : 1))) {
    console.log(`     ${rule}: ${taken} mended and taken${open ? `, ${open} left open` : ""}${left ? `, ${left} not mended` : ""}${refused ? `, ${refused} mended and REFUSED` : ""}`);
  }
  ok(!wrong.all.length, `${wrong.all.length} refused after all\n     ${wrong.all.slice(0, SHOWN).join("\n     ")}`);
  t.diagnostic(`${conversations} damaged conversations, ${doomed} to be refused by ${table.size} rules: ${taken} mended and taken, ${open} refused for what needs a ledger, ${left} not mended`);
});

test("what was mended safely is answered no worse", () => ok(!wrong.safe.length, `${wrong.safe.length} are worse\n     ${wrong.safe.slice(0, SHOWN).join("\n     ")}`));

test("what is whole is mended by the edits that are listed and no others, and is taken", (t) => {
  let edited = 0;
  for (const kind of KINDS) for (let seed = 0; seed < WHOLE; seed++) {
    const last = converse(kind, 300_000 + seed).steps.at(-1);
    const [target, text] = [targetOf(last), last.requestText];
    for (const mended of [repair(text, target), repair(text, target, ALL)]) {
      ok(patched(text, mended.applied) === mended.request, `${kind} ${seed}: the patch is not all that was done`);
      ok(mended.applied.length || mended.request === text, `${kind} ${seed}: changed without a word`);
      const { refusal } = last.again(mended.request);
      ok(!refusal, `${kind} ${seed}: ${steps(mended)}, then ${refusal?.rule} ${refusal?.message}`);
      edited += Boolean(mended.applied.length);
    }
  }
  t.diagnostic(`${KINDS.length * WHOLE} conversations, ${edited} repairs did something`);
});
