//! Items of `@openai/agents`. Those of OpenAI's Responses have other names for the members and keep the rest in `providerData`. Those of all other providers
//! come from the adapter to the AI SDK, so `providerData` holds its options.

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
        // The format has one list for all texts of a thought.
        _ if issuer.fits(write::ITEM_ISSUERS) && content.value.fits("summary.* content.*") => Hold::Text,
        _ if issuer.fits(write::ITEM_ISSUERS) => Hold::Whole,
        // The adapter sends only the first text of an item.
        _ if issuer.fits("wire=openai-responses") && count > 1 => Hold::Text,
        _ => ai_sdk::holds(issuer, content),
    }
}
