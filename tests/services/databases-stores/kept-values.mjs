// The expected values of a store after recorded exchanges, and their differences from the actual ones.
import { moduleOf } from "../../../scripts/load-package.mjs";

const { Ledger } = await moduleOf("start/node.js");
/** A key of this many lines identifies none of them. */
const MANY = 8;

/** Lists the keys under which a store lacks the expected names, each once. */
export async function namingFaults(store, exchanges) {
  const { names } = await expected(exchanges);
  const found = await slotsOf(store, [...names.keys()]);
  return [...found].flatMap(([key, slots]) => {
    const [kept, own] = [filled(slots), names.get(key)];
    // An index may give more names than identify a line.
    const isWhole = kept.length >= Math.min(own.size, MANY) && kept.length <= own.size && kept.every((name) => own.has(name));
    return [
      ...(slots.some((value, nth) => value !== undefined && nth >= kept.length) ? [`${key} has a gap`] : []),
      ...(new Set(kept).size < kept.length ? [`${key} has a name twice`] : []),
      ...(isWhole ? [] : [`${key} has ${kept.length} names of ${own.size}`]),
    ];
  });
}

/**
 * Lists values that are half written, or were reported as recorded and are missing. A value is complete or absent; an existing line is found by all
 * its keys. `reported` are exchanges.
 */
export async function tornFaults(store, exchanges, reported) {
  const { lines, names, keys, lineOf } = await expected(exchanges);
  const faults = [];
  const texts = await store.getMany([...lines]);
  const kept = new Set([...lines].filter((_, nth) => (texts[nth] ?? undefined) !== undefined));
  // A line may be written as a difference to another, so its text is not always the same.
  [...lines].forEach((line, nth) => kept.has(line) && !isWhole(texts[nth]) && faults.push(`${line} is half written`));
  const slots = await slotsOf(store, [...names.keys()]);
  for (const [key, values] of slots) if (values.some((value) => value !== undefined && !names.get(key).has(value))) faults.push(`under ${key} is half a name`);
  for (const line of kept)
    for (const key of keys.get(line)) if (filled(slots.get(key)).length < MANY && !filled(slots.get(key)).includes(line.slice("line-".length))) faults.push(`${line} is not found by ${key}`);
  for (const exchange of reported) if (!kept.has(lineOf.get(exchange))) faults.push(`${lineOf.get(exchange)} was reported and is not there`);
  return { faults, kept: kept.size };
}

function isWhole(text) {
  const ledger = new Ledger();
  ledger.load(text);
  return ledger.length === 1 && ledger.torn === 0;
}

const filled = (slots) => (slots.includes(undefined) ? slots.slice(0, slots.indexOf(undefined)) : slots);

/** Returns the values under each key. */
async function slotsOf(store, keys) {
  if (store.find) {
    const names = await store.find(keys.map((key) => key.slice("key-".length)));
    return new Map(keys.map((key, nth) => [key, names[nth]]));
  }
  const values = await store.getMany(keys.flatMap((key) => Array.from({ length: MANY }, (_, nth) => `${key}-${nth}`)));
  return new Map(keys.map((key, nth) => [key, values.slice(nth * MANY, (nth + 1) * MANY).map((value) => value ?? undefined)]));
}

/**
 * Returns the lines of exchanges, the names under each key, the keys of each line, and the line of each exchange. Each is recorded into a separate
 * store, where no key is full.
 */
async function expected(exchanges) {
  const [lines, names, keys, lineOf] = [new Set(), new Map(), new Map(), new Map()];
  for (const exchange of exchanges) {
    const seen = new Map();
    const store = { getMany: async (keys) => keys.map((key) => seen.get(key)), setMany: async (entries) => entries.forEach(([key, value]) => seen.set(key, value)) };
    await (await Ledger.open(store)).record(exchange);
    const line = [...seen.keys()].find((key) => key.startsWith("line-"));
    const bases = [...seen.keys()].filter((key) => key !== line).map((key) => key.replace(/-\d+$/, ""));
    lineOf.set(exchange, line);
    lines.add(line);
    keys.set(line, bases);
    for (const base of bases) names.set(base, (names.get(base) ?? new Set()).add(line.slice("line-".length)));
  }
  return { lines, names, keys, lineOf };
}
