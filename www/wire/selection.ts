/** Maps the selection of the page to the bytes that it covers. Elements with `data-at` and `data-end` show that range of bytes. */
import { type ByteRange, encodeText } from "../bytes";

/** The bytes that the selection covers; `undefined` if it is empty or outside of `root`. */
export function selectedRange(root: Element): ByteRange | undefined {
  const selection = getSelection();
  if (!selection?.rangeCount || selection.isCollapsed) return undefined;
  const range = selection.getRangeAt(0);
  const pieces = [...root.querySelectorAll<HTMLElement>("[data-at]")].filter((piece) => range.intersectsNode(piece));
  const first = pieces[0];
  const last = pieces.at(-1);
  if (!first || !last) return undefined;
  const start = byteIn(first, range.startContainer, range.startOffset) ?? Number(first.dataset["at"]);
  const end = byteIn(last, range.endContainer, range.endOffset) ?? Number(last.dataset["end"]);
  return end > start ? { start, end } : undefined;
}

/** The byte that is shown at a point of the page. */
export function byteAt(x: number, y: number): number | undefined {
  const position = "caretPositionFromPoint" in document ? document.caretPositionFromPoint(x, y) : undefined;
  const range = position ? undefined : document.caretRangeFromPoint?.(x, y);
  const node = position?.offsetNode ?? range?.startContainer;
  const offset = position?.offset ?? range?.startOffset ?? 0;
  const piece = (node instanceof Element ? node : node?.parentElement)?.closest<HTMLElement>("[data-at]");
  if (!node || !piece) return undefined;
  return Math.min(byteIn(piece, node, offset) ?? Infinity, Math.max(Number(piece.dataset["at"]), Number(piece.dataset["end"]) - 1));
}

/** The byte at a position in a piece. A fold shows a label instead of its bytes, so only its start and its end count as positions. */
function byteIn(piece: HTMLElement, node: Node, offset: number): number | undefined {
  if (!piece.contains(node)) return undefined;
  const before = node instanceof Text ? node.data.slice(0, offset) : offset ? (piece.textContent ?? "") : "";
  const at = Number(piece.dataset["at"]);
  if (piece.hasAttribute("aria-expanded")) return before ? Number(piece.dataset["end"]) : at;
  return at + encodeText(before).length;
}
