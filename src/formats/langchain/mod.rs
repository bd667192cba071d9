//! Messages of LangChain and of LiteLLM. LiteLLM has the same members in other places.
//!
//! LangChain keeps each provider's blocks in the form of its package, the rest in `additional_kwargs`, and the name of the provider in `response_metadata`.
//! LiteLLM has chat messages with lists of blocks and items beside the content, and names no provider: the shape of a thought identifies the issuer.

mod answer;
mod blocks;
mod places;
mod read;
mod source;
mod thoughts;
mod write;

use super::format::MessageFormat;
use crate::conversation::travel::Hold;
use crate::json::Value;
use crate::model::{Content, ContentKind};
use crate::wires::chat::conversation::{is_detail, read_parameters};

/// The format of LangChain.
pub(super) static LANGCHAIN: MessageFormat = MessageFormat {
    name: "langchain",
    read: |body, reader| read::read(body, reader),
    write: |conversation, request| write::write(conversation, true, request),
    holds: held_by_langchain,
};

/// The format of LiteLLM.
pub(super) static LITELLM: MessageFormat = MessageFormat {
    name: "litellm",
    read: |body, reader| {
        read::read(body, reader)?;
        // The arguments of its call are those of a chat.
        if body.fits("messages:a") {
            read_parameters(body, reader);
        }
        Ok(())
    },
    write: |conversation, request| write::write(conversation, false, request),
    holds: held_by_litellm,
};

fn held_by_langchain(issuer: Value<'_>, content: &Content<'_>) -> Hold {
    match (&content.kind, issuer.word("wire")) {
        (ContentKind::Opaque | ContentKind::Media(_), _) => Hold::Nothing,
        (_, "gemini-interactions") => Hold::Text,
        (_, "openai-chat") if is_sealed(content) && !issuer.fits("dialect=gemini") => Hold::Text,
        (_, "openrouter-chat") if is_sealed(content) && !is_detail(content) => Hold::Text,
        // A chunk of Mistral's is kept unchanged, or as one text.
        (_, "mistral-chat") if is_sealed(content) && !content.value.fits("type=thinking") => Hold::Text,
        _ => Hold::Whole,
    }
}

/// Returns how much LiteLLM holds. It does not name the issuer, so a thought is whole only if its shape identifies the issuer.
fn held_by_litellm(issuer: Value<'_>, content: &Content<'_>) -> Hold {
    let is_thought = matches!(content.kind, ContentKind::Thought);
    let is_whole = match issuer.word("wire") {
        _ if matches!(content.kind, ContentKind::Opaque | ContentKind::Media(_)) => return Hold::Nothing,
        "anthropic-messages" | "bedrock-converse" => {
            is_sealed(content) && issuer.fits("vendor=anthropic,!vendor !surface=bedrock|vertex,wire=bedrock-converse")
        }
        "openai-responses" => issuer.fits("vendor=openai,!vendor !surface=azure"),
        "gemini-generate" => is_sealed(content) && !issuer.fits("surface=vertex") && (!is_thought || is_bare(content)),
        "openrouter-chat" => is_detail(content),
        _ => false,
    };
    if is_whole { Hold::Whole } else { Hold::Text }
}

fn is_sealed(content: &Content<'_>) -> bool {
    content.thinking.as_ref().is_some_and(|thinking| !thinking.handles.is_empty())
}

/// Returns `true` if a thought has no readable text.
fn is_bare(content: &Content<'_>) -> bool {
    crate::conversation::plan::visible(content).is_empty()
}
