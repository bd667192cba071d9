// Damages that mix up two conversations: a thought of a similar talk, of a sibling answer or of an unrelated talk replaces the original.
import { canonical } from "../json.mjs";
import { converseSlots, slotsOf } from "../slots.mjs";

const all = (talk) => (talk.target.wire === "bedrock-converse" ? converseSlots(talk) : slotsOf(talk));

/** Puts a part of another talk's thought into one of ours, at the same place if it has one there. */
const take = (fits, put) => (talk, random, pool) => {
  const others = random.shuffle(pool.others?.() ?? []);
  for (const slot of random.shuffle(all(talk).filter(fits))) {
    for (const other of others) {
      const theirs = all(other).filter(fits);
      const found = theirs.find(({ at }) => at === slot.at) ?? theirs[0];
      // A handle that this talk has too was moved, and belongs to it.
      if (!found || isSame(slot, found) || all(talk).some((own) => hasHandle(own) && own.handle.get() === found.handle?.get())) continue;
      put(slot, found);
      // A turn that now equals the other's cannot be distinguished from it, if the previous messages are the same too. Gemini's summaries of thoughts have no handle.
      const alike = rowOf(talk, slot) === rowOf(other, found);
      return { where: slot.at, alike, misrouted: hasHandle(slot) };
    }
  }
  return null;
};

const isSame = (one, other) => one.handle?.get() === other.handle?.get() && one.text?.get() === other.text?.get();
const hasHandle = ({ handle }) => Boolean(handle?.get());

function rowOf({ body }, { at }) {
  const row = (body.messages ?? body.contents ?? body.input)[Number(at.split("/")[2])];
  return canonical(row.parts ? { ...row, parts: row.parts.filter(({ thought }) => !thought) } : row);
}

export const MISROUTED = {
  "take a twin's handle": take(hasHandle, (slot, other) => slot.handle.set(other.handle.get())),
  "take a twin's thought": take((slot) => hasHandle(slot) && slot.text, (slot, other) => {
    slot.handle.set(other.handle.get());
    slot.text.set(other.text.get());
  }),
  "take a twin's words": take((slot) => !hasHandle(slot) && slot.text, (slot, other) => slot.text.set(other.text.get())),
};
