// A conversation with a vendor of the simulator, step by step, like a program in a loop of tools.
import { randomOf } from "../random.mjs";
import { CLIENTS } from "./clients/all.mjs";
import { planOf } from "./plan.mjs";
import { serve } from "./server.mjs";

/** Opens a talk of a kind, with a separate simulator. */
export async function openTalk(kind, seed = 4) {
  const [client, random] = [CLIENTS[kind], randomOf(seed)];
  const talk = client.open(randomOf(seed));
  const server = await serve({ seed, era: talk.target.era, enforced: talk.target.enforced, plan: () => planOf(random, { calls: 1 }) });
  client.ask(talk, "begin");
  return { client, talk, server, host: talk.target.host };
}

/** Adds the answer of a step to the talk, and the results of its calls. */
export function goOn({ client, talk }, bytes, streamed) {
  const answer = streamed ? { stream: client.unframe ? client.unframe(bytes) : bytes.toString() } : { body: bytes.toString() };
  const message = client.fold(answer);
  client.append(talk, message, answer);
  client.results(talk, client.calls(message).map((call) => ({ ...call, text: "done" })));
  return message;
}
