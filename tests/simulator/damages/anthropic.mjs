// Damages that only Messages has: order within a message, the prefix, and the configuration of thinking.
import { otherAccount } from "../accounts.mjs";
import { BETAS, MODELS } from "../vendors/anthropic/models.mjs";

const isThought = (block) => block.type.endsWith("thinking");
const replies = (talk) => talk.body.messages.map((message, i) => ({ message, i })).filter(({ message }) => message.role === "assistant");
const some = (random, list) => (list.length ? random.pick(list) : null);

const onReply = (fits, change) => (talk, random) => {
  const found = some(random, replies(talk).filter(({ message }) => fits(message.content)));
  if (!found) return null;
  change(found.message, random, talk);
  return { where: `/messages/${found.i}` };
};

/** Sets parameters; `fits` selects talks for it. */
const config = (fits, change) => (talk, random) => {
  if (!fits(talk, MODELS[talk.body.model])) return null;
  change(talk, random);
  return { where: "/" };
};

const always = () => true;
const enabled = (talk) => talk.body.thinking?.type === "enabled";
const setType = (type) => (talk) => (talk.body.thinking = type === "enabled" ? { type, budget_tokens: 1024 } : { type });

/** Removes the question between two answers and merges them. */
const merge = (arrange) => (talk) => {
  const { messages } = talk.body;
  const at = messages.findLastIndex((message, i) => message.role === "user" && typeof message.content === "string" && messages[i - 1]?.role === "assistant" && messages[i + 1]?.role === "assistant");
  if (at < 0) return null;
  const content = arrange([...messages[at - 1].content, ...messages[at + 1].content]);
  messages.splice(at - 1, 3, { role: "assistant", content });
  return { where: `/messages/${at - 1}` };
};

