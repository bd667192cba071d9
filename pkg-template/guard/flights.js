// Calls whose answers are not recorded yet. A request that continues such an answer waits until it is known in this process, in the store or before; no other waits.
//
// A request continues a call if it names the call's response, has an id or a handle of its answer, belongs to the same named conversation, or says before one of its
// answers what the call said. Spelling does not count (src/request/fingerprint.rs). The caller has seen something of an answer that it continues, so a call without a response yet is
// never waited for.

/** So many are known at once. Of the others, the next request does not wait for the answer. */
const MOST = 4096;

export class Flights {
  #open = new Set();
  /** The same, by wire and conversation. */
  #groups = new Map();
  #isLocal;

  /** `isLocal` is true if answers are recorded in memory, which waits for nobody. */
  constructor(isLocal) {
    this.#isLocal = isLocal;
  }

  /** Notes a call that is about to be sent. */
  add(request) {
    const flight = new Flight(request, () => this.#remove(flight));
    this.#open.add(flight);
    const group = this.#groups.get(request.group) ?? new FlightGroup();
    this.#groups.set(request.group, group);
    group.add(flight);
    if (this.#open.size > MOST) this.#remove(this.#open.values().next().value);
    return flight;
  }

  /** Waits until the answers are known that a request continues, as long as `patience` lasts. */
  async wait(request, patience) {
    const group = this.#groups.get(request.group);
    if (!group) return;
    // They would be recorded a moment later anyway. To compare them takes longer.
    if (this.#isLocal) await Promise.all(group.ended().map((flight) => flight.settle()));
    const ahead = group.ahead(request);
    if (ahead.length) await patience.waitFor(Promise.all(ahead.map((flight) => flight.known())));
  }

  #remove(flight) {
    if (!this.#open.delete(flight)) return;
    const group = this.#groups.get(flight.request.group);
    group.remove(flight);
    if (!group.isUsed) this.#groups.delete(flight.request.group);
  }
}

/** The calls that one request may continue: found by what they said, so a thousand of others cost nothing. */
class FlightGroup {
  #all = new Set();
  /** Those that nothing was compared with yet. */
  #unread = new Set();
  #byEnd = new Map();

  get isUsed() {
    return this.#all.size > 0;
  }

  add(flight) {
    this.#all.add(flight);
    this.#unread.add(flight);
  }

  remove(flight) {
    this.#all.delete(flight);
    if (this.#unread.delete(flight)) return;
    const { end } = flight.request.fingerprint;
    const same = this.#byEnd.get(end);
    same?.delete(flight);
    if (!same?.size) this.#byEnd.delete(end);
  }

  /** The calls that nothing but their record is left of. */
  ended() {
    return [...this.#all].filter((flight) => flight.hasEnded);
  }

  /** The calls whose answers a request continues. */
  ahead(request) {
    if (!this.#hasBegun()) return [];
    const { before, marks, previous } = request.fingerprint;
    const found = new Set();
    // A first request continues nothing, and the others are not read for it.
    if (before.length) this.#read();
    for (const end of before) for (const flight of this.#byEnd.get(end) ?? []) if (flight.hasBegun) found.add(flight);
    const isNaming = marks.length > 0 || previous !== undefined || request.conversation !== undefined;
    if (isNaming) for (const flight of this.#all) if (flight.isNamedBy(request.conversation, previous, marks)) found.add(flight);
    return [...found];
  }

  #hasBegun() {
    for (const flight of this.#all) if (flight.hasBegun) return true;
    return false;
  }

  #read() {
    for (const flight of this.#unread) {
      const { end } = flight.request.fingerprint;
      this.#byEnd.set(end, (this.#byEnd.get(end) ?? new Set()).add(flight));
    }
    this.#unread.clear();
  }
}

class Flight {
  request;
  #end;
  #done;
  #know;
  #isKnown;
  /** Set when the response comes: `record()` records it if it has ended; `mentions(id)`; `marks`. */
  #answer;
  #isWhole = false;
  /** True if the request is audited. */
  #isAudited = false;
  /** True if the answer is recorded, or never will be. */
  isOver = false;

  constructor(request, end) {
    this.request = request;
    let resolve;
    this.#done = new Promise((done) => (resolve = done));
    this.#isKnown = new Promise((known) => (this.#know = known));
    this.#end = () => {
      this.isOver = true;
      end();
      this.#know();
      resolve();
    };
  }

  /** True if the caller may have seen something of the answer. */
  get hasBegun() {
    return this.#answer !== undefined;
  }

  /** True if all of the answer is there and nothing else is waited for. */
  get hasEnded() {
    return this.#isWhole && this.#isAudited;
  }

  /** Notes that the request is audited. */
  audited() {
    this.#isAudited = true;
  }

  /** Takes the answer as it comes. */
  answer(answer) {
    this.#answer = answer;
  }

  /** Notes that all of the answer is there. */
  record() {
    this.#isWhole = true;
  }

  /** Notes that requests find the answer in memory. */
  know() {
    this.#know();
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

  /** Records the answer at once if it has ended; resolves when requests find it, or it never will be recorded. */
  known() {
    this.#answer?.record();
    return this.#isKnown;
  }

  /** True if a request names this answer: by its id, or, once all of it is there, by the conversation or by anything in it that was drawn. */
  isNamedBy(conversation, previous, marks) {
    if (!this.#answer) return false;
    if (previous !== undefined && this.#answer.mentions(previous)) return true;
    return this.#isWhole && (conversation !== undefined || (marks.length > 0 && marks.some((mark) => this.#answer.marks.has(mark))));
  }
}
