// The hooks of the caller, and the channel for whoever listens in the program. Neither can break or delay a call.
import { reportFrom, SEVERITIES } from "../audit/severity.js";
import { RethoughtError, StoreError } from "../errors/index.js";
import { printable } from "../text/printable.js";
import { nodeModule } from "./node-module.js";
import { isRepeated } from "./store-breaker.js";

const CHANNEL = "rethought:guard";
/** So much of the message of a store is printed. */
const LONGEST = 300;

export class Notices {
  #hooks;
  #level;
  /** The reports with the findings that the caller asks for, by the whole reports. */
  #reports = new WeakMap();
  /** True once a failure of the store was printed. */
  #hasWarned = false;
  /** The calls that a failure of the store was reported for. */
  #told = new WeakSet();
  /** The errors of the store, and whether they are of its reads or writes; and which of both fail, and are reported. */
  #kinds = new WeakMap();
  #failing = new Set();
  #channel = nodeModule("node:diagnostics_channel")?.channel(CHANNEL);

  constructor({ hooks, level }) {
    [this.#hooks, this.#level] = [hooks, level];
  }

  /** True if anybody asks for a notice of this kind. */
  isWanted(kind) {
    return Boolean(this.#hooks[HOOKS[kind]] || (this.#channel?.hasSubscribers && !HOOK_ONLY.includes(kind)));
  }

  /** Calls the hook of a kind and publishes to the channel; `make` makes the event, if one of them is wanted. */
  emit(kind, make) {
    if (!this.isWanted(kind)) return;
    const event = this.#atLevel(make());
    this.#publish(kind, event);
    this.#call(this.#hooks[HOOKS[kind]], [event], (error) => this.error(error, event));
  }

  /** Reports a failure of the guard itself. An exception in the hook goes nowhere. */
  error(error, event) {
    this.#publish("error", { call: event.call, wire: event.wire, code: error?.code });
    this.#call(this.#hooks.onError, [error, event], () => {});
  }

  /** Notes how a call of the store has ended: a failure of reads or of writes lasts until one has succeeded. */
  noteStore({ operation, error }) {
    const kind = operation === "read" ? "reads" : "writes";
    if (error === undefined) this.#failing.delete(kind);
    else if (typeof error === "object" && error !== null) this.#kinds.set(error, kind);
  }

  /**
   * Reports a failure while the ledger was used: of the store once while it lasts, and once a call; or for each call, if `isForEach`. If nobody listens, it is printed once: without a store the guard forgets what was
   * emitted, and nothing else shows it.
   */
  storeError(error, event, { isForEach = false } = {}) {
    const isOfStore = error instanceof StoreError || !(error instanceof RethoughtError);
    if (!isOfStore) return this.error(error, event);
    const kind = this.#kinds.get(error);
    const isKnown = isRepeated(error) || this.#failing.has(kind);
    if (kind) this.#failing.add(kind);
    if (this.#told.has(event) || (isKnown && !isForEach)) return;
    this.#told.add(event);
    this.error(error, event);
    if (this.#hasWarned || this.#hooks.onError || this.#channel?.hasSubscribers) return;
    this.#hasWarned = true;
    globalThis.console?.warn(`rethought: the store failed: ${printable(String(error?.message ?? error)).slice(0, LONGEST)}. Requests are audited without it, and are sent. Set onError to handle this. Later failures are not printed.`);
  }

  /** The event with the findings that the caller asks for. */
  #atLevel(event) {
    if (this.#level === SEVERITIES[0]) return event;
    const reports = ["report", "before"].filter((name) => event[name]).map((name) => [name, this.#reportAtLevel(event[name])]);
    return { ...event, ...Object.fromEntries(reports) };
  }

  /** The same object for the same report: hooks recognise a call by it. */
  #reportAtLevel(report) {
    if (!this.#reports.has(report)) this.#reports.set(report, reportFrom(report, this.#level));
    return this.#reports.get(report);
  }

  /** Publishes rules and places, never a text. */
  #publish(kind, { call, wire, report, ms, status, code }) {
    if (!this.#channel?.hasSubscribers || HOOK_ONLY.includes(kind)) return;
    const found = report?.findings ?? [];
    const message = { kind, call, wire, verdict: report?.verdict, rules: found.map(({ rule }) => rule), pointers: found.map(({ pointer }) => pointer), ms, status, code };
    try {
      this.#channel.publish(Object.fromEntries(Object.entries(message).filter(([, value]) => value !== undefined)));
    } catch {
      // Node itself reports what a subscriber throws.
    }
  }

  #call(hook, args, onFault) {
    if (!hook) return;
    try {
      const result = hook(...args);
      if (typeof result?.then === "function") result.then(undefined, onFault);
    } catch (error) {
      onFault(error);
    }
  }
}

/** The hook of each kind of notice. */
const HOOKS = { report: "onReport", repaired: "onRepaired", refused: "onRefused", blocked: "onRefused", answered: "onAnswered", recorded: "onRecorded", store: "onStore" };
/** Kinds that only hooks get. The channel has a message for each step of a call already. */
const HOOK_ONLY = ["answered", "store"];
