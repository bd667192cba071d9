// Conversations without a format: turns of steps, each with thoughts, texts, calls and results. A format's check writes them in its form.
import { randomOf } from "../random.mjs";

/** The vendors whose thoughts the frameworks carry. */
export const VENDORS = ["anthropic", "openai", "google"];

/** Returns a conversation whose last turn is the user's or waits for the model after results; most of its thoughts are of one vendor. */
export function talkOf(seed, vendor) {
  const random = randomOf(seed);
  const count = 1 + random.below(4);
  const turns = Array.from({ length: count }, (_, nth) => {
    const issuer = random.chance(0.2) ? random.pick(VENDORS) : vendor;
    return turnOf(random, issuer, `${seed}x${nth}`, nth === count - 1);
  });
  return { system: random.chance(0.5) ? random.words(1, 6) : undefined, turns };
}

function turnOf(random, issuer, id, isLast) {
  const steps = Array.from({ length: random.below(3) }, (_, nth) => stepOf(random, issuer, `${id}s${nth}`, 1 + random.below(2)));
  if (!isLast) steps.push(stepOf(random, issuer, `${id}end`, 0));
  return { user: random.words(1, 8), picture: random.chance(0.1), issuer, steps };
}

function stepOf(random, issuer, id, calls) {
  const thoughts = random.chance(0.8) ? Array.from({ length: 1 + Number(random.chance(0.2)) }, (_, nth) => thoughtOf(random, issuer, `${id}t${nth}`)) : [];
  const texts = calls === 0 || random.chance(0.4) ? [{ kind: "text", text: `${id} ${random.words(1, 6)}` }] : [];
  const called = Array.from({ length: calls }, (_, nth) => ({
    kind: "call",
    id: `call_${id}${nth}`,
    name: random.pick(["look_up", "read_file"]),
    input: { query: random.words(1, 4) },
    // Gemini signs the first call of a step.
    handle: issuer === "google" && nth === 0 ? random.letters(40) : undefined,
  }));
  const results = called.map((call) => ({ id: call.id, name: call.name, text: random.words(1, 5), failed: random.chance(0.15) }));
  return { issuer, parts: [...thoughts, ...texts, ...called], results };
}

function thoughtOf(random, issuer, id) {
  const isRedacted = issuer === "anthropic" && random.chance(0.15);
  const count = issuer === "openai" ? random.below(3) : 1;
  return {
    kind: "thought",
    issuer,
    id: `rs_${id}`,
    texts: isRedacted ? [] : Array.from({ length: count }, () => `${id} ${random.words(2, 9)}`),
    handle: issuer === "google" ? undefined : random.letters(60),
    isRedacted,
  };
}

export const PICTURE = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
