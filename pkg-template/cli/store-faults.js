// Sentences about a store that fails: what is wrong, and what to do. The message of a driver is not printed, because it may have an address with a password.

const UNREACHABLE = "the store cannot be reached. Check that the database runs, and the address of the store";
const FULL = "the disk of the store is full. Free some space on it first. Then make the store smaller: rethought ledger forget STORE --older-than 30d";
const DENIED = "the store refuses the user or the password. Check the address of the store";
const FOREIGN = "a table named rethought_ledger or rethought_ledger_lines belongs to something else. Use another database or schema";
const LOCKED = "another program keeps the store locked. End its transaction";
const READ_ONLY = "the store cannot be written. Check the rights of the user";
const REPLICA = "the store is a replica, which cannot be written. Use the address of the primary server";
const NOT_READY = "the database is starting. Wait until it is ready";
const UNTRUSTED = "the certificate of the store is not trusted. Set NODE_EXTRA_CA_CERTS to a file with the certificate of its authority";
const WITHOUT_TLS = "the store does not use TLS. Write redis:// instead of rediss://, or remove sslmode from the address";
const ONLY_TLS = "the store accepts connections by TLS alone. Add ?sslmode=require to the address";
const DAMAGED = "the file of the store is damaged. Restore it from a backup, or name another file";

/** The sentences by the codes of Node, SQLite and Postgres. */
const BY_CODE = {
  ECONNREFUSED: UNREACHABLE,
  ECONNRESET: UNREACHABLE,
  ENOTFOUND: UNREACHABLE,
  EAI_AGAIN: UNREACHABLE,
  EHOSTUNREACH: UNREACHABLE,
  ENETUNREACH: UNREACHABLE,
  ETIMEDOUT: UNREACHABLE,
  EPIPE: UNREACHABLE,
  "57P01": UNREACHABLE,
  "57P02": UNREACHABLE,
  "08001": UNREACHABLE,
  "08003": UNREACHABLE,
  "08006": UNREACHABLE,
  "57P03": NOT_READY,
  "57014": "the database ended a statement after its time limit. Raise its statement_timeout",
  53300: "the database has no free connection. Raise max_connections, or end other programs",
  "25006": REPLICA,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  CERT_HAS_EXPIRED: "the certificate of the store has expired. Renew it",
  ERR_TLS_CERT_ALTNAME_INVALID: "the certificate of the store is for another host. Use a host name that it has",
  ERR_SSL_WRONG_VERSION_NUMBER: WITHOUT_TLS,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: WITHOUT_TLS,
  ENOSPC: FULL,
  EDQUOT: FULL,
  SQLITE_FULL: FULL,
  SQLITE_CORRUPT: DAMAGED,
  "53100": FULL,
  "28P01": DENIED,
  "28000": DENIED,
  "3D000": "the database of the store does not exist. Create it first",
  "42P01": "a table of the store was removed. It is made again for the next answer",
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
  [/^database disk image is malformed/, DAMAGED],
  [/^(WRONGPASS|NOAUTH)/, DENIED],
  [/^NOPERM/, "the user of the store may not run the commands of a ledger. In Redis, allow it: ~rethought:* +@all"],
  [/WRONGTYPE/, "Redis has other data under the names of the store. Use another database of Redis"],
  [/DB index is out of range/, "Redis has no database of this number. Change the number at the end of the address"],
  [/^LOADING/, NOT_READY],
  [/^MISCONF/, "Redis cannot save to its disk, and refuses to write. Check the disk and the log of Redis"],
  [/^(MOVED|ASK|CLUSTERDOWN|CROSSSLOT)/, "the store is a Redis Cluster, which an address cannot name. Use a single Redis server"],
  [/^OOM /, "the memory of Redis is full. Raise maxmemory, or set a shorter lifetime"],
  [/^READONLY/, REPLICA],
  [/does not support SSL/, WITHOUT_TLS],
  [/max retries|connection terminated|connection is closed|client is (closed|offline)|timeout/i, UNREACHABLE],
];

/** Returns a sentence about a failure of a store while the proxy runs. */
export const storeFault = (error) => `${storeReason(error)}. Requests are audited without it, and are sent.`;

/** Returns why a store fails, and what to do. */
export function storeReason(error) {
  const code = error?.cause?.code ?? error?.code ?? codeIn(error);
  const message = String(error?.message ?? "");
  // Postgres refuses a connection without TLS with the code of a wrong password.
  if (code === "28000" && /no encryption|SSL off/.test(message)) return ONLY_TLS;
  const known = BY_CODE[code] ?? BY_MESSAGE.find(([form]) => form.test(message))?.[1];
  // The sentences of this package name no address.
  const own = error?.code === "E_STORE" && error.cause === undefined ? message : `the store failed (${code ?? error?.name ?? "unknown"})`;
  return known ?? own;
}

/** Returns the code of the first error of several, as a failed connection to several addresses has them. */
const codeIn = (error) => error?.errors?.[0]?.code ?? error?.cause?.errors?.[0]?.code;
