//! Floor 2: the thought model.
//!
//! What a thought is, who thought it and when ([`Thought`], [`Identity`], [`time`]); where it hung in the response
//! ([`Attachment`]), who issued it ([`Provenance`]) and where a request is about to go ([`Target`]). The records that
//! the seeds describe are read as views over their own text, which stays whole: [`ReasoningItem`], [`Message`].
//!
//! This floor knows no wire.

mod attachment;
mod identity;
mod message;
mod open_set;
mod provenance;
mod reasoning;
pub mod redaction;
mod role;
mod target;
mod thought;
pub mod time;
mod tokens;
mod turn;

pub use attachment::Attachment;
pub use identity::{Identifier, Identity};
pub use message::{Message, ThinkingBlock, ToolCall};
pub use provenance::Provenance;
pub use reasoning::{ReasoningFormat, ReasoningItem};
pub use role::Role;
pub use target::{Target, Wire};
pub use thought::{RawThought, Thought, When};
pub use tokens::{TokenCounter, estimate_tokens};
pub use turn::{Diagnostic, Entry, History, Part, PartKind, Strings, Thinking, ThinkingKind, Turn};
