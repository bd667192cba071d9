// The error messages of Bedrock's Converse before it calls the model.

export const BEDROCK = {
  "conv-null": { rule: "conv-reasoning-text-null", text: "1 validation error detected: Value at 'messages.{i}.member.content.{j}.member.reasoningContent.reasoningText.text' failed to satisfy constraint: Member must not be null" },
  "conv-empty": { rule: "conv-empty-message", text: "The content field in the Message object at messages.{i} is empty. Add a ContentBlock object to the content field and try again." },
  "conv-unanswered": { rule: "order.anth.unanswered-call", text: "Expected toolResult blocks at messages.{n}.content for the following Ids: {ids}", public: "https://github.com/NousResearch/hermes-agent/issues/108584" },
  "conv-late-text": { rule: "conv-late-text", text: "The model returned the following errors: This model does not support assistant message prefill. The conversation must end with a user message.", public: "https://github.com/NousResearch/hermes-agent/issues/108200" },
  "conv-twice-called": { rule: "order.anth.duplicate-call", text: "The toolUse blocks at messages.{i}.content contain duplicate Ids: {id}", public: "https://github.com/BerriAI/litellm/issues/20048" },
  "conv-member": { rule: "config.conv.member", text: "messages.{i}.content.{j}: no member of the union is set", unknown: true },
  "conv-both": { rule: "conv-both-members", text: "reasoningContent: only one member of a union may be set", unknown: true },
};
