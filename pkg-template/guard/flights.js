// Calls whose answers are not recorded yet. A request that goes on from such an answer waits until it is; no other waits.
import { decoded } from "./decoded.js";
import { endOf, openList } from "./message-list.js";

/** So many are known at once. Of the others, the next request does not wait for the answer. */
const MOST = 4096;
/** The names by which requests on some wires mean an answer whose messages they do not repeat. */
const FORMER = /"(?:previous_response_id|previous_interaction_id|continuation_?token)"\s*:\s*"([^"\\]+)"/i;
/** So many letters make two lists of messages begin alike. */
const HEAD = 200;

export class Flights {
  #open = new Set();
  /** The same, by wire and conversation. */
  #groups = new Map();

  /** Notes a call that is about to be sent. */
  add(request) {
    const flight = new Flight(request, () => this.#remove(flight));
    this.#open.add(flight);
    const group = this.#groups.get(keyOf(request)) ?? new FlightGroup();
    this.#groups.set(keyOf(request), group);
    group.add(flight);
    if (this.#open.size > MOST) this.#remove(this.#open.values().next().value);
    return flight;
  }

  /** Waits until the answers are recorded that a request goes on from, for `ms` at most, or until the caller gives up. */
  async wait(request, signal, ms) {
    const ahead = this.#groups.get(keyOf(request))?.ahead(request) ?? [];
    if (!ahead.length || signal?.aborted) return;
    let end;
    const late = new Promise((resolve) => (end = resolve));
    const timer = setTimeout(end, ms);
    signal?.addEventListener("abort", end, { once: true });
    await Promise.race([late, Promise.all(ahead.map((flight) => flight.settle()))]);
    clearTimeout(timer);
    signal?.removeEventListener("abort", end);
  }

  #remove(flight) {
    if (!this.#open.delete(flight)) return;
    const group = this.#groups.get(keyOf(flight.request));
    group.remove(flight);
    if (!group.all.size) this.#groups.delete(keyOf(flight.request));
  }
}

const keyOf = ({ wire, scope }) => `${wire} ${scope ?? ""}`;

/** Calls that a request may go on from. They are found by the length and the end of their messages: of a thousand that begin with one prompt, few end alike. */
class FlightGroup {
  all = new Set();
  /** Those whose messages nobody has asked for yet. */
  #fresh = new Set();
  #byLength = new Map();

  add(flight) {
    this.all.add(flight);
    this.#fresh.add(flight);
  }

  remove(flight) {
    this.all.delete(flight);
    if (this.#fresh.delete(flight) || !flight.list) return;
    const { length } = flight.list.text;
    const ends = this.#byLength.get(length);
    const same = ends?.get(flight.list.end);
    same?.delete(flight);
    if (same && !same.size) ends.delete(flight.list.end);
    if (ends && !ends.size) this.#byLength.delete(length);
  }

  /** The calls whose answers a request goes on from. */
  ahead({ body, wire }) {
    this.#index();
    const list = openList(body, wire);
    const [, former] = FORMER.exec(typeof body === "string" ? body : decoded(body)) ?? [];
    const found = new Set(list ? this.#before(list.text) : []);
    for (const flight of this.all) if (flight.isNear(list, former)) found.add(flight);
    return [...found];
  }

  /** The calls whose messages a longer list begins with. */
  *#before(text) {
    for (const [length, ends] of this.#byLength) {
      const flights = length < text.length ? ends.get(endOf(text.slice(0, length))) : undefined;
      // The next message follows.
      if (!flights || !/^\s*,/.test(text.slice(length, length + 100))) continue;
      for (const flight of flights) if (text.startsWith(flight.list.text)) yield flight;
    }
  }

  #index() {
    for (const flight of this.#fresh) {
      flight.list = openList(flight.request.body, flight.request.wire);
      if (!flight.list) continue;
      const { text, end } = flight.list;
      const ends = this.#byLength.get(text.length) ?? new Map();
      this.#byLength.set(text.length, ends);
      ends.set(end, (ends.get(end) ?? new Set()).add(flight));
    }
    this.#fresh.clear();
  }
}

class Flight {
  request;
  /** Its messages, once they were asked for. */
  list;
  #end;
  #done;
  /** Set when the answer comes: `record()` records it if it has ended; `mentions(id)`. */
  #answer;
  #isRecording = false;
  /** True if the answer is recorded, or never will be. */
  isOver = false;

  constructor(request, end) {
    this.request = request;
    let resolve;
    this.#done = new Promise((done) => (resolve = done));
    this.#end = () => {
      this.isOver = true;
      end();
      resolve();
    };
  }

  /** Takes the answer as it comes. */
  answer(answer) {
    this.#answer = answer;
  }

  /** Notes that all of the answer is there. */
  record() {
    this.#isRecording = true;
  }

  /** Ends it: the answer is recorded, or never will be. */
  end() {
    this.#end();
  }

  /** Records the answer at once if it has ended; resolves when it is recorded. */
  settle() {
    this.#answer?.record();
    return this.#done;
  }

  /**
   * True if a request names this answer, or may go on from it though its messages were edited: an answer that has ended, and is only being written, is waited for if the two
   * begin alike.
   */
  isNear(list, former) {
    if (former !== undefined && this.#answer?.mentions(former)) return true;
    return this.#isRecording && (!list || !this.list || list.text.startsWith(this.list.text.slice(0, HEAD)));
  }
}
