// One row a host: who it is, which field it writes and reads, when it thinks, what it checks, and what a thought that went missing there is called.
import * as checks from "./checks.mjs";

const notDisabled = (body) => body.thinking?.type !== "disabled";
const always = () => true;
const RC = "reasoning_content";

export const DIALECTS = {
  deepseek: {
    host: "api.deepseek.com", path: "/chat/completions", emits: RC, reads: [RC], on: notDisabled, order: "deepseek", envelope: "openai",
    eras: { "2025-06-01": ["deepseek-reasoner"], "2026-01-15": ["deepseek-reasoner"], "2026-05-10": ["deepseek-v4-pro", "deepseek-v4-flash"], "2026-11-14": ["deepseek-flash", "deepseek-v4-pro"] },
    checks: [checks.deepseekForced, checks.deepseekHistory, checks.tags], modified: "ds.rc.modified", emptied: "ds.chat.rc-empty-string", constant: "ds.chat.constant-placeholder",
  },
  kimi: { host: "api.moonshot.ai", path: "/v1/chat/completions", emits: RC, reads: [RC], on: notDisabled, models: ["kimi-k2.5", "kimi-k2.6", "kimi-k2.7-code"], envelope: "openai", checks: [checks.kimi, checks.tags], order: undefined },
  mimo: { host: "api.xiaomimimo.com", path: "/v1/chat/completions", emits: RC, reads: [RC], on: notDisabled, models: ["mimo-v2-flash", "mimo-v2.5-pro"], envelope: "mimo", checks: [checks.mimo] },
  glm: { host: "api.z.ai", path: "/api/paas/v4/chat/completions", emits: RC, reads: [RC], on: notDisabled, models: ["glm-4.7", "glm-5.1"], envelope: "openai", checks: [checks.glm, checks.tags], missing: "glm.toolloop-missing-rc", modified: "glm.rc-modified" },
  qwen: { host: "dashscope.aliyuncs.com", path: "/compatible-mode/v1/chat/completions", emits: RC, reads: [RC], on: (body) => body.enable_thinking !== false, models: ["qwen3.7-plus", "qwen3.8-max"], order: "qwen", envelope: "openai", checks: [checks.qwen], inStream: ["qwen-forced"] },
  minimax: { host: "api.minimax.io", path: "/v1/chat/completions", emits: (body) => (body.reasoning_split ? "reasoning_details" : "tags"), reads: ["reasoning_details", "tags"], on: always, models: ["MiniMax-M2", "MiniMax-M3"], envelope: "openai", checks: [checks.minimax], missing: (body) => (body.reasoning_split ? "minimax.split-details-missing" : "minimax.think-stripped") },
  mistral: { host: "api.mistral.ai", path: "/v1/chat/completions", emits: "chunk", reads: ["chunk"], on: always, models: ["magistral-medium-latest"], order: "mistral", envelope: "mistral", checks: [checks.mistral], signs: "mistral.signature-dropped" },
  groq: { host: "api.groq.com", path: "/openai/v1/chat/completions", emits: "reasoning", reads: ["reasoning"], on: always, models: ["openai/gpt-oss-120b", "qwen/qwen3-32b"], plain: "llama-3.3-70b-versatile", envelope: "openai", checks: [checks.groq, checks.tags] },
  cerebras: { host: "api.cerebras.ai", path: "/v1/chat/completions", emits: "reasoning", reads: ["reasoning"], on: always, models: ["zai-glm-4.7", "gpt-oss-120b"], envelope: "bare", checks: [checks.cerebras] },
  fireworks: { host: "api.fireworks.ai", path: "/inference/v1/chat/completions", emits: RC, reads: [RC], on: always, models: ["accounts/fireworks/models/glm-4p7"], envelope: "openai", checks: [checks.fireworks] },
  together: { host: "api.together.xyz", path: "/v1/chat/completions", emits: "reasoning", reads: ["reasoning", RC], on: always, models: ["deepseek-ai/DeepSeek-V3.1"], envelope: "openai", checks: [] },
  vllm: { host: "vllm.local", path: "/v1/chat/completions", emits: "reasoning", reads: ["reasoning", RC], on: always, models: ["Qwen/Qwen3-32B"], envelope: "openai", checks: [] },
  sglang: { host: "sglang.local", path: "/v1/chat/completions", emits: RC, reads: [RC], on: always, models: ["deepseek-ai/DeepSeek-V3.2", "Qwen/Qwen3-32B"], envelope: "openai", checks: [checks.sglang, checks.reads(RC, "reasoning", "sglang.wrong-field")] },
  llamacpp: { host: "llamacpp.local", path: "/v1/chat/completions", emits: RC, reads: [RC], on: always, models: ["qwen3"], envelope: "openai", checks: [checks.llamacpp, checks.reads(RC, "reasoning", "llamacpp.wrong-field")] },
  ollama: { host: "ollama.local", path: "/v1/chat/completions", emits: "reasoning", reads: ["reasoning"], on: always, models: ["gpt-oss:20b"], envelope: "openai", checks: [checks.reads("reasoning", RC, "ollama.compat-wrong-field")] },
  openai: { host: "api.openai.com", path: "/v1/chat/completions", emits: "none", reads: [], on: () => false, models: ["gpt-5", "gpt-4.1"], order: "openai", envelope: "openai", checks: [checks.openai] },
};

/** The row of a host's name. */
export const dialectOf = (host) => Object.entries(DIALECTS).find(([, row]) => row.host === host)?.[0];
