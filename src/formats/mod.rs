//! Formats: a framework's messages. They hold a conversation and are never sent, so no provider refuses them. A conversion to one reports what it cannot hold.
//!
//! A format names the issuer of each thought, because several providers may have answered in one conversation. Its thoughts therefore have the same fates on
//! the way to a wire as those of their issuer's wire.
//!
//! A new format is one file with a reader and a writer, and one line in `FORMATS`.

pub mod adk;
pub mod agentfootprint;
mod ai_sdk;
mod block_shapes;
pub mod clark;
pub mod cognipeer;
mod flat;
mod format;
mod issuers;
mod langchain;
pub mod letta;
mod openai_agents;
mod options;
mod pydantic_ai;
mod recognise;

use crate::conversation::wire::IdRule;
use crate::error::Error;
use crate::json::{Document, Value, lossy};
use crate::model::{Target, Wire};
use crate::wires::{checked_host, resolve_target};

pub(crate) use format::MessageFormat;

pub(crate) use format::name_results;
pub(crate) use issuers::{google_service, issuer_of_model};

/// Every format that is converted from and to.
const FORMATS: &[&MessageFormat] = &[
    &ai_sdk::MODEL_MESSAGES,
    &ai_sdk::UI_MESSAGES,
    &openai_agents::ITEMS,
    &pydantic_ai::MESSAGES,
    &agentfootprint::conversation::MESSAGES,
    &cognipeer::conversation::MESSAGES,
    &letta::conversation::MESSAGES,
    &langchain::LANGCHAIN,
    &langchain::LITELLM,
];

/// Returns the names of all formats.
pub fn formats() -> impl Iterator<Item = &'static str> {
    FORMATS.iter().map(|format| format.name)
}

/// Returns the format that a target names in place of a wire.
pub(crate) fn format_named(name: &Wire) -> Option<&'static MessageFormat> {
    FORMATS.iter().copied().find(|format| format.name == name.as_str())
}

/// Returns `true` if a name in place of a wire is that of a format.
pub(crate) fn is_format(name: &Wire) -> bool {
    format_named(name).is_some()
}

/// Reads the source or the target of a conversation: a format by its name in place of the wire, or a target as [`resolve_target`] reads it. Without a wire and
/// an address, the shape of the messages decides the format.
///
/// # Errors
/// Those of [`resolve_target`]; messages of several formats; an envelope that is not an object, or whose date cannot be read.
pub fn resolve_end(end: Value<'_>, body: Option<&Document<'_>>) -> Result<Target, Error> {
    let seen = match body.filter(|_| end.fits("!wire:s !url:s")) {
        Some(body) => recognise::recognise(body.root())?,
        None => None,
    };
    let name = Wire::named(seen.unwrap_or_else(|| end.word("wire")));
    if format_named(&name).is_none() {
        return resolve_target(end, body);
    }
    let text = |member: &str| end.get(member).and_then(Value::text).map(|text| text.lossy().into_owned());
    let envelope = end.get("envelope").filter(|envelope| !envelope.is_null());
    envelope.map_or(Ok(()), letta::check_envelope)?;
    let envelope = envelope.map(|envelope| lossy(envelope.raw()));
    let host = text("host").as_deref().map(checked_host).transpose()?;
    Ok(Target { host, model: text("model"), envelope, ..Target::new(name) })
}

/// Returns the records of a source with every chunked message joined. `None` if it has no chunks.
///
/// # Errors
/// Records that are too large to be written.
pub(crate) fn whole_messages(body: &Document<'_>, from: &Target) -> Result<Option<letta::JoinedRecords>, Error> {
    if from.wire.as_str() == letta::conversation::MESSAGES.name { letta::join_chunks(body) } else { Ok(None) }
}

/// The ids of calls in a format: every call has one, and any is allowed.
pub(crate) const IDS: IdRule = IdRule { required: true, longest: usize::MAX, shortest: 0, beside: None };
