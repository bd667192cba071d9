/**
 * A list that keeps only the visible rows in the document. Rows have any height. The row that a person reads does not move when the estimated heights
 * of rows above it are corrected.
 */
import "./virtual-list.css";
import { type ReadonlySignal, type Signal } from "@preact/signals";
import { Component, type ComponentChildren, createRef } from "preact";
import { Heights } from "./heights";

/** A place to scroll to. */
export interface ScrollTarget {
  /** The row, as a fraction: 2.5 is the middle of the third row. */
  readonly nth: number;
  /** The distance from the upper edge at which the row begins: 0 is the upper edge, 1 the lower. */
  readonly offset: number;
  /** True if the list does not scroll when the row is already in view. */
  readonly unlessVisible?: boolean;
}

interface Props {
  label: string;
  /** The first row, and the one after the last. */
  from: number;
  to: number;
  /** Estimates the height of a row that was never shown, in pixels. */
  estimate(nth: number): number;
  renderRow(nth: number): ComponentChildren;
  /** The list writes the visible rows here, as fractions. */
  visibleRange: Signal<readonly [number, number]>;
  /** The list increments it whenever rows are added, removed or moved. */
  layoutCount: Signal<number>;
  scrollTarget: ReadonlySignal<ScrollTarget | undefined>;
  /** Drawn behind the rows. */
  children?: ComponentChildren;
}

/** The space below the last row, as a part of the height of the list. */
const ROOM_BELOW = 0.6;

/** The number of pixels above and below the visible part that are kept in the document. */
const MARGIN = 500;

export class VirtualList extends Component<Props, { first: number; last: number }> {
  override state = { first: this.props.from, last: this.props.from };
  readonly #heights = new Heights((nth) => this.props.estimate(nth));
  readonly #box = createRef<HTMLDivElement>();
  /** An element with the height of the whole list. */
  readonly #whole = createRef<HTMLDivElement>();
  /** The rows that are in the document. */
  readonly #shown = createRef<HTMLDivElement>();
  /** The row that keeps its place, and its distance from the upper edge in pixels. */
  #anchor = { nth: this.props.from, below: 0 };
  /** The scroll position that the list itself set last. */
  #ownScrollTop = 0;
  #observer: ResizeObserver | undefined;
  #unsubscribe: () => void = () => {};

  override componentDidMount(): void {
    this.#observer = new ResizeObserver((entries) => this.#onResize(entries));
    this.#observer.observe(this.#box.current as Element);
    this.#applyLayout();
    this.#unsubscribe = this.props.scrollTarget.subscribe((target) => target && this.#scrollTo(target));
  }

