//! The receiver of a request.

use super::open_set::open_set;

open_set! {
    /// The format of requests and responses. An open set: an unknown wire keeps its name.
    pub struct Wire;
    /// Anthropic's Messages, also on Bedrock, Vertex and Azure.
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
    /// Ollama's native chat.
    OLLAMA_CHAT = "ollama-chat",
}

/// The receiver of a request. It decides which rules apply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The format.
    pub wire: Wire,
    /// The host, which selects the dialect.
    pub host: Option<String>,
    /// The requested model.
    pub model: Option<String>,
    /// The name of the account, from the program. It limits which recorded answers may be restored. Never a key.
    pub account: Option<String>,
    /// A digest of the call's API key, never the key. It limits which answers may be restored because of equal input alone.
    pub credential: Option<String>,
    /// The name of the conversation, from the program.
    pub conversation: Option<String>,
    /// True if the provider enforces new bindings for the account. `None` if unknown.
    pub enforced: Option<bool>,
    /// The day whose contracts apply, such as `2026-04-24`. `None` for the newest known ones.
    pub era: Option<String>,
    /// The enabled beta features. Empty if there are none, `None` if they are unknown.
    pub betas: Option<Vec<String>>,
    /// The address of the request.
    pub url: Option<String>,
    /// Its headers, names in lower case.
    pub headers: Vec<(String, String)>,
    /// The unknown parts of the request, if it was made from a transcript that did not record them: `settings`, the members beside the messages; `messages`,
    /// some of them; `handles` of thoughts; the `host`. A rule that would treat such a part as absent is undecided.
    pub unrecorded: Vec<String>,
    /// The members around each message, as JSON, for a format that has them: the date, sender and run of Letta's messages.
    pub envelope: Option<String>,
}

impl Target {
    /// Makes a target with only a wire.
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
            betas: None,
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
