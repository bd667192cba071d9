// The cases of the codecs end with an answer. An agent's next request adds the results of its calls and a question.
import { parse, write } from "../../tests/simulator/json.mjs";
import { factsOf } from "./readers/all.mjs";

const chat = { list: "messages", result: ({ id, text }) => ({ role: "tool", tool_call_id: id, content: text }), question: (content) => ({ role: "user", content }) };
const WAYS = {
  "anthropic-messages": { list: "messages", together: (blocks) => ({ role: "user", content: blocks }), result: ({ id, text }) => ({ type: "tool_result", tool_use_id: id, content: text }), question: (text) => ({ type: "text", text }) },
  "bedrock-converse": { list: "messages", together: (content) => ({ role: "user", content }), result: ({ id, text }) => ({ toolResult: { toolUseId: id, content: [{ text }] } }), question: (text) => ({ text }) },
  "openai-responses": { list: "input", result: ({ id, text }) => ({ type: "function_call_output", call_id: id, output: text }), question: (content) => ({ role: "user", content }) },
  "gemini-generate": { list: "contents", together: (parts) => ({ role: "user", parts }), result: ({ id, name, text }) => ({ functionResponse: { ...(id === undefined ? {} : { id }), name, response: { output: text } } }), question: (text) => ({ text }) },
  "gemini-interactions": { list: "input", result: ({ id, name, text }) => ({ type: "function_result", call_id: id, name, result: text }), question: (text) => ({ type: "user_input", content: [{ type: "text", text }] }) },
  "openai-chat": chat,
  "openrouter-chat": chat,
  "mistral-chat": chat,
  "cohere-chat": chat,
  "ollama-chat": { ...chat, result: ({ name, text }) => ({ role: "tool", tool_name: name, content: text }) },
};

/** Returns the text of a request with every open call answered and a question at its end. */
export function goneOn(wire, text) {
  const body = parse(text);
  const { list, result, question, together = (entries) => entries } = WAYS[wire];
  if (!Array.isArray(body[list])) return text;
  const open = factsOf(wire, text).entries.filter(({ kind, answered }) => kind === "call" && !answered);
  const results = open.map(({ id, name }, nth) => result({ id, name, text: `done ${nth}` }));
  const added = open.length ? results : [question("Go on, please.")];
  body[list].push(...[together(added)].flat());
  return write(body);
}
