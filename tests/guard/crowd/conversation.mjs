// One conversation of a client with a vendor of the simulator. All its texts and signatures contain its name, so the name of another conversation
// shows a leak.
import { requestOf } from "../../simulator/converse.mjs";
import { damage } from "../../simulator/damage.mjs";
import { CLIENTS } from "../../simulator/clients/all.mjs";
import { planOf } from "../../simulator/plan.mjs";
import { randomOf } from "../../random.mjs";
import { slotsOf } from "../../simulator/slots.mjs";
import { unseal } from "../../simulator/seal.mjs";

/** The vendors: the talks of the simulator's client that are used here, and how to decode the vendor's signatures. */
const VENDORS = {
  anthropic: { fits: ({ target, body }) => target.surface === "direct" && body.thinking?.type !== "disabled", open: (handle) => unseal("anthropic", handle) },
  responses: { fits: ({ target, body, chained }) => target.surface === "openai" && !body.store && !chained, open: (handle) => unseal("openai", handle, { alphabet: "base64url" }) },
};
/** The number of conversations of each vendor that begin with the same request. */
const ALIKE = 4;
const DAMAGES = ["drop one thought", "drop the latest thoughts", "drop all thoughts", "edit a thought's text", "empty a thought's text", "edit a handle", "cut a handle", "empty a handle", "delete a handle"];
const MARK = /«c\d+»/g;

export class Conversation {
  mark;
  /** The name under which it is recorded; nothing if it is identified by its content. */
  name;
  /** True if its name is sent in a header, and not by the context of the call. */
  isNamedByHeader;
  /** The calls whose answers are in its history. */
  taken = [];
  #number;
  #kind;
  #client;
  #talk;
  #random;
  #answers;
  #count = 0;

  constructor(number) {
    this.#number = number;
    this.mark = `«c${number}»`;
    this.#kind = number % 2 ? "responses" : "anthropic";
    this.#client = CLIENTS[this.#kind];
    this.#random = marked(randomOf(number), this.mark);
    this.#answers = 3 + this.#random.below(8);
    const isNamed = number % 4 > 1;
    this.name = isNamed ? `user-${number}` : undefined;
    this.isNamedByHeader = isNamed && number % 8 > 5;
    const isAlike = number % 3 === 0;
    this.#talk = openTalk(this.#kind, isAlike ? randomOf(number % ALIKE) : this.#random);
    this.#client.ask(this.#talk, isAlike ? "How warm is it in Oslo?" : this.#random.words(3, 8));
  }

  get isOver() {
    return this.taken.length >= this.#answers;
  }

  /** The address of its requests. */
  get url() {
    return `https://${this.#talk.target.host}${this.#client.pathOf(this.#talk)}`;
  }

  /** Returns the request that continues it: the complete one (`whole`), and the one that the client sends (`body`), which may have lost thoughts. */
  next({ isDamaged }) {
    const [random, number] = [this.#random, this.#count++];
    const isStreamed = random.chance(0.6);
    const { headers, text: whole } = requestOf(this.#client, this.#talk, isStreamed);
    const broken = isDamaged && damage(this.#kind, this.#talk, random, random.pick(DAMAGES));
    const body = broken ? requestOf(this.#client, broken.request, isStreamed).text : whole;
    const calls = this.taken.length + 1 < this.#answers && random.chance(0.7) ? 1 + random.below(2) : 0;
    return { id: `${this.mark}${number}`, url: this.url, headers: { ...headers, "content-type": "application/json" }, whole, body, answer: (text) => this.#answer(text, headers, number, calls) };
  }

  /** Continues from an answer. */
  take(call, { text }) {
    this.taken.push(call);
    const reply = text.startsWith("{") ? { body: text } : { stream: text };
    const message = this.#client.fold(reply, this.#talk.takes);
    this.#client.append(this.#talk, message, reply);
    const asked = this.#client.calls(message);
    if (asked.length) this.#client.results(this.#talk, asked.map((one) => ({ ...one, text: this.#random.words(1, 6) })));
    else this.#client.ask(this.#talk, this.#random.words(3, 8));
  }

  /** Lists the names of other conversations in a request: in texts, and in the signatures of thoughts. */
  strangers(text) {
    const sealed = slotsOf({ body: JSON.parse(text), target: this.#talk.target }).map(({ handle }) => VENDORS[this.#kind].open(handle?.get())?.account);
    return [...(text.match(MARK) ?? []), ...sealed].filter((mark) => mark !== undefined && mark !== this.mark);
  }

  /** Returns the vendor's answer to a text. The same call always gets the same answer. */
  #answer(text, headers, nth, calls) {
    const random = marked(randomOf(this.#number * 100 + nth), this.mark);
    const state = { ...this.#talk.state, account: this.mark, random, threads: new Map(), plan: planOf(random, { calls }) };
    return this.#client.answer({ path: this.#client.pathOf(this.#talk), headers, text, target: this.#talk.target }, state);
  }
}

function openTalk(kind, random) {
  for (;;) {
    const talk = CLIENTS[kind].open(random);
    if (VENDORS[kind].fits(talk)) return talk;
  }
}

/** Returns a source of randomness whose words contain a name. */
const marked = (random, mark) => ({ ...random, words: (least, most) => `${mark} ${random.words(least, most)}` });
