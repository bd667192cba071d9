// Unbroken loops of six steps through every client: nothing is changed, every refusal was predicted, and no alarm is false. If a client loses
// thoughts by itself, a guard that repairs completes the loop.
import test from "node:test";
import { DRIVERS } from "../drivers.mjs";
import { loop, STEPS } from "../loop.mjs";

const SEEDS = process.env.RETHOUGHT_LONG ? [1, 2, 3, 4, 5, 6, 7, 8] : [1, 2];
const isRefused = ({ verdict }) => /rejected/.test(verdict);

function judge({ step, fault, told, vendor }, driver, { mode, form }, place) {
  const [loses, isUnmended] = [driver.loses?.includes(form), driver.unmended?.includes(form)];
  const last = vendor.log.at(-1);
  if (told.error.length) return `${place}: the guard failed: ${told.error[0]?.stack ?? told.error[0]}`;
  // A refused request that is repaired and sent once more has one report.
  const sent = vendor.log.length - told.refused.filter(({ retried }) => retried).length;
  if (told.report.length < sent) return `${place}: ${told.report.length} reports on ${sent} requests`;
  const refusals = vendor.log.filter(({ refusal }) => refusal).length;
  if (mode === "observe") {
    const alarms = told.report.filter(({ report }, nth) => isRefused(report) && !vendor.log[nth].refusal);
    if (alarms.length) return `${place}: a false alarm: ${alarms[0].report.findings.map(({ rule, pointer }) => `${rule} ${pointer}`)}`;
    if (refusals && !driver.unsure?.includes(last.refusal.rule) && !isRefused(told.report.at(-1).report)) return `${place}: not predicted: ${last.refusal.rule}`;
  }
  // A guard that cannot fix a request reports that before it is sent.
  const isForeseen = isUnmended && refusals && (isRefused((told.repaired.at(-1) ?? told.report.at(-1)).report) || driver.unsure?.includes(last.refusal.rule));
  if (fault && !isForeseen && (mode === "repair" || !loses || !refusals)) return `${place}, step ${step}: ${fault}${last?.refusal ? ` (${last.refusal.rule})` : ""}`;
  if (!loses && told.repaired.length) return `${place}: repaired what was whole: ${told.repaired[0].applied.flatMap(({ mended }) => mended.map(({ rule }) => rule))}`;
  return undefined;
}

async function runAll(mode, isStream) {
  const wrong = [];
  const sum = { loops: 0, requests: 0, refused: 0, repaired: 0 };
  for (const driver of DRIVERS)
    for (const seed of SEEDS) {
      const ended = await loop(driver, { seed, isStream, mode });
      const fault = judge(ended, driver, { mode, form: isStream ? "stream" : "whole" }, `${driver.client}, ${driver.vendor}, seed ${seed}`);
      if (fault) wrong.push(fault);
      sum.loops++;
      sum.requests += ended.vendor.log.length;
      sum.refused += ended.vendor.log.filter(({ refusal }) => refusal).length;
      sum.repaired += ended.told.repaired.length;
    }
  if (wrong.length) throw new Error(`${wrong.length} of ${sum.loops}:\n    ${wrong.join("\n    ")}`);
  return `${new Set(DRIVERS.map(({ client }) => client)).size} clients, ${sum.loops} loops, ${sum.requests} requests, ${sum.refused} refused, ${sum.repaired} repaired`;
}

for (const mode of ["observe", "repair"]) {
  for (const isStream of [false, true]) {
    test(`loops of ${STEPS} steps in every client, mode ${mode}, ${isStream ? "streamed" : "whole"}`, async (t) => t.diagnostic(await runAll(mode, isStream)));
  }
}
