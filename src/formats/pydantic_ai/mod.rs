//! Messages of Pydantic AI as `ModelMessagesTypeAdapter` writes them. A part names its provider; a thought has its handle in `signature`, Gemini's parts in
//! `provider_details`.

mod read;
mod write;

use super::ai_sdk;
use super::format::MessageFormat;
use crate::conversation::travel::Hold;
use crate::json::Value;
use crate::model::{Content, ContentKind};

/// The format.
pub(super) static MESSAGES: MessageFormat = MessageFormat { name: "pydantic-ai", read: read::read, write: write::write, holds };

fn holds(issuer: Value<'_>, content: &Content<'_>) -> Hold {
    let has_id = content.issued.map_or(content.value.get("id"), |issued| issued.id).is_some();
    let count = content.thinking.as_ref().map_or(0, |thinking| thinking.texts.len());
    if matches!(content.kind, ContentKind::Opaque | ContentKind::Media(_)) {
        return Hold::Nothing;
    }
    match issuer.word("wire") {
        // The format has one list for all texts of a thought, and the id of their item joins the parts of a summary.
        "openai-responses" if content.value.fits("summary.* content.*") || count > 1 && !has_id => Hold::Text,
        "openai-responses" => Hold::Whole,
        // Every thought has a text there, so one without a text would get an empty one.
        "openrouter-chat" if content.value.fits("type=reasoning.text !text:s") => Hold::Nothing,
        _ => ai_sdk::holds(issuer, content),
    }
}
