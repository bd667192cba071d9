// A store in Redis: MGET to read, SET … NX to write, each in one round trip. The client is ioredis, or node-redis, which sends simultaneous commands
// together.
import { InputError, StoreError } from "../errors/index.js";
import { numberFrom, optionsFrom } from "../text/options.js";
import { checkClient, checkedStore } from "./checked-store.js";

const SLOT = /^(key-.+-)(\d+)$/;

export function redisStore(client, options) {
  const { prefix = "rethought:", ttlSeconds } = optionsFrom(options, ["prefix", "ttlSeconds"]);
  if (typeof prefix !== "string") throw new InputError("prefix is a string", { code: "E_INPUT", pointer: "/prefix" });
  const ttl = ttlSeconds === undefined ? undefined : Math.ceil(numberFrom(ttlSeconds, "ttlSeconds", 1));
  const commands = commandsOf(client);
  return checkedStore(
    (keys) => commands.getMany(keys.map((key) => prefix + key)),
    (entries) => write(commands, entries, prefix, ttl),
  );
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
    getMany: (keys) => client.mGet(keys),
    renewAndSet: async (keys, seconds, writes) => {
      const renewals = keys.map((key) => client.expire(key, seconds));
      const written = writes.map(({ key, value, ttl }) => client.set(key, value, ttl ? { NX: true, EX: ttl } : { NX: true }));
      return (await Promise.all([...renewals, ...written])).slice(0, keys.length);
    },
  };
}

function ioredis(client) {
  checkClient(client, ["mget", "pipeline"], "a client of Redis");
  return {
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
