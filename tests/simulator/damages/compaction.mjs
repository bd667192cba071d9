// Damage to summaries on demand and to the effort of a message.
import { BETAS } from "../vendors/anthropic/models.mjs";

const config = (fits, change) => (talk, random) => (fits(talk) ? (change(talk, random), { where: "/" }) : null);

/** Returns the signed summary at the start of a talk. */
const summaryOf = ({ body }) => [body.messages[0]?.content].flat().find((block) => block?.type === "compaction");

const onSummary = (change) => (talk, random) => {
  const block = summaryOf(talk);
  if (!block) return null;
  change(block, talk, random);
  return { where: "/messages/0/content/0" };
};

/** Requests a summary, with a further change. */
const summarise = (change, fits = () => true) => config((talk) => talk.compacts && fits(talk), (talk, random) => {
  talk.body.compaction = { type: "summarize" };
  change(talk, random);
});

function forgetHeader(talk) {
  talk.target.betas = talk.target.betas.filter((one) => one !== BETAS.compact);
  talk.headers["anthropic-beta"] = talk.target.betas.join(",");
}

/** Other betas are on, so that only the absence of one matters. */
const others = ({ target }) => target.betas.length > 1;
const calls = (content) => Array.isArray(content) && content.some(({ type }) => type === "tool_use");
const effortOf = ({ role, output_config }) => role === "system" && output_config?.effort;
const efforts = ({ body }) => body.messages.some(effortOf);

export const COMPACTION = {
  "ask for a summary": summarise(() => {}),
  "ask for a summary of a finished turn": summarise((talk) => talk.body.messages.pop(), ({ body: { messages } }) => messages.length > 2 && messages.at(-2).role === "assistant" && !calls(messages.at(-2).content)),
  "ask for a summary without the header": summarise(forgetHeader, others),
  "ask for a summary, and stop": summarise((talk) => (talk.body.stop_sequences = ["END"])),
  "ask for a summary, and a format": summarise((talk) => (talk.body.output_config = { format: { type: "json_schema", schema: { type: "object" } } })),
  "ask for a summary, and clear thoughts": summarise((talk) => (talk.body.context_management = { edits: [{ type: "clear_thinking_20251015", keep: "all" }] }), ({ body }) => body.thinking?.type !== "disabled"),
  "ask for a summary of an open turn": summarise((talk) => talk.body.messages.pop(), ({ body: { messages } }) => calls(messages.at(-2)?.content)),
  "edit the summary": onSummary((block) => (block.content += " and more")),
  "edit the signature of the summary": onSummary((block) => (block.signature = block.signature.replace(/.{8}$/, "AAAAAAA="))),
  "add members to the summary": onSummary((block) => Object.assign(block, { citations: null, text: null })),
  "put a message before the summary": onSummary((block, talk, random) => talk.body.messages.unshift({ role: "user", content: random.words(2, 5) })),
  "send the summary twice": onSummary((block, talk) => talk.body.messages.splice(1, 0, { role: "assistant", content: [{ ...block }] })),
  "leave the summary out": onSummary((block, talk) => talk.body.messages.shift()),
  "mark the summary for the cache": onSummary((block) => (block.cache_control = { type: "ephemeral" })),
  "give the summary to the next message": onSummary((block, talk) => {
    const [, next] = talk.body.messages;
    const content = typeof next.content === "string" ? [{ type: "text", text: next.content }] : next.content;
    talk.body.messages.splice(0, 2, { ...next, content: [block, ...content] });
  }),
  "forget the effort of a message": config(efforts, ({ body }) => body.messages.splice(body.messages.findIndex(effortOf), 1)),
  "change the effort of a message": config(efforts, ({ body }) => (body.messages.find(effortOf).output_config.effort = "max")),
  "leave a message of the system empty": config(efforts, ({ body }) => delete body.messages.find(effortOf).output_config),
};
