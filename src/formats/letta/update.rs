//! `UpdateReasoningMessage`: a text replaces a message's content.
//!
//! This is Letta's meaning: the stored content becomes the one text, and everything else in the message, signed or withheld, is removed. A signature covers
//! the model's original text, so it cannot be sent back after that.

use super::read::{Reasoning, RecordType, elements, read, stored};
use super::{refused, string_of};
use crate::error::{Code, Error};
use crate::json::{Changes, Document, Edit, Value, quote_wtf8};

/// The edits, and the reasoning that they invalidate.
#[derive(Debug, Default)]
pub struct Updated<'d> {
    /// The edits; nothing else changes.
    pub edits: Vec<Edit>,
    /// The reasoning that can no longer be sent back, or is removed.
    pub invalidated: Vec<Reasoning<'d>>,
}

/// Sets a new text for the message of an id, in a list of messages or of stored messages.
///
/// # Errors
/// No reasoning under that id; a record without its shape.
pub fn update<'d>(document: &'d Document<'d>, id: &str, reasoning: &str) -> Result<Updated<'d>, Error> {
    let is_meant = |message: Value<'_>| string_of(message, "id").is_some_and(|own| own == id);
    let mut changes = Changes::new(document);
    let mut found = Vec::new();
    for one in read(document)?.0 {
        if one.message.is_some_and(is_meant) {
            found.push(one);
        }
    }
    let text = quote_wtf8(reasoning.as_bytes());
    let content = elements(document.root()).into_iter().filter(|message| is_meant(*message)).find_map(stored);
    let shown = found.iter().position(|one| matches!(one.record_type, RecordType::Message | RecordType::Monologue));
    match (content, shown.and_then(|nth| found.get(nth))) {
        (Some(content), _) => changes.replace(content, &[b"[{\"type\":\"text\",\"text\":", &*text, b"}]"].concat())?,
        (None, Some(first)) => {
            let same = first.texts.first().and_then(|text| text.text()).is_some_and(|text| text == *reasoning);
            if same && found.len() == 1 {
                return Ok(Updated::default());
            }
            first.texts.first().map_or(Ok(()), |old| changes.replace(*old, &text))?;
            if let Some(signature) = first.value.get("signature").filter(|signature| !signature.is_null()) {
                changes.remove(signature)?;
            }
            if first.record_type == RecordType::Message {
                changes.set(first.value, "source", b"\"non_reasoner_model\"")?;
            }
            for other in found.iter().filter(|other| other.value != first.value) {
                changes.remove(other.value)?;
            }
        }
        _ => return Err(refused(Code::Input, "there is no reasoning message of that id", "/id")),
    }
    Ok(Updated { edits: changes.edits()?, invalidated: found })
}
