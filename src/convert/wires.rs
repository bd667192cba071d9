//! Every wire that is converted from and to, and what follows from all of them together.

use crate::conversation::reader::Reader;
use crate::conversation::reply::ReplyShape;
use crate::conversation::wire::{NameRule, WireFormat};
use crate::error::{Code, Error};
use crate::formats::format_named;
use crate::json::{Document, Kind};
use crate::model::{Conversation, Target, Wire};

/// Every wire that is converted from and to.
pub fn wires() -> impl Iterator<Item = &'static Wire> {
    WIRES.iter().map(|format| &format.wire)
}

/// Every wire whose replies are converted from and to.
pub fn reply_wires() -> impl Iterator<Item = &'static Wire> {
    WIRES.iter().filter(|format| format.reply.is_some()).map(|format| &format.wire)
}

/// Reads a request into a conversation.
///
/// # Errors
/// A wire or a format that has no reader; a request that is not an object, or holds only what is new.
pub fn read<'d>(request: &'d Document<'d>, from: &Target) -> Result<Conversation<'d>, Error> {
    read_for(request, from, false)
}

/// Reads a request. A delta is read only if its target is the provider that stores the rest.
pub(super) fn read_for<'d>(request: &'d Document<'d>, from: &Target, has_thread: bool) -> Result<Conversation<'d>, Error> {
    let mut reader = Reader { source: Some(from.clone()), has_thread, ..Reader::default() };
    match format_named(&from.wire) {
        Some(format) => (format.read)(request.root(), &mut reader)?,
        None if request.root().kind() != Kind::Object => return Err(Error::new(Code::Input, "a request is an object").in_value("")),
        None => (format_of(from)?.read)(request.root(), &mut reader)?,
    }
    Ok(reader.conversation)
}

/// The format of the wire of a target.
pub(super) fn format_of(target: &Target) -> Result<&'static WireFormat, Error> {
    format(&target.wire).ok_or_else(|| Error::new(Code::Input, format!("{} cannot be converted", target.wire)))
}

/// The names of tools that a wire accepts. A format accepts any.
pub(super) fn names_of(wire: &Wire) -> NameRule {
    format(wire).map_or(NameRule::ANY, |format| format.names)
}

/// The format of a wire.
pub(super) fn format(wire: &Wire) -> Option<&'static WireFormat> {
    WIRES.iter().copied().find(|format| format.wire == *wire)
}

/// Every wire that is converted from and to.
pub(super) const WIRES: &[&WireFormat] = &[
    &crate::wires::anthropic::conversation::FORMAT,
    &crate::wires::converse::conversation::FORMAT,
    &crate::wires::responses::conversation::FORMAT,
    &crate::wires::gemini::conversation::FORMAT,
    &crate::wires::interactions::conversation::FORMAT,
    &crate::wires::chat::conversation::OPENAI,
    &crate::wires::chat::conversation::OPENROUTER,
    &crate::wires::chat::conversation::MISTRAL,
    &crate::wires::cohere::conversation::FORMAT,
    &crate::wires::ollama::conversation::FORMAT,
];

/// Where the replies of a wire say what they are.
pub(super) fn shape_of(wire: &Wire) -> Result<&'static ReplyShape, Error> {
    let unknown = || Error::new(Code::Input, format!("replies of {wire} cannot be converted")).in_value("/from/wire");
    format(wire).and_then(|format| format.reply).map(|reply| &reply.shape).ok_or_else(unknown)
}
