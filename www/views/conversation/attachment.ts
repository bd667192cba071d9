/** Finds the part that a thought is attached to: the one that its handle signs, or the one that it came with. */
import type { Part } from "rethought/slim";
import { decodeText } from "../../bytes";

/** The lookups over the parts of a message that each of its thoughts needs. */
interface SiblingIndex {
  readonly places: ReadonlyMap<Part, number>;
  readonly calls: ReadonlyMap<string, Part>;
  /** The first part of each kind that a thought may be attached to. */
  readonly call: Part | undefined;
  readonly text: Part | undefined;
  readonly said: Part | undefined;
  /** The parts by their ids, read from their text. Made on first use. */
  items?: ReadonlyMap<string | undefined, Part>;
}

/** Finds the part that a thought is attached to. A handle on a text or a call is attached to that part. */
export function findAttachedPart(part: Part, siblings: readonly Part[]): Part | undefined {
  const attachment = part.thought?.attachment;
  if (!attachment) return undefined;
  if (part.kind !== "thought") return part;
  const index = indexOf(siblings);
  switch (attachment.type) {
    case "call":
      return (attachment.id === undefined ? undefined : index.calls.get(attachment.id)) ?? index.call;
    case "item":
      if (attachment.partner === undefined) return undefined;
      index.items ??= firstOfEach(siblings, findId);
      return index.items.get(attachment.partner) ?? siblings[(index.places.get(part) ?? -1) + 1];
    case "text":
      return index.text;
    case "field":
      return index.said;
    default:
      return undefined;
  }
}

/** The number of a part among its siblings. */
export const placeAmong = (part: Part, siblings: readonly Part[]): number => indexOf(siblings).places.get(part) ?? -1;

/** Every thought of a message needs the same lookups. An answer of thousands of thoughts must not be searched for each of them. */
const indices = new WeakMap<readonly Part[], SiblingIndex>();

function indexOf(siblings: readonly Part[]): SiblingIndex {
  const known = indices.get(siblings);
  if (known) return known;
  const others = siblings.filter(({ kind }) => kind !== "thought");
  const index: SiblingIndex = {
    places: new Map(siblings.map((part, nth) => [part, nth])),
    calls: firstOfEach(others, ({ call }) => call?.id) as Map<string, Part>,
    call: others.find(({ kind }) => kind === "call"),
    text: others.find(({ kind }) => kind === "text"),
    said: others.find(({ kind, text }) => kind !== "text" || text),
  };
  indices.set(siblings, index);
  return index;
}

/** The first part of each name. */
function firstOfEach(parts: readonly Part[], nameOf: (part: Part) => string | undefined): Map<string | undefined, Part> {
  const first = new Map<string | undefined, Part>();
  for (const part of parts) {
    const name = nameOf(part);
    if (!first.has(name)) first.set(name, part);
  }
  return first;
}

/** Says in words what a thought is attached to. */
export function describeAttachment(part: Part, attachedPart: Part | undefined): string {
  const attachment = part.thought?.attachment ?? { type: "block" };
  switch (attachment.type) {
    case "block":
      return "separate block";
    case "call":
      return `signs the call ${attachedPart?.call?.name ?? attachment.id ?? ""}`;
    case "text":
      return "signs the text";
    case "empty":
      return "signs an empty part";
    case "item":
      if (attachment.partner === undefined) return "separate item";
      if (attachedPart?.kind === "call") return `belongs to the call ${attachedPart.call?.name ?? ""}`;
      return attachedPart?.kind === "text" ? "belongs to the text" : `belongs to ${attachment.partner}`;
    case "field":
    case "tag":
    case "argument":
      return `${attachment.type} ${attachment.name}`;
  }
}

/** Returns the first characters of a part, which contain its type and id. */
export const firstLetters = (part: Part): string => (typeof part.raw === "string" ? part.raw.slice(0, 400) : decodeText(part.raw as Uint8Array, 0, 400));

const findId = (part: Part): string | undefined => /"id"\s*:\s*"([^"\\]+)"/.exec(firstLetters(part))?.[1];
