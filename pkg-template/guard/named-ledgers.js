// The ledgers of conversations with a name, where the caller gave no store. Nobody else writes to them, so nothing has to be looked up in a store: each is an
// ordinary ledger while it is open, and a text while it is closed.
import { Ledger } from "../ledger/ledger.js";

/** A conversation with more letters than that forgets the older half of its answers. */
const MOST_EACH = 8_000_000;
const dispose = Symbol.dispose ?? Symbol.for("Symbol.dispose");

export class NamedLedgers {
  /** The texts of closed conversations by name, the one that closed last at the end. */
  #texts = new Map();
  #letters = 0;
  #keep;
  /** So many letters of closed conversations are kept: those of the conversations that closed last. */
  #most;

  constructor(keep, most) {
    [this.#keep, this.#most] = [keep, most];
  }

  /** The ledger of a conversation, with all that is kept under its name. */
  open(name) {
    const text = this.#take(name);
    return new NamedLedger(text === undefined ? new Ledger({ form: this.#keep }) : Ledger.fromJSON(text), text?.length ?? 0, (ledger) => this.#keepText(name, ledger));
  }

  #take(name) {
    const text = this.#texts.get(name);
    this.#texts.delete(name);
    this.#letters -= text?.length ?? 0;
    return text;
  }

  #keepText(name, ledger) {
    if (!ledger.length) return;
    const text = ledger.text();
    this.#texts.set(name, text);
    this.#letters += text.length;
    for (const other of this.#texts.keys()) {
      if (this.#letters <= this.#most) break;
      this.#take(other);
    }
  }
}

class NamedLedger {
  #ledger;
  #onClose;
  /** At least as many letters as its text has: an answer is longer than the line that is kept of it. */
  #letters;

  constructor(ledger, letters, onClose) {
    [this.#ledger, this.#letters, this.#onClose] = [ledger, letters, onClose];
  }

  audit(...args) {
    return this.#ledger.audit(...args);
  }

  repair(...args) {
    return this.#ledger.repair(...args);
  }

  record(asked, answer) {
    const isNew = this.#ledger.record(asked, answer);
    const { response, stream } = answer ?? asked;
    this.#letters += LINE + (response ?? stream).length;
    if (this.#letters > MOST_EACH) this.#shrink();
    return isNew;
  }

  #shrink() {
    this.#letters = this.#ledger.text().length;
    if (this.#letters <= MOST_EACH / 2) return;
    const { responses } = this.#ledger.toJSON();
    this.#ledger.forget({ olderThan: responses[responses.length >> 1].time });
    this.#letters = MOST_EACH / 2;
  }

  [dispose]() {
    this.#onClose(this.#ledger);
    this.#ledger[dispose]();
  }
}

/** The digests in a line take about so many letters. */
const LINE = 2000;
