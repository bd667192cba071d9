// The vendor accepts rewrites that the package calls safe: ranges of whole conversations are dropped or summarised and sent, to the vendor in its
// earlier state. Excess caution of the package is not a failure, and is counted.
import { ok } from "node:assert/strict";
import test from "node:test";
import { loadPackage } from "../../../scripts/load-package.mjs";
import { converse, KINDS as ALL } from "../converse.mjs";
import { randomOf } from "../../random.mjs";

// A request that continues a thread has no history to rewrite.
const KINDS = ALL.filter((kind) => kind !== "threads");
const RANGES = 6000;
const SHOWN = 10;
// These vendors of the simulator also count handles that they issued in turns that are gone completely; the rewrite requested that.
const GONE = /^(gem-text-signature-dropped|gem-fc-signature-missing|gem-25-signature-dropped|or\.details\.unknown-lost)$/;

const { canRewrite, edit } = await loadPackage();

/** The target in the form of the package: the simulator has an additional surface and path. */
const targetOf = ({ target: { surface, path, ...target }, headers }) => ({ ...target, host: target.host?.replace(/\.local$/, ""), headers });

/** Returns the summary in the form of each wire. */
function summaryOf(wire, role) {
  const text = "They looked at some files, and found what they were after.";
  if (wire === "gemini-generate") return { role: role === "user" ? "user" : "model", parts: [{ text }] };
  return { role, content: wire === "bedrock-converse" ? [{ text }] : text };
}

/** Returns the request with a range dropped, or with a summary in its place; every other byte is unchanged. */
function rewritten(text, list, wire, [start, end], role) {
  const pointers = Array.from({ length: end - start }, (_, nth) => `/${list}/${start + nth}`);
  const [first, ...rest] = pointers.map((pointer) => ({ op: "remove", pointer }));
  const put = role ? { op: "replace", pointer: first.pointer, json: JSON.stringify(summaryOf(wire, role)) } : first;
  return edit(text, [put, ...rest]);
}

const place = (kind, seed, by, [start, end]) => `${kind} ${seed} ${by} ${start}..${end}`;

function tryAll() {
  const sum = { ranges: 0, safe: 0, careful: 0, lost: 0, others: 0 };
  const [refused, losing] = [[], []];
  const rules = new Map();
  for (let nth = 0; sum.ranges < RANGES; nth++) {
    const [kind, seed] = [KINDS[nth % KINDS.length], 700_000 + nth];
    const last = converse(kind, seed).steps.at(-1);
    const text = last.requestText;
    const list = ["messages", "contents", "input"].find((name) => name in JSON.parse(text));
    const count = JSON.parse(text)[list].length;
    if (!Array.isArray(JSON.parse(text)[list]) || last.refusal) continue;
    const random = randomOf(seed);
    for (let tries = 0; tries < 4; tries++) {
      const start = random.below(count);
      const range = [start, start + 1 + random.below(count - start)];
      for (const by of ["drop", "summary"]) {
        const { safe, role, breaks, smallest, largest } = canRewrite(text, range, targetOf(last), { by });
        sum.ranges++;
        sum.safe += safe;
        const others = safe ? [] : [smallest, largest].filter(Boolean);
        for (const one of safe ? [range] : others) {
          const whose = safe ? role : canRewrite(text, one, targetOf(last), { by }).role;
          const { refusal, lost } = last.again(rewritten(text, list, last.target.wire, one, whose));
          if (refusal) refused.push(`${place(kind, seed, by, one)}: ${refusal.rule}, ${refusal.message}`);
          const fresh = (lost ?? []).filter((loss) => loss.maybe !== true && !GONE.test(loss.rule) && !last.lost.some(({ rule }) => rule === loss.rule));
          if (fresh.length) losing.push(`${place(kind, seed, by, one)}: ${fresh.map(({ rule }) => rule).join(", ")}`);
        }
        sum.others += others.length;
        if (safe || (by === "drop" && end(range) === count && !range[0])) continue;
        const { refusal, lost } = last.again(rewritten(text, list, last.target.wire, range, role));
        const careful = !refusal && !lost?.length;
        sum.careful += careful;
        if (careful) for (const { rule, message } of breaks) rules.set(rule ?? message, (rules.get(rule ?? message) ?? 0) + 1);
      }
    }
  }
  return { sum, refused, losing, rules };
}

const end = ([, to]) => to;
const listed = (all) => `${all.length}\n     ${all.slice(0, SHOWN).join("\n     ")}`;

test("what is safe to rewrite is taken", (t) => {
  const { sum, refused, losing, rules } = tryAll();
  for (const [rule, count] of [...rules].sort(([, one], [, other]) => other - one)) console.log(`     taken, though ${rule} was feared: ${count}`);
  ok(!refused.length && !losing.length, `safe and refused: ${listed(refused)}\n     safe, and reasoning is lost: ${listed(losing)}`);
  ok(sum.safe > RANGES / 10 && sum.others > RANGES / 10, "too few are safe for this to mean anything");
  t.diagnostic(`${sum.ranges} ranges, ${sum.safe} safe and taken, ${sum.others} other ranges offered and taken, ${sum.ranges - sum.safe} unsafe of which ${sum.careful} would have been taken whole`);
});
