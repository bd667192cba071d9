// The kinds of stores. `shared` ones can be used by several processes; `server` is their server; `node` is the version of Node that their client
// needs.
import { kinds as files } from "./kinds/files.mjs";
import { kinds as overwriting } from "./kinds/overwriting.mjs";
import { kinds as postgres } from "./kinds/postgres.mjs";
import { kinds as redis } from "./kinds/redis.mjs";

export const KINDS = [...files, ...redis, ...postgres, ...overwriting];

const isLong = process.env.RETHOUGHT_LONG === "1";
/** Only the long tests run every version of a client: all send the same commands. */
const OTHER_VERSIONS = ["sqlite by a path", "redis by ioredis6", "redis by redis5", "redis by redis4", "postgres by PGlite", "keyv6 in memory"];
export const HELD = KINDS.filter(({ name }) => isLong || !OTHER_VERSIONS.includes(name));
/** One client of each database that several processes can use. */
const FIRST = ["sqlite by node:sqlite", "redis by ioredis", "postgres by pg", "unstorage in files", "keyv in redis"];
/** The kinds that several processes write at once: in the long tests all. */
export const SHARED = KINDS.filter(({ name, shared }) => (isLong ? shared : FIRST.includes(name)));
/** The kinds whose writers are killed: in the long tests all that several processes can use. */
export const KILLED = isLong ? SHARED : SHARED.filter(({ name }) => !/^(postgres|keyv)/.test(name));

/** Opens the kind of a name over a place; `end` lets the process end. */
export async function openKind(name, place) {
  const kind = KINDS.find((one) => one.name === name);
  const { store, close, end = close, ...rest } = await kind.open(place);
  return { store, close, end: async () => end?.(), ...rest };
}
