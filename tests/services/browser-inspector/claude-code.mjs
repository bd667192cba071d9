// Generated sessions of Claude Code: a loop of tool calls, with signed thoughts.
import { createHash } from "node:crypto";

const MODEL = "claude-opus-4-5-20251101";
const signature = (seed) => `E${Array.from({ length: 9 }, (_, nth) => createHash("sha256").update(`${seed}/${nth}`).digest("base64").slice(0, 43)).join("")}`;

/** Returns a session of `turns` turns, with results of `size` characters. `brokenTurns` have a thought without its signature. */
export function claudeCodeSession(turns, { size = 200, brokenTurns = [], words = "Fix the build." } = {}) {
  const lines = [];
  const add = (type, message) => {
    const nth = lines.length;
    const head = { parentUuid: nth ? `u-${nth - 1}` : null, isSidechain: false, userType: "external", cwd: "/w", sessionId: "s1", version: "2.0.1", uuid: `u-${nth}` };
    lines.push(JSON.stringify({ ...head, timestamp: new Date(1.79e12 + nth * 1000).toISOString(), type, message }));
  };
  add("user", { role: "user", content: words });
  for (let nth = 0; nth < turns; nth++) {
    const message = { id: `msg_${nth}`, type: "message", role: "assistant", model: MODEL, stop_reason: "tool_use", usage: { input_tokens: 10, output_tokens: 20 } };
    add("assistant", { ...message, content: [{ type: "thinking", thinking: `Thought ${nth}.`, signature: brokenTurns.includes(nth) ? "" : signature(nth) }] });
    add("assistant", { ...message, content: [{ type: "tool_use", id: `toolu_${nth}`, name: "Read", input: { path: `f${nth}.rs` } }] });
    add("user", { role: "user", content: [{ tool_use_id: `toolu_${nth}`, type: "tool_result", content: "x".repeat(size) }] });
  }
  return { name: "session.jsonl", text: `${lines.join("\n")}\n` };
}
