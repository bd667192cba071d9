//! The answers of a recipient: a request of a wire, or messages of a format.

use super::Recipient;
use crate::convert::wires::read;
use crate::error::Error;
use crate::formats::is_format;
use crate::json::Document;
use crate::model::{Content, ContentKind, History, Part, PartKind, Role, Speaker, Target, Wire};
use crate::wires::codec;

impl<'d> Recipient<'d> {
    /// Reads the messages.
    ///
    /// # Errors
    /// Messages that are not of the format.
    pub(super) fn history(&self) -> Result<History<'d>, Error> {
        history_of(self.document, self.wire)
    }
}

/// Reads the messages of a document.
///
/// # Errors
/// Messages that are not of the format.
pub(super) fn history_of<'d>(document: &'d Document<'d>, wire: &Wire) -> Result<History<'d>, Error> {
    if !is_format(wire) {
        return Ok(codec(wire).map(|codec| codec.request(document.root())).unwrap_or_default());
    }
    let conversation = read(document, &Target::new(wire.clone()))?;
    let mut history = History::default();
    for message in &conversation.messages {
        let role = role_of(message.speaker);
        for entry in message.contents.chunk_by(|one, next| one.entry.span() == next.entry.span()) {
            history.parts.extend(entry.iter().map(part_of));
            history.heads.extend(entry.first().map(|first| (first.entry, Some(role), history.parts.len())));
        }
    }
    Ok(history)
}

fn part_of<'d>(content: &Content<'d>) -> Part<'d> {
    let kind = match content.kind {
        ContentKind::Text(_) | ContentKind::Refusal(_) => PartKind::Text,
        ContentKind::Thought => PartKind::Thought,
        ContentKind::Call(_) => PartKind::Call,
        ContentKind::Result(_) => PartKind::Result,
        ContentKind::Media(_) | ContentKind::Opaque => PartKind::Other,
    };
    Part { value: content.value, span: content.span, kind, thinking: content.thinking.clone() }
}

fn role_of(speaker: Speaker) -> Role {
    match speaker {
        Speaker::System | Speaker::Developer => Role::System,
        Speaker::User => Role::User,
        Speaker::Assistant => Role::Assistant,
        Speaker::Tool => Role::Tool,
    }
}
