// How many bytes an exchange takes in every store.
import { equal, ok } from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { moduleOf } from "../../../../scripts/load-package.mjs";
import { test } from "../../../skip.mjs";
import { openPlace } from "../open-place.mjs";
import { linesOf, newPlace } from "../places.mjs";
import { Talk, post } from "../vendor.mjs";

const { guard } = await moduleOf("guard/index.js");
const EXCHANGES = process.env.RETHOUGHT_LONG === "1" ? 2000 : 300;
const STEPS = 4;
/** What the same exchanges took when each key was a value, and what they may take now. */
const MOST = { redis: 0.5 * 5474, postgres: 0.5 * 5485 };

/** Records conversations of four steps. Resolves to the bytes of the answers. */
async function record(store) {
  let [answer, bytes] = ["", 0];
  const fetch = guard(async () => new Response(answer), { store });
  for (let nth = 0; nth < EXCHANGES / STEPS; nth++) {
    const talk = new Talk(`b${nth}`);
    for (let step = 0; step < STEPS; step++) {
      answer = talk.answer(1000);
      bytes += answer.length;
      talk.answered(await post(fetch, talk.request()));
    }
    // Without a network, files and sockets would get no turn.
    await new Promise(setImmediate);
  }
  await fetch.settled();
  equal((await linesOf(store)).length, EXCHANGES);
  return bytes;
}

const sizeOnDisk = (path) => Number(execFileSync("du", ["-s", "--block-size=1", path], { encoding: "utf8" }).split("\t")[0]);

test("a folder takes at most 1.5 times the bytes of the answers", async (t) => {
  const place = await newPlace("folder");
  const { store } = await openPlace(place);
  const bytes = await record(store);
  const size = sizeOnDisk(place.path);
  t.diagnostic(`${(size / EXCHANGES).toFixed(0)} bytes an exchange, of ${(bytes / EXCHANGES).toFixed(0)} in the answer: ${(size / bytes).toFixed(2)} times`);
  ok(size <= 1.5 * bytes, `${size} for ${bytes}`);
});

test("Redis takes at most half of the bytes that it took before", async (t) => {
  const { store, client, close } = await openPlace(await newPlace("redis"));
  const used = async () => Number(/used_memory:(\d+)/.exec(await client.info("memory"))[1]);
  const [before, keys] = [await used(), await client.dbsize()];
  await record(store);
  const size = (await used()) - before;
  t.diagnostic(`${(size / EXCHANGES).toFixed(0)} bytes and ${(((await client.dbsize()) - keys) / EXCHANGES).toFixed(1)} keys an exchange`);
  // The index has a fixed size, which few exchanges do not pay for.
  if (EXCHANGES >= 1000) ok(size / EXCHANGES <= MOST.redis);
  await close();
});

test("Postgres takes at most half of the bytes that it took before", async (t) => {
  const place = await newPlace("postgres");
  const { store, pool, close } = await openPlace(place);
  await record(store);
  await pool.query("VACUUM");
  const { rows: [{ size }] } = await pool.query("SELECT sum(pg_total_relation_size(oid))::int AS size FROM pg_class WHERE relkind = 'r' AND relname LIKE $1", [`${place.space}%`]);
  t.diagnostic(`${(size / EXCHANGES).toFixed(0)} bytes and 1 row an exchange`);
  if (EXCHANGES >= 1000) ok(size / EXCHANGES <= MOST.postgres);
  await close();
});
