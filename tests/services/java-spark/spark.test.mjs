// All exchanges have one result, equal to that of one process: for a million, and with killed processes.
import { equal, ok } from "node:assert/strict";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { target } from "../../../scripts/paths.mjs";
import { randomOf } from "../../random.mjs";
import { test } from "../../skip.mjs";
import { ensureSpark, runFilter, runJob } from "./cluster.mjs";
import { writeExchanges } from "./exchanges.mjs";
import { killNow } from "./kills.mjs";
import { digestOf, endsOf } from "./results.mjs";

const LINES = Number(process.env.RETHOUGHT_SPARK_LINES ?? 1_000_000);
const RUNS = Number(process.env.RETHOUGHT_SPARK_RUNS ?? 10);
/** The lines of a run with kills, and the number of their parts. */
const FEW = 40_000;
const PARTS = 8;
/** The bytes of a part of a million. */
const PART = 256 << 20;

const folder = join(target, "spark");

/** Returns exchanges, and the results of one process. */
async function plain(count) {
  const [source, results] = [join(folder, `${count}.ndjson`), join(folder, `${count}.results.ndjson`)];
  await writeExchanges(source, count);
  const { seconds } = await runFilter(source, results);
  return { source, seconds, digest: await digestOf(results), ends: await endsOf(results) };
}

/** Runs the job, and compares its results with those of one process. */
async function same(spark, { source, digest, ends }, { partitions = PARTS, partitionBytes = 1, kills } = {}) {
  const results = join(folder, "results");
  rmSync(results, { recursive: true, force: true });
  const { seconds } = await runJob(spark, source, results, { partitions, partitionBytes, kills });
  equal(await digestOf(join(results, "part-*")), digest, "the results are not those of one process");
  equal(JSON.stringify(await endsOf(join(results, "part-*"))), JSON.stringify(ends), "what the closing records count");
  return seconds;
}

async function million() {
  const spark = await ensureSpark();
  mkdirSync(folder, { recursive: true });
  const one = await plain(LINES);
  const seconds = await same(spark, one, { partitions: 1, partitionBytes: PART });
  rmSync(one.source);
  return `${LINES} rows, each once and the same; ${seconds.toFixed(0)} s of processor time, ${(seconds / one.seconds).toFixed(2)} times the ${one.seconds.toFixed(0)} s of one filter`;
}

async function killed() {
  const spark = await ensureSpark();
  mkdirSync(folder, { recursive: true });
  const one = await plain(FEW);
  const told = { filters: 0, executors: 0 };
  for (let nth = 0; nth < RUNS; nth++) await same(spark, one, { kills: killNow(randomOf(nth), told) });
  ok(told.filters >= RUNS && told.executors >= RUNS / 2, `too few were killed: ${JSON.stringify(told)}`);
  return `${RUNS} runs of ${FEW} rows, ${told.filters} filters and ${told.executors} executors killed: every row once, and the same`;
}

async function notTriedAgain() {
  const spark = await ensureSpark();
  mkdirSync(folder, { recursive: true });
  const one = await plain(FEW);
  const told = { filters: 0, executors: 0 };
  const error = await same(spark, one, { kills: { ...killNow(randomOf(1), told), tries: 1 } }).then(() => undefined, (thrown) => thrown);
  ok(told.filters > 0, "no filter was killed");
  ok(error !== undefined, "a filter was killed, its task was not tried again, and the job said that all is well");
  return "the job fails";
}

test(`${LINES} exchanges on a cluster come out as from one process`, async (t) => t.diagnostic(await million()));
test(`${RUNS} runs with filters and an executor killed lose no row and double none`, async (t) => t.diagnostic(await killed()));
test("a filter that is killed fails a job that may not try again", async (t) => t.diagnostic(await notTriedAgain()));
