// Clients that use one guard, each one conversation after the other. Their histories are here; the guard is in a separate process, which may be
// killed.
import { randomOf } from "../../random.mjs";
import { wait } from "../provider.mjs";
import { Conversation } from "./conversation.mjs";
import { GuardProcess } from "./guard-process.mjs";
import { Judge } from "./judge.mjs";
import { openVendors } from "./vendor-server.mjs";

/** The percentages of calls with each fault, with a damaged request, and with a comparison to plain fetch. */
const FAULTS = { limited: 3, failed: 3, cut: 4, reset: 2 };
const DAMAGED = 20;
const COMPARED = 5;

export class Crowd {
  guard;
  judge;
  /** The ended conversations, in their last state. */
  ended = [];
  errors = 0;
  /** The answers that a caller had completely, and that were lost with the process. */
  lost = 0;
  /** True while the store is down, and until all waiting records are written. */
  isStoreTroubled = false;
  #vendors;
  #calls = new Map();
  /** The calls whose answers the callers have completely, and that are not recorded yet. */
  #unrecorded = new Set();
  #made = 0;
  #isOver = false;
  #clients;
  #ms;

  /** `ms` is the approximate duration of an answer. */
  constructor(ms) {
    this.#ms = ms;
  }

  async open(socket) {
    this.#vendors = await openVendors((id) => this.#calls.get(id));
    this.judge = new Judge(this.#vendors.origin);
    this.guard = new GuardProcess([socket, this.#vendors.origin], (message) => this.#told(message));
    await this.guard.start();
  }

  /** Starts this many clients. */
  start(count) {
    this.#clients = Promise.all(Array.from({ length: count }, (_, nth) => this.#live(randomOf(nth))));
  }

  /** Lets all clients finish their current work. */
  async finish() {
    this.#isOver = true;
    await this.#clients;
  }

  async close() {
    this.#isOver = true;
    await this.guard?.kill();
    await this.#vendors?.close();
  }

  /** Waits until the guard reports that all is recorded. Returns the calls that had ended before and that it has not reported. */
  async settle() {
    const before = [...this.#unrecorded];
    await this.guard.ask("settle");
    return before.filter((call) => this.#unrecorded.has(call));
  }

  /** Kills the process with the guard, and starts it again. */
  async kill() {
    await this.guard.kill();
    this.lost += this.#unrecorded.size;
    for (const call of this.#unrecorded) {
      call.isLost = true;
      // The next request of a conversation waits until the answer before it is recorded.
      if (call.conversation.taken.slice(0, -1).includes(call)) this.judge.faults.push(`${call.id} was lost, though the conversation had gone on from it`);
      this.#calls.delete(call.id);
    }
    this.#unrecorded.clear();
    await this.guard.start();
  }

  async #live(random) {
    await wait(this.#ms * random.next());
    while (!this.#isOver) {
      const conversation = new Conversation(this.#made++);
      while (!conversation.isOver && !this.#isOver) await this.#turn(conversation, random);
      if (conversation.taken.length) this.ended.push(conversation);
      if (conversation.taken.every(({ isRecorded }) => isRecorded)) conversation.taken.forEach(forgetTexts);
    }
  }

  /** Sends the next request of a conversation until an answer is accepted. */
  async #turn(conversation, random) {
    for (let isDamaged = random.chance(DAMAGED / 100); !this.#isOver; isDamaged = false) {
      await this.guard.ready();
      const call = this.#callOf(conversation, isDamaged, random);
      this.#calls.set(call.id, call);
      const result = await this.guard.ask("call", { id: call.id, url: call.url, headers: call.headers, body: call.body, conversation: conversation.isNamedByHeader ? undefined : conversation.name });
      const isWhole = result?.status === 200 && result.error === undefined;
      if (isWhole && !call.isRecorded) this.#unrecorded.add(call);
      const isTaken = await this.judge.ended(call, result);
      call.isJudged = true;
      this.#forget(call);
      if (isTaken) return conversation.take(call, result);
      // All calls of a killed process end at once; their clients do not all return at once.
      await wait(this.#ms * (result ? 0.2 : 1) * random.next());
    }
  }

  #callOf(conversation, isDamaged, random) {
    const call = { conversation, texts: [], ms: this.#ms * (0.2 + 1.6 * random.next()), fault: faultOf(random), isCompared: random.chance(COMPARED / 100), isRecorded: false, ...conversation.next({ isDamaged }) };
    call.headers["x-call"] = encodeURIComponent(call.id);
    if (conversation.isNamedByHeader) call.headers["x-conversation"] = conversation.name;
    call.arrived = (text) => this.judge.arrived(call, text);
    const isKnown = conversation.taken.every(({ isRecorded }) => isRecorded);
    const wasTroubled = this.isStoreTroubled;
    call.isExcused = () => !isKnown || wasTroubled || this.isStoreTroubled || call.hasError;
    return call;
  }

  #told({ kind, id, message }) {
    const call = this.#calls.get(id);
    if (kind === "ended") {
      this.judge.faults.push(message);
      this.#isOver = true;
    }
    if (kind === "error") {
      this.errors++;
      if (call) call.hasError = true;
      this.lastError = message;
    }
    if (kind !== "recorded" || !call) return;
    call.isRecorded = true;
    this.#unrecorded.delete(call);
    this.#forget(call);
  }

  /** Removes a call that will have no more events. */
  #forget(call) {
    if (call.isJudged && !this.#unrecorded.has(call)) this.#calls.delete(call.id);
  }
}

/** All of it is recorded, so its texts are no longer needed. */
const forgetTexts = (call) => Object.assign(call, { texts: [], whole: undefined, body: undefined, said: undefined });

function faultOf(random) {
  let chance = random.below(100);
  const kind = Object.keys(FAULTS).find((one) => (chance -= FAULTS[one]) < 0);
  return kind && { kind, share: random.next() };
}
