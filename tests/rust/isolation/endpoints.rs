//! Where the conversations are held: every wire, and every host of the chat wires that carries reasoning.

use super::endpoint::{Endpoint, Ids, Seal, Thinks};
use super::settings;
use super::wires::Format;

const CHAT_IDS: &[Ids] = &[Ids::Long, Ids::Restarting, Ids::Counting, Ids::Functions];

/// A host of the chat wire that writes its reasoning in one field.
const fn chat(name: &'static str, host: &'static str, model: &'static str, format: Format) -> Endpoint {
    Endpoint {
        name,
        wire: "openai-chat",
        host,
        model,
        settings: settings::chat,
        format,
        ids: CHAT_IDS,
        call: "call_",
        response: "chatcmpl",
        thinks: Thinks::BeforeCalls,
        seal: Seal::Nothing,
        several: false,
        omits: false,
        redacts: false,
    }
}

const CONTENT: Format = Format::Chat("reasoning_content");
const REASONING: Format = Format::Chat("reasoning");

const CLAUDE: Endpoint = Endpoint {
    wire: "anthropic-messages",
    settings: settings::claude,
    ids: &[Ids::Long, Ids::Counting],
    call: "toolu_",
    response: "msg",
    seal: Seal::Claude,
    several: true,
    redacts: true,
    ..chat("claude", "api.anthropic.com", "claude-opus-4-5", Format::Anthropic)
};

const RESPONSES: Endpoint = Endpoint {
    wire: "openai-responses",
    settings: settings::responses,
    ids: &[Ids::Long, Ids::Counting],
    response: "resp",
    thinks: Thinks::Sometimes,
    seal: Seal::OpenAi,
    several: true,
    omits: true,
    ..chat("responses", "api.openai.com", "gpt-5.4", Format::Responses)
};

const OPENROUTER: Endpoint = Endpoint {
    wire: "openrouter-chat",
    settings: settings::openrouter,
    ids: &[Ids::Long, Ids::Counting, Ids::Tool],
    response: "gen",
    ..chat("openrouter", "openrouter.ai", "", Format::OpenRouter("anthropic-claude-v1"))
};

