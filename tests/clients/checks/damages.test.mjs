// Damaged histories in every client: each refusal is predicted, no alarm is false, and repaired requests are accepted.
import test from "node:test";
import { leavesOpen } from "../../simulator/answers.mjs";
import { DAMAGES } from "../damage.mjs";
import { DRIVERS } from "../drivers.mjs";
import { loop } from "../loop.mjs";

/** All of them take minutes: npm test tries every fifth. */
const EVERY = process.env.RETHOUGHT_LONG ? 1 : 5;
const AT = 4;
const isRefused = ({ verdict }) => /rejected/.test(verdict);
/** Refusals that were recorded with something else in the place of a thought: after calls, a text. */
const UNSURE = { "a thought stands behind what follows it": ["order.anth.unanswered-call"] };
/**
 * A known gap: a stream of Responses encrypts an item in several forms. Only a sketch of all but one is kept, and a cut one resembles no sketch. The
 * item's recorded id does not identify its owner.
 */
const isUnseen = (client, name, isStream) => isStream && name === "a handle is cut" && /^@(langchain\/openai responses|openai\/agents)$/.test(client);

/** Runs a loop whose history is damaged before one of its steps. Returns the request that followed, or nothing if the damage did not apply. */
async function damagedLoop(driver, { damage, ...options }) {
  let before;
  const ended = await loop(driver, {
    ...options,
    steps: AT + 1,
    onStep: (step, talk, { vendor, told }) => {
      if (step === AT && damage(talk.history)) before = { answers: vendor.log.length, repaired: told.repaired.length, report: told.report.length };
    },
  });
  if (!before) return undefined;
  const since = (name) => ended.told[name].slice(before[name]).at(-1)?.report;
  return { ...ended, answer: ended.vendor.log.slice(before.answers).at(-1), report: since("report"), repaired: since("repaired"), after: since("repaired") ?? since("report") };
}

async function tryOne(driver, options, sum, unsure) {
  const [watched, mended] = [await damagedLoop(driver, { ...options, mode: "observe" }), await damagedLoop(driver, { ...options, mode: "repair" })];
  if (!watched) return undefined;
  // A client may refuse its own objects.
  if (!watched.answer) return void sum.ownRefusals++;
  sum.damaged++;
  const { refusal } = watched.answer;
  if (watched.told.error.length) return `the guard failed: ${watched.told.error[0]?.message}`;
  const grave = watched.report.findings.filter(({ severity, rule }) => severity === "reject" && !unsure.includes(rule));
  if (!refusal && isRefused(watched.report) && grave.length) return `a false alarm: ${watched.report.findings.map(({ rule, pointer }) => `${rule} ${pointer}`)}`;
  if (refusal) sum.refused++;
  const isOpen = (report, { rule, upstream }) => unsure.includes(rule) || leavesOpen(report, { rule, upstream });
  if (refusal && isRefused(watched.report)) sum.predicted++;
  else if (refusal && isOpen(watched.report, refusal)) sum.open++;
  else if (refusal) return `${refusal.rule} was not predicted: ${watched.report.verdict}`;
  if (!mended) return undefined;
  if (mended.repaired) sum.repaired++;
  if (refusal && mended.answer && !mended.answer.refusal) sum.taken++;
  if (mended.answer?.refusal && !isRefused(mended.after) && !isOpen(mended.after, mended.answer.refusal)) return `mended, and refused: ${mended.answer.refusal.rule}`;
  if (!refusal && mended.answer?.refusal) return `taken as it was, and refused when mended: ${mended.answer.refusal.rule}`;
  return undefined;
}

async function runAll(isStream) {
  const sum = { damaged: 0, ownRefusals: 0, refused: 0, predicted: 0, open: 0, repaired: 0, taken: 0 };
  const wrong = [];
  const open = DRIVERS.filter(({ isClosed }) => !isClosed);
  for (const [nth, driver] of open.entries())
    for (const [number, [name, damage]] of Object.entries(DAMAGES).entries()) {
      if ((nth + number + Number(isStream)) % EVERY || isUnseen(driver.client, name, isStream)) continue;
      const fault = await tryOne(driver, { seed: 3, isStream, damage }, sum, [...(driver.unsure ?? []), ...(UNSURE[name] ?? [])]);
      if (fault) wrong.push(`${driver.client}, ${driver.vendor}, «${name}»: ${fault}`);
    }
  if (wrong.length) throw new Error(`${wrong.length} of ${sum.damaged}:\n    ${wrong.join("\n    ")}`);
  return `${open.length} rows, ${sum.damaged} damaged requests, ${sum.refused} refused: ${sum.predicted} predicted, ${sum.open} left open; ${sum.repaired} repaired, ${sum.taken} of the refused then taken; ${sum.ownRefusals} refused by the client itself`;
}

for (const isStream of [false, true]) {
  test(`damaged histories in every client, ${isStream ? "streamed" : "whole"}`, async (t) => t.diagnostic(await runAll(isStream)));
}
