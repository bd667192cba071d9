//! Floor 7: the formats of other systems, in and out. One system a folder, which knows every floor below and none above.
//!
//! | folder | system | its types here |
//! |---|---|---|
//! | [`adk`] | @nhtio/adk | `RawThought`, `Thought`, `Identity` |
//! | [`agentfootprint`] | agentfootprint | `LLMMessage` |
//! | [`clark`] | clark-agent | `ReasoningItem`, `OpenRouterReasoningCodec`, `ReplayContract`, `ReplayAudit` |
//! | [`cognipeer`] | @cognipeer/agent-sdk | `ReasoningConfig` |
//! | [`letta`] | Letta | `ReasoningMessage`, `HiddenReasoningMessage`, content parts |
//!
//! A record is read into the words of the model and written from them. Whatever a format has no place for is reported, never dropped in silence.

pub mod adk;
pub mod agentfootprint;
pub mod clark;
pub mod cognipeer;
pub mod letta;
