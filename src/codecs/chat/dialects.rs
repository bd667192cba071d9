//! Which host of the chat wires emits, reads, refuses and overlooks which member: wire-b §0.1 and §2, as of 2026-11-14.
//!
//! A history cannot be "OpenAI-compatible": the wrong name is a 400 on some hosts and a silent loss on others. A host that is
//! not listed gets what came, as it came. What a host wants by model and by day is the audit's: `audit/models/dialects.json`.

/// A host's variant of the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dialect {
    /// What it is called; a server that runs anywhere is chosen by giving this as the host.
    pub name: &'static str,
    /// The domains that speak it, with everything below them.
    pub domains: &'static [&'static str],
    /// The members in which it emits reasoning.
    pub emits: &'static [&'static str],
    /// The members in which it reads it back, the one it prefers first.
    pub reads: &'static [&'static str],
    /// Members for which it refuses the request.
    pub refuses: &'static [&'static str],
    /// Members that it takes and does not look at, so that what is in them is lost.
    pub ignores: &'static [&'static str],
}

/// The dialect of a host: by its domain or one above it, or by the dialect's own name.
#[must_use]
pub fn dialect(host: &str) -> Option<&'static Dialect> {
    let host = host.split(':').next().unwrap_or_default().to_ascii_lowercase();
    let within = |domain: &&str| host.strip_suffix(*domain).is_some_and(|above| above.is_empty() || above.ends_with('.'));
    DIALECTS.iter().find(|dialect| dialect.name == host || dialect.domains.iter().any(within))
}

const TEXT: &str = "reasoning";
const CONTENT: &str = "reasoning_content";
pub(super) const DETAILS: &str = "reasoning_details";
const GOOGLE: &str = "extra_content";

/// A host that emits these, of which nobody has said what it reads, so that what came goes back as it came.
const fn emits(name: &'static str, domains: &'static [&'static str], emits: &'static [&'static str]) -> Dialect {
    Dialect { name, domains, emits, reads: &[], refuses: &[], ignores: &[] }
}

/// A host that emits `reasoning_content`, reads it, and does not know `reasoning`.
const fn content(name: &'static str, domains: &'static [&'static str]) -> Dialect {
    Dialect { reads: &[CONTENT], ignores: &[TEXT], ..emits(name, domains, &[CONTENT]) }
}

/// Every dialect that is known.
pub const DIALECTS: &[Dialect] = &[
    Dialect { reads: &[DETAILS, TEXT, CONTENT], ..emits("openrouter", &["openrouter.ai"], &[TEXT, DETAILS]) },
    Dialect { reads: &[DETAILS, TEXT, CONTENT], ..emits("vercel-gateway", &["ai-gateway.vercel.sh"], &[TEXT, DETAILS]) },
    content("deepseek", &["api.deepseek.com"]),
    content("kimi", &["moonshot.ai", "moonshot.cn", "kimi.com"]),
    content("mimo", &["xiaomimimo.com"]),
    content("glm", &["z.ai", "bigmodel.cn"]),
    content("qwen", &["aliyuncs.com"]),
    // With `reasoning_split`; without it the tags in the content are the reasoning, and go back with it.
    Dialect { reads: &[DETAILS], ..emits("minimax", &["minimax.io", "minimaxi.com"], &[DETAILS]) },
    Dialect { reads: &[TEXT], refuses: &[CONTENT], ..emits("groq", &["groq.com"], &[TEXT]) },
    Dialect { reads: &[TEXT], refuses: &[CONTENT], ..emits("cerebras", &["cerebras.ai"], &[TEXT]) },
    // Thinking chunks in the content; the error is the one for any member that it does not know.
    Dialect { refuses: &[CONTENT, TEXT, DETAILS], ..emits("mistral", &["mistral.ai"], &[]) },
    Dialect { reads: &[CONTENT], ..emits("fireworks", &["fireworks.ai"], &[CONTENT]) },
    Dialect { reads: &[TEXT, CONTENT], ..emits("together", &["together.xyz", "together.ai"], &[TEXT]) },
    Dialect { reads: &[CONTENT], ..emits("deepinfra", &["deepinfra.com"], &[CONTENT]) },
    // For show; what is sealed needs Responses (wire-a §6).
    Dialect { ignores: &[CONTENT], ..emits("xai", &["x.ai"], &[CONTENT]) },
    emits("azure", &["azure.com"], &[CONTENT]),
    emits("baseten", &["baseten.co"], &[CONTENT, TEXT]),
    emits("venice", &["venice.ai"], &[CONTENT]),
    // Which of them depends on whom it routes to.
    emits("huggingface", &["huggingface.co"], &[CONTENT, TEXT]),
    // Tags at the head of the content.
    emits("perplexity", &["perplexity.ai"], &[]),
    // No reasoning in or out (wire-a §5).
    emits("openai", &["api.openai.com"], &[]),
    Dialect { reads: &[GOOGLE], ..emits("gemini", &["generativelanguage.googleapis.com"], &[GOOGLE]) },
    Dialect { reads: &[TEXT, CONTENT], ..emits("vllm", &[], &[TEXT]) },
    content("sglang", &[]),
    content("llamacpp", &[]),
    emits("lmstudio", &[], &[TEXT, CONTENT]),
    Dialect { reads: &[TEXT], ignores: &[CONTENT], ..emits("ollama", &["ollama.com"], &[TEXT]) },
];

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::dialect;

    #[test]
    fn a_host_is_known_by_its_domain_or_by_name_and_no_other_is() {
        let name = |host| dialect(host).map(|dialect| dialect.name);
        assert_eq!(name("api.groq.com"), Some("groq"));
        assert_eq!(name("API.Mistral.ai:443"), Some("mistral"));
        assert_eq!(name("dashscope-intl.aliyuncs.com"), Some("qwen"));
        assert_eq!(name("vllm"), Some("vllm"));
        assert_eq!(name("api.x.ai"), Some("xai"));
        assert_eq!(name("notgroq.com"), None);
        assert_eq!(name("localhost:11434"), None);
        assert_eq!(name(""), None);
    }
}
