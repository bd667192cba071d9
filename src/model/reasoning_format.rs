//! The format of reasoning, with OpenRouter's names. It names the issuer.

use super::open_set::open_set;

open_set! {
    /// The format of an item, which names its issuer. An open set: an unknown format keeps its name.
    pub struct ReasoningFormat;
    /// Signed thinking of Anthropic.
    ANTHROPIC_CLAUDE = "anthropic-claude-v1",
    /// Thought signatures of Gemini.
    GOOGLE_GEMINI = "google-gemini-v1",
    /// Reasoning items of OpenAI.
    OPENAI_RESPONSES = "openai-responses-v1",
    /// Reasoning items of OpenAI on Azure.
    AZURE_OPENAI_RESPONSES = "azure-openai-responses-v1",
    /// Reasoning items of xAI.
    XAI_RESPONSES = "xai-responses-v1",
    /// No format.
    UNKNOWN = "unknown",
}
