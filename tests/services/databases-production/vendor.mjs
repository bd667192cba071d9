// A vendor without a network: it answers each request with a thought, a text and a call of its own. Requests grow to a size, as those of an agent do.
import { moduleOf } from "../../../scripts/load-package.mjs";

// The core, for the guards.
await moduleOf("start/node.js");
const URL_OF_MESSAGES = "https://api.anthropic.com/v1/messages";
const WORDS = "the plan is to look at the weather in several cities before we answer with a table of degrees and a short note on wind rain clouds snow frost light morning evening train".split(" ");

/** A deterministic text of some length. */
export function proseOf(seed, length) {
  let [text, at] = ["", (seed * 48271 + 11) % 2147483647];
  while (text.length < length) text += `${WORDS[(at = (at * 48271) % 2147483647) % WORDS.length]} `;
  return text.slice(0, length);
}

const handleOf = (name) => Buffer.from(`signature of ${name} `.repeat(8)).toString("base64");

/** A conversation: `request()` is its next request, `answered(text)` notes an answer, and `damaged()` is the next request with a changed thought. */
export class Talk {
  #name;
  #messages;
  #steps = 0;

  constructor(name, bytes = 200) {
    this.#name = name;
    this.#messages = [{ role: "user", content: `${name}: ${proseOf(name.length * 131 + Number(/\d+/.exec(name)?.[0] ?? 0), bytes)}` }];
  }

  get name() {
    return this.#name;
  }

  request(messages = this.#messages) {
    return JSON.stringify({ model: "claude-sonnet-4-5", max_tokens: 4096, thinking: { type: "enabled", budget_tokens: 1024 }, tools: [{ name: "weather", input_schema: { type: "object" } }], messages });
  }

  /** The answer to the next request. */
  answer(thoughtBytes = 600) {
    const id = `${this.#name}x${this.#steps}`;
    const content = [{ type: "thinking", thinking: proseOf(this.#steps + id.length * 17, thoughtBytes) + id, signature: handleOf(id) }, { type: "tool_use", id: `toolu_01${Buffer.from(id).toString("hex").padEnd(22, "q")}`, name: "weather", input: { city: "Oslo" } }];
    return JSON.stringify({ id: `msg_01${id}`, type: "message", role: "assistant", model: "claude-sonnet-4-5", content, stop_reason: "tool_use", usage: { input_tokens: 12, output_tokens: 34 } });
  }

  answered(text) {
    const { content } = JSON.parse(text);
    this.#steps++;
    this.#messages.push({ role: "assistant", content }, { role: "user", content: [{ type: "tool_result", tool_use_id: content[1].id, content: "4 degrees" }] });
  }

  /** The next request, whose last thought a client has changed. */
  damaged() {
    const messages = structuredClone(this.#messages);
    messages.at(-2).content[0].thinking = "changed by the client";
    return this.request(messages);
  }
}

/** Sends a request through a fetch. Resolves to the text of the answer. */
export async function post(fetch, body, headers = {}) {
  return (await fetch(URL_OF_MESSAGES, { method: "POST", headers: { "content-type": "application/json", "x-api-key": "key", ...headers }, body })).text();
}
