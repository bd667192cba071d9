// The exchanges of a file, each identified by its number: the count of a ledger determines its content and the next exchange.

export const TARGET = { wire: "anthropic-messages", host: "api.anthropic.com", model: "claude-opus-4-5" };
const TOOLS = [{ name: "look", input_schema: { type: "object" } }];
/** The number of exchanges of a conversation; then another begins. */
const TURNS = 6;
/** Makes a line of a quarter of a mebibyte. */
const MOST = 10_000;
const WORDS = 'Ein Plan, 一つの計画, un "plan" \\ with\nlines and 🧭. ';

/** The last exchange of a conversation is large, so that writing its line takes a while; the others are small. */
export const isLarge = (nth) => nth % TURNS === TURNS - 1;

/** Returns the nth exchange; a large one has `most` words. */
export function exchange(nth, most = MOST) {
  const response = { id: `msg_${nth}`, type: "message", role: "assistant", model: TARGET.model, content: content(nth, most), stop_reason: "tool_use" };
  return { request: request(nth, nth % TURNS, most), response: JSON.stringify(response), target: TARGET, time: 1_790_000_000_000 + nth };
}

/** Returns the request after `count` exchanges: it continues the conversation of the last. */
export function following(count, most = MOST) {
  return request(Math.max(count - 1, 0), count ? ((count - 1) % TURNS) + 1 : 0, most);
}

/** Returns the original thought of the nth exchange. */
export const thought = (nth) => content(nth, MOST)[0];

/** Returns a request of the conversation of the nth exchange, with `turns` turns before it. */
function request(nth, turns, most) {
  const first = nth - (nth % TURNS);
  const messages = [{ role: "user", content: `Begin ${first}.` }];
  for (let at = first; at < first + turns; at++) {
    messages.push({ role: "assistant", content: content(at, most) }, { role: "user", content: [{ type: "tool_result", tool_use_id: `toolu_${at}`, content: `line ${at}` }] });
  }
  return JSON.stringify({ model: TARGET.model, max_tokens: 4000, thinking: { type: "enabled", budget_tokens: 2000 }, tools: TOOLS, messages });
}

function content(nth, most) {
  const thinking = (isLarge(nth) ? "First, then second, again. ".repeat(most) : WORDS.repeat(1 + (nth % 7))) + nth;
  return [
    { type: "thinking", thinking, signature: Buffer.from(`seal ${nth} ${"x".repeat(nth % 50)}`).toString("base64") },
    { type: "tool_use", id: `toolu_${nth}`, name: "look", input: { nth } },
  ];
}
