//! `UpdateReasoningMessage`: a text takes the place of what a message holds.
//!
//! That is Letta's meaning of it: the stored content becomes the one text, and whatever else the message held, signed or withheld, is gone. A model's
//! proof is over what the model said, so nothing of it can go back after that.

use super::read::{Reasoning, Sort, elements, read, stored};
use super::{refused, said};
use crate::error::{Code, Error};
use crate::json::{Changes, Document, Edit, Value, quote_wtf8};

/// The edit, and what it costs.
#[derive(Debug, Default)]
pub struct Updated<'d> {
    /// What changes; nothing else does.
    pub edits: Vec<Edit>,
    /// The reasoning that can no longer go back, or is gone.
    pub invalidated: Vec<Reasoning<'d>>,
}

/// Gives the message of an id a new text, in a list of messages or of stored messages.
///
/// # Errors
/// No reasoning under that id; a record that has not its shape.
pub fn update<'d>(document: &'d Document<'d>, id: &str, reasoning: &str) -> Result<Updated<'d>, Error> {
    let is_meant = |message: Value<'_>| said(message, "id").is_some_and(|own| own == id);
    let mut changes = Changes::new(document);
    let mut found = Vec::new();
    for one in read(document)?.0 {
        if one.message.is_some_and(is_meant) {
            found.push(one);
        }
    }
    let text = quote_wtf8(reasoning.as_bytes());
    let content = elements(document.root()).into_iter().filter(|message| is_meant(*message)).find_map(stored);
    let shown = found.iter().position(|one| matches!(one.sort, Sort::Message | Sort::Monologue));
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
            if first.sort == Sort::Message {
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
