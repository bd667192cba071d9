// A store over unstorage. Its drivers have no «set if absent», and some leave half a value when a program dies. A value is therefore written with its
// length, and a cut one counts as missing. The first letter keeps unstorage from reading the value as JSON.
import { optionsFrom } from "../text/options.js";
import { checkClient } from "./checked-store.js";
import { settledStore } from "./settled-store.js";

const FRAMED = /^v(\d+):/;

export function unstorageStore(storage, options) {
  const { settleMs = 100 } = optionsFrom(options, ["settleMs"]);
  checkClient(storage, ["getItem", "setItem"], "a storage of unstorage");
  return settledStore((keys) => read(storage, keys), (entries) => write(storage, entries), settleMs);
}

/** With `getItems` a driver may read all keys at once. It returns them in any order. */
async function read(storage, keys) {
  if (typeof storage.getItems !== "function") return Promise.all(keys.map(async (key) => unframed(await storage.getItem(key))));
  const found = new Map((await storage.getItems(keys)).map(({ key, value }) => [key, value]));
  return keys.map((key) => unframed(found.get(key)));
}

const write = (storage, entries) => Promise.all(entries.map(([key, value]) => storage.setItem(key, `v${value.length}:${value}`)));

function unframed(text) {
  // The drivers for files return an error as a value.
  if (text instanceof Error) throw text;
  const [head, length] = (typeof text === "string" && FRAMED.exec(text)) || [];
  return head !== undefined && text.length === head.length + Number(length) ? text.slice(head.length) : undefined;
}
