// History for a switch of vendors: the visible part of a turn, read from one wire and written in another. Thoughts are never copied.
import { parse, write } from "../json.mjs";

/** Returns the text and the calls of an answer that a client has assembled. */
export function visibleOf(wire, message) {
  if (wire === "anthropic-messages") return visible(message.content, ({ type, text }) => (type === "text" ? text : undefined), ({ type, id, name, input }) => type === "tool_use" && { id, name, args: write(input) });
  if (wire === "bedrock-converse") return visible(message.content, ({ text }) => text, ({ toolUse }) => toolUse && { id: toolUse.toolUseId, name: toolUse.name, args: write(toolUse.input) });
  if (wire === "gemini-generate") return visible(message.parts, ({ text, thought }) => (thought ? undefined : text), ({ functionCall: call }) => call && { id: call.id, name: call.name, args: write(call.args) });
  if (wire === "openai-responses") return visible(message.output, ({ type, content }) => (type === "message" ? content[0].text : undefined), ({ type, call_id: id, name, arguments: args }) => type === "function_call" && { id, name, args });
  const said = Array.isArray(message.content) ? message.content.map(({ text }) => text ?? "").join("") : (message.content ?? "");
  return { text: said.replace(/^<think>[^]*?<\/think>\s*/, ""), calls: (message.tool_calls ?? []).map(({ id, function: { name, arguments: args } }) => ({ id, name, args })) };
}

const visible = (parts, textOf, callOf) => ({ text: parts.map((part) => textOf(part) ?? "").join(""), calls: parts.map(callOf).filter(Boolean) });

/** The wires that accept the calls of another vendor unchanged. Elsewhere a call needs its thought, and is written as text. */
const TAKES_CALLS = ["anthropic-messages", "bedrock-converse", "gemini-generate", "openai-responses"];

/** Writes one entry of a conversation, {ask}, {text, calls} or {results}, at the end of a talk. */
export function tell(client, talk, told) {
  // Counted ids of one vendor would occur twice at another.
  const entry = { ...told };
  for (const list of ["calls", "results"]) if (told[list]) entry[list] = told[list].map((one, nth) => ({ ...one, id: `told_${told.turn}_${nth}` }));
  const takesCalls = TAKES_CALLS.includes(talk.target.wire) && !/deepseek|moonshot/.test(talk.target.host);
  if (entry.ask !== undefined) client.ask(talk, entry.ask);
  else if (entry.results && takesCalls) client.results(talk, entry.results);
  else if (entry.results) client.ask(talk, entry.results.map(({ name, text }) => `${name} gave: ${text}`).join("\n"));
  else listOf(talk).push(...rowsOf(talk.target.wire, takesCalls ? entry : { text: [entry.text, ...entry.calls.map(({ name, args }) => `I call ${name} with ${args}`)].filter(Boolean).join("\n"), calls: [] }));
}

/** Returns the list of a request that contains the history. */
export const listOf = ({ body }) => body.messages ?? body.input ?? body.contents;

function rowsOf(wire, { text, calls }) {
  const said = (value) => (text ? [value] : []);
  if (wire === "anthropic-messages") return [{ role: "assistant", content: [...said({ type: "text", text }), ...calls.map(({ id, name, args }) => ({ type: "tool_use", id, name, input: parse(args) }))] }];
  if (wire === "bedrock-converse") return [{ role: "assistant", content: [...said({ text }), ...calls.map(({ id, name, args }) => ({ toolUse: { toolUseId: id, name, input: parse(args) } }))] }];
  if (wire === "gemini-generate") return [{ role: "model", parts: [...said({ text }), ...calls.map(({ id, name, args }) => ({ functionCall: { id, name, args: parse(args) } }))] }];
  if (wire !== "openai-responses") return [{ role: "assistant", content: text }];
  const message = { type: "message", role: "assistant", content: [{ type: "output_text", text, annotations: [] }] };
  return [...said(message), ...calls.map(({ id, name, args }) => ({ type: "function_call", call_id: id, name, arguments: args }))];
}
