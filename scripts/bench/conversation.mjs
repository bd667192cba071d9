// An agent's conversation of a wanted size: thinking, calls with nested input, code, images, unknown blocks, some of it not ASCII.
import { randomOf } from "../../tests/random.mjs";

/** Returns the text of a request body of at least `size` characters, the same every time. */
export function conversation(size) {
  const { next: random, pick } = randomOf(7);
  const words = (count) => Array.from({ length: count }, () => pick(WORDS)).join(" ");
  const opaque = (length) => Array.from({ length }, () => BASE64[Math.floor(random() * 64)]).join("");
  const messages = [{ role: "user", content: words(20) }];
  let length = 200;
  for (let turn = 0; length < size; turn++) {
    const id = `toolu_${opaque(20)}`;
    const input = { path: `src/${pick(WORDS)}.rs`, range: [turn, turn + 80], options: { deep: turn % 2 === 0, ratio: random(), tags: [pick(WORDS), null] } };
    const content = [
      { type: "thinking", thinking: words(60), signature: opaque(340) },
      { type: "text", text: words(12) },
      { type: "tool_use", id, name: pick(["read_file", "grep", "run"]), input },
    ];
    if (turn % 5 === 4) content.splice(1, 0, { type: "redacted_thinking", data: opaque(500) }, { type: "future_block", payload: { a: [1, 2, { b: words(3) }] } });
    const result = turn % 9 === 8 ? [{ type: "image", source: { type: "base64", media_type: "image/png", data: opaque(900) } }] : code(pick, 14);
    const added = [{ role: "assistant", content }, { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: result }] }];
    messages.push(...added);
    length += JSON.stringify(added).length;
  }
  return JSON.stringify({ model: "claude-example", max_tokens: 8192, thinking: { type: "enabled", budget_tokens: 4096 }, messages });
}

function code(pick, lines) {
  return Array.from({ length: lines }, (_, nth) => `    let ${pick(WORDS)} = "${pick(WORDS)}\\t${nth}"; // ${pick(WORDS)} ${pick(WORDS)}`).join("\n");
}

const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const PLAIN = "the file reads parse error stream token value check retry state turn signature which because first then result call buffer index".split(" ");
// About two percent of the bytes are then not ASCII, as in real traces. It matters: each such word interrupts the lanes.
const WORDS = [...PLAIN, ...PLAIN, "Größe", "日本", "naïve", "😀"];
