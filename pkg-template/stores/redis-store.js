// A store in Redis: MGET to read, SET … NX to write, scripts to find and to record, each in one round trip. The client is ioredis, or node-redis, which sends simultaneous commands
// together.
import { InputError, StoreError } from "../errors/index.js";
import { base64Of, bytesOfBase64 } from "../text/bytes.js";
import { numberFrom, optionsFrom } from "../text/options.js";
import { checkClient, checkedStore } from "./checked-store.js";
import { bytesOfLetters, lettersOf, packed, unpacked } from "./packed-line.js";
import { DELETE, FIND, HEAD, RECORD, TIMES } from "./redis-scripts.js";

const LINE = /^line-([0-9a-f]{64})$/;
/** The first digits of names and keys: an entry of the index shows where to look, and the ledger compares the whole. */
const [NAME_DIGITS, KEY_DIGITS] = [24, 18];
const SLOT = /^(key-.+-)(\d+)$/;

export function redisStore(client, options) {
  const { prefix = "rethought:", ttlSeconds } = optionsFrom(options, ["prefix", "ttlSeconds"]);
  if (typeof prefix !== "string") throw new InputError("prefix is a string", { code: "E_INPUT", pointer: "/prefix" });
  const ttl = ttlSeconds === undefined ? undefined : Math.ceil(numberFrom(ttlSeconds, "ttlSeconds", 1));
  const commands = commandsOf(client);
  return checkedStore(
    (keys) => (commands.run ? readAll(commands, keys, prefix) : commands.getMany(keys.map((key) => prefix + key))),
    (entries) => write(commands, entries, prefix, ttl),
    { ...(commands.run ? scriptsOf(commands, prefix, ttl) : {}), ...(commands.scan ? { entries: () => entriesOf(commands, prefix) } : {}) },
  );
}

/** Reads values. A line is packed, or as an earlier version wrote it. */
async function readAll({ getMany }, keys, prefix) {
  const names = keys.map((key) => LINE.exec(key)?.[1]);
  const places = keys.flatMap((key, nth) => (names[nth] === undefined ? [prefix + key] : [prefix + key, `${prefix}l:${shortName(names[nth])}`]));
  const values = (await getMany(places)).values();
  return names.map((name) => {
    const plain = values.next().value;
    const line = name === undefined ? undefined : values.next().value;
    return typeof line === "string" && nameIn(line) === name ? lineIn(line)?.text : plain;
  });
}

/** A packed line: its text, the account and the conversation; nothing if it was deleted. Names are packed with the text, so that they are deleted with it. Earlier versions wrote the text alone. */
function lineIn(line) {
  if (line.length <= HEAD) return undefined;
  const whole = unpacked(bytesOfLetters(line.slice(HEAD)));
  const end = whole.indexOf("\n");
  const [account, conversation] = whole.startsWith("[") ? JSON.parse(whole.slice(0, end)) : [null, null];
  return { text: whole.startsWith("[") ? whole.slice(end + 1) : whole, account, conversation };
}

/** What `lineIn` reads. */
const withNames = ({ text, account, conversation }) => (account === null && conversation === null && !text.startsWith("[") ? text : `${JSON.stringify([account, conversation])}\n${text}`);
const nameIn = (line) => hexOf(bytesOfBase64(line.slice(0, HEAD)));
const bytesOf = (digits) => Uint8Array.from({ length: digits.length / 2 }, (_, nth) => parseInt(digits.slice(2 * nth, 2 * nth + 2), 16));
const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const lettersFor = (digits) => base64Of(bytesOf(digits)).replace(/=+$/, "");
const shortName = (name) => lettersFor(name.slice(0, NAME_DIGITS));
/** One of 1024 buckets, and the first digits in base64. */
const shortKey = (key) => key.slice(0, 2) + (parseInt(key[2], 16) >> 2) + lettersFor(key.slice(2, 2 + KEY_DIGITS));

/** Yields all entries. Redis lists keys in no order, and some twice. */
async function* entriesOf({ scan, getMany, run }, prefix) {
  const seen = new Set();
  let cursor = "0";
  do {
    const [next, found] = await scan(cursor, `${prefix.replace(/[*?[\]\\]/g, "\\$&")}*`);
    const keys = found.map((key) => key.slice(prefix.length)).filter((key) => /^(line-|key-|l:)/.test(key) && !seen.has(key));
    for (const key of keys) seen.add(key);
    const values = keys.length ? await getMany(keys.map((key) => prefix + key)) : [];
    const lines = keys.filter((key) => key.startsWith("l:"));
    const times = lines.length && run ? await run(TIMES, [`${prefix}times`], [prefix, ...lines.map((key) => key.slice(2))]) : [];
    const timeOf = new Map(lines.map((key, nth) => [key, times[nth] ? Number(times[nth]) : null]));
    yield keys.map((key, nth) => (timeOf.has(key) ? entryOf(values[nth], timeOf.get(key)) : { key, value: values[nth], time: null, account: null, conversation: null })).filter((entry) => typeof entry?.value === "string");
    cursor = String(next);
  } while (cursor !== "0");
}

