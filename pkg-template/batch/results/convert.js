// The result of `convert --ndjson`: the fates of the request's thoughts, and the request for another wire.
import { convert } from "../../start/node.js";
import { countFates } from "../answer.js";
import { jsonMember, requestOf, requestText } from "./members.js";

/** @throws {InputError} if an option is unknown. */
export function convertResult({ options, to, policy }) {
  const wanted = { ...options, to, ...(policy === undefined ? {} : { policy }) };
  convert('{"messages":[]}', { ...wanted, from: "openai-chat" });
  return (exchange, target, tally) => {
    const request = requestOf(exchange);
    const { request: made, plan, notes, report } = convert(request.source, { ...wanted, from: target });
    // The record does not have the findings on the result, so they are not counted.
    tally.count({ verdict: report.verdict, findings: [] });
    const fates = countFates(plan.map(({ fate }) => ({ thinks: true, fate })));
    const about = `${jsonMember("wire", report.wire)}${jsonMember("time", exchange.time)}${jsonMember("session", exchange.session)}`;
    return `${about}${jsonMember("verdict", report.verdict)},"fates":${JSON.stringify(fates)},"notes":${notes.length},"request":${requestText(request, made)}`;
  };
}
