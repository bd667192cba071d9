// Damaged requests: each refusal is predicted, and the vendor accepts the fixed requests.
import { equal, ok } from "node:assert/strict";
import test from "node:test";
import { leavesOpen } from "../../simulator/answers.mjs";
import { KINDS } from "../../simulator/converse.mjs";
import { damaged, damagesOf } from "../../simulator/damage.mjs";
import { openGuard } from "../drive.mjs";
import { openLoopback } from "../loopback.mjs";

/** All of them take minutes, mostly in the simulator: npm test tries every twelfth. */
const EVERY = process.env.RETHOUGHT_LONG ? 1 : 12;
const TRIES = 40;

const isRefused = ({ verdict }) => /rejected/.test(verdict);

function* conversations() {
  for (const [nth, kind] of KINDS.entries())
    for (const [number, name] of Object.keys(damagesOf(kind)).entries()) {
      if ((nth + number) % EVERY) continue;
      for (let seed = 0; seed < TRIES; seed++) {
        const one = damaged(kind, seed, name);
        if (one) yield one;
        if (one) break;
      }
    }
}

async function tryOne(conversation, loopback, sum) {
  const { kind, steps, others, damage } = conversation;
  const place = `${kind} «${damage.name}»`;
  const [before, last] = [[...others, ...steps.slice(0, -1)], steps.at(-1)];
  const [watching, mending] = [openGuard(loopback), openGuard(loopback, { mode: "repair" })];
  for (const { send } of [watching, mending])
    for (const step of before) {
      const { report, received, response, error } = await send(step);
      equal(String(error[0]?.error ?? ""), "", `${place}: an error of the guard`);
      ok(!response.ok || !isRefused(report[0].report), `${place}: a false alarm before the damage`);
      equal(received[0].text, step.requestText, `${place}: bytes before the damage`);
    }
  const [watched, mended] = [await watching.send(last), await mending.send(last)];
  equal(watched.received[0].text, last.requestText, `${place}: observing changes nothing`);
  const { report } = watched.report[0];
  sum.conversations++;
  if (last.refusal) {
    sum.refused++;
    if (isRefused(report)) sum.predicted++;
    else if (last.refusal.unseen) sum.unseen++;
    else if (leavesOpen(report, last.refusal)) sum.open++;
    else throw new Error(`${place}: ${last.refusal.rule} was not predicted: ${report.verdict}`);
    ok(watched.refused.length <= 1, `${place}: told twice`);
  } else ok(!isRefused(report), `${place}: a false alarm: ${report.findings.map(({ rule }) => rule)}`);
  const after = mended.repaired.at(-1)?.report ?? mended.report[0].report;
  if (mended.repaired.length) sum.mended++;
  if (last.refusal && mended.response.ok) sum.accepted++;
  // If a vendor refuses a fixed request, the report on it must still have that finding, or leave it undecided.
  if (!mended.response.ok && !isRefused(after)) ok(last.refusal && (last.refusal.unseen || leavesOpen(after, last.refusal)), `${place}: mended and refused: ${mended.bytes.toString().slice(0, 200)}`);
  if (!last.refusal) ok(mended.response.ok, `${place}: taken before, and refused when mended: ${mended.bytes.toString().slice(0, 200)}`);
}

test("damaged requests are predicted, and taken when they are mended", async (t) => {
  const loopback = await openLoopback();
  const sum = { conversations: 0, refused: 0, predicted: 0, unseen: 0, open: 0, mended: 0, accepted: 0 };
  try {
    for (const one of conversations()) await tryOne(one, loopback, sum);
  } finally {
    await loopback.close();
  }
  ok(sum.conversations >= 40 && sum.accepted >= 6, `too little was tried: ${JSON.stringify(sum)}`);
  t.diagnostic(`${sum.conversations} damages, ${sum.refused} refused: ${sum.predicted} predicted, ${sum.open} left open, ${sum.unseen} by what no body tells; ${sum.mended} mended, ${sum.accepted} of the refused then taken`);
});
