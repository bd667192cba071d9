// The lines of a dump: a world with all its records, then its requests in order, each with the number of records at that time. `secrets` are markers
// of thoughts and handles with their owners; `own` of a request names those that its line of conversation may contain.
import { World } from "./world.mjs";

/** Yields worlds without end, from a number on. */
export function* worlds(first = 0) {
  for (let number = first; ; number++) yield new World(number).live();
}

/** Writes a world. */
export function* linesOf({ number, exchanges, secrets, requests }) {
  yield { world: number, exchanges, secrets: secrets.map(({ mark, user, conversation, leg }) => ({ mark, user, conversation, leg })) };
  for (const [nth, { branch, step, damage, recorded, own, kind, leg }] of requests.entries()) {
    const { target, path, headers, requestText: request, responseText: answer, status, refusal } = step;
    // A turn that equals another's in every byte may be reported or not; the losses have no name for another's handle here.
    const lost = damage?.alike || damage?.misrouted ? step.lost.map((loss) => ({ ...loss, maybe: true })) : step.lost;
    const { user, conversation } = branch;
    yield { world: number, kind, seed: nth, damage: damage?.name ?? null, where: damage?.where, misrouted: damage?.misrouted && !damage.alike, target: { ...target, path, headers }, request, answer: refusal ? answer : null, status, refusal, lost, user, conversation, leg, recorded, own };
  }
}
