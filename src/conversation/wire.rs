//! [`WireFormat`]: how a wire's requests are read into a conversation and written from one. One for each wire.

use super::reader::{Reader, SettingPath};
use super::reply::WireReply;
use super::writer::RequestWriter;
use crate::error::Error;
use crate::json::Value;
use crate::model::{Conversation, Wire};

/// A wire, for converting.
pub(crate) struct WireFormat {
    /// The wire.
    pub(crate) wire: Wire,
    /// Reads a request.
    pub(crate) read: for<'d> fn(Value<'d>, &mut Reader<'d>) -> Result<(), Error>,
    /// Writes a request.
    pub(crate) write: for<'d> fn(&Conversation<'d>, &mut RequestWriter<'_, 'd>),
    /// The ids of calls that it takes.
    pub(crate) ids: IdRule,
    /// The names of tools that it takes.
    pub(crate) names: NameRule,
    /// Its replies.
    pub(crate) reply: Option<&'static WireReply>,
    /// The settings that are one value, and where they stand.
    pub(crate) settings: &'static [SettingPath],
}

/// The ids of calls that a wire takes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct IdRule {
    /// True if a call must have one.
    pub(crate) required: bool,
    /// How long it may be.
    pub(crate) longest: usize,
    /// How short it may be.
    pub(crate) shortest: usize,
    /// The characters beside letters and digits that it may have; `None` if it may have any.
    pub(crate) beside: Option<&'static [u8]>,
}

/// The names of tools that a wire takes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NameRule {
    /// How long one may be.
    pub(crate) longest: usize,
    /// The characters beside letters and digits that it may have.
    pub(crate) beside: &'static [u8],
    /// True if no digit and no hyphen may come first.
    pub(crate) begins_like_a_word: bool,
}

impl NameRule {
    /// Any name.
    pub(crate) const ANY: Self = Self { longest: usize::MAX, beside: &[], begins_like_a_word: false };

    /// Letters, digits, `_` and `-`, up to a length.
    pub(crate) const fn up_to(longest: usize) -> Self {
        Self { longest, beside: b"_-", begins_like_a_word: false }
    }
}
