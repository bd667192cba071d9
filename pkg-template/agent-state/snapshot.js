// Snapshots of a smart agent's state: plain data for a store, and the state restored from it. They follow @cognipeer/agent-sdk.
import { InputError } from "../errors/index.js";
import { optionsFrom } from "../text/options.js";
import { isBytes } from "../text/bytes.js";
import { unlessSpent } from "../text/walk.js";
import { copied, GONE } from "./copied.js";
import { decoded, encoded } from "./snapshot-text.js";

const SCHEMA = 1;
/** The limit of reports. A hostile state could cause one at every place, each as long as its depth. */
const MAX_REPORTS = 1000;
/** The keys of `ctx` that the runtime reserves. */
const OWN = new Set(["__onEvent", "__onProgress", "__onStream", "__traceSession", "__paused", "__cancellationToken", "__abortSignal", "__contextPilot"]);

export function captureSnapshot(state, options) {
  const { tag, includeRuntimeHint } = optionsFrom(options, ["tag", "includeRuntimeHint"]);
  if (!isObject(state)) throw inputError("state must be an object");
  const reports = report();
  const [agent, ctx] = [peek(state, "agent"), peek(state, "ctx")];
  const omits = (object, key) => (object === state ? key === "agent" : object === ctx && OWN.has(key));
  const stored = copied(state, { ...reports, omits, start: { key: "state" } });
  // A state that is not a plain object has no members to store.
  if (!isObject(stored)) throw inputError("state must be an object with members");
  if (!isObject(stored.ctx) || Object.keys(stored.ctx).length === 0) delete stored.ctx;
  const paused = copied(peek(ctx, "__paused") ?? null, { ...reports, start: { above: { key: "metadata" }, key: "paused" } });
  const hint = includeRuntimeHint === false || !agent ? undefined : hintOf(agent, reports);
  return {
    schema: SCHEMA,
    state: stored,
    ...(hint && { runtimeHint: hint }),
    metadata: { createdAt: new Date().toISOString(), ...(tag === undefined ? {} : { tag }), paused: paused === GONE ? null : paused },
    stripped: reports.stripped,
    cycles: reports.cyclesFound,
  };
}

export function restoreSnapshot(snapshot, options) {
  const { agent, ctx: given = {}, mergeCtx } = optionsFrom(options, ["agent", "ctx", "mergeCtx"]);
  check(snapshot);
  // A value that cannot be copied comes from the caller and stays unchanged.
  const base = copied(snapshot.state, { refuse: (kind, _, value) => (kind === "getter" ? GONE : value) });
  const saved = mergeCtx === false ? undefined : base.ctx;
  const live = Object.entries(given ?? {}).filter(([key]) => !OWN.has(key));
  const ctx = { ...saved, ...Object.fromEntries(live), __restoredFromSnapshot: true };
  return { ...base, ctx, ...(agent ? { agent } : {}) };
}

export function writeSnapshot(snapshot) {
  check(snapshot);
  const reports = report();
  const shared = new Set();
  const { schema, state, ...rest } = copied(snapshot, { ...reports, shared });
  const found = { stripped: [...listOf(rest.stripped), ...reports.stripped], cycles: unique([...listOf(rest.cycles), ...reports.cyclesFound]) };
  return encoded({ schema: SCHEMA, state, ...rest, ...found }, shared);
}

export function readSnapshot(given) {
  const snapshot = decoded(isObject(given) && !isBytes(given) ? writeSnapshot(given) : given, (read) => {
    check(read);
    return read.schema === SCHEMA;
  });
  return { ...snapshot, schema: SCHEMA, stripped: listOf(snapshot.stripped), cycles: listOf(snapshot.cycles) };
}

/** Collects the reports of copying, in two lists. */
function report() {
  const [stripped, cyclesFound] = [[], []];
  const refuse = (kind, path) => {
    if (stripped.length < MAX_REPORTS) stripped.push({ path: path(), kind });
    else if (stripped.length === MAX_REPORTS) stripped.push({ path: "", kind: "more" });
    return GONE;
  };
  const cycles = (path, to) => void (cyclesFound.length < MAX_REPORTS && cyclesFound.push({ path: path(), to: to() }));
  return { stripped, cyclesFound, refuse, cycles };
}

/** Returns the agent's name, its version and the names of its tools. */
function hintOf(agent, reports) {
  const tools = peek(agent, "tools");
  const names = Array.isArray(tools) ? tools.map((tool) => peek(tool, "name")).filter(Boolean) : [];
  const hint = { name: peek(agent, "name"), version: peek(agent, "version"), tools: names.length ? names : undefined };
  for (const key of Object.keys(hint)) if (hint[key] === undefined) delete hint[key];
  return copied(hint, { ...reports, start: { key: "runtimeHint" } });
}

function check(snapshot) {
  if (!isObject(snapshot) || !isObject(snapshot.state)) throw inputError("a snapshot is an object with a state", "/state");
  const { schema } = snapshot;
  if (schema !== undefined && !(Number.isInteger(schema) && schema >= 0 && schema <= SCHEMA))
    throw inputError(`a snapshot of schema ${String(schema)} cannot be read: the newest known is ${SCHEMA}`, "/schema");
}

/** Returns a member, or nothing if reading it throws: the copy reports that. */
function peek(object, key) {
  try {
    return object?.[key];
  } catch (error) {
    unlessSpent(error);
    return undefined;
  }
}

/** Removes repeated cycles: writing finds those again that the snapshot has reported. */
function unique(cycles) {
  const seen = new Set();
  return cycles.filter((cycle) => {
    const name = JSON.stringify([cycle?.path, cycle?.to]);
    return !seen.has(name) && seen.add(name);
  });
}

const listOf = (value) => (Array.isArray(value) ? value : []);
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

function inputError(message, pointer) {
  return new InputError(message, { code: "E_INPUT", pointer });
}
