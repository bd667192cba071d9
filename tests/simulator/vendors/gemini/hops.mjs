// Long answers of Gemini 4: a hop ends with a token, and the same request with that token returns the next. All hops together are one turn.
import { canonical, parse, write } from "../../json.mjs";
import { digest, seal, unseal } from "../../seal.mjs";

const STOP = { finishReason: "STOP" };

/**
 * Returns the parts of one hop and the end of its candidate. The token contains the rest of the answer; `state.hops` means that the client can
 * continue.
 */
export function hopOf(body, { model, hops, hidden, random, memory }, partsOf) {
  const chance = hidden ?? random;
  if (body.continuationToken) return { parts: parse(unseal("google", body.continuationToken).rest), end: STOP };
  const parts = partsOf();
  const breaks = hops && model.startsWith("gemini-4") && !parts.some((part) => part.functionCall) && chance.chance(0.5);
  const at = breaks ? parts.findIndex((part) => part.text && !part.thought && [...part.text].length > 8) : -1;
  if (at < 0) return { parts, end: STOP };
  const units = [...parts[at].text];
  const { thoughtSignature, ...bare } = parts[at];
  const first = [...parts.slice(0, at), { ...bare, text: units.slice(0, units.length >> 1).join("") }];
  const rest = [{ ...parts[at], text: units.slice(units.length >> 1).join("") }, ...parts.slice(at + 1)];
  memory?.texts.set(`half ${markOf(first)}`, markOf([...first, ...rest]));
  return { parts: first, end: { finishReason: "CONTINUATION", continuationToken: seal("google", { rest: write(rest) }) } };
}

const markOf = (parts) => digest(canonical(parts.filter((part) => !part.thought).map(({ text }) => text ?? "").join("")));

/** Reports halves that were sent back as separate turns: accepted, and the rest of the thought is lost. */
export function reportHalves(contents, memory, losses) {
  contents.forEach(({ role, parts }, i) => {
    if (role === "model" && memory.texts.has(`half ${markOf(parts ?? [])}`)) losses.add("gem-half-answer", `/contents/${i}`);
  });
}
