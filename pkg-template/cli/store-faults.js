// Sentences about a store that fails: what is wrong, and what to do. The message of a driver is not printed, because it may have an address with a password.

const UNREACHABLE = "the store cannot be reached. Check that the database runs, and the address of the store";
const FULL = "the disk of the store is full. Free some space on it first. Then make the store smaller: rethought ledger forget STORE --older-than 30d";
const DENIED = "the store refuses the user or the password. Check the address of the store";
const FOREIGN = "a table named rethought_ledger or rethought_ledger_lines belongs to something else. Use another database or schema";
const LOCKED = "another program keeps the store locked. End its transaction";
const READ_ONLY = "the store cannot be written. Check the rights of the user";

/** The sentences by the codes of Node, SQLite and Postgres. */
const BY_CODE = {
  ECONNREFUSED: UNREACHABLE,
  ECONNRESET: UNREACHABLE,
  ENOTFOUND: UNREACHABLE,
  ETIMEDOUT: UNREACHABLE,
  EPIPE: UNREACHABLE,
  "57P01": UNREACHABLE,
  ENOSPC: FULL,
  SQLITE_FULL: FULL,
  "53100": FULL,
  "28P01": DENIED,
  "28000": DENIED,
  "3D000": "the database of the store does not exist. Create it first",
  "42703": FOREIGN,
  "42804": FOREIGN,
  EACCES: READ_ONLY,
  EROFS: READ_ONLY,
  SQLITE_READONLY: READ_ONLY,
  SQLITE_BUSY: LOCKED,
  "42501": READ_ONLY,
  ERR_INVALID_URL: "the address of the store is not a valid URL. In a password, write signs such as @ and / as %40 and %2F",
};
/** Words of messages of Redis, whose errors have no code, and of SQLite in Node, whose errors have one code for all. */
const BY_MESSAGE = [
  [/^database or disk is full|cannot be written to its end: the disk is full/, FULL],
  [/^attempt to write a readonly database/, READ_ONLY],
  [/^database is locked/, LOCKED],
  [/^(WRONGPASS|NOAUTH|NOPERM)/, DENIED],
  [/^OOM /, "the memory of Redis is full. Raise maxmemory, or set a shorter lifetime"],
  [/^READONLY/, READ_ONLY],
  [/max retries|connection is closed|client is (closed|offline)|timeout/i, UNREACHABLE],
];

/** Returns a sentence about a failure of a store while the proxy runs. */
export const storeFault = (error) => `${storeReason(error)}. Requests are audited without it, and are sent.`;

/** Returns why a store fails, and what to do. */
export function storeReason(error) {
  const code = error?.cause?.code ?? error?.code ?? codeIn(error);
  const message = String(error?.message ?? "");
  const known = BY_CODE[code] ?? BY_MESSAGE.find(([form]) => form.test(message))?.[1];
  // The sentences of this package name no address.
  const own = error?.code === "E_STORE" && error.cause === undefined ? message : `the store failed (${code ?? error?.name ?? "unknown"})`;
  return known ?? own;
}

/** Returns the code of the first error of several, as a failed connection to several addresses has them. */
const codeIn = (error) => error?.errors?.[0]?.code ?? error?.cause?.errors?.[0]?.code;
