// Rows of `openai`: its streams.
import { chat, responses } from "../drivers/openai.mjs";

/** Hosts that stream a thought in pieces: the address, a model, and the member of a message that has the thought. */
const HOSTS = {
  deepseek: ["https://api.deepseek.com", "deepseek-v4-pro", "reasoning_content"],
  glm: ["https://api.z.ai/api/paas/v4", "glm-5.1", "reasoning_content"],
  kimi: ["https://api.moonshot.ai/v1", "kimi-k2.6", "reasoning_content"],
  mimo: ["https://api.xiaomimimo.com/v1", "mimo-v2.5-pro", "reasoning_content"],
  qwen: ["https://dashscope.aliyuncs.com/compatible-mode/v1", "qwen3.7-plus", "reasoning_content"],
  fireworks: ["https://api.fireworks.ai/inference/v1", "accounts/fireworks/models/glm-4p7", "reasoning_content"],
  together: ["https://api.together.xyz/v1", "deepseek-ai/DeepSeek-V3.1", "reasoning"],
  groq: ["https://api.groq.com/openai/v1", "openai/gpt-oss-120b", "reasoning"],
};

const cut = Object.entries(HOSTS).map(([host, [baseURL, model, member]]) => ({
  package: "openai",
  corrupts: `chat.completions.stream() keeps the last piece of a thought, ${host}`,
  wire: `chat:${host}`,
  isStream: true,
  // No piece of this loop is shorter than three letters.
  seed: 5,
  open: (vendor, options) => chat(vendor, options, baseURL, model),
  isLost: (given, [message]) => message[member] !== given[member] && given[member].endsWith(message[member]),
  rule: "altered-thought-text",
}));

const itemsOf = (sent, type) => sent.filter((item) => item.type === type);
const parsed = { package: "openai", wire: "responses", isStream: true, plan: { text: true }, open: (vendor, options) => responses(vendor, options, "gpt-5.4"), rule: "parsed-member-sent" };

export const rows = [
  ...cut,
  {
    ...cut.find(({ wire }) => wire === "chat:glm"),
    corrupts: "chat.completions.stream() keeps the last piece of a thought, which is one letter, glm",
    seed: 3,
    isLost: (given, [message]) => given.reasoning_content.length > 1 && message.reasoning_content.length === 1,
    unmended: "a thought of which one or two letters are left is not known again, and then none of the request is brought back",
  },
  {
    package: "openai",
    corrupts: "chat.completions.stream() writes chunks of text and thought as [object Object], mistral",
    wire: "chat:mistral",
    isStream: true,
    open: (vendor, options) => chat(vendor, options, "https://api.mistral.ai/v1", "magistral-medium-latest"),
    isLost: (_, [message]) => String(message.content).startsWith("[object Object]"),
    rule: "dropped-thought",
    unmended: "an answer without calls is known by its text alone, which is lost as well",
  },
  { ...parsed, corrupts: "responses.stream() adds `parsed` to texts", isLost: (_, sent) => itemsOf(sent, "message").some(({ content }) => "parsed" in content[0]) },
  { ...parsed, corrupts: "responses.stream() adds `parsed_arguments` to calls", isLost: (_, sent) => itemsOf(sent, "function_call").some((item) => "parsed_arguments" in item) },
];
