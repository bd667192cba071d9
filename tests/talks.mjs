// Similar conversations: people with the same questions and answers, and with different thoughts and handles, on several wires.
import { randomOf } from "./random.mjs";

const WORDS = ["Hello.", "Go on.", "And then?"];
const ANSWERS = ["Here it is.", "Take the train."];

/** The forms of each wire: a request of messages, and an answer with its part of the next request. */
const WIRES = {
  "anthropic-messages": {
    request: (messages) => ({ model: "claude-sonnet-4-5", max_tokens: 4000, thinking: { type: "enabled", budget_tokens: 2000 }, messages }),
    user: (text) => ({ role: "user", content: text }),
    result: (id, text) => ({ role: "user", content: [{ type: "tool_result", tool_use_id: id, content: text }] }),
    answer: ({ thought, handle, text, call, nth }) => {
      const content = [
        { type: "thinking", thinking: thought, signature: handle },
        { type: "text", text },
        ...(call ? [{ type: "tool_use", id: call, name: "look", input: {} }] : []),
      ];
      const response = { id: `msg_${nth}`, type: "message", role: "assistant", model: "claude-sonnet-4-5", content, stop_reason: call ? "tool_use" : "end_turn" };
      return { response, messages: [{ role: "assistant", content }] };
    },
  },
  "openai-chat": {
    target: { wire: "openai-chat", host: "api.deepseek.com", model: "deepseek-reasoner" },
    request: (messages) => ({ model: "deepseek-reasoner", messages }),
    user: (text) => ({ role: "user", content: text }),
    result: (id, text) => ({ role: "tool", tool_call_id: id, content: text }),
    answer: ({ thought, text, call, nth }) => {
      const calls = call ? { tool_calls: [{ id: call, type: "function", function: { name: "look", arguments: "{}" } }] } : {};
      const message = { role: "assistant", content: text, reasoning_content: thought, ...calls };
      return { response: { id: `chat_${nth}`, choices: [{ index: 0, message, finish_reason: call ? "tool_calls" : "stop" }] }, messages: [message] };
    },
  },
  "openai-responses": {
    request: (input) => ({ model: "gpt-5", store: false, include: ["reasoning.encrypted_content"], input }),
    user: (text) => ({ type: "message", role: "user", content: text }),
    result: (id, text) => ({ type: "function_call_output", call_id: id, output: text }),
    answer: ({ thought, handle, text, call, nth }) => {
      const output = [
        { type: "reasoning", id: `rs_${nth}`, summary: [{ type: "summary_text", text: thought }], encrypted_content: handle },
        call
          ? { type: "function_call", id: `fc_${nth}`, call_id: call, name: "look", arguments: "{}" }
          : { type: "message", id: `m_${nth}`, role: "assistant", status: "completed", content: [{ type: "output_text", text, annotations: [] }] },
      ];
      return { response: { id: `resp_${nth}`, object: "response", status: "completed", output }, messages: output };
    },
  },
  "gemini-generate": {
    request: (contents) => ({ contents }),
    user: (text) => ({ role: "user", parts: [{ text }] }),
    result: (_, text) => ({ role: "user", parts: [{ functionResponse: { name: "look", response: { text } } }] }),
    answer: ({ thought, handle, text, call, nth }) => {
      const parts = [{ text: thought, thought: true }, call ? { functionCall: { name: "look", args: {} }, thoughtSignature: handle } : { text, thoughtSignature: handle }];
      return { response: { responseId: `g_${nth}`, candidates: [{ content: { role: "model", parts }, finishReason: "STOP" }] }, messages: [{ role: "model", parts }] };
    },
  },
};

/** Returns the exchanges of some people on one wire, in random order, and requests that may follow. */
export function talks(seed) {
  const { below, pick, chance, next } = randomOf(seed);
  const [name, wire] = pick(Object.entries(WIRES));
  const target = wire.target ?? { wire: name };
  const [sameId, sameThought] = [chance(), chance(0.3)];
  const plan = Array.from({ length: 1 + below(3) }, () => ({ says: pick(WORDS), told: pick(ANSWERS), calls: chance(0.4) }));
  const people = Array.from({ length: 2 + below(3) }, (_, person) => {
    const [exchanges, messages] = [[], [wire.user("Plan a trip.")]];
    plan.slice(0, 1 + below(plan.length)).forEach(({ says, told, calls }, turn) => {
      const nth = `${seed}x${person}x${turn}`;
      const call = calls ? (sameId ? `call_${turn}` : `toolu_${nth}${"q7".repeat(8)}`) : undefined;
      const handle = Buffer.from(`seal ${nth} ${"y".repeat(40)}`).toString("base64");
      const thought = sameThought ? `What is asked? ${turn}` : `What does ${person} ask? ${nth}`;
      const { response, messages: said } = wire.answer({ thought, handle, text: told, call, nth });
      exchanges.push({ request: JSON.stringify(wire.request(messages)), response: JSON.stringify(response), target, time: 1_790_000_000_000 + turn });
      messages.push(...said, call ? wire.result(call, "found") : wire.user(says));
    });
    return { exchanges, requests: damaged(wire.request(messages), { below, pick }) };
  });
  const exchanges = [];
  for (let left = people.map(({ exchanges }) => [...exchanges]); left.length; left = left.filter((own) => own.length)) exchanges.push(pick(left).shift());
  return { target, exchanges, requests: people.flatMap(({ requests }) => requests), next };
}

/** Returns a correct request, and one with something lost or changed. */
function damaged(request, { pick }) {
  const text = JSON.stringify(request);
  const cut = (lose) => JSON.stringify(JSON.parse(text, function (key, value) { return lose(key, value) ? undefined : value; }));
  const thinks = (value) => value?.type === "thinking" || value?.thought === true || value?.type === "reasoning";
  const bare = JSON.stringify(request, (key, value) => (Array.isArray(value) ? value.filter((one) => !thinks(one)) : key === "reasoning_content" ? undefined : value));
  const unsealed = cut((key) => ["signature", "encrypted_content", "thoughtSignature"].includes(key));
  return [text, pick([bare, unsealed]), text.replace("What", "Well, what"), pick([text, bare]).replace("Plan a trip.", "Plan a long trip.")];
}
