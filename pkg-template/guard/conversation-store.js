// The part of a store that belongs to one conversation.
//
// Keys and names of lines are digests. Each is combined with the digest of the conversation's name by exclusive or: the result has the same form, can be turned
// back, and two conversations have none in common. So whatever they share, a look-up in one finds nothing of the other.
import { InputError } from "../errors/index.js";
import { storeOf } from "../ledger/store-values.js";
import { digest } from "../text/text.js";

const KEY = /^(line|key)-([0-9a-f]{64})(-\d+)?$/;
/** What says that the whole store is encrypted (ledger/encrypted-store.js). */
const MARK = /^line-encryption-\d$/;
const NAME = /^[0-9a-f]{64}$/;

/** `name` is what `forget` finds the conversation by: the program's own name, if `id` has more. */
export function conversationStore(store, id, name = id) {
  storeOf(store);
  if (typeof id !== "string" || !id) throw new InputError("id is the name of a conversation", { code: "E_INPUT", pointer: "/id" });
  const mask = BigInt(`0x${maskOf(id)}`);
  const masked = (digits) => (BigInt(`0x${digits}`) ^ mask).toString(16).padStart(64, "0");
  const keyOf = (key) => {
    if (MARK.test(key)) return key;
    const [, kind, digits, slot = ""] = KEY.exec(key) ?? [];
    if (digits === undefined) throw new InputError("not a ledger key", { code: "E_INPUT" });
    return `${kind}-${masked(digits)}${slot}`;
  };
  /** Under a line stands a text, under all else the name of a line. */
  const valueOf = (key, value) => (typeof value === "string" && !key.startsWith("line-") && NAME.test(value) ? masked(value) : value);
  return {
    getMany: async (keys) => {
      const values = await store.getMany(keys.map(keyOf));
      return Array.isArray(values) ? values.map((value, nth) => valueOf(keys[nth] ?? "", value)) : values;
    },
    setMany: (entries) => store.setMany(entries.map(([key, value]) => [keyOf(key), valueOf(key, value)])),
    ...(store.find ? { find: async (keys) => (await store.find(keys.map(masked))).map((names) => names.map(masked)) } : {}),
    ...(store.record ? { record: (lines) => store.record(lines.map((line) => ({ ...line, name: masked(line.name), keys: line.keys.map(masked), conversation: name }))) } : {}),
    ...(store.delete ? { delete: async (what) => store.delete(ownOnly(what, name)) } : {}),
  };
}

/** Returns what to delete. An account, an age and a size are about answers of other conversations too. */
function ownOnly(what, name) {
  if (Object.keys(what ?? {}).join() !== "conversation" || what.conversation !== name) throw new InputError("a ledger of one conversation forgets only that one: forget({ conversation }) with its name. Forget everything else by Ledger.open(store)", { code: "E_INPUT", pointer: "/what" });
  return what;
}

/** The digest of a name. Half of a surrogate pair has no bytes of its own, so names are written as their units. */
function maskOf(id) {
  const units = Array.from({ length: id.length }, (_, nth) => id.charCodeAt(nth));
  return digest(`["rethought conversation",[${units}]]`);
}
