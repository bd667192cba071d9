// A world is the life of one ledger: conversations of several users, interleaved and recorded, with requests to judge in between.
import { KINDS as ALL, duplicateOf } from "../converse.mjs";
import { randomOf } from "../../random.mjs";
import { shelfOf } from "../vendors/responses.mjs";
import { Branch, mix } from "./branch.mjs";
import { damagesFor, poolOf } from "./damages.mjs";
import { PLOTS } from "./plots.mjs";
import { handlesIn, markOf } from "./secrets.mjs";

// A thread continues only from one answer, and a conversation of a world forks.
const KINDS = ALL.filter((kind) => kind !== "threads");
const CONVERSATIONS = 52;
const USERS = 5;
/** The scope in which a vendor counts its call ids: a turn, a conversation, or none. */
const COUNTED = ["turn", "talk", "talk", false];
/** The number of damages tried on each request. */
const DAMAGES = 1;
// Kinds whose conversations collide most come first, so that a short dump has them.
const ALIKE = ["chat:deepseek", "gemini", "anthropic", "openrouter", "chat:kimi", "responses", "bedrock"];
const SINGLE = [...ALIKE, ...KINDS.filter((kind) => !ALIKE.includes(kind))];

export class World {
  /** The recorded exchanges, the secrets of single lines, and the requests to be judged. */
  exchanges = [];
  secrets = [];
  requests = [];

  constructor(number) {
    this.number = number;
    this.random = randomOf(mix(number, 71));
    // Collisions are most serious if all use one wire, so every second world has one kind.
    this.kinds = number % 2 ? [SINGLE[(number >> 1) % SINGLE.length]] : KINDS;
    this.seeds = mix(number, 5);
    this.shelves = new Map();
    this.branches = [];
    this.handles = [];
    this.marks = new Map();
    this.talks = 0;
  }

  nextSeed() {
    return (this.seeds = mix(this.seeds, 3));
  }

  /** Returns the items that an account has stored at a host. */
  shelfOf(host, account) {
    const key = `${host} ${account}`;
    if (!this.shelves.has(key)) this.shelves.set(key, shelfOf());
    return this.shelves.get(key);
  }

  live() {
    const { random } = this;
    for (;;) {
      const running = this.branches.filter(({ left }) => left > 0);
      if (this.talks < CONVERSATIONS && (running.length < 6 || random.chance(0.2))) random.pick(PLOTS)(this);
      else if (running.length) this.advance(random.pick(running));
      else return this;
    }
  }

  /** Begins a new conversation of some user. */
  begin({ legs, script = this.nextSeed(), user = `user-${this.random.below(USERS)}`, left = 1 + this.random.below(7), counted = this.random.pick(COUNTED) }) {
    const branch = new Branch({ world: this, user, conversation: this.talks++, script, legs, left, counted });
    this.branches.push(branch);
    return branch;
  }

  /** Makes one exchange of a line, and the requests to judge before it is recorded. */
  advance(branch) {
    const { random } = this;
    branch.ready();
    const streamed = random.chance(0.4);
    const step = branch.send({ streamed });
    if (step.refusal) throw new Error(`world ${this.number}, conversation ${branch.conversation}, ${branch.leg.key}: an undamaged request was refused: ${step.refusal.rule}, ${step.refusal.message}`);
    this.judge(branch, step, null);
    for (let nth = 0; nth < DAMAGES; nth++) this.damage(branch);
    const secrets = this.record(branch, step);
    if (random.chance(0.05)) this.record(branch, step);
    this.answerAgain(branch, { step, secrets });
    if (branch.legs.length === 1 && branch.left > 0) this.goOnTwice(branch);
  }

  /** The same request may be answered several times; the line continues from one of the answers, or there is a line for each. */
  answerAgain(branch, first) {
    const { random } = this;
    const answers = [first];
    for (let take = 1; random.chance(0.12) && take < 4; take++) {
      // A sample may have the same text and different thoughts.
      const step = branch.send({ streamed: random.chance(0.4), take: random.chance(0.5) ? 0 : take });
      answers.push({ step, secrets: this.record(branch, step) });
    }
    const [going, ...others] = random.shuffle(answers);
    const lines = branch.legs.length === 1 ? others.map(({ step, secrets }) => [branch.fork(branch.script, random.chance(0.5) ? Math.max(0, branch.left) : 0), step, secrets]) : [];
    branch.take(going.step, going.secrets);
    for (const [line, step, secrets] of lines) {
      const { left } = line;
      line.take(step, secrets);
      line.left = left && left - 1;
      this.branches.push(line);
      branch.siblings.push(line);
      line.siblings.push(branch);
    }
  }

  /** A line may fork: from its current state, or from an earlier question with another text. */
  goOnTwice(branch) {
    const { random } = this;
    const left = 1 + random.below(3);
    if (random.chance(0.06)) this.branches.push(branch.fork(this.nextSeed(), left));
    if (random.chance(0.06)) this.branches.push(branch.fork(this.nextSeed(), left, random.pick(branch.rounds)));
  }

  record(branch, { target, requestText: request, responseText: response, stream, marks }) {
    this.exchanges.push({ target, request, response, stream, conversation: branch.conversation, user: branch.user });
    const handles = handlesIn(response ?? stream);
    for (const handle of handles) this.handles.push({ handle, target });
    return [...marks, ...handles.map(markOf)].map((mark) => this.secret(mark, branch));
  }

  /** Returns the secret of a marker; an exchange that is recorded twice has the same ones. */
  secret(mark, { user, conversation, leg }) {
    if (!this.marks.has(mark)) {
      this.marks.set(mark, { mark, user, conversation, leg: leg.key, nth: this.secrets.length });
      this.secrets.push(this.marks.get(mark));
    }
    return this.marks.get(mark);
  }

  damage(branch) {
    const { random } = this;
    const { kind } = branch.leg;
    const damages = damagesFor(kind);
    const talk = duplicateOf(branch.talk);
    for (const name of random.shuffle(Object.keys(damages))) {
      const done = damages[name](talk, random, poolOf(this, branch), kind);
      if (done) return this.judge(branch, branch.send({ talk, streamed: random.chance(0.4) }), { name, ...done });
    }
  }

  judge(branch, step, damage) {
    this.requests.push({ branch, step, damage, recorded: this.exchanges.length, own: [...branch.state.secrets].map(({ nth }) => nth), kind: branch.leg.kind, leg: branch.leg.key });
  }
}
