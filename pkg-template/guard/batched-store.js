// A store whose calls are put together: what is asked for at the same moment, or while several calls are under way, is one call. So a hundred answers that end at once take a few
// calls of a database, and no pool of connections is flooded.
import { StoreError } from "../errors/index.js";
import { ownAccount } from "./identity.js";

/** So many keys are read or written by one call. */
const MOST_KEYS = 500;
/** So many lines are recorded by one call. */
const MOST_LINES = 50;
/** So many calls are under way at once. */
const MOST_CALLS = 4;
/** A call that takes so long may never end: others do not wait for it. Each write that hangs takes a connection, which reads need. */
const [FORGET_READ_MS, FORGET_WRITE_MS] = [1000, 10_000];

/** `onCall({ operation, keys, ms, error })` is called after every call. */
export function batchedStore(store, onCall = () => {}) {
  const timed = (operation, ask) => async (list) => {
    const start = performance.now();
    const report = (error) => onCall({ operation, keys: list.length, ms: performance.now() - start, error });
    try {
      const result = await ask(store, list);
      report();
      return result;
    } catch (error) {
      report(error);
      throw error;
    }
  };
  const [reads, writes] = [new Batches(timed("read", readAll)), new Batches(timed("write", writeAll), { forgetMs: FORGET_WRITE_MS })];
  const own = { getMany: (keys) => reads.add(keys), setMany: (entries) => writes.add(entries) };
  if (typeof store.record !== "function") return own;
  const [finds, records] = [new Batches(timed("read", findAll)), new Batches(timed("record", recordAll), { most: MOST_LINES, forgetMs: FORGET_WRITE_MS })];
  return { ...own, find: (keys) => finds.add(keys), record: (lines) => records.add(lines) };
}

async function readAll(store, keys) {
  const values = await store.getMany(keys);
  if (!Array.isArray(values) || values.length !== keys.length) throw new StoreError("getMany gives a text or nothing for each key", { code: "E_STORE" });
  return values;
}

async function findAll(store, keys) {
  const names = await store.find(keys);
  if (!Array.isArray(names) || names.length !== keys.length) throw new StoreError("find gives the names of lines for each key", { code: "E_STORE" });
  return names;
}

/** Two equal lines are one. The store gets the program's own names of accounts, by which it deletes. */
async function recordAll(store, lines) {
  const different = [...new Map(lines.map((line) => [line.name, line])).values()];
  const isNew = await store.record(different.map((line) => ({ ...line, account: ownAccount(line.account) })));
  if (!Array.isArray(isNew) || isNew.length !== different.length) throw new StoreError("record returns true or false for each line", { code: "E_STORE" });
  const byName = new Map(different.map(({ name }, nth) => [name, isNew[nth]]));
  return lines.map(({ name }) => byName.get(name));
}

/** The first of two values for one key is kept, as if each were written by itself. */
async function writeAll(store, entries) {
  await store.setMany([...new Map([...entries].reverse())].reverse());
  return [];
}

class Batches {
  #ask;
  #most;
  #forgetMs;
  #waiting = [];
  #calls = 0;
  #isScheduled = false;

  /** `ask(list)` asks for a list at once, and gives a result for each of its members. */
  constructor(ask, { most = MOST_KEYS, forgetMs = FORGET_READ_MS } = {}) {
    [this.#ask, this.#most, this.#forgetMs] = [ask, most, forgetMs];
  }

  /** The results for the members of a list. */
  add(list) {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ list, resolve, reject });
      this.#schedule();
    });
  }

  /** What others ask for at this moment comes first. */
  #schedule() {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      this.#isScheduled = false;
      while (this.#waiting.length && this.#calls < MOST_CALLS) this.#run(this.#take());
    });
  }

  /** As many as fit into one call, and at least one. */
  #take() {
    let [count, keys] = [0, 0];
    do keys += this.#waiting[count++].list.length;
    while (count < this.#waiting.length && keys + this.#waiting[count].list.length <= this.#most);
    return this.#waiting.splice(0, count);
  }

  async #run(jobs) {
    this.#calls++;
    const forget = once(() => {
      this.#calls--;
      this.#schedule();
    });
    const timer = setTimeout(forget, this.#forgetMs);
    // It keeps no program alive.
    timer.unref?.();
    try {
      const results = await this.#ask(jobs.flatMap(({ list }) => list));
      let at = 0;
      for (const { list, resolve } of jobs) resolve(results.slice(at, (at += list.length)));
    } catch (error) {
      for (const { reject } of jobs) reject(error);
    } finally {
      clearTimeout(timer);
      forget();
    }
  }
}

const once = (call) => {
  let isCalled = false;
  return () => {
    if (!isCalled) call();
    isCalled = true;
  };
};
