// Rows of `@openai/agents`.
import { drivers } from "../drivers/agents.mjs";

const { open } = drivers.find(({ client }) => client.endsWith("chat"));

export const rows = [false, true].map((isStream) => ({
  package: "@openai/agents",
  corrupts: `chat: reasoning_content is dropped, DeepSeek, ${isStream ? "streamed" : "whole"}`,
  wire: "chat:deepseek",
  isStream,
  open,
  isLost: (given, [message]) => given.reasoning_content !== undefined && message.reasoning_content === undefined,
  rule: "missing-reasoning-content",
}));
