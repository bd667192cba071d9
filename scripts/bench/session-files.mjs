// Long session files of agents, in the forms of their readers, with handles in the forms of their vendors. Each writes turns until the file has its size.
import { closeSync, openSync, writeSync } from "node:fs";
import { claudeSignature, openaiCiphertext } from "../../tests/handles.mjs";

const WORDS = "The harbour was quiet when the first boats came back with their nets half empty and the gulls above them. ".repeat(18);
const time = (nth) => new Date(Date.UTC(2026, 10, 18) + nth * 1000).toISOString();
const uuid = (nth) => `00000000-0000-4000-8000-${String(nth).padStart(12, "0")}`;
/** So many turns are in a context until it is compacted. */
const CONTEXT = 200;

/** Turns of Claude Code: a prompt, thinking, a call, its result, an answer. `compacts` begins anew after a context. */
function* claude({ compacts }) {
  let [nth, parent] = [0, null];
  const line = (type, message, more = {}) => {
    const text = JSON.stringify({ parentUuid: parent, isSidechain: false, cwd: "/shop", sessionId: uuid(9), version: "2.1.154", type, message, uuid: uuid(++nth), timestamp: time(nth), ...more });
    parent = uuid(nth);
    return text;
  };
  for (let turn = 0; ; turn++) {
    if (compacts && turn && turn % CONTEXT === 0) {
      parent = null;
      yield JSON.stringify({ parentUuid: null, type: "system", subtype: "compact_boundary", sessionId: uuid(9), uuid: uuid(++nth), timestamp: time(nth) });
      parent = uuid(nth);
      yield line("user", { role: "user", content: "A summary." }, { isCompactSummary: true });
    }
    const answer = (id, block) => line("assistant", { id: `msg_01${String(id).padStart(22, "0")}`, type: "message", role: "assistant", model: "claude-opus-4-8", content: [block], stop_reason: "end_turn" });
    yield line("user", { role: "user", content: `Turn ${turn}. ${WORDS.slice(0, 200)}` });
    yield answer(2 * turn, { type: "thinking", thinking: WORDS.slice(0, 400), signature: claudeSignature(`s${turn}`, 300) });
    yield answer(2 * turn, { type: "tool_use", id: `toolu_01${turn}`, name: "Bash", input: { command: "ls" } });
    yield line("user", { role: "user", content: [{ type: "tool_result", tool_use_id: `toolu_01${turn}`, content: WORDS }] });
    yield answer(2 * turn + 1, { type: "text", text: WORDS.slice(0, 300) });
  }
}

function* codex({ compacts }) {
  let nth = 0;
  const line = (type, payload) => JSON.stringify({ timestamp: time(nth++), type, payload });
  yield line("session_meta", { id: uuid(9), cwd: "/shop", cli_version: "0.169.0", model_provider: "openai" });
  for (let turn = 0; ; turn++) {
    if (compacts && turn && turn % CONTEXT === 0) yield line("compacted", { message: "", replacement_history: [{ type: "message", role: "user", content: [{ type: "input_text", text: "A summary." }] }] });
    yield line("turn_context", { turn_id: `t${turn}`, model: "gpt-5.5", effort: "high", summary: "auto" });
    yield line("response_item", { type: "message", role: "user", content: [{ type: "input_text", text: `Turn ${turn}. ${WORDS.slice(0, 200)}` }] });
    yield line("response_item", { type: "reasoning", summary: [], encrypted_content: openaiCiphertext(`c${turn}`, 30) });
    yield line("response_item", { type: "function_call", name: "shell", arguments: "{}", call_id: `call_${turn}` });
    yield line("response_item", { type: "function_call_output", call_id: `call_${turn}`, output: WORDS });
    yield line("response_item", { type: "message", role: "assistant", content: [{ type: "output_text", text: WORDS.slice(0, 300) }] });
    yield line("event_msg", { type: "token_count", info: null });
  }
}

function* pi({ compacts }) {
  let [nth, parent] = [0, null];
  yield JSON.stringify({ type: "session", version: 3, id: uuid(9), timestamp: time(0), cwd: "/shop" });
  const line = (more) => {
    const text = JSON.stringify({ id: `e${++nth}`, parentId: parent, timestamp: time(nth), ...more });
    parent = `e${nth}`;
    return text;
  };
  const about = { api: "anthropic-messages", provider: "anthropic", model: "claude-opus-4-8" };
  for (let turn = 0; ; turn++) {
    if (compacts && turn && turn % CONTEXT === 0) yield line({ type: "compaction", summary: "A summary.", firstKeptEntryId: parent });
    yield line({ type: "message", message: { role: "user", content: [{ type: "text", text: `Turn ${turn}. ${WORDS.slice(0, 200)}` }] } });
    yield line({ type: "message", message: { role: "assistant", content: [{ type: "thinking", thinking: WORDS.slice(0, 400), thinkingSignature: claudeSignature(`p${turn}`, 300) }, { type: "toolCall", id: `call_${turn}`, name: "bash", arguments: {} }], ...about, stopReason: "toolUse" } });
    yield line({ type: "message", message: { role: "toolResult", toolCallId: `call_${turn}`, toolName: "bash", content: [{ type: "text", text: WORDS }], isError: false } });
    yield line({ type: "message", message: { role: "assistant", content: [{ type: "text", text: WORDS.slice(0, 300) }], ...about, stopReason: "stop" } });
  }
}

export const SESSION_FILES = { "Claude Code": claude, Codex: codex, pi };

/** Writes a file of about `bytes` bytes. With `bad` the handle of a thought near its end is masked. */
export function writeSession(path, name, { bytes, compacts = true, bad = false }) {
  const file = openSync(path, "w");
  let [size, isBad] = [0, !bad];
  for (let text of SESSION_FILES[name]({ compacts })) {
    if (!isBad && size > bytes * 0.999) {
      const masked = text.replace(/"(signature|encrypted_content|thinkingSignature)":"[^"]+"/, '"$1":"REDACTED"');
      [isBad, text] = [masked !== text, masked];
    }
    size += writeSync(file, `${text}\n`);
    if (size >= bytes && isBad) break;
  }
  closeSync(file);
}