/** The entry of a packed line, or nothing if it was deleted or has expired. */
function entryOf(packedLine, time) {
  const { text, account, conversation } = (typeof packedLine === "string" && lineIn(packedLine)) || {};
  return text === undefined ? undefined : { key: `line-${nameIn(packedLine)}`, value: text, time, account, conversation };
}

/** The scripts. In a cluster the first key says which node runs them. */
function scriptsOf({ run }, prefix, ttl = 0) {
  const wordsOf = (line) => [shortName(line.name), lettersFor(line.name) + lettersOf(packed(withNames(line))), String(line.time), line.account ?? "", line.conversation ?? "", String(line.keys.length), ...line.keys.map(shortKey)];
  return {
    find: async (keys) => {
      const found = await run(FIND, [`${prefix}times`], [prefix, String(ttl), ...keys.flatMap((key) => [shortKey(key), key])]);
      return new Map(keys.map((key, nth) => [key, namesIn(found[nth])]));
    },
    record: async (lines) => (await run(RECORD, [`${prefix}times`], [prefix, String(ttl), ...lines.flatMap(wordsOf)])).map((isNew) => isNew === 1),
    remove: async (what) => {
      const [[kind, value]] = Object.entries(what);
      return Number(await run(DELETE, [`${prefix}times`], [prefix, String(ttl), kind, String(value)]));
    },
  };
}

/** The whole names of short names and names by turns. A line that has expired has a name that no line has. */
function namesIn(words) {
  const names = Array.from({ length: words.length / 2 }, (_, nth) => {
    const [short, name] = words.slice(2 * nth, 2 * nth + 2);
    return short === "" ? name : name === "" ? hexOf(bytesOfBase64(short)).padEnd(64, "0") : hexOf(bytesOfBase64(name));
  });
  return [...new Set(names)];
}

/**
 * Writes values. With a time to live, the names under a key live twice as long as lines, and a new name renews those before it. Names are counted
 * from 0, and an expired one hides all after it.
 */
async function write(commands, entries, prefix, ttl) {
  const before = ttl === undefined ? [] : [...new Set(entries.flatMap(([key]) => slotsBefore(key)))];
  const writes = entries.map(([key, value]) => ({ key: prefix + key, value, ttl: ttl && (SLOT.test(key) ? 2 * ttl : ttl) }));
  const renewed = await commands.renewAndSet(before.map((key) => prefix + key), 2 * ttl, writes);
  if (!renewed.every(Number)) throw new StoreError("names have expired while others were written after them; record it again", { code: "E_STORE" });
}

function slotsBefore(key) {
  const [, base, nth] = SLOT.exec(key) ?? [];
  return Array.from({ length: Number(nth ?? 0) }, (_, earlier) => `${base}${earlier}`);
}

const commandsOf = (client) => (typeof client?.mGet === "function" ? nodeRedis(client) : ioredis(client));

/** EXPIRE returns 1 or true for an existing value. */
function nodeRedis(client) {
  checkClient(client, ["set", "expire"], "a client of node-redis");
  return {
    scan: typeof client.scan === "function" ? async (cursor, pattern) => scanned(await client.scan(cursor, { MATCH: pattern, COUNT: 1000 })) : undefined,
    run: typeof client.eval === "function" ? (script, keys, words) => client.eval(script, { keys, arguments: words }) : undefined,
    getMany: (keys) => client.mGet(keys),
    renewAndSet: async (keys, seconds, writes) => {
      const renewals = keys.map((key) => client.expire(key, seconds));
      const written = writes.map(({ key, value, ttl }) => client.set(key, value, ttl ? { NX: true, EX: ttl } : { NX: true }));
      return (await Promise.all([...renewals, ...written])).slice(0, keys.length);
    },
  };
}

const scanned = ({ cursor, keys }) => [cursor, keys];

function ioredis(client) {
  checkClient(client, ["mget", "pipeline"], "a client of Redis");
  return {
    scan: typeof client.scan === "function" ? (cursor, pattern) => client.scan(cursor, "MATCH", pattern, "COUNT", 1000) : undefined,
    run: typeof client.eval === "function" ? (script, keys, words) => client.eval(script, keys.length, ...keys, ...words) : undefined,
    getMany: (keys) => client.mget(keys),
    renewAndSet: async (keys, seconds, writes) => {
      const renewals = keys.map((key) => ["expire", key, seconds]);
      const written = writes.map(({ key, value, ttl }) => ["set", key, value, ...(ttl ? ["EX", ttl] : []), "NX"]);
      const results = await client.pipeline([...renewals, ...written]).exec();
      const [error] = results?.find(([error]) => error) ?? [];
      if (error || !results) throw error ?? new StoreError("the pipeline was given up", { code: "E_STORE" });
      return results.slice(0, keys.length).map(([, result]) => result);
    },
  };
}
