// One way through a value, from front to back and without recursion: the depth is the input's, the stack is ours.

/**
 * `enter(value, place)` answers what stands in the value's place, and for a container how to go on: `parts`, the keys in order; `read(key)`;
 * `put(key, made)`; `end()` once all parts are through. A place is a linked list of keys: most are never written out.
 */
export function walk(root, enter, start) {
  const open = [];
  const begin = (value, place) => {
    const entered = enter(value, place);
    if (entered.parts) open.push({ ...entered, place, at: 0 });
    return entered.made;
  };
  const made = begin(root, start);
  for (let inner = open.at(-1); inner; inner = open.at(-1)) {
    if (inner.at === inner.parts.length) {
      open.pop();
      inner.end?.();
      continue;
    }
    const key = inner.parts[inner.at++];
    inner.put(key, begin(inner.read(key), { above: inner.place, key }));
  }
  return made;
}

/** The JSON pointer of a place. */
export function pointerOf(place) {
  const keys = [];
  for (let here = place; here; here = here.above) keys.push(String(here.key).replaceAll("~", "~0").replaceAll("/", "~1"));
  return keys.reverse().map((key) => `/${key}`).join("");
}

/** Gives an object a member. Defined where assigning would do something else: a key named __proto__ is a key. */
export function give(object, key, value) {
  if (key === "__proto__") Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  else object[key] = value;
}

/** A container that is filled by its keys. */
export function keyed(made, parts, read, put = (key, child) => give(made, key, child)) {
  return { made, parts, read, put };
}

/** A map or a set that is filled from a list, which for a map has keys and values in turn. What `skips` is left out, a key with its value. */
export function filled(made, list, skips = () => false) {
  let last;
  const isMap = made instanceof Map;
  const put = (nth, child) => {
    if (!isMap && !skips(child)) made.add(child);
    if (isMap && nth % 2 && !skips(last) && !skips(child)) made.set(last, child);
    last = child;
  };
  return { made, parts: [...list.keys()], read: (nth) => list[nth], put };
}

/** True if an error only says that the stack is used up: it says nothing about the value that was being read. */
export const isSpent = (error) => (error instanceof RangeError || error?.name === "InternalError") && /stack|recursion/i.test(error.message);

/** Throws such an error on. */
export function unlessSpent(error) {
  if (isSpent(error)) throw error;
}
