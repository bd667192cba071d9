// Damages to thoughts, on any wire: removed, edited, re-encoded, doubled, replaced by another's.
import { slotsOf } from "../slots.mjs";

const some = (random, list) => (list.length ? random.pick(list) : null);
const withHandle = (talk) => slotsOf(talk).filter((slot) => slot.handle);
const withText = (talk) => slotsOf(talk).filter((slot) => slot.text);

/** Changes one handle; null if there is none, or nothing would change. */
const onHandle = (change) => (talk, random, pool) => {
  const slot = some(random, withHandle(talk));
  if (!slot) return null;
  const was = slot.handle.get();
  const now = change(was, random, pool, talk);
  if (now === was || now === null) return null;
  slot.handle.set(now === DELETED ? undefined : now === NULL ? null : now);
  return { where: slot.at };
};

/** Replaces a handle by that of another conversation. A vendor that accepts it cannot know which handle it replaced. */
const fromElsewhere = (other) => {
  const take = onHandle((text, random, pool, talk) => pool(talk, other, random));
  return (...given) => {
    const done = take(...given);
    return done && { ...done, misrouted: true };
  };
};

const DELETED = Symbol("deleted");
const NULL = Symbol("null");

const flip = (text, random) => {
  const at = 4 + random.below(Math.max(1, text.length - 8));
  return text.slice(0, at) + (text[at] === "A" ? "B" : "A") + text.slice(at + 1);
};

const otherAlphabet = (text) => (/[-_]/.test(text) ? text.replaceAll("-", "+").replaceAll("_", "/") : text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, ""));

export const THOUGHTS = {
  "drop one thought": (talk, random) => {
    const slot = some(random, slotsOf(talk));
    slot?.remove();
    return slot && { where: slot.at };
  },
  "drop the latest thoughts": (talk) => {
    const slots = slotsOf(talk);
    const group = slots.at(-1)?.group;
    const gone = slots.filter((slot) => slot.group === group);
    gone.forEach((slot) => slot.remove());
    return gone.length ? { where: gone[0].at } : null;
  },
  "drop all thoughts": (talk) => {
    const slots = slotsOf(talk);
    slots.forEach((slot) => slot.remove());
    return slots.length ? { where: slots[0].at } : null;
  },
  "drop what has no text": (talk) => {
    const gone = slotsOf(talk).filter((slot) => slot.handle && !slot.text);
    gone.forEach((slot) => slot.remove());
    return gone.length ? { where: gone[0].at } : null;
  },
  "edit a thought's text": (talk, random) => {
    const slot = some(random, withText(talk));
    slot?.text.set(`${slot.text.get()} ${random.words(1, 2)}`);
    return slot && { where: slot.at };
  },
  "cut a thought's text": (talk, random) => {
    const slot = some(random, withText(talk).filter((one) => [...one.text.get()].length > 3));
    slot?.text.set([...slot.text.get()].slice(3).join(""));
    return slot && { where: slot.at };
  },
  "empty a thought's text": (talk, random) => {
    const slot = some(random, withText(talk));
    slot?.text.set("");
    return slot && { where: slot.at };
  },
  "edit a handle": onHandle(flip),
  "cut a handle": onHandle((text) => text.slice(0, text.length >> 1)),
  "mask a handle": onHandle((text) => `${text.slice(0, 12)}…${text.slice(-4)}`),
  "put a space into a handle": onHandle((text) => `${text.slice(0, 20)} ${text.slice(20)}`),
  "empty a handle": onHandle(() => ""),
  "delete a handle": onHandle(() => DELETED),
  "null a handle": onHandle(() => NULL),
  "re-encode a handle": onHandle(otherAlphabet),
  "take the handle of another account": fromElsewhere("account"),
  "take the handle of another surface": fromElsewhere("surface"),
  "take the handle of another vendor": fromElsewhere("vendor"),
  "exchange two handles": (talk, random) => {
    const slots = withHandle(talk);
    if (slots.length < 2) return null;
    const [one, other] = random.shuffle(slots);
    const [first, second] = [one.handle.get(), other.handle.get()];
    one.handle.set(second);
    other.handle.set(first);
    return { where: one.at };
  },
  "double a thought": (talk, random) => {
    // A repeated whole entry is not a fragment; OpenRouter's reaction to it is unknown.
    const slot = some(random, talk.target.wire === "openrouter-chat" ? [] : slotsOf(talk).filter((one) => one.double));
    slot?.double();
    return slot && { where: slot.at };
  },
  "one text for all thoughts": (talk) => {
    const slots = withText(talk);
    if (slots.length < 2) return null;
    slots.forEach((slot) => slot.text.set("thinking"));
    return { where: slots[0].at };
  },
};
