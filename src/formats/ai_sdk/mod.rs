//! `ModelMessage`s and `UIMessage`s of Vercel's AI SDK. The data that a provider needs for a part is in its options, under the name of the provider.

mod read;
mod ui_read;
mod ui_write;
mod write;

use super::format::MessageFormat;
use crate::conversation::travel::Hold;
use crate::json::Value;
use crate::model::{Content, ContentKind, ThinkingKind};
use crate::wires::chat::conversation::is_detail;

/// The messages that are sent to a model.
pub(super) static MODEL_MESSAGES: MessageFormat = MessageFormat { name: "ai-sdk", read: read::read, write: write::write, holds };

/// The messages that an interface shows and an application stores. A call and its result are one part, and a `step-start` part separates steps of the model.
pub(super) static UI_MESSAGES: MessageFormat = MessageFormat { name: "ai-sdk-ui", read: ui_read::read, write: ui_write::write, holds };

pub(super) fn holds(issuer: Value<'_>, content: &Content<'_>) -> Hold {
    let has_many = content.thinking.as_ref().is_some_and(|thinking| thinking.texts.len() > 1);
    let is_sealed = content.thinking.as_ref().is_some_and(|thinking| !thinking.handles.is_empty());
    let is_open = content.thinking.as_ref().is_some_and(|thinking| thinking.kind == ThinkingKind::Text);
    let has_id = content.issued.map_or(content.value.get("id"), |issued| issued.id).is_some();
    match (&content.kind, issuer.word("wire")) {
        (ContentKind::Opaque | ContentKind::Media(_), _) => Hold::Nothing,
        (_, "gemini-interactions") => Hold::Text,
        (_, "mistral-chat") if has_many || is_sealed => Hold::Text,
        (_, "openai-chat") if is_sealed && !issuer.fits("dialect=gemini") => Hold::Nothing,
        (_, "openrouter-chat") if is_sealed && !is_detail(content) => Hold::Text,
        // The id of the item joins the parts of a summary, and there is no place for open reasoning beside it.
        (_, "openai-responses") if has_many && !has_id || is_open => Hold::Text,
        _ => Hold::Whole,
    }
}
