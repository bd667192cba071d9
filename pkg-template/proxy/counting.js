// Counts tokens for one vendor's client and another vendor's model: the model's vendor counts, or the proxy estimates. No model is called.
import * as glue from "../wasm/glue.js";
import { guarded } from "../wasm/recover.js";
import { answerOf, Conversion } from "./conversion.js";

const wasm = { convertCount: guarded(glue.convertCount), estimateCount: guarded(glue.estimateCount) };
/** The statuses of a host that has no address for counting. */
const WITHOUT_COUNTING = [404, 405, 501];

export class Counting extends Conversion {
  get isExchange() {
    return false;
  }

  whole(bytes, answer) {
    if (WITHOUT_COUNTING.includes(answer.status)) return estimated(this.converted.request, this.from.wire);
    if (bytes === undefined || answer.status < 200 || answer.status >= 300) return super.whole(bytes, answer);
    const counted = countIn(bytes, this.to.wire, this.from.wire);
    return counted ? answerOf(200, this.kept(answer.headers), counted) : this.failed(`The answer of ${this.url.host} has no token count.`, 502, this.kept(answer.headers));
  }
}

/** Returns an estimate, labelled as one, as the answer to a count that no vendor made. */
export const estimated = (request, wire) => answerOf(200, { "x-rethought": "estimated token count" }, wasm.estimateCount(request, wire));

function countIn(bytes, from, to) {
  try {
    return wasm.convertCount(bytes, from, to);
  } catch {
    return undefined;
  }
}
