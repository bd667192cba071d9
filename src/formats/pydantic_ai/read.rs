//! Messages of Pydantic AI, read.

use std::borrow::Cow;

use super::super::format::{media, media_kind, messages_of, thought};
use super::super::issuers::issuer_named;
use super::super::options::{carry, extend_item};
use crate::conversation::reader::{Reader, call, call_input, content, inside, result, written, written_if};
use crate::error::Error;
use crate::json::{Kind, Text, Value, base64};
use crate::model::{
    Attachment, ContentKind, Issued, MediaKind, MediaSource, Output, Speaker, Target, Thinking, ThinkingKind, Wire, Written,
};

/// The ids of thoughts that the provider withholds.
pub(super) const REDACTED: [&str; 2] = ["redacted_thinking", "redacted_content"];

/// The member beside a signature that holds it in its issuer's spelling.
pub(super) const AS_ISSUED: &str = "thought_signature_as_issued";

/// The names of members of a chat, used in place of an id.
const FIELDS: [&str; 3] = ["reasoning_content", "reasoning", "content"];

/// The words that the framework adds to a request to try again.
const RETRY: &[u8] = br"\n\nFix the errors and try again.";

pub(super) fn read<'d>(body: Value<'d>, reader: &mut Reader<'d>) -> Result<(), Error> {
    let messages = messages_of(body, &["messages"])?;
    // Every request repeats the instructions. Those of the last one count.
    let spoken = |message: Value<'d>| message.get("instructions").filter(|text| text.text().is_some());
    let last = messages.iter().rev().copied().find_map(spoken);
    if let Some(text) = last {
        reader.say(Speaker::System, content(text, text, ContentKind::Text(written(Some(text)))));
    }
    for message in messages {
        if let Some(text) = spoken(message).filter(|text| last.is_some_and(|last| last.raw() != text.raw())) {
            reader.unread(text, "the instructions of a later request replace it");
        }
        match message.token("kind") {
            b"request" => message.list("parts").for_each(|part| read_input(part, message, reader)),
            b"response" => read_answer(message, reader),
            _ => reader.unread(message, "it is not a message of the framework"),
        }
    }
    Ok(())
}

fn read_input<'d>(part: Value<'d>, message: Value<'d>, reader: &mut Reader<'d>) {
    let said = part.get("content");
    let [id, name] = ["tool_call_id", "tool_name"].map(|name| part.get(name).filter(|one| !one.is_null()));
    match part.token("part_kind") {
        b"system-prompt" => reader.say(Speaker::System, content(part, message, ContentKind::Text(written(said)))),
        b"user-prompt" => match said {
            Some(list) if list.kind() == Kind::Array => list.elements().for_each(|one| read_prompt(one, message, reader)),
            _ => reader.say(Speaker::User, content(part, message, ContentKind::Text(written(said)))),
        },
        b"tool-return" => {
            let failed = part.fits("outcome=failed|denied|interrupted|retried");
            reader.say(Speaker::Tool, content(part, message, result(id, name, failed, read_output(said, message))));
        }
        b"retry-prompt" | b"retry-feedback" => {
            let text = said.map(retry_text).unwrap_or_default();
            match name {
                Some(_) => reader.say(Speaker::Tool, content(part, message, result(id, name, true, Output::Text(text)))),
                None => reader.say(Speaker::User, content(part, message, ContentKind::Text(text))),
            }
        }
        _ => reader.unread(part, "only the framework reads it"),
    }
}

/// Returns the text of a request to try again: a sentence, or a list of errors.
fn retry_text(said: Value<'_>) -> Written<'_> {
    let text = match said.text() {
        Some(text) => Cow::Borrowed(text.raw()),
        None => Cow::Owned(inside(said.raw())),
    };
    Cow::Owned([&text, RETRY].concat())
}

/// Reads one content of a prompt. A cache point is a separate content.
fn read_prompt<'d>(one: Value<'d>, message: Value<'d>, reader: &mut Reader<'d>) {
    if one.fits("kind=cache-point") {
        return reader.mark_cache(one);
    }
    reader.say(Speaker::User, content(one, message, read_content(one)));
}

