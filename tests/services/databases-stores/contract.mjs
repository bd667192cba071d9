// The contract of every store, in any runtime: a list of names and checks of a store. Keys are those of a ledger, new ones for each check.

let count = 0;
/** Returns a name that no other check has. */
const fresh = () => `${(++count).toString(36)}x${Date.now().toString(36)}`;
const lines = (length) => Array.from({ length }, () => `line-${fresh()}`);

export const CONTRACT = [
  ["values come in the order of the keys, and nothing for a missing one", async ({ store }) => {
    const [one, none, other] = lines(3);
    await store.setMany([[other, "second"], [one, "first"]]);
    same(await values(store, [other, none, one, none, other]), ["second", undefined, "first", undefined, "second"]);
  }],
  ["empty lists ask and write nothing", async ({ store }) => {
    same(await store.getMany([]), []);
    await store.setMany([]);
  }],
  ["a thousand values at once", async ({ store }) => {
    const keys = lines(1_000);
    await store.setMany(keys.map((key, nth) => [key, `${nth} of ${key}`]));
    same(await values(store, [...keys].reverse()), keys.map((key, nth) => `${nth} of ${key}`).reverse());
  }],
  ["the first to write a value wins", async ({ store }) => {
    const [key, other] = lines(2);
    await store.setMany([[key, "first"]]);
    await store.setMany([[key, "second"], [other, "third"]]);
    await store.setMany([[other, "fourth"], [other, "fifth"]]);
    same(await values(store, [key, other]), ["first", "third"]);
  }],
  ["of two values for one key in one call the first is kept", async ({ store }) => {
    const [key] = lines(1);
    await store.setMany([[key, "first"], [key, "second"]]);
    same(await values(store, [key]), ["first"]);
  }],
  ["of many writers at once one wins, and all see the same", async ({ store, again }) => {
    const [base, other] = [`key-${fresh()}`, await again()];
    const writers = Array.from({ length: 20 }, (_, nth) => [nth % 2 ? store : other, `name ${nth}`]);
    const seen = await Promise.all(writers.map(async ([by, value]) => (await by.setMany([[`${base}-0`, value]]), (await values(by, [`${base}-0`]))[0])));
    same(new Set(seen).size, 1);
    same(writers.some(([, value]) => value === seen[0]), true);
    same(await values(other, [`${base}-0`, `${base}-1`]), [seen[0], undefined]);
  }],
  ["another store over the same place has the values", async ({ store, again }) => {
    const [key] = lines(1);
    await store.setMany([[key, "here"]]);
    same(await values(await again(), [key]), ["here"]);
  }],
  ["a value of a million characters", async ({ store, most = 1_000_000 }) => {
    const [key] = lines(1);
    const value = "Ein Plan. ".repeat(most / 10);
    await store.setMany([[key, value]]);
    same((await values(store, [key]))[0] === value, true);
  }],
  ["every text comes back as it was", async ({ store }) => {
    const keys = lines(TEXTS.length);
    await store.setMany(keys.map((key, nth) => [key, TEXTS[nth]]));
    same(await values(store, keys), TEXTS);
  }],
  ["a key that the contract does not allow is refused, and nothing is written", async ({ store }) => {
    for (const key of HOSTILE) {
      const [good] = lines(1);
      const error = await store.setMany([[good, "with a bad one"], [key, "bad"]]).then(() => undefined, (error) => error);
      same([String(key), error?.code], [String(key), "E_INPUT"]);
      same(await values(store, [good]), [undefined]);
      const read = await store.getMany([key]).catch((error) => (same(error.code, "E_INPUT"), [undefined]));
      same(read.map((value) => value ?? undefined), [undefined]);
    }
  }],
  ["a name that every object has is no value", async ({ store }) => {
    same(await values(store, ["line-constructor", "line-tostring", "key-valueof-0"]), [undefined, undefined, undefined]);
  }],
];

const TEXTS = ["", "null", "1", "true", '{"a":1}', '"quoted"', "v3:abc", "base64:AAAA", "一つの計画 🧭 e\u0301 \u202eabc", "a\r\nb\u2028c\t'; DROP TABLE x; -- \\ % _ $1 ?1", " padded ", "9".repeat(40)];
const HOSTILE = ["", "..", "../line-1", "line-1/..", "LINE-1", "line_1", "line-é", "line-1\n", "line-1:a", "line-1\0", "'; DROP TABLE x; --", "__proto__", `line-${"a".repeat(130)}`, 1, undefined, null, {}];

async function values(store, keys) {
  return (await store.getMany(keys)).map((value) => value ?? undefined);
}

/** Throws if two values differ as JSON; undefined is not null. */
function same(found, wanted) {
  const [one, other] = [found, wanted].map((value) => JSON.stringify(value, (_, part) => (part === undefined ? "\u0000undefined" : part)));
  if (one !== other) throw new Error(`should be ${other.slice(0, 200)} and is ${one.slice(0, 200)}`);
}
