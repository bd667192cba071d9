//! Items of `@openai/agents`. Those of OpenAI's Responses have other names for the members and keep the rest in `providerData`; those of all other providers
//! come from the adapter to the AI SDK, so `providerData` are its options.

mod read;
mod write;

use super::ai_sdk;
use super::format::MessageFormat;
use crate::conversation::travel::Hold;
use crate::json::Value;
use crate::model::{Content, ContentKind};

/// The format.
pub(super) static ITEMS: MessageFormat = MessageFormat { name: "openai-agents", read: read::read, write: write::write, holds };

fn holds(issuer: Value<'_>, content: &Content<'_>) -> Hold {
    let count = content.thinking.as_ref().map_or(0, |thinking| thinking.texts.len());
    match &content.kind {
        ContentKind::Opaque | ContentKind::Media(_) => Hold::Nothing,
        // One list is for all texts of a thought that is read.
        _ if issuer.fits(write::ITEM_ISSUERS) && content.value.fits("summary.* content.*") => Hold::Text,
        _ if issuer.fits(write::ITEM_ISSUERS) => Hold::Whole,
        // The adapter sends the first text of an item and no other.
        _ if issuer.fits("wire=openai-responses") && count > 1 => Hold::Text,
        _ => ai_sdk::holds(issuer, content),
    }
}
