// The arguments of `record`: a request with its answer, or the answer to a request that a ledger has audited.
import { InputError } from "../errors/index.js";
import { bytesOfTarget, targetOf } from "../exchange/target.js";
import { numberFrom, optionsFrom } from "../text/options.js";
import { bodyOf, bytesOfSource } from "../text/input.js";
import { Roomy } from "../text/pass-text.js";
import { assembledOf } from "./assembled-streams.js";

const NONE = new Uint8Array(0);
const ANSWER = ["response", "stream", "time"];
const EXCHANGE = [...ANSWER, "request", "target"];

/**
 * The audited requests that wait for their answers, by report. A request is kept as the text that crossed, which survives the loss of an instance.
 */
const pending = new WeakMap();

/** Keeps the data for recording the answer to an audited request: the text that crossed, and the target. */
export function awaitAnswer(report, request) {
  pending.set(report, request);
}

/** Reads the arguments of `record`: the target, and the values that cross to wasm. `last` is the target of the previous exchange. */
export function exchangeOf(asked, answer, last) {
  const waiting = pending.get(asked);
  if (answer !== undefined && waiting === undefined)
    throw new InputError("the first of two is a report that `ledger.audit` gave", { code: "E_INPUT" });
  const given = optionsFrom(answer ?? (waiting ? undefined : asked), waiting ? ANSWER : EXCHANGE);
  const { response, stream } = given;
  if ((response === undefined) === (stream === undefined)) throw new InputError("an exchange has a response or a stream", { code: "E_INPUT" });
  const isStreamed = stream !== undefined;
  const target = waiting ? waiting.target : targetOf(given.target ?? last);
  const { body, assembly } = assembledOf(stream) ?? {};
  const answered = body ?? bytesOfSource(bodyOf(isStreamed ? stream : response, isStreamed ? "stream" : "response", target.wire).source, "response");
  const request = waiting ? undefined : requestOf(given, target);
  const time = timeOf(given);
  return { target, time, exchange: [request ? bytesOfTarget(target) : NONE, request && new Roomy(request), waiting?.text ?? NONE, answered, isStreamed, time, assembly] };
}

function requestOf({ request }, target) {
  if (request === undefined) throw new InputError("an exchange has a request; the answer to one that was audited comes after its report", { code: "E_INPUT", pointer: "/request" });
  return bytesOfSource(bodyOf(request, "request", target.wire).source, "request");
}

/** Returns the time of an answer in milliseconds: now, unless it is given. */
function timeOf({ time = Date.now() }) {
  return numberFrom(typeof time === "object" ? Number(time) : time, "time");
}
