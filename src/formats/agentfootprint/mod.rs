//! [agentfootprint](https://github.com/footprintjs/agentfootprint), a TypeScript framework that records every step of an agent. Its `LLMMessage` is the neutral form that
//! its adapters translate to and from each provider.
//!
//! [`LLMMessage`], [`ToolCall`] and [`ThinkingBlock`] are here.
//!
//! An intended difference: agentfootprint holds a message as an object of known fields. Here a message keeps its text, so that unknown keys, the order of keys
//! and the spelling of numbers survive.

pub(super) mod conversation;
mod message;

pub use message::{LLMMessage, ThinkingBlock, ToolCall};
