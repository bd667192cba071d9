//! [Letta](https://github.com/letta-ai/letta), a server that keeps the memory of agents, with a client in `@letta-ai/letta-client`. Its API
//! shows reasoning as `ReasoningMessage` and `HiddenReasoningMessage`, and its server stores it as content parts.
//!
//! - Out: [`export`] makes messages from the thoughts of a body of any wire, [`project`] makes them from stored content parts.
//! - In: [`read`] finds the reasoning in a list of messages, of stored messages or of content parts. `blocks` writes it as blocks of its original wire, each
//!   with its fate.
//! - Other functions: [`otid`], [`repeats`], [`after`], [`update`].
//!
//! A thought without visible text is hidden: `state` is `redacted` if the provider withheld it and `omitted` otherwise, and `hidden_reasoning` holds the
//! handle. The last seven bits of the `otid` name a part, so that a handle finds its call or text.
//!
//! An intended difference: each thought is a separate message, with its own signature and place. Letta's projection (`Message._convert_reasoning_messages`)
//! joins neighbours under the first signature and drops an empty summary. No request can be rebuilt from that.
//!
//! One loss is permanent: texts that Letta has joined under one signature cannot be separated. The message looks like any other, but its signature covers
//! less than its text. Only the provider can detect this. Stored parts do not have this problem.

mod after;
mod blocks;
mod content;
pub(super) mod conversation;
mod export;
mod message;
mod otid;
mod read;
mod update;

pub(super) use conversation::{JoinedRecords, join_chunks};
pub(super) use message::check_envelope;

pub use after::{After, SequenceFault, after};
pub use blocks::{Block, block};
pub use conversation::{issuer_of_record, step_of};
pub use export::{Exported, ExportedThought, export, project};
pub use otid::{Repeat, otid, place, repeats};
pub use read::{Reasoning, RecordType, elements, read};
pub use update::{Updated, update};

use std::borrow::Cow;

use crate::error::{Code, Error};
use crate::json::Value;

/// Makes an error with its place. Every caller shares this function, because an inlined error is eighty bytes of code each time.
#[cold]
#[inline(never)]
fn refused(code: Code, reason: &'static str, pointer: &str) -> Error {
    Error::new(code, reason).in_value(pointer)
}

/// Returns the string of a member, for display or comparison.
#[inline(never)]
fn string_of<'d>(record: Value<'d>, name: &str) -> Option<Cow<'d, str>> {
    record.get(name).and_then(Value::text).map(|text| text.lossy())
}

/// Returns `true` if the value is a string that is not empty.
#[inline(never)]
fn is_filled(value: Value<'_>) -> bool {
    value.text().is_some_and(|text| !text.is_empty())
}
