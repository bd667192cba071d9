//! [Letta](https://github.com/letta-ai/letta), a server that keeps the memory of agents, with a client in `@letta-ai/letta-client`. Its API
//! shows reasoning as `ReasoningMessage` and `HiddenReasoningMessage`, and its server stores it as content parts.
//!
//! - Out: [`export`] makes messages of the thoughts of a body of any wire, [`project`] makes them of stored content parts.
//! - In: [`read`] finds the reasoning in a list of messages, of stored messages or of content parts. `blocks` writes it as blocks of the wire that it came
//!   from, each with its fate.
//! - Beside: [`otid`], [`repeats`], [`after`], [`update`].
//!
//! A thought without visible text is hidden: `state` is `redacted` if the provider withheld it and `omitted` otherwise, and `hidden_reasoning` holds the
//! handle. The last seven bits of the `otid` name a part, so that a handle finds the call or the text that it hung on.
//!
//! Where we differ on purpose: each thought is a message of its own, with its own signature and its own place. Letta's projection
//! (`Message._convert_reasoning_messages`) puts neighbours together under the first signature and drops an empty summary, and nobody can rebuild a
//! request from that.
//!
//! One loss cannot be undone: several texts that Letta itself has put under one signature cannot be told apart. Such a message looks like any other, and its
//! signature then covers less than its text; only the provider can tell. Stored parts do not have that trouble.

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
pub use export::{Exported, ExportedThought, export, project};
pub use otid::{Repeat, otid, place, repeats};
pub use read::{Reasoning, RecordType, elements, read};
pub use update::{Updated, update};

use std::borrow::Cow;

use crate::error::{Code, Error};
use crate::json::Value;

/// Makes an error with its place. Every caller shares this function, because an error put together in place is eighty bytes of code each time.
#[cold]
#[inline(never)]
fn refused(code: Code, reason: &'static str, pointer: &str) -> Error {
    Error::new(code, reason).in_value(pointer)
}

/// Returns the string of a member, to show or to compare.
#[inline(never)]
fn string_of<'d>(record: Value<'d>, name: &str) -> Option<Cow<'d, str>> {
    record.get(name).and_then(Value::text).map(|text| text.lossy())
}

/// Returns `true` if the value is a string that is not empty.
#[inline(never)]
fn is_filled(value: Value<'_>) -> bool {
    value.text().is_some_and(|text| !text.is_empty())
}
