// The hooks of the caller, and the channel for whoever listens in the program. Neither can break or delay a call.
import { nodeModule } from "./node-module.js";

const CHANNEL = "rethought:guard";

export class Notices {
  #hooks;
  #channel = nodeModule("node:diagnostics_channel")?.channel(CHANNEL);

  constructor(hooks) {
    this.#hooks = hooks;
  }

  /** True if anybody asks for a notice of this kind. */
  isWanted(kind) {
    return Boolean(this.#hooks[HOOKS[kind]] || this.#channel?.hasSubscribers);
  }

  /** Tells the hook of a kind, and the channel; `make` makes the event, if anybody asks for it. */
  tell(kind, make) {
    if (!this.isWanted(kind)) return;
    const event = make();
    this.#publish(kind, event);
    this.#call(this.#hooks[HOOKS[kind]], [event], (error) => this.error(error, event));
  }

  /** Tells of a failure of the guard itself. An exception in the hook goes nowhere. */
  error(error, event) {
    this.#publish("error", { call: event.call, wire: event.wire, code: error?.code });
    this.#call(this.#hooks.onError, [error, event], () => {});
  }

  /** Publishes rules and places, never a text. */
  #publish(kind, { call, wire, report, ms, status, code }) {
    if (!this.#channel?.hasSubscribers) return;
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
const HOOKS = { report: "onReport", repaired: "onRepaired", refused: "onRefused", blocked: "onRefused", recorded: "onRecorded" };
