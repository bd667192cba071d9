/**
 * Reads the bodies of the exchanges that are shown: one after the other, a few milliseconds at a time, and only while they are shown.
 */
import { type Signal, signal } from "@preact/signals";
import type { History, Turn } from "rethought/slim";
import { errorMessage } from "../../errors";
import type { FollowedPart, Session } from "../../session/session";

/** The fate of a part of an answer in a later request; `next` is the exchange of that request. */
export type PartFate = FollowedPart & { next: number };

export interface ExchangeDetails {
  /** The parts that are read: nothing, the bodies, or also the fates of the parts. */
  readonly stage: "none" | "bodies" | "links";
  readonly turn: Turn | undefined;
  readonly history: History | undefined;
  /** The number of messages at the start that the previous request had too. */
  readonly earlierCount: number;
  /** The parts of earlier answers that a part of the request comes from, by its pointer. */
  readonly origins: ReadonlyMap<string, readonly FollowedPart[]>;
  /** The thoughts of earlier answers that the request does not have. */
  readonly lostThoughts: readonly FollowedPart[];
  /** The fates of a part of the answer, by its index: in the next request, and in the chosen one if it differs there. */
  readonly fates: ReadonlyMap<number, readonly PartFate[]>;
  /** The requests that `fates` was read for. */
  readonly laterRequests: readonly number[];
  /** The size of a large request, which is read only when a person requests it. */
  readonly largeSize: number | undefined;
  readonly trouble: string | undefined;
}

/** Reading a larger request takes longer than a frame. */
const LARGE_REQUEST = 512 << 10;
/** The number of exchanges to keep that are not shown. */
const CACHE_SIZE = 48;
/** The maximum duration of a slice. */
const SLICE_MS = 6;

const UNREAD: ExchangeDetails = {
  stage: "none",
  turn: undefined,
  history: undefined,
  earlierCount: 0,
  origins: new Map(),
  lostThoughts: [],
  fates: new Map(),
  laterRequests: [],
  largeSize: undefined,
  trouble: undefined,
};

interface Wanted {
  readonly laterRequests: readonly number[];
  readonly readLarge: boolean;
}

export class DetailsReader {
  readonly #session: Session;
  readonly #details = new Map<number, Signal<ExchangeDetails>>();
  readonly #followed = new Map<number, readonly FollowedPart[]>();
  readonly #wanted = new Map<number, Wanted>();
  #isScheduled = false;

  constructor(session: Session) {
    this.#session = session;
  }

  detailsOf(nth: number): Signal<ExchangeDetails> {
    const details = this.#details.get(nth) ?? signal(UNREAD);
    this.#details.set(nth, details);
    return details;
  }

  /** Requests the details of an exchange, with the fates of its answer in later requests. A large request is read only with `readLarge`. */
  request(nth: number, laterRequests: readonly number[], readLarge: boolean): void {
    const details = this.detailsOf(nth);
    if (readLarge && details.value.largeSize) details.value = UNREAD;
    // Other later requests mean other fates.
    else if (details.peek().stage === "links" && laterRequests.join() !== details.peek().laterRequests.join()) details.value = { ...details.peek(), stage: "bodies" };
    this.#wanted.set(nth, { laterRequests, readLarge });
    this.#schedule();
  }

  /** Marks an exchange as no longer shown. */
  release(nth: number): void {
    this.#wanted.delete(nth);
    const idle = [...this.#details.keys()].filter((each) => !this.#wanted.has(each));
    for (const each of idle.slice(0, -CACHE_SIZE)) this.#details.delete(each);
    for (const each of [...this.#followed.keys()].slice(0, -CACHE_SIZE)) this.#followed.delete(each);
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setTimeout(() => this.#runSlice());
  }

  #runSlice(): void {
    const end = performance.now() + SLICE_MS;
    this.#isScheduled = false;
    // All bodies are read before any fates, because people see the bodies first.
    for (const stage of ["none", "bodies"] as const)
      for (const [nth, wanted] of this.#wanted) {
        const details = this.detailsOf(nth);
        if (details.peek().stage !== stage) continue;
        details.value = stage === "none" ? this.#readBodies(nth, wanted) : this.#readLinks(nth, wanted, details.peek());
        if (performance.now() > end) return this.#schedule();
      }
  }

  #readBodies(nth: number, { readLarge }: Wanted): ExchangeDetails {
    const session = this.#session;
    const size = this.#session.requestSize(nth);
    const troubles: string[] = [];
    let details: ExchangeDetails = { ...UNREAD, stage: "bodies" };
    const attempt = (read: () => Partial<ExchangeDetails>) => {
      try {
        details = { ...details, ...read() };
      } catch (error) {
        troubles.push(errorMessage(error));
      }
    };
    attempt(() => ({ turn: session.turn(nth) }));
    if (size > LARGE_REQUEST && !readLarge) return { ...details, largeSize: size };
    attempt(() => ({ history: session.history(nth), earlierCount: session.countEarlierMessages(nth) }));
    return { ...details, trouble: troubles[0] };
  }

  #readLinks(nth: number, { laterRequests }: Wanted, details: ExchangeDetails): ExchangeDetails {
    const origins = new Map<string, FollowedPart[]>();
    const fates = new Map<number, PartFate[]>();
    const earlier = details.largeSize ? [] : this.#followParts(nth);
    for (const part of earlier) if (part.pointer !== undefined) addTo(origins, part.pointer, part);
    const lostThoughts = earlier.filter(({ fate, kind }) => kind === "thought" && (fate === "missing" || fate === "gone"));
    for (const next of laterRequests) {
      if (this.#session.requestSize(next) > LARGE_REQUEST && !this.#followed.has(next)) continue;
      for (const part of this.#followParts(next)) {
        if (part.exchange === nth && !(fates.has(part.part) && part.fate === "equal")) addTo(fates, part.part, { ...part, next });
      }
    }
    return { ...details, stage: "links", origins, lostThoughts, fates, laterRequests };
  }

  #followParts(nth: number): readonly FollowedPart[] {
    let parts = this.#followed.get(nth);
    try {
      parts ??= this.#session.followParts(nth);
    } catch {
      parts = [];
    }
    this.#followed.delete(nth);
    this.#followed.set(nth, parts);
    return parts;
  }
}

function addTo<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
