// Values with the same sum in any order and any grouping, so that an engine may sum results in parts. A kind of such values has four functions:
// `empty()`, `merge(into, from)` (changes `into` and returns it; `from` is unchanged), `write(value)` to JSON, and `read(json)`, which refuses
// anything else.

/** Thrown for JSON that is not a summary. The message names the place. */
export class SummaryError extends Error {}

/** A number of things. */
export const count = {
  empty: () => 0,
  merge: (into, from) => into + from,
  write: (value) => value,
  read(json) {
    if (!Number.isSafeInteger(json) || json < 0) throw new SummaryError(`a count is ${JSON.stringify(json)}`);
    return json;
  },
};

/**
 * An object with a value of some kind under each name. A member that the JSON lacks is empty. Other members are from a later version, and are left
 * out.
 */
export function record(kinds) {
  const entries = Object.entries(kinds);
  return {
    empty() {
      const value = {};
      for (const [name, kind] of entries) value[name] = kind.empty();
      return value;
    },
    merge(into, from) {
      for (const [name, kind] of entries) into[name] = kind.merge(into[name], from[name]);
      return into;
    },
    write: (value) => Object.fromEntries(entries.map(([name, kind]) => [name, kind.write(value[name])])),
    read: (json) => Object.fromEntries(entries.map(([name, kind]) => [name, Object.hasOwn(objectOf(json, "a record"), name) ? readMember(kind, json[name], name) : kind.empty()])),
  };
}

/** Counts of a few words. Any other word is counted as `other`, and a missing one as `none`. Words that do not occur are not written. */
export function words(list) {
  const kind = record(Object.fromEntries([...list, "other", "none"].map((word) => [word, count])));
  const zeros = kind.empty();
  return { ...kind, empty: () => ({ ...zeros }), write: (value) => Object.fromEntries(Object.entries(value).filter(([, times]) => times)) };
}

/** Returns the name under which a kind made by `words` counts a word. `list` is a Set. */
export const wordOf = (list, word) => (list.has(word) ? word : word === undefined ? "none" : "other");

/** Reads a member, and adds its name to the message of an error in it. */
export function readMember(kind, json, name) {
  try {
    return kind.read(json);
  } catch (error) {
    if (error instanceof SummaryError) error.message = `${name}: ${error.message}`;
    throw error;
  }
}

export function objectOf(json, what) {
  if (typeof json !== "object" || json === null || Array.isArray(json)) throw new SummaryError(`${what} is not an object`);
  return json;
}
