// The sessions of calls that have no name. A call goes on with a session only if its request continues an answer that was recorded in it: a history that was repaired, cut or edited
// still has most of them. Two people who begin with the same words continue different answers.
import { createHash } from "node:crypto";
import { ComparedRequest } from "../guard/parts.js";
import { decode, Ledger, StreamDecoder } from "../start/node.js";

/** A ledger of so many answers makes room for a new one. The one before it is still asked. */
const MOST_ANSWERS = 1000;
const dispose = Symbol.dispose ?? Symbol.for("Symbol.dispose");

export class SessionTree {
  /** Ledgers without texts, the newest first, each with its answers by their numbers, and by the digest of what was asked and said. */
  #generations = [newGeneration()];

  /** The id of the session that a call goes on with; nothing if it goes on from no answer that is known, or from one that two sessions have. */
  find(call) {
    for (const { ledger, answers } of this.#generations) {
      const found = attempt(() => ledger.conversation(call.sent, targetOf(call)));
      const answer = found && answers[found.branch.at(-1)];
      if (answer) return answer.isShared ? undefined : answer.id;
    }
    return undefined;
  }

  /** Notes the answer of a call as one of a session. */
  add(call, id) {
    const { sent, response, stream, status } = call;
    if (status >= 300 || !(response ?? stream)) return;
    if (this.#generations[0].ledger.length >= MOST_ANSWERS) this.#begin();
    const { ledger, answers, byContent } = this.#generations[0];
    const before = ledger.length;
    if (!attempt(() => ledger.record({ request: sent, ...(response ? { response } : { stream }), target: targetOf(call) }))) return;
    const key = contentOf(call);
    const answer = byContent.get(key) ?? { id, isShared: false };
    answer.isShared ||= answer.id !== id;
    byContent.set(key, answer);
    // An answer that the ledger has already got gets no other number.
    if (ledger.length > before) answers[ledger.length - 1] = answer;
  }

  [dispose]() {
    for (const { ledger } of this.#generations) ledger[dispose]();
  }

  #begin() {
    const gone = this.#generations.splice(1);
    this.#generations.unshift(newGeneration());
    for (const { ledger } of gone) ledger[dispose]();
  }
}

const newGeneration = () => ({ ledger: new Ledger({ form: "digests" }), answers: [], byContent: new Map() });
const targetOf = ({ wire, url }) => ({ wire, url });

/** A digest of the messages of a call and of what its answer shows: a client that sends back only what is shown continues every answer that has it. */
function contentOf(call) {
  const asked = attempt(() => new ComparedRequest({ wire: call.wire, body: call.sent }).fingerprint.end);
  const turn = attempt(() => turnOf(call));
  return createHash("sha256").update(JSON.stringify([call.wire, asked, turn?.text, turn?.calls.map(({ name, content }) => [name, content])])).digest("hex");
}

function turnOf({ response, stream, wire, url }) {
  if (response) return decode(response, { wire, url });
  const whole = new StreamDecoder({ wire, url });
  whole.push(stream);
  return whole.finish().turn;
}

/** What cannot be read is of no session. */
function attempt(read) {
  try {
    return read();
  } catch {
    return undefined;
  }
}
