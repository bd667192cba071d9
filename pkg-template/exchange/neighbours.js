// The names by which a part of an answer is found again in a request: the id of a call, else what it says.

/** The names of a part, the surest first. Nothing, of a part that is nothing but a thought. */
export function namesOf(part) {
  const { kind, call } = part;
  if (kind === "call") return [...(call.id === undefined ? [] : [`call ${call.id}`]), `call ${call.name} ${hash(ordered(parsed(call.content)))}`];
  if (kind === "text") return part.text ? [`text ${hash(part.text)}`] : [];
  return kind === "other" ? [`other ${hash(ordered(withoutHandles(parsed(textOf(part)))))}`] : [];
}

/** A part may come back without the handle that it carried. */
function withoutHandles(part) {
  if (typeof part !== "object" || part === null) return part;
  const { thoughtSignature, thought_signature, signature, ...rest } = part;
  return rest;
}

/** The names of the part that carries a thought, of the next ones and of the one before, as far as they are no thoughts. */
export function neighboursOf(parts, position) {
  const found = { self: namesOf(parts[position]), next: [], previous: [] };
  for (let nth = position + 1, count = 0; nth < Math.min(parts.length, position + REACH) && count < NEXT; nth++) {
    const names = namesOf(parts[nth]);
    if (names.length) count++;
    found.next.push(...names);
  }
  for (let nth = position - 1; nth >= Math.max(0, position - REACH) && !found.previous.length; nth--) found.previous = namesOf(parts[nth]);
  return Object.fromEntries(Object.entries(found).filter(([, names]) => names.length));
}

/** A client may leave out an empty text or a call of the server, so the next part alone is not enough. */
const NEXT = 3;
/** How far a neighbour may be: an answer of thousands of thoughts must not be walked for each of them. */
const REACH = 50;

const textOf = ({ raw }) => (typeof raw === "string" ? raw : new TextDecoder().decode(raw));

/** A value, or what a string that holds JSON says. */
function parsed(value) {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** The JSON text of a value with its keys in order: clients write arguments anew. */
export function ordered(value) {
  return JSON.stringify(value, (_, part) => (typeof part === "object" && part !== null && !Array.isArray(part) ? Object.fromEntries(Object.entries(part).sort(byKey)) : part)) ?? "";
}

const byKey = ([one], [other]) => (one < other ? -1 : one > other ? 1 : 0);

/** A number of 53 bits for a text, in hexadecimal. It tells parts of one conversation apart and is no proof of anything. */
export function hash(text) {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let nth = 0; nth < text.length; nth++) {
    const unit = text.charCodeAt(nth);
    high = Math.imul(high ^ unit, 0x9e3779b1);
    low = Math.imul(low ^ unit, 0x5f356495);
  }
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(16).padStart(14, "0");
}
