// Conversations that began at other vendors on Anthropic's wire and go on at Claude. A history has a block of Claude's own, blocks of the other vendor, and a tool loop that is open or closed.
import { randomOf } from "../random.mjs";
import { FOREIGN } from "../handles.mjs";
import { answer as anthropic } from "./vendors/anthropic.mjs";

/** What each vendor writes into `signature`. The forms of MiniMax and DeepSeek are those that people report. */
export const ORIGINS = { minimax: FOREIGN.hex, glm: FOREIGN.empty, kimi: FOREIGN.plain, deepseek: FOREIGN.uuid, gemini: FOREIGN.gemini, gpt: FOREIGN.fernet };

/** Models with adaptive and with manual thinking, and one whose blocks are bound. */
export const MODELS = [
  { model: "claude-sonnet-5", thinking: { type: "adaptive" } },
  { model: "claude-sonnet-4-5", thinking: { type: "enabled", budget_tokens: 2000 } },
  { model: "claude-opus-5-5", thinking: { type: "adaptive" } },
];

export const PATH = "/v1/messages";
const TOOLS = [{ name: "look", input_schema: { type: "object" } }];
const user = (content) => ({ role: "user", content });
const result = (id) => user([{ type: "tool_result", tool_use_id: id, content: "3" }]);

/** Returns the body of the next request, and the signatures of the blocks in it that are Claude's own. */
export function switchedHistory(origin, { model, thinking, isOpen, stream }) {
  const base = { model, max_tokens: 9000, thinking, tools: TOOLS };
  const first = [user("How many files are there?")];
  const own = claudeAnswer({ ...base, messages: first });
  const foreign = (nth) => ({ type: "thinking", thinking: `Thought ${nth}.`, signature: ORIGINS[origin](`${origin} ${nth}`) });
  const call = { type: "tool_use", id: "toolu_switched", name: "look", input: {} };
  const messages = [...first, { role: "assistant", content: own }, user("And now?"), { role: "assistant", content: [foreign(1), { type: "text", text: "Four." }] }, user("Look again.")];
  messages.push({ role: "assistant", content: [foreign(2), call] }, result(call.id));
  if (!isOpen) messages.push({ role: "assistant", content: [foreign(3), { type: "text", text: "Three." }] }, user("Thank you. And now?"));
  return { body: { ...base, ...(stream ? { stream: true } : {}), messages }, own: own.filter(({ type }) => type === "thinking").map(({ signature }) => signature) };
}

function claudeAnswer(body) {
  const plan = { runs: [["text"]], text: true, calls: 0 };
  const text = JSON.stringify(body);
  const { body: answer } = anthropic({ path: PATH, headers: {}, text, target: { host: "api.anthropic.com" } }, { random: randomOf(7), account: "one", era: "2026-11-14", surface: "direct", plan });
  return JSON.parse(answer).content;
}

/** Returns every history: origin, model, open or closed, streamed or whole. */
export function* switchedHistories() {
  for (const origin of Object.keys(ORIGINS)) for (const of of MODELS) for (const isOpen of [true, false]) for (const stream of [true, false]) yield { origin, ...of, isOpen, stream, name: `${origin} to ${of.model}, ${isOpen ? "open" : "closed"}, ${stream ? "streamed" : "whole"}` };
}
