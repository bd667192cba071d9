// One row per host: its name, the field it writes and reads, when it thinks, its checks, and the rule for a missing thought. `counts` writes the ids
// of a host that counts its calls.
import * as checks from "./checks.mjs";

const notDisabled = (body) => body.thinking?.type !== "disabled";
const always = () => true;
const RC = "reasoning_content";

/** The field in which a host writes reasoning, when it thinks, and the fields that it reads. */
const field = (emits, on = always, reads = [emits]) => ({ emits, reads, on, envelope: "openai" });

export const DIALECTS = {
  deepseek: {
    host: "api.deepseek.com",
    path: "/chat/completions",
    eras: {
      "2025-06-01": ["deepseek-reasoner"],
      "2026-01-15": ["deepseek-reasoner"],
      "2026-05-10": ["deepseek-v4-pro", "deepseek-v4-flash"],
      "2026-11-14": ["deepseek-flash", "deepseek-v4-pro"],
    },
    ...field(RC, notDisabled),
    order: "deepseek",
    counts: ({ index, before, counted }) => `call_${counted === "turn" ? index : before + index}`,
    checks: [checks.deepseekForced, checks.deepseekHistory, checks.tags],
    modified: "ds.rc.modified",
    emptied: "ds.chat.rc-empty-string",
    constant: "ds.chat.constant-placeholder",
  },
  kimi: {
    host: "api.moonshot.ai",
    models: ["kimi-k2.5", "kimi-k2.6", "kimi-k2.7-code"],
    counts: ({ index, name, before }) => `functions.${name}:${before + index}`,
    ...field(RC, notDisabled),
    checks: [checks.kimi, checks.tags],
  },
  mimo: {
    host: "api.xiaomimimo.com",
    models: ["mimo-v2-flash", "mimo-v2.5-pro"],
    ...field(RC, notDisabled),
    envelope: "mimo",
    checks: [checks.mimo],
  },
  glm: {
    host: "api.z.ai",
    path: "/api/paas/v4/chat/completions",
    models: ["glm-4.7", "glm-5.1"],
    ...field(RC, notDisabled),
    checks: [checks.glm, checks.tags],
    missing: "glm.toolloop-missing-rc",
    modified: "glm.rc-modified",
  },
  qwen: {
    host: "dashscope.aliyuncs.com",
    path: "/compatible-mode/v1/chat/completions",
    models: ["qwen3.7-plus", "qwen3.8-max"],
    ...field(RC, (body) => body.enable_thinking !== false),
    order: "qwen",
    checks: [checks.qwen],
    inStream: ["qwen-forced"],
  },
  minimax: {
    host: "api.minimax.io",
    models: ["MiniMax-M2", "MiniMax-M3"],
    ...field((body) => (body.reasoning_split ? "reasoning_details" : "tags"), always, ["reasoning_details", "tags"]),
    checks: [checks.minimax],
    missing: (body) => (body.reasoning_split ? "minimax.split-details-missing" : "minimax.think-stripped"),
  },
  mistral: {
    host: "api.mistral.ai",
    models: ["magistral-medium-latest"],
    ...field("chunk"),
    order: "mistral",
    envelope: "mistral",
    checks: [checks.mistral],
    signs: "mistral.signature-dropped",
  },
  groq: {
    host: "api.groq.com",
    path: "/openai/v1/chat/completions",
    models: ["openai/gpt-oss-120b", "qwen/qwen3-32b"],
    plain: "llama-3.3-70b-versatile",
    ...field("reasoning"),
    checks: [checks.groq, checks.tags],
  },
  cerebras: { host: "api.cerebras.ai", models: ["zai-glm-4.7", "gpt-oss-120b"], ...field("reasoning"), envelope: "bare", checks: [checks.cerebras] },
  fireworks: { host: "api.fireworks.ai", path: "/inference/v1/chat/completions", models: ["accounts/fireworks/models/glm-4p7"], ...field(RC), checks: [checks.fireworks] },
  together: { host: "api.together.xyz", models: ["deepseek-ai/DeepSeek-V3.1"], ...field("reasoning", always, ["reasoning", RC]), checks: [] },
  vllm: { host: "vllm.local", models: ["Qwen/Qwen3-32B"], ...field("reasoning", always, ["reasoning", RC]), checks: [] },
  sglang: {
    host: "sglang.local",
    models: ["deepseek-ai/DeepSeek-V3.2", "Qwen/Qwen3-32B"],
    ...field(RC),
    checks: [checks.sglang, checks.reads(RC, "reasoning", "sglang.wrong-field")],
  },
  llamacpp: { host: "llamacpp.local", models: ["qwen3"], ...field(RC), checks: [checks.llamacpp, checks.reads(RC, "reasoning", "llamacpp.wrong-field")] },
  ollama: { host: "ollama.local", models: ["gpt-oss:20b"], ...field("reasoning"), checks: [checks.reads("reasoning", RC, "ollama.compat-wrong-field")] },
  openai: { host: "api.openai.com", models: ["gpt-5", "gpt-4.1"], ...field("none", () => false, []), order: "openai", checks: [checks.openai] },
};

/** Returns the row of a host's name. */
export const dialectOf = (host) => Object.entries(DIALECTS).find(([, row]) => row.host === host)?.[0];
