// Similar exchanges, and the comparison of a ledger in a store with one ledger that has all lines.
import assert from "node:assert/strict";
import { moduleOf } from "../../../scripts/load-package.mjs";
import { talks } from "../../talks.mjs";
import { namingFaults } from "./kept-values.mjs";

const { Ledger } = await moduleOf("start/node.js");

/** Returns talks with `count` exchanges together, from a seed on. */
export function worldOf(seed, count) {
  const worlds = [];
  for (let sum = 0; sum < count; sum += worlds.at(-1).exchanges.length) worlds.push(talks(seed + worlds.length));
  return worlds;
}

/** Returns the exchanges that a lane records: its half of each talk, and every tenth of the other half too, which both record. */
export function laneOf(worlds, lane) {
  const all = worlds.flatMap(({ exchanges }) => exchanges);
  return all.filter((_, nth) => nth % 2 === lane || nth % 10 === 0);
}

/** Records talks by two ledgers at the same time, and lists the differences to one ledger. */
export async function held({ store, other, seeds }) {
  const worlds = seeds.map(talks);
  const ledgers = [await Ledger.open(store), await Ledger.open(other, { cacheBytes: 0 })];
  const all = worlds.flatMap(({ exchanges }) => exchanges);
  await Promise.all(all.map((exchange, nth) => ledgers[nth % 2].record(exchange)));
  return differences(store, worlds);
}

/** Lists the differences between a ledger over a store and one ledger with all lines; only one request of `every` is compared. */
export async function differences(store, worlds, every = 1) {
  const [stored, one] = [await Ledger.open(store), new Ledger()];
  const all = worlds.flatMap(({ exchanges }) => exchanges);
  for (const exchange of all) one.record(exchange);
  const faults = await namingFaults(store, all);
  let lost = 0;
  for (const exchange of all) lost += await stored.record(exchange);
  if (lost) faults.push(`${lost} of ${all.length} exchanges are lost`);
  const asked = worlds.flatMap(({ requests, target }) => requests.map((request) => ({ request, target }))).filter((_, nth) => nth % every === 0);
  for (const { request, target } of asked) {
    const [found, wanted] = [await told(stored, request, target), await told(one, request, target)];
    try {
      assert.deepEqual(found, wanted);
    } catch {
      faults.push(`of a request it says otherwise: ${request.slice(0, 200)}`);
    }
  }
  return faults;
}

/** Returns all results of a ledger for a request, without the numbers of answers. */
export async function told(ledger, request, target) {
  const followed = await ledger.follow(request, target);
  const restored = await Promise.all(followed.map(({ from }) => ledger.restore(from)));
  const conversation = await ledger.conversation(request, target);
  return {
    report: await ledger.audit(request, target),
    repaired: await ledger.repair(request, target, { allow: ["unsafe"] }),
    followed: followed.map(({ response, line, from, ...rest }, nth) => ({ ...rest, restored: restored[nth] })),
    conversation: conversation && { id: conversation.id, branch: conversation.branch.length },
  };
}
