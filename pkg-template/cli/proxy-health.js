// The health of a proxy, for the probes of an orchestrator: `/healthz` says that the process runs, `/readyz` that it can work.

import { encryptedBy } from "../guard/parts.js";
import { storeReason } from "./store-faults.js";

/** A key that no ledger writes. */
const PROBE = [`line-${"0".repeat(64)}`];
/** How long the store may take to answer a probe, and how long its answer counts, in milliseconds. */
const PROBE_MS = 2000;
const FRESH_MS = 1000;

export class Health {
  #store;
  #last;
  /** Why the last answer could not be written. */
  #writeFault;

  /** `encryptWith` has the keys that the store is encrypted with, if it is. */
  constructor(store, encryptWith) {
    this.#store = store && encryptedBy(store, encryptWith);
  }

  /** Notes a call to the store: a store that can be read may still refuse to be written. The guard tries again by itself. */
  note({ operation, error }) {
    if (operation !== "read") this.#writeFault = error === undefined ? undefined : storeReason(error);
  }

  /** Resolves to nothing if the proxy can work, or to the reason why it cannot. Many probes at once are one call to the store. */
  async fault(isEnding) {
    if (isEnding) return "the proxy is stopping";
    if (!this.#store) return undefined;
    if (!this.#last || performance.now() - this.#last.time > FRESH_MS) this.#last = { time: performance.now(), fault: this.#probe() };
    return (await this.#last.fault) ?? this.#writeFault;
  }

  /** Reads as the guard does. That fails with another key than that of the store, and also without one. */
  async #probe() {
    let timer;
    const late = new Promise((resolve) => (timer = setTimeout(() => resolve("the store does not answer"), PROBE_MS)));
    const asked = Promise.resolve()
      .then(() => this.#store.getMany(PROBE))
      .then(() => undefined, storeReason);
    const fault = await Promise.race([asked, late]);
    clearTimeout(timer);
    return fault;
  }
}

/** Answers a probe. */
export async function answerHealth(path, response, health, isEnding) {
  const fault = path === "/readyz" ? await health.fault(isEnding) : undefined;
  response.writeHead(fault === undefined ? 200 : 503, { "content-type": "application/json", "cache-control": "no-store" }).end(JSON.stringify(fault === undefined ? { status: "ok" } : { status: "unavailable", reason: fault }));
}
