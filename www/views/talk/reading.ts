/**
 * What is known of the exchanges that are shown: their bodies are read one after the other, a few milliseconds at a time, and only while
 * somebody looks at them.
 */
import { type Signal, signal } from "@preact/signals";
import type { Followed, History, Turn } from "rethought/slim";
import { reasonOf } from "../../reason";
import type { Session } from "../../session/session";

export type Link = Followed & { exchange: number };

/** What became of a part, and in which exchange. */
export type Fate = Link & { next: number };

export interface Reading {
  /** How far it is: nothing yet, the bodies, or also what became of what. */
  readonly stage: "none" | "bodies" | "links";
  readonly turn: Turn | undefined;
  readonly history: History | undefined;
  /** How many messages at the beginning were in the request before. */
  readonly carried: number;
  /** For the pointer of a part of the request: the parts of earlier answers that it is. */
  readonly origins: ReadonlyMap<string, readonly Link[]>;
  /** The thoughts of earlier answers that the request has not. */
  readonly lost: readonly Link[];
  /** For the number of a part of the answer: what became of it in the next request, and in the one that is looked at, if that is another thing. */
  readonly fates: ReadonlyMap<number, readonly Fate[]>;
  /** The requests that this was read for. */
  readonly later: readonly number[];
  /** The size of a request that is not read before somebody asks. */
  readonly large: number | undefined;
  readonly trouble: string | undefined;
}

/** A request that is longer takes longer than a frame to be read. */
const LARGE = 512 << 10;
/** How many are kept that nobody looks at. */
const KEPT = 48;
/** How long a slice may take. */
const SLICE = 6;

const NOTHING: Reading = { stage: "none", turn: undefined, history: undefined, carried: 0, origins: new Map(), lost: [], fates: new Map(), later: [], large: undefined, trouble: undefined };

interface Want {
  readonly later: readonly number[];
  readonly asked: boolean;
}

export class Readings {
  readonly #session: Session;
  readonly #known = new Map<number, Signal<Reading>>();
  readonly #links = new Map<number, readonly Link[]>();
  readonly #wanted = new Map<number, Want>();
  #busy = false;

  constructor(session: Session) {
    this.#session = session;
  }

  of(nth: number): Signal<Reading> {
    const known = this.#known.get(nth) ?? signal(NOTHING);
    this.#known.set(nth, known);
    return known;
  }

  /** Reads an exchange, and how it went on in later ones, the next one first; large ones only if that was asked for. */
  want(nth: number, later: readonly number[], asked: boolean): void {
    const known = this.of(nth);
    if (asked && known.value.large) known.value = NOTHING;
    // Read again if there are others than there were.
    else if (known.peek().stage === "links" && later.join() !== known.peek().later.join()) known.value = { ...known.peek(), stage: "bodies" };
    this.#wanted.set(nth, { later, asked });
    this.#start();
  }

  leave(nth: number): void {
    this.#wanted.delete(nth);
    const idle = [...this.#known.keys()].filter((each) => !this.#wanted.has(each));
    for (const each of idle.slice(0, -KEPT)) this.#known.delete(each);
    for (const each of [...this.#links.keys()].slice(0, -KEPT)) this.#links.delete(each);
  }

  #start(): void {
    if (this.#busy) return;
    this.#busy = true;
    setTimeout(() => this.#slice());
  }

  #slice(): void {
    const end = performance.now() + SLICE;
    this.#busy = false;
    // First what can be read, then how it hangs together.
    for (const stage of ["none", "bodies"] as const)
      for (const [nth, want] of this.#wanted) {
        const known = this.of(nth);
        if (known.peek().stage !== stage) continue;
        known.value = stage === "none" ? this.#bodies(nth, want) : this.#linked(nth, want, known.peek());
        if (performance.now() > end) return this.#start();
      }
  }

  #bodies(nth: number, { asked }: Want): Reading {
    const [session, size] = [this.#session, this.#session.size(nth)];
    let [reading, troubles]: [Reading, string[]] = [{ ...NOTHING, stage: "bodies" }, []];
    const attempt = (read: () => Partial<Reading>) => {
      try {
        reading = { ...reading, ...read() };
      } catch (error) {
        troubles.push(reasonOf(error));
      }
    };
    attempt(() => ({ turn: session.turn(nth) }));
    if (size > LARGE && !asked) return { ...reading, large: size };
    attempt(() => ({ history: session.history(nth), carried: session.carried(nth) }));
    return { ...reading, trouble: troubles[0] };
  }

  #linked(nth: number, { later }: Want, reading: Reading): Reading {
    const [origins, fates] = [new Map<string, Link[]>(), new Map<number, Fate[]>()];
    const earlier = reading.large ? [] : this.#follow(nth);
    for (const link of earlier) if (link.pointer !== undefined) origins.set(link.pointer, [...(origins.get(link.pointer) ?? []), link]);
    const lost = earlier.filter(({ fate, kind }) => kind === "thought" && (fate === "missing" || fate === "gone"));
    for (const next of later) {
      if (this.#session.size(next) > LARGE && !this.#links.has(next)) continue;
      for (const link of this.#follow(next)) {
        const known = fates.get(link.part) ?? [];
        if (link.exchange === nth && !(known.length && link.fate === "equal")) fates.set(link.part, [...known, { ...link, next }]);
      }
    }
    return { ...reading, stage: "links", origins, lost, fates, later };
  }

  #follow(nth: number): readonly Link[] {
    let links = this.#links.get(nth);
    try {
      links ??= this.#session.links(nth);
    } catch {
      links = [];
    }
    this.#links.delete(nth);
    this.#links.set(nth, links);
    return links;
  }
}
