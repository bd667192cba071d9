// A fetch that answers a client of one vendor with the simulator of another: it converts the request, and the answer back.
import { loadPackage } from "../../scripts/load-package.mjs";
import { CLIENTS } from "../simulator/clients/all.mjs";
import { parse, write } from "../simulator/json.mjs";
import { Memory, planOf } from "../simulator/plan.mjs";
import { randomOf } from "../random.mjs";
import { framesOf } from "../simulator/vendors/bedrock/stream.mjs";

const { convert, convertError, convertResponse, Ledger, StreamConverter } = await loadPackage();
/** Handles, and reasoning text, in the form of replies. */
const THOUGHTS = /"(?:signature|data|redactedContent|encrypted_content|thoughtSignature|reasoning_content|reasoning)":"((?:[^"\\]|\\.){12,})"/g;

export class Bridge {
  /** The vendor's requests, step by step, with its refusal and the missing parts. */
  steps = [];
  /** The handles and the texts of thoughts that the vendor issued, each in all its forms: some encrypt an item twice in one stream. */
  thoughts = [];
  /** The number of thoughts before the latest answer. */
  issuedBefore = 0;
  #ledger = new Ledger();
  #memory = new Memory();

  constructor(from, vendor, seed) {
    const random = randomOf(seed);
    Object.assign(this, { from, random, client: CLIENTS[vendor], talk: opened(CLIENTS[vendor], random) });
    this.to = targetOf(this.talk.target);
  }

  /** Returns a fetch whose answer makes this many calls. */
  fetchFor(calls, isStream) {
    return async (_, init) => {
      const { from, to, talk, client, random } = this;
      const ledger = this.#ledger;
      const text = streaming(convert(init.body, { from, to, ledger }).request, isStream && !client.streams);
      this.issuedBefore = this.thoughts.length;
      const state = { random, memory: this.#memory, ...talk.state, plan: planOf(random, { calls }) };
      const answer = client.answer({ path: client.pathOf(talk, isStream), headers: { ...talk.headers }, text, target: talk.target, streamed: isStream }, state);
      this.steps.push({ text, refusal: answer.refusal, lost: (answer.lost ?? []).filter(({ maybe }) => !maybe) });
      if (answer.refusal) return replied(...refused(answer, from));
      this.#keepThoughts(answer);
      if (answer.body !== undefined) return replied(convertResponse(answer.body, { from: to, to: from, ledger, request: init.body }).response, 200);
      const bytes = to.wire === "bedrock-converse" ? framesOf(answer.stream) : Buffer.from(answer.stream);
      return streamed(bytes, new StreamConverter({ from: to, to: from, ledger, request: init.body }), random);
    };
  }

  #keepThoughts(answer) {
    const [done, completed] = ["done", "completed"].map((takes) => [...write(this.client.fold(answer, takes)).matchAll(THOUGHTS)].map(([, thought]) => thought));
    this.thoughts.push(...done.map((thought, nth) => [thought, completed[nth]]));
  }
}

/** The address of a Gemini request, and not its body, requests a stream. */
const streaming = (text, isStream) => (isStream && !/"stream": ?true/.test(text) ? text.replace("{", '{"stream":true,') : text);

/** Returns a conversation that is complete in each request: another vendor's client cannot use state that the vendor keeps. */
function opened(client, random) {
  for (;;) {
    const talk = client.open(random);
    if (!talk.chained && !talk.compacts && !talk.efforts && !talk.updates && !talk.leaves) return talk;
  }
}

function targetOf({ wire, host, model, account, betas, era, enforced }) {
  return { wire, host, model, account, betas, era, ...(enforced === undefined ? {} : { enforced }) };
}

function refused({ body, stream, status }, to) {
  const { error, status: answered } = convertError(body ?? JSON.stringify(parse(stream.replace(/^data: ?/, ""))), { to, status });
  return [error, answered];
}

const replied = (text, status) => new Response(text, { status, headers: { "content-type": "application/json" } });

/** Returns a stream that is converted as it arrives, cut at random. */
function streamed(bytes, converter, random) {
  const body = new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; ) controller.enqueue(converter.push(bytes.subarray(at, (at += 1 + random.below(200)))));
      controller.enqueue(converter.finish().rest);
      controller.close();
    },
  });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}
