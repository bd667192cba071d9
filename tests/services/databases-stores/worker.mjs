// A worker that checks Workers KV and the storage of a Durable Object against the contract, inside Cloudflare's runtime. It is bundled with the
// package.
import { Ledger } from "rethought";
import { durableObjectStore, kvStore } from "rethought/stores";
import { talks } from "../../talks.mjs";
import { CONTRACT } from "./contract.mjs";

export class LedgerObject {
  #storage;

  constructor(state) {
    this.#storage = state.storage;
  }

  /** Requests arrive at the same time, and all use one storage. */
  async fetch(request) {
    const { pathname } = new URL(request.url);
    if (pathname !== "/record") return answer(await faultsOf(() => durableObjectStore(this.#storage)));
    const { exchanges, lane } = await request.json();
    const ledger = await Ledger.open(durableObjectStore(this.#storage));
    const news = await Promise.all(exchanges.filter((_, nth) => nth % 4 === lane).map((exchange) => ledger.record(exchange)));
    return answer(news.filter(Boolean).length);
  }
}

export default {
  async fetch(request, { NAMESPACE, OBJECTS }) {
    const { pathname } = new URL(request.url);
    if (pathname === "/kv") return answer(await faultsOf(() => kvStore(NAMESPACE)));
    const object = OBJECTS.get(OBJECTS.idFromName(pathname));
    if (pathname === "/object") return object.fetch(request);
    const exchanges = [31, 32, 33, 34, 35, 36].flatMap((seed) => talks(seed).exchanges);
    const lanes = [0, 1, 2, 3].map((lane) => object.fetch("http://object/record", { method: "POST", body: JSON.stringify({ exchanges, lane }) }));
    const counts = await Promise.all(lanes.map(async (response) => (await response).json()));
    return answer({ sent: exchanges.length, kept: counts.reduce((one, other) => one + other) });
  },
};

const answer = (value) => new Response(JSON.stringify(value));

async function faultsOf(open) {
  const faults = [];
  for (const [name, check] of [...CONTRACT, ["a ledger over it says what one ledger with all lines says", heldLedger]]) {
    // There is one store for KV: a second one does not see the writes of the first at once.
    const store = open();
    await check({ store, again: async () => store }).catch((error) => faults.push(`${name}: ${error.message}`));
  }
  return { laws: CONTRACT.length + 1, faults };
}

async function heldLedger({ store }) {
  const [one, stored] = [new Ledger(), await Ledger.open(store)];
  const worlds = [41, 42, 43, 44].map(talks);
  const all = worlds.flatMap(({ exchanges }) => exchanges);
  for (const exchange of all) one.record(exchange);
  await Promise.all(all.map((exchange) => stored.record(exchange)));
  for (const { requests, target } of worlds)
    for (const request of requests) if (JSON.stringify(await stored.audit(request, target)) !== JSON.stringify(one.audit(request, target))) throw new Error(`of ${request.slice(0, 100)}`);
}
