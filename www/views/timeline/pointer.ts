/** Hands on the strip: a click chooses, a drag selects, a drag of the lower lane scrolls. */
import { batch } from "@preact/signals";
import { choose, chosen, exchanges, range } from "../../state";
import { aim, inView, visit } from "../talk/view";
import type { Scale } from "./strip";

/** How far a pointer goes before it is a drag. */
const SLACK = 4;

export class Pointer {
  #down: { x: number; nth: number; scrolls: boolean; held: number; moved: boolean } | undefined;

  down(event: PointerEvent, scale: Scale): void {
    if (event.button !== 0) return;
    const { x, y } = placeOf(event);
    const [first, last] = inView.peek();
    const at = exchangeAt(x, scale);
    // Held where it was taken; elsewhere in its middle.
    const held = at >= first && at <= last ? at - first : (last - first) / 2;
    this.#down = { x, nth: whole(at), scrolls: y > scale.verdicts + 1, held, moved: false };
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    if (this.#down.scrolls) this.#scroll(at);
  }

  move(event: PointerEvent, scale: Scale): void {
    const down = this.#down;
    if (!down) return;
    const { x } = placeOf(event);
    down.moved ||= Math.abs(x - down.x) > SLACK;
    if (down.scrolls) return this.#scroll(exchangeAt(x, scale));
    if (!down.moved) return;
    const nth = whole(exchangeAt(x, scale));
    select(down.nth, nth);
  }

  up(): void {
    const down = this.#down;
    this.#down = undefined;
    if (!down || down.scrolls) return;
    if (down.moved) return void (range.value && keepChosen(range.value));
    if (range.value && chosen.value === down.nth) range.value = undefined;
    else visit(down.nth);
  }

  #scroll(at: number): void {
    aim.value = { nth: Math.max(0, at - (this.#down?.held ?? 0)), down: 0 };
  }
}

export function placeOf(event: MouseEvent): { x: number; y: number } {
  const box = (event.currentTarget as Element).getBoundingClientRect();
  return { x: event.clientX - box.left, y: event.clientY - box.top };
}

/** The exchange at a place, as a fraction. */
export const exchangeAt = (x: number, { column, each }: Scale): number => Math.max(0, Math.min(exchanges.peek().length - 0.001, (x / column) * each));

/** Keys on the strip; answers whether it was one of them. */
export function pressed({ key, shiftKey }: KeyboardEvent): boolean {
  if (key === "Escape") {
    if (!range.value) return false;
    range.value = undefined;
    return true;
  }
  const [now, last] = [chosen.value, exchanges.value.length - 1];
  const to = { ArrowLeft: now - 1, ArrowDown: now - 1, ArrowRight: now + 1, ArrowUp: now + 1, PageUp: now - 10, PageDown: now + 10, Home: 0, End: last }[key];
  if (to === undefined) return false;
  const nth = Math.max(0, Math.min(last, to));
  if (!shiftKey) visit(nth);
  else {
    const [from, end] = range.value ?? [now, now];
    batch(() => {
      select(now === end ? from : end, nth);
      choose(nth);
    });
  }
  return true;
}

function select(one: number, other: number): void {
  range.value = one < other ? [one, other] : [other, one];
}

function keepChosen([from, to]: readonly [number, number]): void {
  if (chosen.value < from || chosen.value > to) choose(from);
}

const whole = Math.floor;
