// Server-sent events as text: written by the vendors, read by the clients.
import { parse, write } from "./json.mjs";

/** Returns one event; `name` is left out on wires that have none. */
export const event = (value, name) => `${name ? `event: ${name}\n` : ""}data: ${typeof value === "string" ? value : write(value)}\n\n`;

/** Returns the values of a stream in order, without the closing [DONE]. */
export function values(stream) {
  const lines = stream.split("\n").filter((line) => line.startsWith("data: "));
  return lines.map((line) => line.slice(6)).filter((line) => line !== "[DONE]").map(parse);
}

/** Returns a text in one to four pieces that never split a surrogate pair. */
export function pieces(text, random) {
  const units = [...text];
  const cuts = [0, ...Array.from({ length: random.below(4) }, () => random.below(units.length + 1)).sort((a, b) => a - b), units.length];
  const parts = cuts.slice(1).map((end, nth) => units.slice(cuts[nth], end).join("")).filter(Boolean);
  return parts.length ? parts : [text];
}

export const SSE = { "content-type": "text/event-stream; charset=utf-8" };
export const JSON_TYPE = { "content-type": "application/json" };
