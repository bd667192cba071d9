/**
 * A list of which only what is in view is in the document, with rows of any height. What stands where one reads stays there while rows
 * above turn out to be higher or lower than was thought.
 */
import "./rows.css";
import { type ReadonlySignal, type Signal } from "@preact/signals";
import { Component, type ComponentChildren, createRef } from "preact";
import { Heights } from "./heights";

/** A row to go to, with the part of it that may be above; and how far down it shall begin, as a part of what is in view. */
export interface Aim {
  readonly nth: number;
  readonly down: number;
}

interface Props {
  label: string;
  /** The rows, the last one exclusive. */
  from: number;
  to: number;
  estimate(nth: number): number;
  row(nth: number): ComponentChildren;
  /** Told: the rows in view, as fractions. */
  sight: Signal<readonly [number, number]>;
  /** Told: grows whenever rows have come, gone or moved. */
  laid: Signal<number>;
  aim: ReadonlySignal<Aim | undefined>;
  /** Drawn behind the rows. */
  children?: ComponentChildren;
}

/** What is kept above and below what is in view. */
const MARGIN = 500;

export class Rows extends Component<Props, { first: number; last: number }> {
  override state = { first: this.props.from, last: this.props.from };
  readonly #heights = new Heights((nth) => this.props.estimate(nth));
  readonly #box = createRef<HTMLDivElement>();
  readonly #whole = createRef<HTMLDivElement>();
  readonly #shown = createRef<HTMLDivElement>();
  /** The row that stays, and how far below the upper edge it begins. */
  #anchor = { nth: this.props.from, below: 0 };
  #observer: ResizeObserver | undefined;
  #ends: () => void = () => {};

  override componentDidMount(): void {
    this.#observer = new ResizeObserver((entries) => this.#measured(entries));
    this.#observer.observe(this.#box.current as Element);
    this.#place();
    this.#ends = this.props.aim.subscribe((aim) => aim && this.#go(aim));
  }

  override componentDidUpdate(before: Props): void {
    const { from, to } = this.props;
    if ((before.from !== from || before.to !== to) && (this.#anchor.nth < from || this.#anchor.nth >= to)) this.#anchor = { nth: from, below: 0 };
    this.#place();
    for (const row of this.#shown.current?.children ?? []) this.#observer?.observe(row);
    this.props.laid.value++;
  }

  override componentWillUnmount(): void {
    this.#observer?.disconnect();
    this.#ends();
  }

  render({ from, to, row, label, children }: Props, { first, last }: { first: number; last: number }) {
    const rows = [];
    for (let nth = Math.max(first, from); nth < Math.min(last, to); nth++) rows.push(<div key={nth} data-nth={nth}>{row(nth)}</div>);
    return (
      <div class="rows" ref={this.#box} onScroll={this.#scrolled}>
        <div class="rows-whole" ref={this.#whole}>
          {children}
          <div class="rows-shown" role="feed" aria-label={label} ref={this.#shown}>{rows}</div>
        </div>
      </div>
    );
  }

  #measured(entries: readonly ResizeObserverEntry[]): void {
    let moved = false;
    for (const { target, borderBoxSize } of entries) {
      const nth = Number((target as HTMLElement).dataset["nth"] ?? -1);
      if (!target.isConnected) this.#observer?.unobserve(target);
      else if (nth < 0) moved = true;
      else moved = this.#heights.measure(nth, borderBoxSize[0]?.blockSize ?? 0, target.firstElementChild?.ariaBusy !== "true") || moved;
    }
    if (!moved) return;
    this.#place();
    this.props.laid.value++;
  }

  #scrolled = (): void => {
    const y = this.#box.current?.scrollTop ?? 0;
    let nth = Math.floor(this.#heights.at(y));
    // A row that is not there yet may grow: upwards, if the next one stays.
    if (!this.#heights.isSettled(nth) && nth + 1 < this.props.to) nth++;
    this.#anchor = { nth, below: this.#heights.top(nth) - y };
    this.#look();
  };

  #go({ nth, down }: Aim): void {
    this.#heights.frame(this.props.from, this.props.to);
    const whole = Math.floor(nth);
    const height = this.#heights.top(whole + 1) - this.#heights.top(whole);
    this.#anchor = { nth: whole, below: down * (this.#box.current?.clientHeight ?? 0) - (nth - whole) * height };
    this.#place();
  }

  /** Puts everything where it belongs by what is known now. Not by way of a render: that would come a frame late. */
  #place(): void {
    const [box, whole, shown] = [this.#box.current, this.#whole.current, this.#shown.current];
    if (!box || !whole || !shown) return;
    this.#heights.frame(this.props.from, this.props.to);
    whole.style.height = `${this.#heights.total}px`;
    shown.style.top = `${this.#heights.top(Math.max(this.state.first, this.props.from))}px`;
    const y = Math.max(0, this.#heights.top(this.#anchor.nth) - this.#anchor.below);
    if (Math.abs(box.scrollTop - y) > 0.5) box.scrollTop = y;
    this.#look();
  }

  #look(): void {
    const box = this.#box.current;
    if (!box) return;
    const [y, height] = [box.scrollTop, box.clientHeight];
    const rows = (margin: number): [number, number] => [
      Math.floor(this.#heights.at(y - margin)),
      Math.min(this.props.to, Math.floor(this.#heights.at(y + height + margin)) + 1),
    ];
    const [top, end] = [this.#heights.at(y), this.#heights.at(y + height)];
    const [was, then] = this.props.sight.peek();
    if (top !== was || end !== then) this.props.sight.value = [top, end];
    // What is there is left as long as it will do: a row more or less may move the end of the scrolling by a pixel, and that the rows, without end.
    const [{ first, last }, [least, most], [low, high]] = [this.state, rows(MARGIN / 2), rows(2 * MARGIN)];
    if (first <= least && last >= most && first >= low && last <= high) return;
    const [from, to] = rows(MARGIN);
    this.setState({ first: from, last: to });
  }
}
