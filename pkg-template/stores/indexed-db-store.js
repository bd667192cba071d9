// A store in IndexedDB, for pages and workers of browsers. Each call is one transaction: other tabs see all of it or nothing.
import { InputError, StoreError } from "../errors/index.js";
import { checkedStore } from "./checked-store.js";

const VALUES = "values";

export function indexedDbStore(name = "rethought") {
  if (typeof name !== "string" || !name) throw new InputError("name must be the name of a database", { code: "E_INPUT", pointer: "/name" });
  const connection = new Connection(name);
  return checkedStore((keys) => connection.run("readonly", (values) => keys.map((key) => values.get(key))), (entries) => connection.run("readwrite", (values) => entries.map((entry) => add(values, entry))));
}

/** Adds a value, unless the key has one. An existing value must not abort the transaction. */
function add(values, [key, value]) {
  const request = values.add(value, key);
  request.onerror = (event) => {
    if (request.error?.name !== "ConstraintError") return;
    event.preventDefault();
    event.stopPropagation();
  };
  return request;
}

class Connection {
  #name;
  #opened;

  constructor(name) {
    this.#name = name;
  }

  /** Makes requests in one transaction. Resolves to their results when it is complete. */
  async run(mode, work) {
    const database = await this.#open();
    return new Promise((resolve, reject) => {
      const transaction = database.transaction(VALUES, mode);
      const requests = work(transaction.objectStore(VALUES));
      transaction.oncomplete = () => resolve(requests.map((request) => (request.error ? undefined : request.result)));
      transaction.onabort = () => reject(transaction.error ?? new StoreError("the transaction was aborted", { code: "E_STORE" }));
    });
  }

  /** Returns the database. The first call opens it, and so does the first call after a browser has closed it. */
  #open() {
    const forget = () => (this.#opened = undefined);
    this.#opened ??= openDatabase(this.#name, forget).catch((error) => {
      forget();
      throw error;
    });
    return this.#opened;
  }
}

function openDatabase(name, onClosed) {
  return new Promise((resolve, reject) => {
    if (!globalThis.indexedDB) throw new StoreError("this program has no IndexedDB", { code: "E_STORE" });
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(VALUES);
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const database = request.result;
      database.onclose = onClosed;
      // Another tab deletes or recreates it, and waits for this connection to close.
      database.onversionchange = () => (onClosed(), database.close());
      resolve(database);
    };
  });
}
