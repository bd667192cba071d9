// Finds the sessions of calls that have no name. A call belongs to a session only if its request continues an answer of it: it has the same messages up to that answer, or an id or a
// handle of the answer. A history that was repaired, cut or edited still has most of them. Two users who begin with the same words continue different answers.
import { answerFingerprint, ComparedRequest } from "../guard/parts.js";

/** At least so many answers are known, each by some hashes and ids. At twice as many the older half is dropped. */
const MOST_ANSWERS = 1000;

export class SessionTree {
  /** The answers by the hash after them and by their ids and handles: the newest, and the generation before, which is still searched. */
  #generations = [new Map()];
  #count = 0;

  /** The id of the session that a call continues; nothing if it continues no known answer, or one that two sessions have. */
  find({ wire, sent }) {
    const { previous, after, marks } = new ComparedRequest({ wire, body: sent }).fingerprint;
    // The response that it names and its last answer are the best evidence. Ids and handles help where the history was changed.
    const known = [previous, ...[...after].reverse(), ...marks].map((key) => this.#answer(keyOf(wire, key))).find(Boolean);
    return known?.isShared ? undefined : known?.id;
  }

  /** Remembers the answer of a call as one of a session. */
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
