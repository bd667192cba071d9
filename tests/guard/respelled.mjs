// Conversations of one tool call on several wires, and other spellings of their first message, as clients change it between two calls.
const CALL = "toolu_01A09q90qw90lq917835lq9";
const QUESTION = "How warm is it in Oslo?";
const json = JSON.stringify;

/**
 * The spellings of the first message in the first request and in the second: a name, and a function that makes both from a text. `part` makes a part
 * of the wire from a text.
 */
const RESPELLED = {
  "a string becomes parts": (text, part) => [text, [part(text)]],
  "parts become a string": (text, part) => [[part(text)], text],
  "keys in other order": (text, part) => [[part(text)], [Object.fromEntries(Object.entries(part(text)).reverse())]],
  "one text becomes two": (text, part) => [[part(text)], [part(text.slice(0, 8)), part(text.slice(8))]],
  "a cache mark moves": (text, part) => [[{ ...part(text), cache_control: { type: "ephemeral" } }], [part(text)]],
};

/** One wire: the requests before and after an answer, which has a thought that the second request lacks. `mark` is in the thought alone. */
const WIRES = [
  {
    wire: "anthropic-messages",
    url: "https://api.anthropic.com/v1/messages",
    mark: "EqQBCgOs",
    part: (text) => ({ type: "text", text }),
    first: (content) => ({ model: "claude-sonnet-4-5", max_tokens: 4096, thinking: { type: "enabled", budget_tokens: 1024 }, tools: [{ name: "weather", input_schema: { type: "object" } }], messages: [{ role: "user", content }] }),
    response: () => ({ id: "msg_01XFDUDYJgAACzvnptvVoYEL", type: "message", role: "assistant", model: "claude-sonnet-4-5", content: [{ type: "thinking", thinking: "Ask the tool.", signature: "EqQBCgOs" }, call], stop_reason: "tool_use", usage: { input_tokens: 40, output_tokens: 30 } }),
    next: (first) => ({ ...first, messages: [...first.messages, { role: "assistant", content: [call] }, { role: "user", content: [{ type: "tool_result", tool_use_id: CALL, content: "4 degrees" }] }] }),
  },
  {
    wire: "openai-chat",
    url: "https://api.deepseek.com/chat/completions",
    mark: "It is known to the tool.",
    part: (text) => ({ type: "text", text }),
    first: (content) => ({ model: "deepseek-v4-pro", tools: [{ type: "function", function: { name: "weather" } }], messages: [{ role: "user", content }] }),
    response: () => ({ id: "b1f6ac7ad2e5b4b3fa", object: "chat.completion", model: "deepseek-v4-pro", choices: [{ index: 0, finish_reason: "tool_calls", message: { role: "assistant", content: "", reasoning_content: "It is known to the tool.", tool_calls: [chatCall] } }] }),
    next: (first) => ({ ...first, messages: [...first.messages, { role: "assistant", content: "", tool_calls: [chatCall] }, { role: "tool", tool_call_id: CALL, content: "4 degrees" }] }),
  },
  {
    wire: "openai-responses",
    url: "https://api.openai.com/v1/responses",
    mark: "gAAAAABoXk",
    part: (text) => ({ type: "input_text", text }),
    first: (content) => ({ model: "gpt-5", store: false, include: ["reasoning.encrypted_content"], tools: [{ type: "function", name: "weather", parameters: { type: "object", properties: {} } }], input: [{ role: "user", content }] }),
    response: () => ({ id: "resp_68a1b2c3d4e5f6a7", object: "response", status: "completed", model: "gpt-5", output: [{ type: "reasoning", id: "rs_68a1b2c3d4e5f6a7", summary: [], encrypted_content: "gAAAAABoXk" }, item] }),
    next: (first) => ({ ...first, input: [...first.input, item, { type: "function_call_output", call_id: CALL, output: "4 degrees" }] }),
  },
];

const call = { type: "tool_use", id: CALL, name: "weather", input: { city: "Oslo" } };
const chatCall = { id: CALL, type: "function", function: { name: "weather", arguments: '{"city":"Oslo"}' } };
const item = { type: "function_call", id: "fc_68a1b2c3d4e5f6a8", call_id: CALL, name: "weather", arguments: '{"city":"Oslo"}', status: "completed" };

/** The ids of the wires are random, and identify their answer. Counted ids occur in every conversation: then only the content identifies it. */
const counted = (text) => text.replaceAll(CALL, "call_0").replace(/(msg|fc|rs|resp)_[0-9A-Za-z]{8,}/g, "$1_1");

/** Every wire with every respelling and both kinds of ids, as texts. */
export const respelled = WIRES.flatMap(({ wire, url, mark, part, first, response, next }) =>
  Object.entries(RESPELLED).flatMap(([name, respell]) => {
    const [before, after] = respell(QUESTION, part);
    const bodies = { request: json(first(before)), response: json(response()), next: json(next(first(after))) };
    const renamed = Object.fromEntries(Object.entries(bodies).map(([kind, text]) => [kind, counted(text)]));
    return [{ name: `${wire}, ${name}, drawn ids`, url, mark, ...bodies }, { name: `${wire}, ${name}, counted ids`, url, mark, ...renamed }];
  }),
);
