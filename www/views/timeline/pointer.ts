/** Pointer and keys on the timeline: a click chooses, a drag selects, a drag of the lower lane scrolls. */
import { batch } from "@preact/signals";
import { chooseExchange, chosenIndex, exchanges, range } from "../../state";
import { goToExchange, inView, scrollTarget } from "../conversation/navigation";
import type { Scale } from "./scale";

/** The number of pixels that a pointer moves before it drags. */
const DRAG_DISTANCE = 4;

export class PointerHandler {
  /** The current press. `grip` is the place within the viewport at which the pointer holds it, in exchanges. */
  #press: { x: number; nth: number; scrolls: boolean; grip: number; moved: boolean } | undefined;

  down(event: PointerEvent, scale: Scale): void {
    if (event.button !== 0) return;
    const { x, y } = placeOf(event);
    const [first, last] = inView.peek();
    const at = exchangeAt(x, scale);
    // Outside of the viewport the pointer grips its middle.
    const grip = at >= first && at <= last ? at - first : (last - first) / 2;
    this.#press = { x, nth: Math.floor(at), scrolls: y > scale.verdictsBottom + 1, grip, moved: false };
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    if (this.#press.scrolls) this.#scroll(at);
  }

  move(event: PointerEvent, scale: Scale): void {
    const press = this.#press;
    if (!press) return;
    const { x } = placeOf(event);
    press.moved ||= Math.abs(x - press.x) > DRAG_DISTANCE;
    if (press.scrolls) return this.#scroll(exchangeAt(x, scale));
    if (!press.moved) return;
    selectRange(press.nth, Math.floor(exchangeAt(x, scale)));
  }

  up(): void {
    const press = this.#press;
    this.#press = undefined;
    if (!press || press.scrolls) return;
    if (press.moved) {
      if (range.value) chooseWithin(range.value);
    } else if (range.value && chosenIndex.value === press.nth) range.value = undefined;
    else goToExchange(press.nth);
  }

  #scroll(at: number): void {
    scrollTarget.value = { nth: Math.max(0, at - (this.#press?.grip ?? 0)), offset: 0 };
  }
}

/** The position of an event within its element. */
export function placeOf(event: MouseEvent): { x: number; y: number } {
  const box = (event.currentTarget as Element).getBoundingClientRect();
  return { x: event.clientX - box.left, y: event.clientY - box.top };
}

/** The exchange at a position, as a fraction: 2.5 is the middle of the third exchange. */
export const exchangeAt = (x: number, { columnWidth, exchangesPerColumn }: Scale): number => Math.max(0, Math.min(exchanges.peek().length - 0.001, (x / columnWidth) * exchangesPerColumn));

/** Handles a key on the timeline. Returns `false` if the key has no function there. */
export function handleKey({ key, shiftKey }: KeyboardEvent): boolean {
  if (key === "Escape") {
    if (!range.value) return false;
    range.value = undefined;
    return true;
  }
  const now = chosenIndex.value;
  const last = exchanges.value.length - 1;
  const to = { ArrowLeft: now - 1, ArrowDown: now - 1, ArrowRight: now + 1, ArrowUp: now + 1, PageUp: now - 10, PageDown: now + 10, Home: 0, End: last }[key];
  if (to === undefined) return false;
  const nth = Math.max(0, Math.min(last, to));
  if (!shiftKey) goToExchange(nth);
  else {
    const [from, end] = range.value ?? [now, now];
    batch(() => {
      selectRange(now === end ? from : end, nth);
      chooseExchange(nth);
    });
  }
  return true;
}

function selectRange(one: number, other: number): void {
  range.value = one < other ? [one, other] : [other, one];
}

/** Chooses the first exchange of the range if the chosen one lies outside. */
function chooseWithin([from, to]: readonly [number, number]): void {
  if (chosenIndex.value < from || chosenIndex.value > to) chooseExchange(from);
}
