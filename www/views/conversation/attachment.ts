/** The part that a thought is attached to: the one that its handle signs, or the one that it came with. */
import type { Part } from "rethought/slim";
import { decodeText } from "../../bytes";

/** Finds the part that a thought is attached to. A handle on a text or a call is attached to its own part. */
export function findAttachedPart(part: Part, siblings: readonly Part[]): Part | undefined {
  const attachment = part.thought?.attachment;
  if (!attachment) return undefined;
  if (part.kind !== "thought") return part;
  const at = siblings.indexOf(part);
  const others = siblings.filter(({ kind }) => kind !== "thought");
  switch (attachment.type) {
    case "call":
      return others.find(({ call }) => call?.id !== undefined && call.id === attachment.id) ?? others.find(({ kind }) => kind === "call");
    case "item":
      return attachment.partner === undefined ? undefined : (siblings.find((other) => findId(other) === attachment.partner) ?? siblings[at + 1]);
    case "text":
      return others.find(({ kind }) => kind === "text");
    case "field":
      return others.find(({ kind, text }) => kind !== "text" || text);
    default:
      return undefined;
  }
}

/** Says in words what a thought is attached to. */
export function describeAttachment(part: Part, attachedPart: Part | undefined): string {
  const attachment = part.thought?.attachment ?? { type: "block" };
  switch (attachment.type) {
    case "block":
      return "own block";
    case "call":
      return `signs the call ${attachedPart?.call?.name ?? attachment.id ?? ""}`;
    case "text":
      return "signs the text";
    case "empty":
      return "signs an empty part";
    case "item":
      if (attachment.partner === undefined) return "own item";
      if (attachedPart?.kind === "call") return `belongs to the call ${attachedPart.call?.name ?? ""}`;
      return attachedPart?.kind === "text" ? "belongs to the text" : `belongs to ${attachment.partner}`;
    case "field":
    case "tag":
    case "argument":
      return `${attachment.type} ${attachment.name}`;
  }
}

/** The first characters of a part, which tell its type and id. */
export const firstLetters = (part: Part): string => (typeof part.raw === "string" ? part.raw.slice(0, 400) : decodeText(part.raw as Uint8Array, 0, 400));

const findId = (part: Part): string | undefined => /"id"\s*:\s*"([^"\\]+)"/.exec(firstLetters(part))?.[1];
