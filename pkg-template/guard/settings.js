// The options of a guard, checked when it is made: a call must not be the first to find out.
import { allowed, REPAIR_OPTIONS, rulesWanted } from "../audit/audit.js";
import { SEVERITIES } from "../audit/severity.js";
import { InputError } from "../errors/index.js";
import { targetOf } from "../exchange/target.js";
import { storeOf } from "../ledger/store-values.js";
import { numberFrom, optionsFrom, ownMembers } from "../text/options.js";
import * as glue from "../wasm/glue.js";
import { guarded } from "../wasm/recover.js";
import { CallAddresses } from "./provider.js";

const checkChoices = guarded(glue.checkChoices);
const MODES = ["observe", "repair", "block"];
const HOOKS = ["onReport", "onRepaired", "onRefused", "onRecorded", "onError"];
const OPTIONS = ["mode", "failOn", "level", "ledger", "store", "target", "conversation", "account", "storeTimeout", "retry", ...REPAIR_OPTIONS, ...HOOKS];

/** So many milliseconds a call waits for a store, unless the caller says otherwise. */
const STORE_TIMEOUT = 1000;

/** Reads the options of `guard`. */
export function settingsOf(given) {
  const options = optionsFrom(given, OPTIONS);
  const { mode = "observe", failOn, level = SEVERITIES[0], ledger, store, target, conversation, account, storeTimeout = STORE_TIMEOUT, retry = mode === "repair" } = options;
  check(MODES.includes(mode), `mode is ${MODES.join(" or ")}, not ${String(mode)}`, "/mode");
  for (const name of ["failOn", "level"]) check(options[name] === undefined || SEVERITIES.includes(options[name]), `${name} must be ${SEVERITIES.join(", ")} (got ${String(options[name])})`, `/${name}`);
  check(failOn === undefined || mode === "block", `failOn has no effect in mode ${mode}. Set mode to "block"`, "/failOn");
  // A caller would look in vain for the finding that blocked a request.
  check(failOn === undefined || SEVERITIES.indexOf(level) <= SEVERITIES.indexOf(failOn), `level ${level} hides findings that failOn ${failOn} blocks`, "/level");
  check(typeof retry === "boolean", "retry is true or false", "/retry");
  check(ledger === undefined || store === undefined, "ledger or store, not both", "/store");
  check(ledger === undefined || ["audit", "repair", "record"].every((name) => typeof ledger[name] === "function"), "ledger must be a Ledger", "/ledger");
  check(ledger === undefined || conversation === undefined, "a conversation with a name needs a store: one ledger holds all conversations", "/conversation");
  for (const name of ["conversation", "account"]) check(isNameOrFunction(options[name]), `${name} must be a name, or a function that gives one`, `/${name}`);
  for (const name of HOOKS) check(options[name] === undefined || typeof options[name] === "function", `${name} is a function`, `/${name}`);
  // They throw on what they do not take.
  const [, choices] = rulesWanted(options);
  if (choices.length) checkChoices(choices);
  allowed(options);
  if (typeof target !== "function") targetOf(target, "/target");
  return {
    mode,
    failOn,
    level,
    retry,
    target,
    conversation,
    account,
    storeTimeout: numberFrom(storeTimeout, "storeTimeout", 0),
    ledger,
    store: store && storeOf(store),
    repair: { ...ownMembers(options, REPAIR_OPTIONS) },
    addresses: new CallAddresses([...(options.hosts ?? []), ...(options.tables?.hosts ?? [])]),
    hooks: ownMembers(options, HOOKS),
  };
}

const isNameOrFunction = (given) => ["undefined", "function"].includes(typeof given) || (typeof given === "string" && given !== "");

function check(isRight, message, pointer) {
  if (!isRight) throw new InputError(message, { code: "E_INPUT", pointer });
}
