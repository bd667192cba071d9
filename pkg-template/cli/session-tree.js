// The sessions of calls that have no name. A call goes on with a session only if its request continues an answer in it: it says what was said up to that answer, or has an id or a
// handle of it. A history that was repaired, cut or edited still has most of them. Two people who begin with the same words continue different answers.
import { answerFingerprint, ComparedRequest } from "../guard/parts.js";

/** So many answers are known at least, each by some hashes and ids. Twice as many make room. */
const MOST_ANSWERS = 1000;

export class SessionTree {
  /** The answers by the hash after them and by their marks: those of now, and those before them, which are still asked. */
  #generations = [new Map()];
  #count = 0;

  /** The id of the session that a call goes on with; nothing if it goes on from no answer that is known, or from one that two sessions have. */
  find({ wire, sent }) {
    const { previous, after, marks } = new ComparedRequest({ wire, body: sent }).fingerprint;
    // The response that it names and the last answer in it tell most. Marks tell where the history was changed.
    const known = [previous, ...[...after].reverse(), ...marks].map((key) => this.#answer(keyOf(wire, key))).find(Boolean);
    return known?.isShared ? undefined : known?.id;
  }

  /** Notes the answer of a call as one of a session. */
  add({ wire, sent, response, stream, status }, id) {
    if (status >= 300 || !(response ?? stream)) return;
    const { end } = new ComparedRequest({ wire, body: sent }).fingerprint;
    const { after, marks } = answerFingerprint({ response, stream }, { wire }, end);
    if (this.#count++ >= MOST_ANSWERS) this.#begin();
    for (const key of [after, ...marks].filter(Boolean)) this.#note(keyOf(wire, key), id);
  }

  #note(key, id) {
    const answer = this.#answer(key) ?? { id, isShared: false };
    answer.isShared ||= answer.id !== id;
    this.#generations[0].set(key, answer);
  }

  #answer(key) {
    return this.#generations.map((answers) => answers.get(key)).find(Boolean);
  }

  #begin() {
    this.#generations = [new Map(), this.#generations[0]];
    this.#count = 1;
  }
}

const keyOf = (wire, key) => `${wire} ${key}`;
