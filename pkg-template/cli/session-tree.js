// The sessions of calls that have no name, told by the answers that their requests go on from: a history that was repaired, cut or edited still has most of them.
import { Ledger } from "../node.js";

/** A ledger of so many answers makes room for a new one. The one before it is still asked. */
const MOST_ANSWERS = 1000;
const dispose = Symbol.dispose ?? Symbol.for("Symbol.dispose");

export class SessionTree {
  /** Ledgers without texts, the newest first, each with the sessions of its answers by their numbers. */
  #generations = [newGeneration()];

  /** The id of the session that a call goes on with; nothing if it goes on from no answer that is known. */
  find(call) {
    for (const { ledger, sessions } of this.#generations) {
      const found = attempt(() => ledger.conversation(call.sent, targetOf(call)));
      if (found) return sessions[found.branch.at(-1)];
    }
    return undefined;
  }

  /** Notes the answer of a call as one of a session. */
  add(call, id) {
    const { sent, response, stream, status } = call;
    if (status >= 300 || !(response ?? stream)) return;
    if (this.#generations[0].ledger.length >= MOST_ANSWERS) this.#begin();
    const { ledger, sessions } = this.#generations[0];
    if (attempt(() => ledger.record({ request: sent, ...(response ? { response } : { stream }), target: targetOf(call) }))) sessions[ledger.length - 1] = id;
  }

  #begin() {
    const gone = this.#generations.splice(1);
    this.#generations.unshift(newGeneration());
    for (const { ledger } of gone) ledger[dispose]();
  }
}

const newGeneration = () => ({ ledger: new Ledger({ form: "digests" }), sessions: [] });
const targetOf = ({ wire, url }) => ({ wire, url });

/** What cannot be read is of no session. */
function attempt(read) {
  try {
    return read();
  } catch {
    return undefined;
  }
}
