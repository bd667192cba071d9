// Lines for the filter: recorded traffic if it is available, else the simulator's.
import { inputs } from "../blast/inputs.mjs";

/** Returns true for recorded exchanges; the cases of the rules and the simulator's conversations have other ids. */
const isRecorded = ({ id, request }) => request !== undefined && !/^(rules|simulated)\//.test(id);

/** Returns the lines `{id, target, request}`, and the same with the answers, in the order of the recordings. */
export async function mixLines() {
  const exchanges = [];
  for await (const input of inputs()) if (isRecorded(input)) exchanges.push(input);
  const source = exchanges.length ? "recorded traffic" : "the simulator's traffic";
  if (!exchanges.length) exchanges.push(...(await import("../../tests/batch/traffic.mjs")).traffic(10, 40));
  const line = ({ id, target, request }, answer = {}) => `${JSON.stringify({ id, target, request, ...answer })}\n`;
  return {
    source,
    requests: exchanges.map((exchange) => line(exchange)),
    answered: exchanges.map((exchange) => line(exchange, exchange.stream ? { stream: exchange.stream } : { response: exchange.response })),
  };
}
