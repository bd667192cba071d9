// Recorded traffic through the checks that need none of our handles: accepted requests are accepted, and requests refused over thinking or order are
// refused with the same message.
import { ok } from "node:assert/strict";
import { test } from "../../skip.mjs";
import { chat, contents, exchanges, items, judged, messages } from "../recorded.mjs";

const CHATS = { alibaba: "qwen", deepseek: "deepseek", groq: "groq", mistral: "mistral", openai: "openai", cerebras: "cerebras", together: "together", fireworks: "fireworks", ollama: "ollama", llamacpp: "llamacpp" };

function checkFor(file) {
  if (file.startsWith("anthropic-messages")) return messages;
  if (file.includes("gemini-generate")) return (body, meta) => contents(body, meta, file.startsWith("vertex"));
  if (/^(openai|azure)-responses/.test(file)) return items;
  const name = CHATS[/^(\w+)-chat/.exec(file)?.[1]];
  return name ? (body) => chat(body, name) : null;
}

/** Refusals about other subjects than thinking, reasoning or order are outside the scope of the simulator. */
const OURS = /thinking|prefill|tool_use. ids|tool_call_ids|tool_choice|Function tools with/;

test("recorded requests are judged as they were", (t) => {
  const seen = { accepted: 0, refused: 0 };
  for (const { file, id, meta, request, response } of exchanges((name) => checkFor(name))) {
    if (!request || meta.outcome === "response-only") continue;
    const refusal = judged(checkFor(file), JSON.parse(request), meta);
    if (meta.outcome === "accepted") {
      ok(!refusal, `${id} was accepted, and is refused by ${refusal?.rule}`);
      seen.accepted++;
    } else if (meta.outcome === "rejected" && OURS.test(response)) {
      ok(refusal && response.includes(refusal.message.slice(-40)), `${id} was refused with ${response.slice(0, 200)}, here with ${refusal?.message ?? "nothing"}`);
      seen.refused++;
    }
  }
  t.diagnostic(`${seen.accepted} accepted, ${seen.refused} refused`);
});