  override componentDidUpdate(before: Props): void {
    const { from, to } = this.props;
    if ((before.from !== from || before.to !== to) && (this.#anchor.nth < from || this.#anchor.nth >= to)) this.#anchor = { nth: from, below: 0 };
    this.#applyLayout();
    for (const row of this.#shown.current?.children ?? []) this.#observer?.observe(row);
    this.props.layoutCount.value++;
  }

  override componentWillUnmount(): void {
    this.#observer?.disconnect();
    this.#unsubscribe();
  }

  render({ from, to, renderRow, label, children }: Props, { first, last }: { first: number; last: number }) {
    const rows = [];
    for (let nth = Math.max(first, from); nth < Math.min(last, to); nth++) rows.push(<div key={nth} data-nth={nth}>{renderRow(nth)}</div>);
    return (
      <div class="virtual-list" ref={this.#box} onScroll={this.#onScroll}>
        <div class="virtual-list-whole" ref={this.#whole}>
          {children}
          <div class="virtual-list-rows" role="feed" aria-label={label} ref={this.#shown}>{rows}</div>
        </div>
      </div>
    );
  }

  #onResize(entries: readonly ResizeObserverEntry[]): void {
    let moved = false;
    for (const { target, borderBoxSize } of entries) {
      const nth = Number((target as HTMLElement).dataset["nth"] ?? -1);
      if (!target.isConnected) this.#observer?.unobserve(target);
      else if (nth < 0) moved = true;
      else moved = this.#heights.measure(nth, borderBoxSize[0]?.blockSize ?? 0, target.firstElementChild?.ariaBusy !== "true") || moved;
    }
    if (!moved) return;
    this.#applyLayout();
    this.props.layoutCount.value++;
  }

  #onScroll = (): void => {
    const y = this.#box.current?.scrollTop ?? 0;
    // The list scrolled itself, to keep its anchor in place. With another anchor, rows that are read later would push this one out of view.
    if (y === this.#ownScrollTop) return this.#updateVisible();
    let nth = Math.floor(this.#heights.at(y));
    // A row that is still being read will grow. With the next row as anchor it grows upwards, out of sight.
    if (!this.#heights.isSettled(nth) && nth + 1 < this.props.to) nth++;
    this.#anchor = { nth, below: this.#heights.top(nth) - y };
    this.#updateVisible();
  };

  #scrollTo({ nth, offset, unlessVisible }: ScrollTarget): void {
    this.#heights.setRange(this.props.from, this.props.to);
    if (unlessVisible && this.#isVisible(nth)) return;
    const whole = Math.floor(nth);
    const height = this.#heights.top(whole + 1) - this.#heights.top(whole);
    this.#anchor = { nth: whole, below: offset * (this.#box.current?.clientHeight ?? 0) - (nth - whole) * height };
    this.#applyLayout();
  }

  /** True if a quarter of a row is in view, and stays there: the rows above it have their heights. */
  #isVisible(nth: number): boolean {
    const box = this.#box.current;
    if (!box) return false;
    const first = this.#heights.at(box.scrollTop);
    if (nth < first || nth + 0.25 > this.#heights.at(box.scrollTop + box.clientHeight)) return false;
    for (let above = Math.floor(first); above <= nth; above++) if (!this.#heights.isSettled(above)) return false;
    return true;
  }

  /** Sets sizes and scroll position from the known heights. It writes to the elements directly, because a render would come one frame late. */
  #applyLayout(): void {
    const box = this.#box.current;
    const whole = this.#whole.current;
    const shown = this.#shown.current;
    if (!box || !whole || !shown) return;
    this.#heights.setRange(this.props.from, this.props.to);
    // The space below the last row lets that row scroll as far up as any other chosen row.
    const room = this.props.to - this.props.from > 1 ? ROOM_BELOW * box.clientHeight : 0;
    whole.style.height = `${this.#heights.total + room}px`;
    shown.style.top = `${this.#heights.top(Math.max(this.state.first, this.props.from))}px`;
    const y = Math.max(0, this.#heights.top(this.#anchor.nth) - this.#anchor.below);
    if (Math.abs(box.scrollTop - y) > 0.5) {
      box.scrollTop = y;
      // At the end of the list it may be less than requested.
      this.#ownScrollTop = box.scrollTop;
    }
    this.#updateVisible();
  }

  #updateVisible(): void {
    const box = this.#box.current;
    if (!box) return;
    const y = box.scrollTop;
    const height = box.clientHeight;
    const rows = (margin: number): [number, number] => [
      Math.floor(this.#heights.at(y - margin)),
      Math.min(this.props.to, Math.floor(this.#heights.at(y + height + margin)) + 1),
    ];
    const top = this.#heights.at(y);
    const end = this.#heights.at(y + height);
    const [oldTop, oldEnd] = this.props.visibleRange.peek();
    if (top !== oldTop || end !== oldEnd) this.props.visibleRange.value = [top, end];
    // The rows change only if they no longer suffice. Each change may move the scroll position by a pixel, which would change the rows again, without end.
    const { first, last } = this.state;
    const [least, most] = rows(MARGIN / 2);
    const [low, high] = rows(2 * MARGIN);
    if (first <= least && last >= most && first >= low && last <= high) return;
    const [from, to] = rows(MARGIN);
    this.setState({ first: from, last: to });
  }
}
