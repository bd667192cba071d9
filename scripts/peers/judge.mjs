// Two judges of a converted request: the audit of the package, and the simulator, which shares no code with it.
import { CLIENTS } from "../../tests/simulator/clients/all.mjs";
import { Memory, planOf } from "../../tests/simulator/plan.mjs";
import { randomOf } from "../../tests/random.mjs";
import { PLACES, targetOf } from "./wires.mjs";

/** Returns the rules of the audit for which a provider would refuse a request. */
export function auditRefusals({ audit }, wire, text) {
  try {
    return audit(text, targetOf(wire)).findings.filter(({ severity }) => severity === "reject").map(({ rule }) => rule);
  } catch (error) {
    return [`unreadable: ${error.message}`];
  }
}

/** Returns the rule by which the simulator refuses a request; null if it accepts it, undefined if it does not support the wire. */
export function simulatorRefusal(wire, text) {
  const client = CLIENTS[PLACES[wire].client];
  if (!client) return undefined;
  const talk = openedAt(client, PLACES[wire]);
  const random = randomOf(5);
  const state = { random, memory: new Memory(), ...talk.state, plan: planOf(random, { calls: 0 }) };
  try {
    return client.answer({ path: client.pathOf(talk, false), headers: {}, text, target: talk.target, streamed: false }, state).refusal?.rule ?? null;
  } catch (error) {
    return `cannot be read: ${error.message}`;
  }
}

/** Returns a new conversation with this model, at the vendor's own host and without any beta. */
function openedAt(client, { host, model }) {
  for (let seed = 0; seed < 10_000; seed++) {
    const talk = client.open(randomOf(seed));
    if (talk.target.host === host && talk.target.model === model && !talk.target.betas.length && !talk.chained) return talk;
  }
  throw new Error(`the simulator has no ${model} at ${host}`);
}
