//! [`WireFormat`]: how a wire's requests are read into a conversation and written from one. One for each wire.

use super::reader::{Reader, SettingPath};
use super::reply::WireReply;
use super::writer::RequestWriter;
use crate::error::Error;
use crate::json::Value;
use crate::model::{Conversation, Wire};

/// A wire, for converting.
pub(super) struct WireFormat {
    /// The wire.
    pub(super) wire: Wire,
    /// Reads a request.
    pub(super) read: for<'d> fn(Value<'d>, &mut Reader<'d>) -> Result<(), Error>,
    /// Writes a request.
    pub(super) write: for<'d> fn(&Conversation<'d>, &mut RequestWriter<'_, 'd>),
    /// The ids of calls that it takes.
    pub(super) ids: IdRule,
    /// The names of tools that it takes.
    pub(super) names: NameRule,
    /// Its replies.
    pub(super) reply: Option<&'static WireReply>,
    /// The settings that are one value, and where they stand.
    pub(super) settings: &'static [SettingPath],
}

/// The ids of calls that a wire takes.
#[derive(Clone, Copy, Debug)]
pub(super) struct IdRule {
    /// True if a call must have one.
    pub(super) required: bool,
    /// How long it may be.
    pub(super) longest: usize,
    /// How short it may be.
    pub(super) shortest: usize,
    /// The characters beside letters and digits that it may have; `None` if it may have any.
    pub(super) beside: Option<&'static [u8]>,
}

/// The names of tools that a wire takes.
#[derive(Clone, Copy, Debug)]
pub(super) struct NameRule {
    /// How long one may be.
    pub(super) longest: usize,
    /// The characters beside letters and digits that it may have.
    pub(super) beside: &'static [u8],
    /// True if no digit and no hyphen may come first.
    pub(super) begins_like_a_word: bool,
}

impl NameRule {
    /// Any name.
    pub(super) const ANY: Self = Self { longest: usize::MAX, beside: &[], begins_like_a_word: false };

    /// Letters, digits, `_` and `-`, up to a length.
    pub(super) const fn up_to(longest: usize) -> Self {
        Self { longest, beside: b"_-", begins_like_a_word: false }
    }
}
