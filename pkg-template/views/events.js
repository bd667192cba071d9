// The events that a recorder of agentfootprint sees: every message, its thinking and its tool calls, also a message that no history keeps.
import { optionsFrom } from "../text/options.js";
import { textOf } from "../text/input.js";
import { InputError } from "../errors/index.js";
import { dataOf } from "./data.js";
import { redactedCopy } from "./redact.js";

/** The names of the events in agentfootprint. */
const NAMES = {
  message: "agentfootprint.context.injected",
  ephemeral: "agentfootprint.context.injected",
  thinking: "agentfootprint.stream.thinking_end",
  tool_call: "agentfootprint.stream.tool_start",
  tool_result: "agentfootprint.stream.tool_end",
};

export function messageEvents(messages, options, readMessage) {
  const { policy, iteration } = optionsFrom(options, ["policy", "iteration"]);
  const { source } = dataOf(messages, "messages");
  const text = policy === undefined ? source : redactedCopy(source, policy, true, "messages").text;
  const listed = listOf(text);
  return listed.flatMap(({ message, pointer }, index) => {
    const shape = shapeOf(message, pointer, readMessage);
    const event = (type, payload) => ({ type, name: NAMES[type], index, pointer, payload: { ...(iteration === undefined ? {} : { iteration }), ...payload } });
    return eventsOf(shape, event);
  });
}

/** Returns a message of the right shape. An error has the pointer into the whole. */
function shapeOf(message, pointer, readMessage) {
  try {
    return readMessage(JSON.stringify(message));
  } catch (error) {
    if (typeof error?.pointer === "string") error.pointer = `${pointer}${error.pointer}`;
    throw error;
  }
}

/** Returns the messages of a list, or of an object with a list, each with its pointer. */
function listOf(text) {
  const parsed = JSON.parse(typeof text === "string" ? text : textOf(text));
  const [name, list] = Array.isArray(parsed) ? ["", parsed] : ["messages", "history"].filter((name) => Array.isArray(parsed?.[name])).map((name) => [`/${name}`, parsed[name]])[0] ?? [];
  if (!list) throw new InputError("expected a list of messages, or an object with messages or history", { code: "E_INPUT", pointer: "" });
  return list.map((message, nth) => ({ message, pointer: `${name}/${nth}` }));
}

function eventsOf({ role, content, ephemeral = false, injectedBy, thinkingBlocks = [], toolCalls = [], toolCallId, toolName }, event) {
  const said = { role, content, ephemeral, ...(injectedBy && { injectedBy }) };
  const events = [event("message", said)];
  // In addition to the event of its message, so that a recorder of only ephemeral messages misses none.
  if (ephemeral) events.push(event("ephemeral", said));
  if (thinkingBlocks.length) {
    const totalChars = thinkingBlocks.reduce((sum, block) => sum + block.content.length, 0);
    events.push(event("thinking", { blockCount: thinkingBlocks.length, totalChars, blocks: thinkingBlocks.map(({ providerMeta, ...block }) => block) }));
  }
  for (const { id, name, args } of toolCalls) events.push(event("tool_call", { toolName: name, toolCallId: id, args, ...(toolCalls.length > 1 && { parallelCount: toolCalls.length }) }));
  if (role === "tool") events.push(event("tool_result", { ...(toolCallId !== undefined && { toolCallId }), ...(toolName !== undefined && { toolName }), result: content }));
  return events;
}
