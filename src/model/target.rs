//! Where a request is about to go.

use std::borrow::Cow;
use std::fmt;

/// The format of requests and responses. An open set: what is not known here is carried all the same.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Wire(Cow<'static, str>);

impl Wire {
    /// Anthropic's Messages, also as Bedrock, Vertex and Azure carry it.
    pub const ANTHROPIC_MESSAGES: Wire = Wire(Cow::Borrowed("anthropic-messages"));
    /// Bedrock's Converse.
    pub const BEDROCK_CONVERSE: Wire = Wire(Cow::Borrowed("bedrock-converse"));
    /// OpenAI's Responses and its dialects.
    pub const OPENAI_RESPONSES: Wire = Wire(Cow::Borrowed("openai-responses"));
    /// OpenAI's Chat Completions and its dialects.
    pub const OPENAI_CHAT: Wire = Wire(Cow::Borrowed("openai-chat"));
    /// Gemini's generateContent.
    pub const GEMINI_GENERATE: Wire = Wire(Cow::Borrowed("gemini-generate"));
    /// Gemini's Interactions.
    pub const GEMINI_INTERACTIONS: Wire = Wire(Cow::Borrowed("gemini-interactions"));
    /// OpenRouter's chat, with `reasoning_details`.
    pub const OPENROUTER_CHAT: Wire = Wire(Cow::Borrowed("openrouter-chat"));
    /// Mistral's chat, with thinking chunks.
    pub const MISTRAL_CHAT: Wire = Wire(Cow::Borrowed("mistral-chat"));
    /// Cohere's chat.
    pub const COHERE_CHAT: Wire = Wire(Cow::Borrowed("cohere-chat"));
    /// Ollama's own chat.
    pub const OLLAMA_CHAT: Wire = Wire(Cow::Borrowed("ollama-chat"));

    /// The wires that are known here.
    pub const KNOWN: &'static [Wire] = &[
        Wire::ANTHROPIC_MESSAGES,
        Wire::BEDROCK_CONVERSE,
        Wire::OPENAI_RESPONSES,
        Wire::OPENAI_CHAT,
        Wire::GEMINI_GENERATE,
        Wire::GEMINI_INTERACTIONS,
        Wire::OPENROUTER_CHAT,
        Wire::MISTRAL_CHAT,
        Wire::COHERE_CHAT,
        Wire::OLLAMA_CHAT,
    ];

    /// The wire of that name, known or not.
    #[must_use]
    pub fn named(name: impl Into<String>) -> Self {
        Self(Cow::Owned(name.into()))
    }

    /// Its name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether it is one of [`Wire::KNOWN`].
    #[must_use]
    pub fn is_known(&self) -> bool {
        Self::KNOWN.contains(self)
    }
}

impl fmt::Display for Wire {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Where a request goes: what decides which rules it is held to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The format.
    pub wire: Wire,
    /// The host, which selects the dialect.
    pub host: Option<String>,
    /// The model that is asked.
    pub model: Option<String>,
    /// A hint that tells accounts apart, never a key.
    pub account: Option<String>,
    /// The beta features that are switched on.
    pub betas: Vec<String>,
    /// The address the request is sent to.
    pub url: Option<String>,
    /// Its headers, names in lower case.
    pub headers: Vec<(String, String)>,
}

impl Target {
    /// A target of which only the wire is known.
    #[must_use]
    pub fn new(wire: Wire) -> Self {
        Self { wire, host: None, model: None, account: None, betas: Vec::new(), url: None, headers: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    #[test]
    fn a_wire_is_known_by_its_name_and_an_unknown_one_keeps_its_own() {
        for wire in Wire::KNOWN {
            assert_eq!(&Wire::named(wire.as_str()), wire);
            assert!(wire.is_known());
        }
        let future = Wire::named("acme-think-v9");
        assert!(!future.is_known());
        assert_eq!(future.to_string(), "acme-think-v9");
    }
}
