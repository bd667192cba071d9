/** From what is selected on the page to the bytes that it shows. Elements with `data-at` and `data-end` show a stretch. */
import { bytesOf } from "../bytes";
import type { Stretch } from "./rows";
/** The stretch that the selection covers; nothing, if it is elsewhere or empty. */
export function selected(root: Element): Stretch | undefined {
  const selection = getSelection();
  if (!selection?.rangeCount || selection.isCollapsed) return undefined;
  const range = selection.getRangeAt(0);
  const pieces = [...root.querySelectorAll<HTMLElement>("[data-at]")].filter((piece) => range.intersectsNode(piece));
  const [first, last] = [pieces[0], pieces.at(-1)];
  if (!first || !last) return undefined;
  const start = byteIn(first, range.startContainer, range.startOffset) ?? Number(first.dataset["at"]);
  const end = byteIn(last, range.endContainer, range.endOffset) ?? Number(last.dataset["end"]);
  return end > start ? { start, end } : undefined;
}

/** The byte at a point of the page. */
export function byteAt(x: number, y: number): number | undefined {
  const position = "caretPositionFromPoint" in document ? document.caretPositionFromPoint(x, y) : undefined;
  const range = position ? undefined : document.caretRangeFromPoint?.(x, y);
  const [node, offset] = [position?.offsetNode ?? range?.startContainer, position?.offset ?? range?.startOffset ?? 0];
  const piece = (node instanceof Element ? node : node?.parentElement)?.closest<HTMLElement>("[data-at]");
  if (!node || !piece) return undefined;
  return Math.min(byteIn(piece, node, offset) ?? Infinity, Math.max(Number(piece.dataset["at"]), Number(piece.dataset["end"]) - 1));
}

/** Of a fold, which shows other text than its bytes, only its beginning and its end are places. */
function byteIn(piece: HTMLElement, node: Node, offset: number): number | undefined {
  if (!piece.contains(node)) return undefined;
  const before = node instanceof Text ? node.data.slice(0, offset) : offset ? (piece.textContent ?? "") : "";
  const at = Number(piece.dataset["at"]);
  if (piece.hasAttribute("aria-expanded")) return before ? Number(piece.dataset["end"]) : at;
  return at + bytesOf(before).length;
}
