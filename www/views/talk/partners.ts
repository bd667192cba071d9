/** What a thought hangs on: the part that its handle signs, or that it came with. */
import type { Attachment, Part } from "rethought/slim";
import { textOf } from "../../bytes";
import { filled, words } from "../../words";

/** The part, if it is another one than the thought's own; or its own, if the thought is only a handle on it. */
export function partnerOf(part: Part, among: readonly Part[]): Part | undefined {
  const hangs = part.thought?.attachment;
  if (!hangs) return undefined;
  if (part.kind !== "thought") return part;
  const [at, others] = [among.indexOf(part), among.filter(({ kind }) => kind !== "thought")];
  switch (hangs.type) {
    case "call":
      return others.find(({ call }) => call?.id !== undefined && call.id === hangs.id) ?? others.find(({ kind }) => kind === "call");
    case "item":
      return hangs.partner === undefined ? undefined : (among.find((other) => idOf(other) === hangs.partner) ?? among[at + 1]);
    case "text":
      return others.find(({ kind }) => kind === "text");
    case "field":
      return others.find(({ kind, text }) => kind !== "text" || text);
    default:
      return undefined;
  }
}

/** The same in words. */
export function hangsOn(part: Part, partner: Part | undefined): string {
  const [hangs, is]: [Attachment, typeof words.talk.hangs] = [part.thought?.attachment ?? { type: "block" }, words.talk.hangs];
  switch (hangs.type) {
    case "call":
      return filled(is.call, partner?.call?.name ?? hangs.id ?? "");
    case "item":
      if (hangs.partner === undefined) return is.item;
      return partner?.kind === "call" ? filled(is.itemCall, partner.call?.name ?? "") : partner?.kind === "text" ? is.itemText : filled(is.itemOther, hangs.partner);
    case "field":
    case "tag":
    case "argument":
      return filled(is[hangs.type], hangs.name);
    default:
      return is[hangs.type];
  }
}

/** The first letters of a part, which say what it is. */
export const headOf = (part: Part): string => (typeof part.raw === "string" ? part.raw.slice(0, 400) : textOf(part.raw as Uint8Array, 0, 400));

const idOf = (part: Part): string | undefined => /"id"\s*:\s*"([^"\\]+)"/.exec(headOf(part))?.[1];
