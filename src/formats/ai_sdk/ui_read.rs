//! `UIMessage`s, read.

use std::borrow::Cow;

use super::super::format::{media, media_kind, messages_of};
use super::super::options::{cache_of, read_details, read_handle, read_thought};
use super::read::contents;
use crate::conversation::reader::{Reader, call_input, content, result, written, written_if};
use crate::error::Error;
use crate::json::{Kind, Value};
use crate::model::{Content, ContentKind, Output, Speaker, ToolCall};

/// The framework's reason for the model.
const DENIED: &[u8] = b"Tool call execution denied.";

pub(super) fn read<'d>(body: Value<'d>, reader: &mut Reader<'d>) -> Result<(), Error> {
    messages_of(body, &["messages"])?.into_iter().for_each(|message| read_message(message, reader));
    Ok(())
}

fn read_message<'d>(message: Value<'d>, reader: &mut Reader<'d>) {
    let speaker = match message.token("role") {
        b"system" => Speaker::System,
        b"user" => Speaker::User,
        b"assistant" => Speaker::Assistant,
        _ => return reader.unread(message, "it is not a UI message"),
    };
    let Some(parts) = message.get("parts").filter(|parts| parts.kind() == Kind::Array) else {
        return reader.unread(message, "it has no parts");
    };
    // The results of a step follow all model contents of it.
    let mut results = Vec::new();
    for part in parts.elements() {
        if part.fits("type=step-start") {
            results.drain(..).for_each(|result| reader.say(Speaker::Tool, result));
        } else {
            results.extend(read_part(part, speaker, message, reader));
        }
    }
    results.into_iter().for_each(|result| reader.say(Speaker::Tool, result));
}

/// Reads a part, and returns the result of its call, if any.
fn read_part<'d>(part: Value<'d>, speaker: Speaker, message: Value<'d>, reader: &mut Reader<'d>) -> Option<Content<'d>> {
    let (mut options, mut result) = (part.get("providerMetadata"), None);
    let kind = match part.token("type") {
        b"text" => ContentKind::Text(written(part.get("text"))),
        b"file" => media(part, "url", media_kind(part.word("mediaType"))),
        b"reasoning" => {
            match part.path("providerMetadata.openrouter.reasoning_details") {
                Some(details) => read_details(details, message, reader),
                None => read_thought(content(part, message, ContentKind::Thought), part.get("text"), options, reader),
            }
            return None;
        }
        name if name.starts_with(b"tool-") || name == b"dynamic-tool" => {
            if part.fits("state=input-streaming") {
                reader.unread(part, "its input is incomplete");
                return None;
            }
            if let Some(approval) = part.get("approval") {
                reader.unread(approval, "only the framework asks for approval");
            }
            options = part.get("callProviderMetadata");
            match part.fits("providerExecuted=true") {
                true => ContentKind::Opaque,
                false => {
                    result = read_result(part, message);
                    read_call(part)
                }
            }
        }
        _ => {
            reader.unread(part, "only the interface shows it");
            return None;
        }
    };
    let mut said = Content { cache: cache_of(options), ..content(part, message, kind) };
    read_handle(&mut said, options, reader);
    reader.say(speaker, said);
    result
}

/// Returns the name of the tool of a part. The type has it, unless the tool is dynamic.
fn tool_name(part: Value<'_>) -> &[u8] {
    let named = part.get("type").and_then(Value::text).and_then(|kind| kind.raw().strip_prefix(b"tool-"));
    named.unwrap_or_else(|| part.get("toolName").and_then(Value::text).map(crate::json::Text::raw).unwrap_or_default())
}

fn read_call(part: Value<'_>) -> ContentKind<'_> {
    let input = part.get("input").filter(|input| !input.is_null()).or_else(|| part.get("rawInput"));
    ContentKind::Call(ToolCall { id: written_if(part.get("toolCallId")), name: Cow::Borrowed(tool_name(part)), input: call_input(input) })
}

/// Returns the result of a call, if there is one yet.
fn read_result<'d>(part: Value<'d>, message: Value<'d>) -> Option<Content<'d>> {
    let (held, failed, output) = match part.token("state") {
        b"output-available" => {
            let held = part.get("output");
            let output = match held {
                None => Output::Empty,
                Some(held) if held.kind() == Kind::String => Output::Text(written(Some(held))),
                Some(held) if held.fits("type=content value:a") => contents(held.get("value"), message),
                Some(held) => Output::Json(Cow::Borrowed(held.raw())),
            };
            (held, false, output)
        }
        b"output-error" => (part.get("errorText"), true, Output::Text(written(part.get("errorText")))),
        b"output-denied" => {
            let reason = part.path("approval.reason");
            (reason, true, Output::Text(written_if(reason).unwrap_or(Cow::Borrowed(DENIED))))
        }
        _ => return None,
    };
    // The call has the bytes of the part.
    let held = held.or_else(|| part.get("state"))?;
    let mut kind = result(part.get("toolCallId"), None, failed, output);
    if let ContentKind::Result(result) = &mut kind {
        result.name = Some(Cow::Borrowed(tool_name(part)));
    }
    Some(content(held, message, kind))
}
