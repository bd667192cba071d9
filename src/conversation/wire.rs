//! [`WireFormat`]: reads a wire's requests into a conversation and writes them from one. Each wire has one.

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
    /// The call ids that it accepts.
    pub(crate) ids: IdRule,
    /// The tool names that it accepts.
    pub(crate) names: NameRule,
    /// Its replies.
    pub(crate) reply: Option<&'static WireReply>,
    /// The settings that are one value, and their paths.
    pub(crate) settings: &'static [SettingPath],
}

/// The call ids that a wire accepts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct IdRule {
    /// True if every call must have an id.
    pub(crate) required: bool,
    /// The maximum length.
    pub(crate) longest: usize,
    /// The minimum length.
    pub(crate) shortest: usize,
    /// The allowed characters besides letters and digits. `None` if all are allowed.
    pub(crate) beside: Option<&'static [u8]>,
}

/// The tool names that a wire accepts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NameRule {
    /// The maximum length.
    pub(crate) longest: usize,
    /// The allowed characters besides letters and digits.
    pub(crate) beside: &'static [u8],
    /// True if the first character must not be a digit or a hyphen.
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
