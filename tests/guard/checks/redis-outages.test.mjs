// Parallel conversations through one guard with one Redis, in a separate process: vendors fail, the store fails, the process is killed and restarted.
import { equal, ok } from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensurePackages } from "../../../scripts/npm.mjs";
import { tests } from "../../../scripts/paths.mjs";
import { Skip, test } from "../../skip.mjs";
import { RedisServer } from "../../services/databases-stores/redis-server.mjs";
import { Crowd } from "../crowd/crowd.mjs";
import { lookUp } from "../crowd/on-record.mjs";
import { wait } from "../provider.mjs";

const isLong = Boolean(process.env.RETHOUGHT_LONG);
const CONVERSATIONS = isLong ? 1000 : 60;
const SECONDS = Number(process.env.RETHOUGHT_CROWD_SECONDS ?? (isLong ? 300 : 8));
/** The approximate duration of an answer, in ms. */
const ANSWER_MS = isLong ? 40_000 : 200;
/**
 * The start of each fault, as a share of the time, and the duration of the store's outage, in ms. The process lives longest after the kill, to show
 * its memory.
 */
const FAULTS = isLong ? [[0.06, "down"], [0.16, "kill"], [0.45, "hang"], [0.65, "down"]] : [[0.08, "down"], [0.7, "kill"]];
/** Longer than a guard waits for a store. */
const AWAY_MS = isLong ? 8000 : 2600;
/** The minimum number of fixed requests; on a busy machine that takes longer. */
const MENDED = isLong ? 100 : 5;
/** The number of memory samples. */
const LOOKS = 10;
/**
 * The process has worked for a minute when its memory is first compared. The ledger of unnamed conversations may then still fill its cache: 32 MB of
 * text, with an index.
 */
const WARM_SECONDS = 60;
const MOST_GROWTH = { used: 64, rss: 128 };

async function outages() {
  if (!isLong && !process.env.RETHOUGHT_CROWD_SECONDS) throw new Skip("npm run prove -- guard, on a quiet machine: a busy one is a store that is down");
  await ensurePackages(tests);
  const folder = mkdtempSync(join(tmpdir(), "rethought-crowd-"));
  const [redis, crowd] = [new RedisServer(folder, { isKept: true }), new Crowd(ANSWER_MS)];
  try {
    await redis.start();
    await crowd.open(redis.socket);
    return await run(redis, crowd);
  } finally {
    await crowd.close();
    await redis.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function run(redis, crowd) {
  const start = Date.now();
  const until = (share) => wait(Math.max(0, start + share * SECONDS * 1000 - Date.now()));
  crowd.start(CONVERSATIONS);
  const memory = watchMemory(crowd, until);
  for (const [share, kind] of FAULTS) {
    await until(share);
    await (kind === "kill" ? kill(crowd) : storeAway(redis, crowd, kind));
  }
  const figures = (await memory).filter(({ rss }) => rss !== undefined);
  for (let nth = 0; nth < 600 && crowd.judge.counts.mended < MENDED; nth++) await wait(100);
  await crowd.finish();
  equal((await crowd.settle()).length, 0, "answers that are not recorded at the end");
  const { judge: { faults, counts }, ended } = crowd;
  equal(faults.join("\n").slice(0, 4000), "", `${faults.length} faults`);
  ok(counts.mended >= MENDED && counts.killed > 0 && crowd.errors > 0, `too little was tried: ${JSON.stringify({ ...counts, errors: crowd.errors })}`);
  if (isLong) checkMemory(figures);
  const { answers, apart, missing } = await lookUp(redis.socket, ended);
  equal(missing.join(), "", "answers that are not on record");
  equal(apart.join(), "", "conversations whose answers are not one branch");
  return `${ended.length} conversations, ${answers} answers, ${JSON.stringify(counts)}, ${crowd.errors} failures of the guard told, ${crowd.lost} answers lost in flight with the process, all others on record, those of a conversation as one branch; memory in MB: ${figures.map(({ at, life, used, rss }) => `${at} s (life ${life}) ${used} used, ${rss} rss`).join("; ")}`;
}

/** Ends the store, or makes it hang, for a while. Then all answers of that time are recorded. */
async function storeAway(redis, crowd, kind) {
  crowd.isStoreTroubled = true;
  await (kind === "hang" ? redis.hang() : redis.end("SIGKILL"));
  await wait(AWAY_MS);
  await (kind === "hang" ? redis.goOn() : redis.start());
  for (let nth = 0; (await crowd.settle()).length; nth++) {
    if (nth > 100) throw new Error(`the store is back, and answers are not recorded: ${crowd.lastError}`);
    await wait(100);
  }
  crowd.isStoreTroubled = false;
}

/** Kills the process. Answers before the guard has settled are recorded; those between that and the kill may be lost. */
async function kill(crowd) {
  equal((await crowd.settle()).length, 0, "answers that are not recorded when the guard has settled");
  await wait(ANSWER_MS / 4);
  await crowd.kill();
}

/** Samples the memory of the process: the used memory, and the memory from the system. */
async function watchMemory(crowd, until) {
  const figures = [];
  for (let nth = 1; nth <= LOOKS; nth++) {
    await until(nth / LOOKS);
    await crowd.guard.ready();
    figures.push({ at: Math.round((nth / LOOKS) * SECONDS), life: crowd.guard.lives, ...(await crowd.guard.ask("memory")) });
  }
  return figures;
}

/** Memory is constant from the first minute after the last start on. */
function checkMemory(figures) {
  const last = figures.at(-1);
  const own = figures.filter(({ life }) => life === last.life);
  const warm = own.find(({ at }) => at >= own[0].at + WARM_SECONDS);
  for (const [name, most] of Object.entries(MOST_GROWTH)) ok(last[name] - warm[name] < most, `memory in MB grew: ${JSON.stringify(figures)}`);
}

test(`${CONVERSATIONS} conversations at once with a Redis that goes down and a process that is killed`, async (t) => t.diagnostic(await outages()));
