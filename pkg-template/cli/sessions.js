// Sessions of agents, for audit and convert: the exchanges that a file records, and the request that the agent sends next.
import { diagnose, readSession } from "../entry/sessions.js";
import { diagnoseSession } from "../doctor/diagnose-file.js";

/** Reads a session to its end, and calls `onExchange` with each exchange. */
export async function readExchanges({ open }, onExchange) {
  for await (const record of readSession(open())) if (record.type === "exchange") onExchange(record);
}

/** The diagnosis of the next request. A file is known by its path, so that a refusal of before its repair does not count. */
export function diagnosisOf({ file, path, open }, options) {
  return file === path ? diagnoseSession({ path, id: path }, options) : diagnose(open, options);
}

/** The request that the agent sends next, `{request, target}`: the last one with its answer. What the user says next is not known yet. */
export async function nextRequest(session) {
  let last;
  await readExchanges(session, (exchange) => (last = exchange));
  if (!last?.request) throw new Error("the session records no request, so there is nothing to convert");
  const { request, reply, target } = last;
  // A request that is recorded message by message ends with its list of messages. One that is recorded as it was sent has no answer in it.
  const isInPieces = last.head !== undefined || last.added !== undefined || last.opening !== undefined;
  const { unrecorded, ...where } = target;
  return { request: isInPieces && reply?.length ? Buffer.concat([request.subarray(0, -LIST_END.length), COMMA, reply, LIST_END]) : request, target: where };
}

const COMMA = Buffer.from(",");
const LIST_END = Buffer.from("]}");
