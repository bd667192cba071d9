// A conversation with a vendor of the simulator through a proxy, step by step, as a program in a loop of tools has it.
import { CLIENTS } from "../simulator/clients/all.mjs";
import { requestOf } from "../simulator/converse.mjs";
import { planOf } from "../simulator/plan.mjs";
import { randomOf } from "../random.mjs";
import { serve } from "../simulator/server.mjs";
import { pathTo } from "./drive.mjs";

/** Opens a talk of a kind, with a simulator of its own. */
export async function openTalk(kind, seed = 4) {
  const [client, random] = [CLIENTS[kind], randomOf(seed)];
  const talk = client.open(randomOf(seed));
  const server = await serve({ seed, era: talk.target.era, enforced: talk.target.enforced, plan: () => planOf(random, { calls: 1 }) });
  client.ask(talk, "begin");
  return { client, talk, server, host: talk.target.host };
}

/** The call of the next step: its path at the proxy, and the arguments of fetch. */
export function callOf({ client, talk, host }, streamed, headers = {}, edit = (text) => text) {
  const { path, headers: own, text } = requestOf(client, talk, streamed);
  const body = edit(text);
  return { path: `${pathTo(host)}${path}`, init: { method: "POST", headers: { ...own, "content-type": "application/json", authorization: `Bearer ${talk.target.account}`, ...headers }, body } };
}

/** Takes the answer of a step into the talk, and gives the results of its calls. */
export function goOn({ client, talk }, bytes, streamed) {
  const answer = streamed ? { stream: client.unframe ? client.unframe(bytes) : bytes.toString() } : { body: bytes.toString() };
  const message = client.fold(answer);
  client.append(talk, message, answer);
  client.results(talk, client.calls(message).map((call) => ({ ...call, text: "done" })));
  return message;
}
