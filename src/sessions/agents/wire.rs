//! The wires on which agents send their messages.

/// A wire.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AgentWire {
    Anthropic,
    Responses,
    #[default]
    Chat,
    Gemini,
    Converse,
}

impl AgentWire {
    /// Returns the name of the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Anthropic => "anthropic-messages",
            Self::Responses => "openai-responses",
            Self::Chat => "openai-chat",
            Self::Gemini => "gemini-generate",
            Self::Converse => "bedrock-converse",
        }
    }
}
