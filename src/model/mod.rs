//! Layer 2: the model of reasoning.
//!
//! [`Turn`] and [`History`] hold the parts of a response and of a request in wire order. [`InputTransformation`] is a provider's report on its change to a
//! thought of the request. [`Thinking`] is the reasoning of a part, and [`Attachment`] is the place of its handle. [`Conversation`] is a request independent
//! of wires. [`NativeThought`] is a stored thought, separate from its answer. [`Provenance`] names the issuer of a thought, [`Target`] names the receiver of a
//! request. [`time`] reads times.
//!
//! This layer contains no wire and no foreign format.

mod attachment;
mod conversation;
mod fate;
mod native_thought;
mod open_set;
mod provenance;
mod reasoning_format;
pub mod redaction;
mod reply;
mod role;
mod target;
pub mod time;
mod tokens;
mod transformation;
mod turn;

pub use attachment::Attachment;
pub use conversation::{
    CallInput, Content, ContentKind, Conversation, Format, Issued, Json, Media, MediaKind, MediaSource, Message, Original, Output,
    Reasoning, Setting, Settings, Speaker, Tool, ToolCall, ToolChoice, ToolKind, ToolResult, Unread, Written,
};
pub use fate::Fate;
pub use native_thought::{NativeThought, Neighbours};
pub use provenance::Provenance;
pub use reasoning_format::ReasoningFormat;
pub use reply::{Stop, Usage};
pub use role::Role;
pub use target::{Target, Wire};
pub use tokens::{TokenCounter, estimate_tokens};
pub use transformation::InputTransformation;
pub use turn::{Continuation, Diagnostic, Entry, History, Part, PartKind, Strings, Thinking, ThinkingKind, Turn};