export const ANTHROPIC = {
  "hoist thoughts to the front": onReply((content) => content.some((block, j) => isThought(block) && j && !isThought(content[j - 1])), (message) => {
    message.content = [...message.content.filter(isThought), ...message.content.filter((block) => !isThought(block))];
  }),
  "put text before thoughts": onReply((content) => isThought(content[0]) && content.some(({ type }) => type === "text"), (message) => {
    const at = message.content.findIndex(({ type }) => type === "text");
    message.content.unshift(...message.content.splice(at, 1));
  }),
  "reorder neighbouring thoughts": onReply((content) => content.some((block, j) => isThought(block) && j && isThought(content[j - 1])), (message) => {
    const at = message.content.findIndex((block, j) => j && isThought(block) && isThought(message.content[j - 1]));
    [message.content[at - 1], message.content[at]] = [message.content[at], message.content[at - 1]];
  }),
  "join neighbouring thoughts": onReply((content) => content.some((block, j) => j && block.type === "thinking" && content[j - 1].type === "thinking"), (message) => {
    const at = message.content.findIndex((block, j) => j && block.type === "thinking" && message.content[j - 1].type === "thinking");
    const [gone] = message.content.splice(at, 1);
    message.content[at - 1].thinking += gone.thinking;
  }),
  "drop the text between thoughts": onReply((content) => content.some((block, j) => block.type === "text" && j && isThought(content[j - 1]) && isThought(content[j + 1] ?? {type: ""})), (message) => {
    const at = message.content.findIndex((block, j) => block.type === "text" && j && isThought(message.content[j - 1]) && isThought(message.content[j + 1] ?? { type: "" }));
    message.content.splice(at, 1);
  }),
  "merge two replies, thoughts first": merge((content) => [...content.filter(isThought), ...content.filter((block) => !isThought(block))]),
  "merge two replies in order": merge((content) => content),
  "say something after a call": onReply((content) => content.some(({ type }) => type === "tool_use"), (message) => message.content.push({ type: "text", text: "so" })),
  "keep only thoughts": onReply((content) => content.some(isThought) && !content.some(({ type }) => type === "tool_use"), (message) => {
    message.content = message.content.filter(isThought);
  }),
  "leave a message empty": onReply((content) => !content.some(({ type }) => type === "tool_use"), (message) => {
    message.content = [];
  }),
  "mark a thought for the cache": onReply((content) => content.some(isThought), (message) => {
    message.content.find(isThought).cache_control = { type: "ephemeral" };
  }),
  "mark a text for the cache": onReply((content) => content.some(({ type }) => type === "text"), (message) => {
    message.content.find(({ type }) => type === "text").cache_control = { type: "ephemeral" };
  }),
  "split a reply in two": onReply((content) => content.length > 1, (message, random, talk) => {
    const rest = message.content.splice(1 + random.below(message.content.length - 1));
    talk.body.messages.splice(talk.body.messages.indexOf(message) + 1, 0, { role: "assistant", content: rest });
  }),
  "end with the reply": config((talk) => talk.body.messages.at(-2)?.role === "assistant", (talk) => {
    talk.body.messages.pop();
    talk.body.messages.at(-1).content = talk.body.messages.at(-1).content.filter(({ type }) => type !== "tool_use");
  }),
  "end with the reply, and do not think": config((talk, row) => row.prefill && talk.body.messages.at(-2)?.role === "assistant", (talk) => {
    talk.body.messages.pop();
    talk.body.messages.at(-1).content = talk.body.messages.at(-1).content.filter(({ type }) => type !== "tool_use");
    setType("disabled")(talk);
  }),
  "end with a thought": config((talk, row) => row.prefill && talk.body.messages.at(-2)?.role === "assistant" && talk.body.messages.at(-2).content.some?.(isThought), (talk) => {
    talk.body.messages.pop();
    talk.body.messages.at(-1).content = talk.body.messages.at(-1).content.filter(isThought);
  }),
  "end with a text of our own": config(always, (talk, random) => talk.body.messages.push({ role: "assistant", content: random.words(1, 3) })),
  "say less in an old message": config((talk) => talk.body.messages.length > 2, (talk) => (talk.body.messages[0].content = "shorter")),
  "forget the first exchange": config((talk) => talk.body.messages.length > 3 && typeof talk.body.messages[2].content === "string", (talk) => talk.body.messages.splice(0, 2)),
  "change the system prompt": config(always, (talk) => (talk.body.system += " and be brief")),
  "change a tool": config(always, (talk) => (talk.body.tools[0].description += "!")),
  "add a deferred tool": config(always, (talk) => talk.body.tools.push({ name: "later", input_schema: { type: "object" }, defer_loading: true })),
  "go to another model": config(always, (talk, random) => {
    const type = talk.body.thinking?.type ?? "adaptive";
    const fits = Object.keys(MODELS).filter((name) => MODELS[name].types.includes(type) && name !== talk.body.model && (MODELS[name].binds || !talk.body.thinking?.block_binding));
    talk.body.model = talk.target.model = fits.length ? random.pick(fits) : talk.body.model;
  }),
  "go to another account": config(always, (talk) => (talk.target.account = talk.account = otherAccount(talk.target.account))),
  "bind without the header": config((talk, row) => row.binds && talk.body.thinking && !talk.headers["anthropic-beta"], (talk) => (talk.body.thinking.block_binding = { prefix_mismatch_behavior: "error" })),
  "bind between tools": config((talk) => talk.body.thinking?.type === "between_tools", (talk) => {
    talk.headers["anthropic-beta"] = BETAS.binding;
    talk.target.betas = [BETAS.binding];
    talk.body.thinking.block_binding = { prefix_mismatch_behavior: "drop_block" };
  }),
  "think by budget": config((talk) => !enabled(talk), setType("enabled")),
  "think adaptively": config((talk) => talk.body.thinking?.type !== "adaptive", setType("adaptive")),
  "think between tools": config((talk) => talk.body.thinking?.type !== "between_tools", setType("between_tools")),
  "do not think": config((talk) => talk.body.thinking?.type !== "disabled", setType("disabled")),
  "do not think, at great effort": config(always, (talk) => {
    setType("disabled")(talk);
    talk.body.output_config = { effort: "xhigh" };
  }),
  "ask for an effort": config((talk, row) => row.noEffort, (talk) => (talk.body.output_config = { effort: "low" })),
  "think between tools, at great effort": config((talk, row) => row.types.includes("between_tools"), (talk) => {
    setType("between_tools")(talk);
    talk.body.output_config = { effort: "max" };
  }),
  "force a tool": config(always, (talk, random) => (talk.body.tool_choice = random.pick([{ type: "any" }, { type: "tool", name: "grep" }]))),
  "spend more than there is": config(enabled, (talk) => (talk.body.max_tokens = talk.body.thinking.budget_tokens)),
  "spend next to nothing": config(enabled, (talk) => (talk.body.thinking.budget_tokens = 512)),
  "set the temperature": config(enabled, (talk) => (talk.body.temperature = 0.2)),
  "set the temperature to one": config(enabled, (talk) => (talk.body.temperature = 1)),
  "set top_k": config(enabled, (talk) => (talk.body.top_k = 40)),
  "clear thoughts on the server that thinks none": config((talk, row) => row.types.includes("disabled"), (talk) => {
    setType("disabled")(talk);
    talk.body.context_management = { edits: [{ type: "clear_thinking_20251015", keep: "all" }] };
  }),
  "clear thoughts on the server": config(always, (talk) => (talk.body.context_management = { edits: [{ type: "clear_thinking_20251015", keep: "all" }] })),
};
