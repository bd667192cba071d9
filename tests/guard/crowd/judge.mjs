// Judges every call of the crowd: the request at the vendor, the caller's result, and the result of a plain fetch.
import { sentAlone } from "./lone-guard.mjs";

/** The maximum number of reported faults. */
const MOST = 20;

export class Judge {
  faults = [];
  counts = { calls: 0, faulty: 0, compared: 0, damaged: 0, mended: 0, alone: 0, excused: 0, killed: 0 };
  #origin;

  /** `origin` is that of the vendors. */
  constructor(origin) {
    this.#origin = origin;
  }

  /** Notes the received request of a call. It must not contain parts of another conversation. */
  arrived(call, text) {
    call.texts.push(text);
    const strangers = call.conversation.strangers(text);
    if (strangers.length) this.#fault(call, `carries what is of ${strangers[0]}`);
  }

  /** Judges the result of a call. Returns whether the conversation can continue from it. */
  async ended(call, result) {
    this.counts.calls++;
    if (!result) return void this.counts.killed++;
    const { said, texts } = call;
    if (!said) return this.#fault(call, `never arrived: ${result.error}`);
    if (said.end !== undefined || said.status >= 429) this.counts.faulty++;
    this.#compareWithSaid(call, result);
    if (call.isCompared) await this.#compareWithPlain(call, result);
    if (call.body !== call.whole) await this.#judgeDamaged(call);
    else if (texts.length !== 1 || texts[0] !== call.body) this.#fault(call, "was changed though nothing was wrong with it");
    else if (said.status === 400) this.#fault(call, `was refused: ${said.text.slice(0, 200)}`);
    return said.status === 200 && said.end === undefined && texts.at(-1) === call.whole;
  }

  /** The caller has the vendor's last answer. */
  #compareWithSaid(call, { status, text, error }) {
    const { said } = call;
    const isBroken = said.end !== undefined;
    if (status !== (said.end < 0 ? undefined : said.status)) this.#fault(call, `has status ${status} and not ${said.status}: ${error}`);
    else if (isBroken ? !said.text.startsWith(text.replace(/\ufffd$/, "")) : text !== said.text) this.#fault(call, "has bytes that the vendor did not send");
    else if (isBroken !== (error !== undefined)) this.#fault(call, `ended with ${error}`);
  }

  /** A plain fetch of the same request has the same result. If an answer breaks off, both have the same error. */
  async #compareWithPlain(call, { status, text, error }) {
    this.counts.compared++;
    const plain = {};
    try {
      const response = await fetch(`${this.#origin}/${new URL(call.url).host}${new URL(call.url).pathname}`, { method: "POST", headers: { ...call.headers, "x-plain": "1" }, body: call.texts.at(-1) });
      plain.status = response.status;
      plain.text = await response.text();
    } catch (caught) {
      plain.error = `${caught.name}: ${caught.message}`;
    }
    if (plain.status !== status || plain.error !== error || (error === undefined && plain.text !== text)) this.#fault(call, `has ${status} ${error}, and a plain fetch ${plain.status} ${plain.error}`);
  }

  /** A damaged request is sent complete, or like that of a guard with only this conversation. Less is expected if its record could not be read. */
  async #judgeDamaged(call) {
    this.counts.damaged++;
    const { texts, whole, said } = call;
    if (texts.at(-1) === whole) return void this.counts.mended++;
    const alone = await sentAlone(call.conversation, call);
    // A call that a fault has ended was not refused, and is not sent again.
    const isSame = said.status >= 429 || said.end !== undefined ? texts[0] === alone[0] : texts.join() === alone.join();
    if (isSame) this.counts.alone++;
    else if (call.isExcused()) this.counts.excused++;
    else this.#fault(call, `was not mended as by a guard that knows this conversation alone: ${JSON.stringify({ sent: texts, alone, whole, given: call.body })}`);
  }

  #fault({ id, conversation: { name } }, words) {
    if (this.faults.length < MOST) this.faults.push(`${id}${name ? ` (${name})` : ""} ${words}`);
    return false;
  }
}