pub const ENDPOINTS: &[Endpoint] = &[
    CLAUDE,
    Endpoint { model: "claude-opus-4-7", settings: settings::adaptive, omits: true, name: "claude-adaptive", ..CLAUDE },
    Endpoint { name: "claude-vertex", host: "us-east5-aiplatform.googleapis.com", ..CLAUDE },
    Endpoint { name: "claude-bedrock", host: "bedrock-runtime.eu-west-1.amazonaws.com", ..CLAUDE },
    Endpoint {
        name: "converse",
        wire: "bedrock-converse",
        host: "bedrock-runtime.eu-west-1.amazonaws.com",
        model: "anthropic.claude-opus-4-5-20251101-v1:0",
        settings: settings::converse,
        format: Format::Converse,
        call: "tooluse_",
        ..CLAUDE
    },
    Endpoint {
        name: "gemini",
        wire: "gemini-generate",
        settings: settings::gemini,
        ids: &[Ids::Absent, Ids::Long, Ids::Counting],
        seal: Seal::Google,
        omits: true,
        several: true,
        ..chat("gemini", "generativelanguage.googleapis.com", "gemini-3-pro-preview", Format::Gemini)
    },
    Endpoint {
        name: "gemini-vertex",
        wire: "gemini-generate",
        settings: settings::gemini,
        ids: &[Ids::Absent],
        seal: Seal::Google,
        omits: true,
        several: true,
        ..chat("gemini", "us-central1-aiplatform.googleapis.com", "gemini-2.5-pro", Format::Gemini)
    },
    Endpoint {
        name: "interactions",
        wire: "gemini-interactions",
        settings: settings::interactions,
        ids: &[Ids::Long, Ids::Counting],
        seal: Seal::Google,
        omits: true,
        several: true,
        ..chat("interactions", "generativelanguage.googleapis.com", "gemini-3-pro-preview", Format::Interactions)
    },
    RESPONSES,
    Endpoint { name: "responses-binding", model: "gpt-5.6", ..RESPONSES },
    Endpoint { name: "responses-azure", host: "example.openai.azure.com", ..RESPONSES },
    Endpoint { name: "responses-xai", host: "api.x.ai", model: "grok-4.7", seal: Seal::Xai, ..RESPONSES },
    Endpoint {
        seal: Seal::Claude,
        model: "anthropic/claude-sonnet-4.5",
        several: true,
        redacts: true,
        name: "openrouter-claude",
        ..OPENROUTER
    },
    Endpoint {
        seal: Seal::OpenAi,
        model: "openai/gpt-5.4",
        format: Format::OpenRouter("openai-responses-v1"),
        name: "openrouter-openai",
        ..OPENROUTER
    },
    Endpoint {
        seal: Seal::Google,
        model: "google/gemini-3-pro-preview",
        format: Format::OpenRouter("google-gemini-v1"),
        name: "openrouter-gemini",
        ..OPENROUTER
    },
    Endpoint {
        seal: Seal::Xai,
        model: "x-ai/grok-4.7",
        format: Format::OpenRouter("xai-responses-v1"),
        name: "openrouter-xai",
        ..OPENROUTER
    },
    Endpoint {
        name: "vercel-gateway",
        host: "ai-gateway.vercel.sh",
        model: "anthropic/claude-sonnet-4.5",
        seal: Seal::Claude,
        ..OPENROUTER
    },
    Endpoint {
        name: "mistral",
        wire: "mistral-chat",
        settings: settings::mistral,
        ids: &[Ids::Nine],
        seal: Seal::Mistral,
        several: true,
        ..chat("mistral", "api.mistral.ai", "magistral-medium-latest", Format::Mistral)
    },
    Endpoint { wire: "cohere-chat", ..chat("cohere", "api.cohere.com", "command-a-reasoning-08-2025", Format::Cohere) },
    Endpoint { wire: "ollama-chat", ids: &[Ids::Absent, Ids::Counting], ..chat("ollama", "localhost:11434", "qwen3:4b", Format::Ollama) },
    // It refuses a second result for an id, so its ids do not start again.
    Endpoint {
        thinks: Thinks::Always,
        ids: &[Ids::Long, Ids::Counting, Ids::Functions],
        ..chat("deepseek", "api.deepseek.com", "deepseek-v4-pro", CONTENT)
    },
    chat("kimi", "api.moonshot.ai", "kimi-k2.5", CONTENT),
    chat("mimo", "api.xiaomimimo.com", "mimo-v2.5-pro", CONTENT),
    chat("glm", "api.z.ai", "glm-5.1", CONTENT),
    chat("qwen", "dashscope.aliyuncs.com", "qwen3.7-plus", CONTENT),
    Endpoint { settings: settings::minimax, ..chat("minimax", "api.minimax.io", "MiniMax-M2", Format::ChatDetails) },
    chat("minimax-tags", "api.minimax.io", "MiniMax-M2", Format::ChatTags),
    chat("groq", "api.groq.com", "openai/gpt-oss-120b", REASONING),
    chat("cerebras", "api.cerebras.ai", "gpt-oss-120b", REASONING),
    chat("fireworks", "api.fireworks.ai", "accounts/fireworks/models/glm-4p7", CONTENT),
    chat("together", "api.together.xyz", "deepseek-ai/DeepSeek-V3.1", REASONING),
    chat("deepinfra", "api.deepinfra.com", "deepseek-ai/DeepSeek-V3.1", CONTENT),
    chat("vllm", "vllm", "Qwen/Qwen3-32B", REASONING),
    chat("sglang", "sglang", "Qwen/Qwen3-32B", CONTENT),
    chat("llamacpp", "llamacpp", "qwen3", CONTENT),
    chat("lmstudio", "lmstudio", "qwen3", CONTENT),
    chat("xai", "api.x.ai", "grok-3-mini", CONTENT),
    chat("azure", "example.openai.azure.com", "deepseek-r1", CONTENT),
    chat("baseten", "inference.baseten.co", "deepseek-ai/DeepSeek-V3.1", CONTENT),
    chat("venice", "api.venice.ai", "qwen3-235b", CONTENT),
    chat("huggingface", "router.huggingface.co", "openai/gpt-oss-120b", REASONING),
    chat("perplexity", "api.perplexity.ai", "sonar-reasoning", Format::ChatTags),
    chat("ollama-compatible", "ollama", "gpt-oss:20b", REASONING),
    chat("tags", "localhost:8000", "qwen3", Format::ChatTags),
    Endpoint {
        seal: Seal::Google,
        ..chat("gemini-chat", "generativelanguage.googleapis.com", "gemini-3-flash-preview", Format::ChatGoogle)
    },
];
