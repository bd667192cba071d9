// The options of a guard, checked when it is made: a call must not be the first to find out.
import { allowed, REPAIR_OPTIONS, rulesWanted } from "../audit/audit.js";
import { SEVERITIES } from "../audit/severity.js";
import { InputError } from "../errors/index.js";
import { targetOf } from "../exchange/target.js";
import { encryptedBy } from "../ledger/encrypted-store.js";
import { storeOf } from "../ledger/store-values.js";
import { listed } from "../text/listed.js";
import { numberFrom, optionsFrom, ownMembers } from "../text/options.js";
import * as glue from "../wasm/glue.js";
import { guarded } from "../wasm/recover.js";
import { CallAddresses } from "./provider.js";

const checkChoices = guarded(glue.checkChoices);
const MODES = ["observe", "dry-run", "repair", "block"];
const HOOKS = ["onReport", "onRepaired", "onRefused", "onAnswered", "onRecorded", "onStore", "onError"];
const OPTIONS = ["mode", "sample", "failOn", "level", "ledger", "store", "target", "conversation", "account", "storeTimeout", "storeRetry", "durable", "keep", "encryptWith", "retention", "memoryBytes", "retry", ...REPAIR_OPTIONS, ...HOOKS];

/** So many milliseconds a call waits for a store, unless the caller says otherwise. */
const STORE_TIMEOUT = 200;
/** So many bytes of answers a guard keeps in memory. */
const MEMORY_BYTES = 128_000_000;
const LEAST_MEMORY_BYTES = 1_000_000;
const KEPT = ["full", "handles", "digests"];
/** So many milliseconds after a try a store that hangs is tried again. */
const STORE_RETRY = 1000;

/** Reads the options of `guard`. */
export function settingsOf(given) {
  const options = optionsFrom(given, OPTIONS);
  const { mode = "observe", sample = 1, failOn, level = SEVERITIES[0], ledger, store, target, conversation, account, storeTimeout = STORE_TIMEOUT, storeRetry = STORE_RETRY, durable = false, keep = "full", encryptWith, memoryBytes = MEMORY_BYTES, retry } = options;
  if (typeof mode !== "function") checkMode(mode);
  if (typeof sample !== "function") checkShare(sample);
  for (const name of ["failOn", "level"]) check(options[name] === undefined || SEVERITIES.includes(options[name]), `${name} must be ${listed(SEVERITIES)} (got ${String(options[name])})`, `/${name}`);
  check(failOn === undefined || mode === "block" || typeof mode === "function", `failOn has no effect in mode ${mode}. Set mode to "block"`, "/failOn");
  // A caller would look in vain for the finding that blocked a request.
  check(failOn === undefined || SEVERITIES.indexOf(level) <= SEVERITIES.indexOf(failOn), `level ${level} hides findings that failOn ${failOn} blocks`, "/level");
  check(retry === undefined || typeof retry === "boolean", "retry must be true or false", "/retry");
  check(typeof durable === "boolean", "durable must be true or false", "/durable");
  check(!durable || (ledger ?? store) !== undefined, "durable needs a store. Set the option store", "/durable");
  check(ledger === undefined || store === undefined, "ledger or store, not both", "/store");
  check(KEPT.includes(keep), `keep must be ${listed(KEPT)} (got ${String(keep)})`, "/keep");
  check(encryptWith === undefined || store !== undefined, "encryptWith needs a store. Set the option store, or encryptWith of Ledger.open", "/encryptWith");
  check(ledger === undefined || options.keep === undefined, "keep has no effect on a given ledger. Set keep of Ledger.open", "/keep");
  check(ledger === undefined || ["audit", "repair", "record"].every((name) => typeof ledger[name] === "function"), "ledger must be a Ledger", "/ledger");
  check(ledger === undefined || conversation === undefined, "a conversation with a name needs a store: one ledger holds all conversations", "/conversation");
  for (const name of ["conversation", "account"]) check(isNameOrFunction(options[name]), `${name} must be a name, or a function that gives one`, `/${name}`);
  for (const name of HOOKS) check(options[name] === undefined || typeof options[name] === "function", `${name} is a function`, `/${name}`);
  // They throw on what they do not take.
  const [, choices] = rulesWanted(options);
  if (choices.length) checkChoices(choices);
  if (typeof options.allow !== "function") allowed(options);
  if (typeof target !== "function") targetOf(target, "/target");
  return {
    mode,
    sample,
    failOn,
    level,
    retry,
    target,
    conversation,
    account,
    storeTimeout: numberFrom(storeTimeout, "storeTimeout", 0),
    storeRetry: numberFrom(storeRetry, "storeRetry", 0),
    durable,
    ledger,
    keep,
    memoryBytes: numberFrom(memoryBytes, "memoryBytes", LEAST_MEMORY_BYTES),
    store: store && encryptedBy(storeOf(store), encryptWith),
    retention: retentionOf(options.retention, store),
    repair: { ...ownMembers(options, REPAIR_OPTIONS) },
    addresses: new CallAddresses([...(options.hosts ?? []), ...(options.tables?.hosts ?? [])]),
    hooks: ownMembers(options, HOOKS),
  };
}

/** Throws unless a value is the name of a mode. */
export function checkMode(mode) {
  check(MODES.includes(mode), `mode must be ${listed(MODES)} (got ${String(mode)})`, "/mode");
}

/** Throws unless a value is a share of calls. */
export function checkShare(share) {
  check(typeof share === "boolean" || (typeof share === "number" && share >= 0 && share <= 1), `sample must be a number from 0 to 1 (got ${String(share)})`, "/sample");
}

/** What is deleted by itself: answers of so many days, and the oldest ones over so many bytes. */
function retentionOf(given, store) {
  if (given === undefined) return undefined;
  const { days, bytes } = optionsFrom(given, ["days", "bytes"], "/retention");
  check(days !== undefined || bytes !== undefined, "retention needs days or bytes", "/retention");
  check(typeof store?.delete === "function", "retention needs a store that can delete: a folder, SQLite, Postgres or Redis", "/retention");
  return { ...(days === undefined ? {} : { days: numberFrom(days, "days", 0) }), ...(bytes === undefined ? {} : { bytes: numberFrom(bytes, "bytes", 0) }) };
}

const isNameOrFunction = (given) => ["undefined", "function"].includes(typeof given) || (typeof given === "string" && given !== "");

function check(isRight, message, pointer) {
  if (!isRight) throw new InputError(message, { code: "E_INPUT", pointer });
}
