//! The receiver of a request.

use super::open_set::open_set;

open_set! {
    /// The format of requests and responses. An open set: a wire that is not known here keeps its name.
    pub struct Wire;
    /// Anthropic's Messages, also as Bedrock, Vertex and Azure carry it.
    ANTHROPIC_MESSAGES = "anthropic-messages",
    /// Bedrock's Converse.
    BEDROCK_CONVERSE = "bedrock-converse",
    /// OpenAI's Responses and its dialects.
    OPENAI_RESPONSES = "openai-responses",
    /// OpenAI's Chat Completions and its dialects.
    OPENAI_CHAT = "openai-chat",
    /// Gemini's generateContent.
    GEMINI_GENERATE = "gemini-generate",
    /// Gemini's Interactions.
    GEMINI_INTERACTIONS = "gemini-interactions",
    /// OpenRouter's chat, with `reasoning_details`.
    OPENROUTER_CHAT = "openrouter-chat",
    /// Mistral's chat, with thinking chunks.
    MISTRAL_CHAT = "mistral-chat",
    /// Cohere's chat.
    COHERE_CHAT = "cohere-chat",
    /// Ollama's own chat.
    OLLAMA_CHAT = "ollama-chat",
}

/// The receiver of a request. It decides which rules apply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The format.
    pub wire: Wire,
    /// The host, which selects the dialect.
    pub host: Option<String>,
    /// The model that is asked.
    pub model: Option<String>,
    /// The name of the account, as the program gives it. It limits which recorded answers may be restored. Never a key.
    pub account: Option<String>,
    /// A digest of the API key of the call, never the key itself. It limits which answers equal input alone may restore.
    pub credential: Option<String>,
    /// The name of the conversation, as the program gives it.
    pub conversation: Option<String>,
    /// True if the provider enforces new bindings for the account; `None` if that is not known.
    pub enforced: Option<bool>,
    /// The day whose contracts apply, such as `2026-04-24`; `None` for the newest that are known.
    pub era: Option<String>,
    /// The beta features that are switched on.
    pub betas: Vec<String>,
    /// The address the request is sent to.
    pub url: Option<String>,
    /// Its headers, names in lower case.
    pub headers: Vec<(String, String)>,
    /// The parts of the request that are not known, because the request was put together from a transcript that did not record them: `settings`, the
    /// members beside the messages; `messages`, some of them; `handles` of thoughts; the `host`. A rule that would take such a part for absent is
    /// unknown.
    pub unrecorded: Vec<String>,
    /// The members around each message, as JSON, for a format whose messages have them: date, sender and run of Letta's.
    pub envelope: Option<String>,
}

impl Target {
    /// A target of which only the wire is known.
    #[must_use]
    pub fn new(wire: Wire) -> Self {
        Self {
            wire,
            host: None,
            model: None,
            account: None,
            credential: None,
            conversation: None,
            enforced: None,
            era: None,
            betas: Vec::new(),
            url: None,
            headers: Vec::new(),
            unrecorded: Vec::new(),
            envelope: None,
        }
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
