// The health of a proxy, for the probes of an orchestrator: `/healthz` says that the process runs, `/readyz` that it can work.

/** A key that no ledger writes. */
const PROBE = [`line-${"0".repeat(64)}`];
/** How long the store may take to answer a probe, and how long its answer counts, in milliseconds. */
const PROBE_MS = 2000;
const FRESH_MS = 1000;

export class Health {
  #store;
  #last;

  constructor(store) {
    this.#store = store;
  }

  /** Resolves to nothing if the proxy can work, or to the reason why it cannot. Many probes at once are one call to the store. */
  async fault(isEnding) {
    if (isEnding) return "the proxy is stopping";
    if (!this.#store) return undefined;
    if (!this.#last || performance.now() - this.#last.time > FRESH_MS) this.#last = { time: performance.now(), fault: this.#probe() };
    return this.#last.fault;
  }

  async #probe() {
    let timer;
    const late = new Promise((resolve) => (timer = setTimeout(() => resolve("the store does not answer"), PROBE_MS)));
    const asked = Promise.resolve()
      .then(() => this.#store.getMany(PROBE))
      .then(() => undefined, () => "the store fails");
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