fn read_content(one: Value<'_>) -> ContentKind<'_> {
    let mime = one.word("media_type");
    let mut read = match one.token("kind") {
        _ if one.text().is_some() => ContentKind::Text(written(Some(one))),
        b"text-content" | b"structured-content" => ContentKind::Text(written(one.get("content"))),
        b"image-url" => media(one, "url", MediaKind::Image),
        b"audio-url" => media(one, "url", MediaKind::Audio),
        b"video-url" => media(one, "url", MediaKind::Video),
        b"document-url" => media(one, "url", MediaKind::Document),
        b"binary" => media(one, "data", media_kind(mime)),
        _ => ContentKind::Opaque,
    };
    if let ContentKind::Media(media) = &mut read {
        media.mime = media.mime.take().or_else(|| written_if(one.get("media_type")));
        media.detail = one.path("vendor_metadata.detail");
        // The framework writes base64 in the url-safe alphabet.
        if let MediaSource::Data(data) = &mut media.source
            && data.iter().any(|byte| matches!(byte, b'-' | b'_'))
        {
            data.to_mut().iter_mut().for_each(|byte| match byte {
                b'-' => *byte = b'+',
                b'_' => *byte = b'/',
                _ => {}
            });
        }
    }
    read
}

/// Reads the output of a tool: any JSON, or contents if a medium is one of them.
fn read_output<'d>(said: Option<Value<'d>>, message: Value<'d>) -> Output<'d> {
    let is_medium = |one: Value<'_>| one.fits("kind=image-url|audio-url|video-url|document-url|binary");
    match said {
        None => Output::Empty,
        Some(said) if said.text().is_some() => Output::Text(written(Some(said))),
        Some(said) if is_medium(said) => Output::Contents(vec![content(said, message, read_content(said))]),
        Some(said) if said.elements().any(is_medium) => {
            Output::Contents(said.elements().map(|one| content(one, message, read_content(one))).collect())
        }
        Some(said) => Output::Json(Cow::Borrowed(said.raw())),
    }
}

fn read_answer<'d>(message: Value<'d>, reader: &mut Reader<'d>) {
    // Before parts had signatures, Gemini's signature on a thought was for the part after it.
    let mut pending: Option<Value<'d>> = None;
    for part in message.list("parts") {
        let issuer = issuer_of(part, message);
        let own = part.get("provider_details").and_then(signature_in).or(pending.take());
        let kind = match part.token("part_kind") {
            b"thinking" => {
                pending = read_thought(part, message, issuer, own, reader);
                continue;
            }
            // A signature without a text is a separate thought.
            b"text" if own.is_some() && part.token("content").is_empty() => ContentKind::Thought,
            b"text" => ContentKind::Text(written(part.get("content"))),
            b"tool-call" => {
                let input = part.get("args").filter(|input| !input.is_null());
                call(part.get("tool_call_id"), part.get("tool_name"), call_input(input))
            }
            b"file" => part.get("content").map_or(ContentKind::Opaque, read_content),
            _ => ContentKind::Opaque,
        };
        let mut said = content(part, message, kind);
        own.into_iter().for_each(|handle| carry(&mut said, issuer.clone(), handle, reader));
        reader.say(Speaker::Assistant, said);
    }
}

/// Returns the signature of Gemini on a part, in its original spelling if the writer kept that.
fn signature_in(details: Value<'_>) -> Option<Value<'_>> {
    let bytes = |signature: Value<'_>| base64::decode(&signature.text()?.wtf8());
    let spelled = details.get("thought_signature")?;
    let issued = details.get(AS_ISSUED).filter(|issued| bytes(*issued).is_some() && bytes(*issued) == bytes(spelled));
    Some(issued.unwrap_or(spelled))
}

/// Returns the issuer of a part: it names its provider, or the message does. OpenAI's thoughts have an id or ciphertext, unless they are from a chat.
fn issuer_of(part: Value<'_>, message: Value<'_>) -> Option<Target> {
    let name = [part, message].map(|holder| holder.word("provider_name")).into_iter().find(|name| !name.is_empty())?;
    let model = message.get("model_name").and_then(Value::text).map(|model| model.lossy().into_owned());
    let issuer = issuer_named(name, model)?;
    let is_item = part.fits("signature:s,provider_details.raw_content") || part.fits("id:s") && !FIELDS.contains(&part.word("id"));
    match issuer.wire == Wire::OPENAI_RESPONSES && !is_item && part.fits("part_kind=thinking") {
        true => {
            let host = issuer.host.clone().or_else(|| Some("api.openai.com".to_owned()));
            Some(Target { wire: Wire::OPENAI_CHAT, host, ..issuer })
        }
        false => Some(issuer),
    }
}

/// Reads a thought, and returns the signature that is for the part after it.
fn read_thought<'d>(
    part: Value<'d>,
    message: Value<'d>,
    issuer: Option<Target>,
    own: Option<Value<'d>>,
    reader: &mut Reader<'d>,
) -> Option<Value<'d>> {
    let mut said = content(part, message, ContentKind::Thought);
    let text = part.get("content");
    let signature = part.get("signature").filter(|one| !one.is_null());
    let wire = issuer.as_ref().map_or(Wire::OPENAI_CHAT, |issuer| issuer.wire.clone());
    let is_gemini = wire == Wire::GEMINI_GENERATE;
    let id = part.get("id").filter(|id| id.text().is_some() && wire == Wire::OPENAI_RESPONSES);
    let handle = if is_gemini { own } else { signature };
    let raw = if wire == Wire::OPENAI_RESPONSES { part.path("provider_details.raw_content") } else { None };
    if extend_item(&said, id, text, handle, reader) {
        return None;
    }
    let mut thinking = thought(&wire, text, handle);
    if REDACTED.contains(&part.word("id")) {
        thinking.kind = ThinkingKind::Redacted;
    }
    match part.path("provider_details.type").and_then(Value::text).map(Text::raw) {
        Some(b"reasoning.encrypted") => thinking = Thinking { kind: ThinkingKind::Encrypted, ..thinking.signed() },
        Some(b"reasoning.text") if thinking.texts.is_empty() => thinking = thinking.text(text),
        _ => {}
    }
    // OpenRouter names Claude's thinking, which Claude refuses without its signature.
    if part.fits("provider_details.type=reasoning.text provider_details.format=anthropic-claude-v1") {
        thinking = thinking.signed();
    }
    match raw {
        Some(raw) if !thinking.texts.is_empty() => reader.unread(raw, "the format has no place for reasoning text beside a summary"),
        Some(raw) => {
            thinking = Thinking::new(ThinkingKind::Text, Attachment::Item { partner: None }).handle(handle);
            raw.elements().for_each(|text| thinking.texts.push(text));
        }
        None => {}
    }
    said.thinking = Some(thinking);
    said.issued = reader.issuer(issuer).map(|issuer| Issued { issuer, id, is_native: false });
    // A thought with neither a text nor a handle only has a signature for the next part.
    let is_empty = is_gemini && handle.is_none() && text.is_none_or(|text| text.text().is_none_or(|text| text.is_empty()));
    if !is_empty {
        reader.say(Speaker::Assistant, said);
    }
    signature.filter(|_| is_gemini)
}
