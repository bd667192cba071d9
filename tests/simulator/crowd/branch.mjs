// One line of a conversation in a world: it asks, accepts an answer, continues, forks, and changes vendors.
import { accountOf } from "../accounts.mjs";
import { CLIENTS } from "../clients/all.mjs";
import { send } from "../converse.mjs";
import { Memory, planOf } from "../plan.mjs";
import { randomOf } from "../../random.mjs";
import { listOf, tell, visibleOf } from "./history.mjs";
import { hiddenOf } from "./secrets.mjs";

/** Returns a seed made of several numbers. */
export const mix = (...numbers) => numbers.reduce((sum, one) => (Math.imul(sum ^ one, 0x85ebca6b) + 0x9e3779b9) | 0, 17);

export class Branch {
  /** `script` is the seed of everything visible: branches of one script have the same visible messages. `legs` are the vendors in turn. */
  constructor({ world, user, conversation, script, legs, left, counted }) {
    Object.assign(this, { world, user, conversation, script, legs, left, counted, turn: 0, open: false, entries: [], rounds: [], states: new Map(), siblings: [], twins: [] });
    this.go(legs[0]);
  }

  get client() {
    return CLIENTS[this.leg.kind];
  }

  get talk() {
    return this.state.talk;
  }

  /** Changes to a vendor, for the first time or again: messages of other vendors are written as text, its own thoughts are unchanged. */
  go(leg) {
    this.leg = leg;
    if (!this.states.has(leg.key)) this.states.set(leg.key, { talk: this.talkWith(leg), memory: new Memory(), secrets: new Set(), told: 0 });
    this.state = this.states.get(leg.key);
    for (const entry of this.entries.slice(this.state.told)) tell(this.client, this.talk, entry);
    this.state.told = this.entries.length;
    leg.change?.(this.talk, this.user);
  }

  /** Opens a talk with a vendor, in an account of this user. */
  talkWith(leg) {
    const talk = talkFor(leg, this.script);
    if (talk.state.account) talk.target.account = talk.state.account = accountOf(talk.state.account, this.user);
    return talk;
  }

  /** Prepares the next request. */
  ready() {
    if (this.open) return;
    if (this.legs.length > 1 && this.turn) this.go(this.legs[(this.legs.indexOf(this.leg) + 1) % this.legs.length]);
    else if (this.legs.length === 1) this.rounds.push(this.kept());
    this.add({ ask: this.seen("ask").words(3, 8) });
    this.open = true;
  }

  /** Returns randomness for the visible part of this turn. */
  seen(what, take = 0) {
    return randomOf(mix(this.script, this.turn, what.length, take));
  }

  /** Sends the request; `take` other than 0 gives another answer to it. Nothing is remembered until it is accepted. */
  send({ streamed = false, take = 0, talk = this.talk } = {}) {
    const random = this.seen("answer", take);
    const plan = planOf(random, { calls: this.left > 1 && random.chance(0.6) ? 1 + random.below(3) : 0 });
    const hidden = hiddenOf(this.world.nextSeed());
    const memory = this.state.memory.fork();
    memory.responses = listOf(this.talk).filter(({ role }) => role === "assistant" || role === "model").length;
    const shelf = this.talk.state.account && this.talk.state.shelf ? this.world.shelfOf(this.talk.target.host, this.talk.state.account) : this.talk.state.shelf;
    const step = send(this.client, talk, { ...this.talk.state, shelf, random, hidden, memory, plan, counted: this.counted }, streamed);
    return { ...step, memory, marks: hidden.marks };
  }

  /** Continues from an answer. */
  take(step, secrets) {
    const message = this.client.fold(step.answer, this.talk.takes);
    this.state.memory = step.memory;
    for (const secret of secrets) this.state.secrets.add(secret);
    this.client.append(this.talk, message, step.answer);
    this.entries.push({ ...visibleOf(this.client.wire, message), turn: this.turn });
    this.state.told++;
    const calls = this.client.calls(message);
    const random = this.seen("results");
    if (calls.length) this.add({ turn: this.turn, results: calls.map((call) => ({ ...call, text: random.words(1, 6) })) });
    this.open = calls.length > 0;
    this.turn++;
    this.left--;
  }

  /** Adds a message that is not an answer. */
  add(entry) {
    if (entry.ask !== undefined) this.client.ask(this.talk, entry.ask);
    else this.client.results(this.talk, entry.results);
    this.entries.push(entry);
    this.state.told++;
  }

  /** Returns the start of another line of this conversation. */
  kept() {
    const { talk, memory, secrets, told } = this.state;
    return { turn: this.turn, open: this.open, entries: [...this.entries], state: { talk: copyOf(talk), memory: memory.fork(), secrets: new Set(secrets), told } };
  }

  /** Returns a line that continues from here, or from a kept state, with a separate script. Only if there is one vendor. */
  fork(script, left, { turn, open, entries, state } = this.kept()) {
    const made = Object.assign(Object.create(Branch.prototype), { ...this, script, left, turn, open, entries: [...entries], rounds: [], siblings: [], twins: [] });
    made.state = { ...state, talk: copyOf(state.talk), memory: state.memory.fork(), secrets: new Set(state.secrets) };
    made.states = new Map([[made.leg.key, made.state]]);
    return made;
  }
}

/** Returns a talk that can continue separately; its rows are never changed, so they are shared. */
export function copyOf(talk) {
  const body = { ...talk.body };
  for (const list of ["messages", "input", "contents"]) if (Array.isArray(body[list])) body[list] = [...body[list]];
  // Pending outputs belong to this talk.
  const late = talk.late ? { late: [...talk.late] } : {};
  return { ...talk, ...late, body, target: { ...talk.target }, headers: { ...talk.headers }, state: { ...talk.state } };
}

/** Opens a talk of a vendor, the first random one that fits. */
function talkFor({ kind, fits = () => true }, script) {
  for (let nth = 0; ; nth++) {
    const talk = CLIENTS[kind].open(randomOf(mix(script, nth)));
    if (fits(talk)) return talk;
    if (nth > 500) throw new Error(`${kind} never fits`);
  }
}
