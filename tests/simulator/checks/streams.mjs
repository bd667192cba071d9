// A reply is the same whole and streamed, when chance is the same.
import { CLIENTS } from "../clients/all.mjs";
import { KINDS, requestOf } from "../converse.mjs";
import { canonical } from "../json.mjs";
import { planOf } from "../plan.mjs";
import { randomOf } from "../random.mjs";
import { unseal } from "../seal.mjs";
import { equal } from "./ask.mjs";

/** Handles of Responses differ from one event to the next by their nonce; indices of OpenRouter's details by recording. */
function settled(value) {
  if (Array.isArray(value)) return value.map(settled);
  if (value === null || typeof value !== "object" || value.constructor !== Object) return value;
  const entries = Object.entries(value).filter(([key]) => !["usage", "id", "responseId", "index"].includes(key) || value.type === "tool_use");
  return Object.fromEntries(entries.map(([key, one]) => [key, key === "encrypted_content" ? canonical({ ...openBlob(one), nonce: "" }) : settled(one)]));
}

const openBlob = (blob) => ["openai", "azure", "xai"].map((host) => unseal(host, blob, { alphabet: "base64url" })).find(Boolean);

export const checks = KINDS.map((kind) => [`${kind}: streamed and whole are the same`, () => {
  const client = CLIENTS[kind];
  for (let seed = 0; seed < 40; seed++) {
    const [whole, streamed] = [false, true].map((stream) => {
      const talk = client.open(randomOf(seed));
      client.ask(talk, "begin");
      const plan = planOf(randomOf(seed + 7), { calls: seed % 3 });
      const answer = client.answer(requestOf(client, talk, stream), { random: randomOf(seed + 99), plan, ...talk.state });
      return ["done", "completed"].map((takes) => canonical(settled(client.fold(answer, takes)))).join("\n");
    });
    equal(streamed, whole, `seed ${seed}`);
  }
  return "40 replies";
}]);
