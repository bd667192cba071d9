// The hooks of the caller, and the channel for whoever listens in the program. Neither can break or delay a call.
import { reportFrom, SEVERITIES } from "../audit/severity.js";
import { RethoughtError, StoreError } from "../errors/index.js";
import { printable } from "../text/printable.js";
import { nodeModule } from "./node-module.js";

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

  /** Reports a failure of the store. If nobody listens, it is printed once: without a store the guard forgets what was emitted, and nothing else shows it. */
  storeError(error, event) {
    this.error(error, event);
    const isOfStore = error instanceof StoreError || !(error instanceof RethoughtError);
    if (!isOfStore || this.#hasWarned || this.#hooks.onError || this.#channel?.hasSubscribers) return;
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
