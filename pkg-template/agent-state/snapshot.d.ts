// Snapshots of a smart agent's state, compatible with @cognipeer/agent-sdk, and as text.
import type { RawBody } from "../text/body.js";
import type { SmartState } from "../records/index.js";

/** A state as a run holds it: with its agent, and with whatever callbacks, tokens and handles live in `ctx`. */
export type LiveState = SmartState & {
  /** The running agent. A snapshot drops it and keeps its name, its version and the names of its tools. */
  agent?: any;
};

/** A state that can be stored: the caller's own type without its agent. */
export type StoredState<S extends LiveState = LiveState> = Omit<S, "agent"> & {
  /** Never: an agent is not data. */
  agent?: undefined;
};

/** The options of `captureSnapshot`. */
export interface SnapshotOptions {
  /** A word of the caller's to know the snapshot by. */
  tag?: string;
  /** False leaves out who the agent was. */
  includeRuntimeHint?: boolean;
}

/** The agent of the snapshot. */
export interface SnapshotRuntimeHint {
  /** Its name. */
  name?: string;
  /** Its version. */
  version?: string;
  /** The names of its tools. */
  tools?: string[];
}

/** The time and the point of a snapshot. */
export interface AgentSnapshotMetadata {
  /** When, in ISO 8601. */
  createdAt: string;
  /** The caller's word. */
  tag?: string;
  /** Where the run had paused; null if it had not. */
  paused?: { stage?: string; iteration?: number; reason?: string } | null;
}

/** A value that could not be stored. */
export interface StrippedValue {
  /** A JSON pointer into the snapshot. The entries of a map count as key, value, key, value; in a list `null` replaces it. */
  path: string;
  /**
   * Its kind: `function`, `symbol`, `getter` (one that threw) or `unreadable` (a proxy that throws). Another object has the platform's name, such as `Promise`
   * or `AbortSignal`. A buffer that was transferred is an `ArrayBuffer`. At most a thousand are listed; then one more entry says `more`.
   */
  kind: string;
}

/** A reference to something that it is itself part of. It is kept. */
export interface SnapshotCycle {
  /** The place of the reference, as a JSON pointer into the snapshot. */
  path: string;
  /** The pointer of the value that it leads to. */
  to: string;
}

/** A state that can be stored. The agent-sdk's `restoreSnapshot` and `agent.resume` accept it too, and ours accepts theirs. */
export interface AgentSnapshot<S extends LiveState = LiveState> {
  /** The version of this form. A snapshot of the agent-sdk has none. */
  schema?: 1;
  /** The state, all of it plain data. */
  state: StoredState<S>;
  /** Who the agent was. */
  runtimeHint?: SnapshotRuntimeHint;
  /** Its time. */
  metadata: AgentSnapshotMetadata;
  /** The values that were left out because they could not be stored; the agent and the runtime's own keys of `ctx` are not listed. */
  stripped?: StrippedValue[];
  /** The references that lead back. */
  cycles?: SnapshotCycle[];
}

/** The options of `restoreSnapshot`. */
export interface RestoreSnapshotOptions {
  /** The agent that continues. */
  agent?: any;
  /** Values for `ctx`, live ones too; they outrank what was stored. The runtime's own keys are left out. */
  ctx?: Record<string, any>;
  /** False drops the `ctx` that was stored. */
  mergeCtx?: boolean;
}

/**
 * Takes a snapshot of a state: a copy as `structuredClone` makes it, without `agent`. The runtime's own keys of `ctx` are left out too: `__onEvent`,
 * `__onProgress`, `__onStream`, `__traceSession`, `__paused`, `__cancellationToken`, `__abortSignal` and `__contextPilot`. Values that cannot be copied are
 * left out and listed in `stripped`; they never cause an error. A view of bytes keeps the bytes that it shows, not the buffer behind it.
 *
 * @example
 * import { captureSnapshot } from "rethought/agent-state";
 *
 * const { state, stripped } = captureSnapshot({ messages: [], ctx: { user: "u1", callback() {} } });
 * state.ctx; // → { user: "u1" }
 * stripped; // → [{ path: "/state/ctx/callback", kind: "function" }]
 *
 * @throws {InputError} only if the state is not an object.
 */
export function captureSnapshot<S extends LiveState>(state: S, options?: SnapshotOptions): AgentSnapshot<S> & Required<Pick<AgentSnapshot, "schema" | "stripped" | "cycles">>;

/**
 * Makes a state of a snapshot, also of one that the agent-sdk took. `ctx` is what was stored with what is given over it, and `__restoredFromSnapshot`.
 *
 * @example
 * import { captureSnapshot, restoreSnapshot } from "rethought/agent-state";
 *
 * const snapshot = captureSnapshot({ messages: [], ctx: { user: "u1" } });
 * restoreSnapshot(snapshot, { ctx: { tenant: "t1" } }).ctx; // → { user: "u1", tenant: "t1", __restoredFromSnapshot: true }
 *
 * @throws {InputError} if it is not a snapshot, or of a newer schema.
 */
export function restoreSnapshot<S extends LiveState = LiveState>(snapshot: AgentSnapshot<S>, options?: RestoreSnapshotOptions): Omit<S, "agent" | "ctx"> & Pick<LiveState, "agent"> & { ctx: Record<string, any> };

/**
 * Writes a snapshot as JSON text, for a database or `localStorage`. Plain data is plain JSON. Any other value is an object with the key `$rethought`, such as
 * `{"$rethought":"Map","value":[key, value, …]}`. The other kinds are `Set`, `Date`, `RegExp`, `Error`, `bigint`, `undefined`, `number` (`NaN`, `-0`, …) and
 * boxed primitives. `ArrayBuffer` and its views are in base64. An `Array` may have holes, and an `Object` may have the key `$rethought` itself. A value that
 * occurs again is `shared` with a number, and then a `ref` to it.
 *
 * @example
 * import { captureSnapshot, writeSnapshot } from "rethought/agent-state";
 *
 * JSON.parse(writeSnapshot(captureSnapshot({ messages: [], ctx: { seen: new Set([1]) } }))).state.ctx.seen; // → { $rethought: "Set", value: [1] }
 */
export function writeSnapshot(snapshot: AgentSnapshot): string;

/**
 * Reads what `writeSnapshot` wrote, and older forms: a text without `schema` is the agent-sdk's snapshot as plain JSON. Fields that are not known are kept. An
 * object, as the agent-sdk's `captureSnapshot` gives it, is lifted in the same way.
 *
 * @example
 * import { captureSnapshot, readSnapshot, writeSnapshot } from "rethought/agent-state";
 *
 * const text = writeSnapshot(captureSnapshot({ messages: [], ctx: { seen: new Set([1]) } }));
 * readSnapshot(text).state.ctx.seen.has(1); // → true
 *
 * @throws {JsonError} if it is not JSON.
 * @throws {InputError} if it is not a snapshot, or of a newer schema.
 */
export function readSnapshot<S extends LiveState = LiveState>(text: RawBody | AgentSnapshot<S>): AgentSnapshot<S> & Required<Pick<AgentSnapshot, "schema" | "stripped" | "cycles">>;
