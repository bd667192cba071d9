//! Formats: messages as a framework keeps them. They hold a conversation and are never sent, so nobody refuses them; a conversion to one tells what it cannot hold.
//!
//! A format names the issuer of each thought, because a conversation in it may have gone to several. So its thoughts have the same fates on the way to a wire
//! as those of the wire that issued them.
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

use crate::conversation::wire::IdRule;
use crate::error::Error;
use crate::json::{Document, Value};
use crate::model::{Target, Wire};
use crate::wires::resolve_target;

pub(crate) use format::MessageFormat;

pub(crate) use format::name_results;
pub(crate) use issuers::issuer_of_model;

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

/// The names of all formats.
pub fn formats() -> impl Iterator<Item = &'static str> {
    FORMATS.iter().map(|format| format.name)
}

/// The format that a target names in the place of a wire.
pub(crate) fn format_named(name: &Wire) -> Option<&'static MessageFormat> {
    FORMATS.iter().copied().find(|format| format.name == name.as_str())
}

/// Returns `true` if a name in the place of a wire is that of a format.
pub(crate) fn is_format(name: &Wire) -> bool {
    format_named(name).is_some()
}

/// Reads where a conversation comes from or goes: a format by its name in the place of the wire, or a target as [`resolve_target`] reads it.
///
/// # Errors
/// Those of [`resolve_target`].
pub fn resolve_end(end: Value<'_>, body: Option<&Document<'_>>) -> Result<Target, Error> {
    let name = Wire::named(end.word("wire"));
    if format_named(&name).is_none() {
        return resolve_target(end, body);
    }
    let text = |member: &str| end.get(member).and_then(Value::text).map(|text| text.lossy().into_owned());
    Ok(Target { host: text("host"), model: text("model"), ..Target::new(name) })
}

/// The ids of calls in a format: every call has one, and any will do.
pub(crate) const IDS: IdRule = IdRule { required: true, longest: usize::MAX, shortest: 0, beside: None };
