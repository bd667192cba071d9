// Sessions for the tests of the views: the examples of the page, and a long one.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../../scripts/paths.mjs";

/** The ids of the examples. */
export const EXAMPLES = readdirSync(join(root, "www", "examples")).filter((name) => name.endsWith(".ndjson")).map((name) => name.slice(0, -7));

export const example = (id) => ({ name: id, text: readFileSync(join(root, "www", "examples", `${id}.ndjson`), "utf8") });

/** The exchanges of an example, parsed. */
export const exchangesOf = ({ text }) => text.trim().split("\n").map((line) => JSON.parse(line));

/** A transcript of the given pairs. */
export const pairs = (list) => ({ name: "made.ndjson", text: list.map((each) => JSON.stringify(each)).join("\n") });

const URL = "https://api.anthropic.com/v1/messages";

/** One exchange with Anthropic: `messages`, and the blocks of the answer. */
export function exchange(messages, content, more = {}) {
  const [model, usage] = ["claude-opus-4-5", { input_tokens: 1, output_tokens: 1 }];
  const answer = { id: `msg_${messages.length}`, type: "message", role: "assistant", model, content, stop_reason: "end_turn", stop_sequence: null, usage };
  const request = { model, max_tokens: 4096, thinking: { type: "enabled", budget_tokens: 2048 }, messages };
  return { url: URL, status: 200, request: JSON.stringify(request), ...(content && { response: JSON.stringify(answer) }), ...more };
}

/** A session of many exchanges, in conversations of `each`, with answers of very different lengths. */
export function long(count, { each = 8 } = {}) {
  const list = [];
  let messages = [];
  for (let nth = 0; nth < count; nth++) {
    if (nth % each === 0) messages = [{ role: "user", content: `Begin ${nth}.` }];
    const thinking = { type: "thinking", thinking: "Once more. ".repeat(1 + ((nth * 7) % 40)), signature: Buffer.from(`signature ${nth} `.repeat(4)).toString("base64") };
    const content = [thinking, { type: "tool_use", id: `toolu_${nth}`, name: "read_file", input: { path: `src/${nth}.ts` } }];
    list.push(exchange(messages, content, { session: `conversation ${Math.floor(nth / each)}`, time: new Date(Date.UTC(2026, 10, 14, 9) + nth * 7000).toISOString() }));
    messages = [...messages, { role: "assistant", content }, { role: "user", content: [{ type: "tool_result", tool_use_id: `toolu_${nth}`, content: "a line\n".repeat(1 + ((nth * 5) % 9)) }] }];
  }
  return pairs(list);
}
