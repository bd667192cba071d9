// The contract of every store, in any runtime: a list of names and checks of a store. Keys are those of a ledger, new ones for each check.

let count = 0;
/** Returns a name that no other check has. */
const fresh = () => `${(++count).toString(36)}x${Date.now().toString(36)}`;
/** Returns a name of a line, or a key, that no other check has. A store may keep the beginning of it. */
const freshDigest = () => Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, "0")).join("");
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
  ["a line is recorded with its names in one call, and once", async ({ store }) => {
    if (!store.record) return;
    const [one, two, key, shared, none] = Array.from({ length: 5 }, freshDigest);
    same(await store.record([]), []);
    same(await store.find([]), []);
    same(await store.record([lineOf(one, [key, shared]), lineOf(two, [shared])]), [true, true]);
    same(await store.record([lineOf(two, [shared]), lineOf(one, [key, shared])]), [false, false]);
    same(await values(store, [`line-${one}`, `line-${none}`, `line-${two}`]), [`text of ${one}`, undefined, `text of ${two}`]);
    const [both, nothing, first, again] = await store.find([shared, none, key, key]);
    same([both.sort(), nothing, first, again], [[one, two].sort(), [], [one], [one]]);
  }],
  ["every text of a line comes back as it was", async ({ store }) => {
    if (!store.record) return;
    const texts = [...TEXTS, "Ein Plan. ".repeat(100_000)];
    const names = texts.map(freshDigest);
    for (const nth of texts.keys()) same(await store.record([{ ...lineOf(names[nth], [freshDigest()]), text: texts[nth] }]), [true]);
    same(await values(store, names.map((name) => `line-${name}`)), texts);
  }],
  ["a key of many lines gives at least eight of them, and not all of a crowd", async ({ store }) => {
    if (!store.record) return;
    const [key, ...names] = Array.from({ length: 31 }, freshDigest);
    for (const name of names) same(await store.record([lineOf(name, [key])]), [true]);
    const [found] = await store.find([key]);
    same([found.length >= 8 && found.length <= 16, found.every((name) => names.includes(name)), new Set(found).size === found.length], [true, true, true]);
  }],
  ["of many that record at once under one key each has a place", async ({ store, again }) => {
    if (!store.record) return;
    const [other, key, names] = [await again(), freshDigest(), Array.from({ length: 8 }, freshDigest)];
    await Promise.all(names.map((name, nth) => (nth % 2 ? store : other).record([lineOf(name, [key, freshDigest()])])));
    for (const one of [store, other]) same((await one.find([key]))[0].sort(), [...names].sort());
  }],
  ["lines are deleted by conversation, by account and by age, and nothing else is", async ({ store }) => {
    if (!store.delete) return;
    const [key, gone, other, old, mine] = Array.from({ length: 5 }, freshDigest);
    const hour = Date.now() - 3_600_000;
    await store.record([lineOf(gone, [key], { conversation: `${key} c` }), lineOf(other, [key], { conversation: `${key} d` }), lineOf(mine, [key], { account: `${key} a` }), lineOf(old, [key], { time: 1000 })]);
    const left = async () => (await values(store, [gone, other, mine, old].map((name) => `line-${name}`))).map((value) => value !== undefined);
    same([await store.delete({ conversation: `${key} x` }), await left()], [0, [true, true, true, true]]);
    same([await store.delete({ conversation: `${key} c` }), await left()], [1, [false, true, true, true]]);
    same([await store.delete({ account: `${key} a` }), await left()], [1, [false, true, false, true]]);
    same([await store.delete({ olderThan: hour }), await left()], [1, [false, true, false, false]]);
    // The names stay, so that nothing else is mistaken for them; not for ever, where they are by far older than what is deleted.
    same((await store.find([key]))[0].filter((name) => name !== old).sort(), [gone, other, mine].sort());
    same([await store.record([lineOf(gone, [key], { conversation: `${key} c` })]), await left()], [[true], [true, true, false, false]]);
    same([await store.delete({ conversation: `${key} c` }), await left()], [1, [false, true, false, false]]);
    for (const what of [undefined, {}, { conversation: "" }, { conversation: "a", account: "b" }, { olderThan: "x" }, { overBytes: -1 }, { all: true }]) {
      const error = await store.delete(what).then(() => undefined, (error) => error);
      same([JSON.stringify(what), error?.code], [JSON.stringify(what), "E_INPUT"]);
    }
  }],
  ["the oldest lines are deleted until the others are small enough", async ({ store }) => {
    if (!store.delete) return;
    const key = freshDigest();
    const names = Array.from({ length: 6 }, freshDigest);
    const text = Array.from({ length: 400 }, freshDigest).join("");
    // Behind all that other checks have recorded, and in another order than that of their times.
    const time = (nth) => Date.now() + 1000 * nth;
    for (const nth of [3, 0, 5, 1, 4, 2]) await store.record([{ ...lineOf(names[nth], [key], { time: time(nth) }), text }]);
    // Some stores pack a text to half of its length.
    same((await store.delete({ overBytes: 1.2 * text.length })) >= 4, true);
    const left = (await values(store, names.map((name) => `line-${name}`))).map((value) => value !== undefined);
    same([left[0], left[1], left[2], left[3], left[5]], [false, false, false, false, true]);
    await store.delete({ overBytes: 0 });
    same((await values(store, names.map((name) => `line-${name}`))).every((value) => value === undefined), true);
  }],
  ["entries have the times and the names of lines", async ({ store }) => {
    if (!store.record || !store.entries) return;
    const key = freshDigest();
    const lines = [{}, { account: "Ada" }, { conversation: "[\n]" }, { account: "Ada", conversation: "x", text: "[1]\n[2]" }, { text: "[null,null]\n" }].map((about, nth) => lineOf(freshDigest(), [key], { time: 1_700_000_000_123 + nth, ...about }));
    await store.record(lines);
    const found = new Map();
    for await (const entries of store.entries()) for (const entry of entries) found.set(entry.key, entry);
    const wanted = lines.map(({ text, time, account = null, conversation = null }) => [text, time, account, conversation]);
    same(lines.map(({ name }) => found.get(`line-${name}`)).map(({ value, time, account, conversation }) => [value, time, account, conversation]), wanted);
    same(await values(store, lines.map(({ name }) => `line-${name}`)), lines.map(({ text }) => text));
  }],
  ["times and sizes have no bounds", async ({ store }) => {
    if (!store.delete) return;
    const [key, name] = [freshDigest(), freshDigest()];
    await store.record([lineOf(name, [key])]);
    const isThere = async () => (await values(store, [`line-${name}`]))[0] !== undefined;
    same([await store.delete({ olderThan: -Infinity }), await store.delete({ overBytes: Infinity }), await isThere()], [0, 0, true]);
    same([(await store.delete({ olderThan: Infinity })) > 0, await isThere()], [true, false]);
  }],
  ["a name that every object has is not a value", async ({ store }) => {
    same(await values(store, ["line-constructor", "line-tostring", "key-valueof-0"]), [undefined, undefined, undefined]);
  }],
];

const lineOf = (name, keys, about = {}) => ({ name, keys, text: `text of ${name}`, time: Date.now(), ...about });

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
