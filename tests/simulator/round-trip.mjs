// Conversations that move from vendor to vendor and return to the first: each leg is a client of the simulator, each switch a conversion with one
// ledger.
import { parse, write } from "./json.mjs";
import { Memory, planOf } from "./plan.mjs";
import { randomOf } from "../random.mjs";
import { send } from "./converse.mjs";
import { addMedium, mediumOf } from "./pictures.mjs";
import { faultsOf } from "./shapes/all.mjs";
import { CLIENTS } from "./clients/all.mjs";

/** The vendors of a round trip. It begins and ends at the same one. */
export const STOPS = ["anthropic", "responses", "gemini", "bedrock", "openrouter", "chat:deepseek", "chat:kimi", "chat:groq", "chat:mistral"];

/**
 * Runs the round trip of a seed with a package. Every step has the place, the vendor's answer, and the losses that the vendor reports; the round trip ends
 * at the first refusal.
 */
export function roundTrip(seed, { convert, Ledger }, { stops = STOPS } = {}) {
  const random = randomOf(0x51ed ^ Math.imul(seed + 1, 0x9e3779b1));
  const ledger = new Ledger();
  const first = random.pick(stops);
  const others = shuffled(stops.filter((one) => one !== first), random).slice(0, 2 + random.below(2));
  const route = [first, ...others, first];
  const places = new Map();
  const steps = [];
  let talk;
  /** The request before the first switch. */
  let left;
  for (const [leg, name] of route.entries()) {
    const client = CLIENTS[name];
    const place = places.get(name) ?? opened(client, random);
    places.set(name, place);
    talk = leg ? { ...place, pending: talk.pending, body: converted(talk, place, { convert, ledger }, steps, leg) } : place;
    const state = { random, memory: place.memory, ...place.state };
    const rounds = 1 + random.below(2);
    for (let round = 0; round < rounds; round++) {
      // A switch may occur within a tool loop: then the next vendor continues from the results.
      if (!(leg && round === 0 && talk.pending)) {
        client.ask(talk, random.words(3, 8));
        if (random.chance(0.3)) addMedium(talk, mediumOf(random), false);
      }
      talk.pending = false;
      const loops = random.below(3);
      for (let loop = 0; loop <= loops; loop++) {
        const plan = planOf(random, { calls: loop < loops ? 1 + random.below(3) : 0 });
        const step = send(client, talk, { ...state, plan }, random.chance(0.3));
        const [fault] = faultsOf(talk.target.wire, JSON.parse(step.requestText), name.split(":")[1]);
        if (fault && !step.refusal) step.refusal = { rule: "shape", message: fault };
        steps.push({ leg, name, step });
        if (step.refusal) return { seed, route, steps, done: false };
        const message = client.fold(step.answer, talk.takes);
        client.append(talk, message, step.answer);
        const asked = client.calls(message);
        if (!asked.length) break;
        client.results(talk, asked.map((call) => ({ ...call, text: random.words(1, 6) })));
        if (random.chance(0.3)) addMedium(talk, mediumOf(random), true);
        // The next vendor continues from here.
        if (round === rounds - 1 && leg < route.length - 1 && random.chance(0.3)) {
          talk.pending = true;
          break;
        }
      }
    }
    place.body = talk.body;
    if (!leg) left = textOf(talk.body);
  }
  return { seed, route, steps, left, done: true };
}

function opened(client, random) {
  // A talk that does not compact, continue threads, chain or change its effort: these do not apply to another vendor.
  for (;;) {
    const talk = client.open(random);
    if (!talk.chained && !talk.compacts && !talk.efforts && !talk.updates) return { ...talk, memory: new Memory() };
  }
}

/** Returns the body of the next vendor's first request. */
function converted(talk, place, { convert, ledger }, steps, leg) {
  const [from, to] = [talk.target, place.target].map(({ wire, host, model, account, betas, era, enforced }) => ({ wire, host, model, account, betas, era, ...(enforced === undefined ? {} : { enforced }) }));
  const { request, plan, notes } = convert(textOf(talk.body), { from, to, ledger });
  steps.push({ leg, from: from.wire, to: to.wire, plan, notes, request });
  return parse(request);
}

const textOf = write;

function shuffled(list, random) {
  const rest = [...list];
  return Array.from(list, () => rest.splice(random.below(rest.length), 1)[0]);
}
