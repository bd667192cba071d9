//! `SmartState.messages` of @cognipeer/agent-sdk: a list, a state, or a snapshot of one. Thoughts are in `reasoning.blocks`, calls in `tool_calls` as OpenAI's
//! chat has them. The SDK replays blocks with a signature or data, and nothing else; `reasoning.summary` is for people.
//!
//! A block with a signature or data is Claude's; `response_metadata.model_name` names the model. The data that OpenAI and Gemini need is in a member
//! `providerMeta` of the block, the call or the message. The SDK keeps that member and never sends it.

use crate::conversation::data_url::{audio, media_at, url_of};
use crate::conversation::function;
use crate::conversation::plan::{Decision, visible};
use crate::conversation::reader::{Reader, call, call_input, content, plain, result, written, written_if};
use crate::conversation::writer::RequestWriter;
use crate::error::Error;
use crate::formats::flat::{self, FlatShape, META, filled, read_messages};
use crate::formats::format::{MessageFormat, thought};
use crate::formats::options;
use crate::json::base64;
use crate::json::{Kind, Value};
use crate::model::{Content, ContentKind, Conversation, Media, MediaKind, MediaSource, Output, Speaker, ThinkingKind, Wire};

/// The format.
pub(crate) static MESSAGES: MessageFormat = MessageFormat { name: "cognipeer", read, write, holds: flat::holds };

const SHAPE: FlatShape = FlatShape {
    thoughts: write_thoughts,
    calls: write_calls,
    result: ["tool_call_id", "name"],
    text_meta: "response_metadata",
    medium: Some(write_medium),
};

fn read<'d>(body: Value<'d>, reader: &mut Reader<'d>) -> Result<(), Error> {
    read_messages(body, &["messages", "state.messages"], reader, read_message)
}

fn read_message<'d>(message: Value<'d>, speaker: Speaker, reader: &mut Reader<'d>) {
    let said = message.get("content").filter(|said| !said.is_null());
    if speaker == Speaker::Tool {
        let output = match said {
            Some(said) if said.text().is_none() => Output::Json(said.raw().into()),
            said => Output::Text(written(said)),
        };
        let kind = result(message.get("tool_call_id"), message.get("name"), false, output);
        return reader.say(speaker, content(message, message, kind));
    }
    read_reasoning(message, reader);
    match said {
        Some(said) if said.kind() == Kind::Array => {
            said.elements().for_each(|part| reader.say(speaker, content(part, message, read_part(part))));
        }
        Some(said) => flat::read_text((said, message), speaker, &SHAPE, reader),
        None => {}
    }
    for one in message.list("tool_calls") {
        let [name, input] = [("name", "function.name"), ("arguments", "function.arguments")]
            .map(|(own, inner)| one.path(inner).or_else(|| one.get(own)).or_else(|| one.get("args").filter(|_| own == "arguments")));
        let mut said = content(one, message, call(one.get("id"), name, call_input(input)));
        options::read_handle(&mut said, one.get(META), reader);
        reader.say(Speaker::Assistant, said);
    }
}

fn read_reasoning<'d>(message: Value<'d>, reader: &mut Reader<'d>) {
    let Some(reasoning) = message.get("reasoning") else { return };
    let (mut count, model) = (0, message.path("response_metadata.model_name").and_then(Value::text).and_then(|name| name.plain()));
    for block in reasoning.list("blocks") {
        flat::read_block((block, message), "text", model, reader);
        count += 1;
    }
    // The SDK repeats blocks here as a summary. They are read once.
    if let Some(summary) = filled(reasoning, "summary")
        && count == 0
    {
        let mut thinking = thought(&Wire::OPENAI_CHAT, Some(summary), None);
        thinking.kind = ThinkingKind::Summary;
        reader.say(Speaker::Assistant, Content { thinking: Some(thinking), ..content(summary, message, ContentKind::Thought) });
    }
}

fn read_part(part: Value<'_>) -> ContentKind<'_> {
    let source = part.get("source").unwrap_or(part);
    let kind = match part.token("type") {
        b"text" => return ContentKind::Text(written(part.get("text"))),
        b"image_url" => {
            let address = part.path("image_url.url").or_else(|| part.get("image_url"));
            return ContentKind::Media(Media { detail: part.path("image_url.detail"), ..media_at(MediaKind::Image, written(address)) });
        }
        b"input_audio" if part.get("input_audio").is_some() => {
            return part.get("input_audio").map_or(ContentKind::Opaque, |one| ContentKind::Media(audio(one)));
        }
        b"image" => MediaKind::Image,
        b"file" | b"document" => MediaKind::Document,
        b"audio" => MediaKind::Audio,
        _ => return ContentKind::Opaque,
    };
    let name = ["fileName", "filename", "name"].iter().find_map(|name| written_if(part.get(name)));
    let mime = ["mediaType", "media_type", "mime_type"].iter().find_map(|name| written_if(source.get(name)));
    let at = match (source.get("url"), source.get("data").or_else(|| part.path("file.file_data"))) {
        (Some(url), _) => media_at(kind, written(Some(url))),
        (None, Some(data)) if data.text().is_some_and(|text| text.raw().starts_with(b"data:")) => media_at(kind, written(Some(data))),
        (None, Some(data)) => Media { kind, source: MediaSource::Data(written(Some(data))), mime: None, name: None, detail: None },
        (None, None) => return ContentKind::Opaque,
    };
    ContentKind::Media(Media { mime: mime.or(at.mime), name, ..at })
}

fn write<'d>(conversation: &Conversation<'d>, request: &mut RequestWriter<'_, 'd>) {
    flat::write(conversation, &SHAPE, request);
}

fn write_thoughts<'d>(thoughts: &[&Content<'d>], request: &mut RequestWriter<'_, 'd>) {
    let reasoning = request.open_member("reasoning");
    request.out.name("blocks");
    flat::write_blocks(thoughts, "text", request, |content, request| {
        let Some(thinking) = &content.thinking else { return };
        let handle = if request.decision(content) == Some(Decision::Native) { thinking.handles.first() } else { None };
        if let (ThinkingKind::Redacted, Some(data)) = (thinking.kind, handle) {
            request.out.member("type", "redacted_thinking");
            request.json("data", data.raw());
        } else {
            request.out.member("type", "thinking");
            request.string("text", &visible(content));
            handle.into_iter().for_each(|signature| request.json("signature", signature.raw()));
        }
    });
    request.close_member(reasoning);
}

fn write_calls<'d>(calls: &[&Content<'d>], request: &mut RequestWriter<'_, 'd>) {
    request.out.name("tool_calls");
    request.out.open(b'[');
    for content in calls {
        function::write_call_with(content, request, |content, request| {
            if content.thinking.is_some() {
                options::write_options(META, content, request);
            }
        });
    }
    request.out.close(b']');
}

fn write_medium<'d>(media: &Media<'d>, request: &mut RequestWriter<'_, 'd>) -> bool {
    let text;
    let (is_url, held, mime): (bool, &[u8], Option<&[u8]>) = match &media.source {
        MediaSource::File(_) => return false,
        MediaSource::Url(url) => (true, url, media.mime.as_deref()),
        MediaSource::Data(data) => (false, data, media.mime.as_deref()),
        MediaSource::Text(said) => {
            text = base64::encode(&plain(said));
            (false, text.as_bytes(), Some(b"text/plain"))
        }
    };
    let default: &[u8] = match media.kind {
        MediaKind::Image => b"image/png",
        MediaKind::Document => b"application/pdf",
        MediaKind::Audio => b"audio/wav",
        MediaKind::Video => b"video/mp4",
    };
    request.out.open(b'{');
    if media.kind == MediaKind::Image {
        request.out.member("type", "image_url");
        let image = request.open_member("image_url");
        match is_url {
            true => request.string("url", held),
            false => request.string("url", &url_of(mime.or(Some(default)), held)),
        }
        if let Some(detail) = media.detail {
            request.json("detail", detail.raw());
        }
        request.close_member(image);
    } else {
        request.out.member("type", if media.kind == MediaKind::Audio { "audio" } else { "file" });
        let source = request.open_member("source");
        request.out.member("type", if is_url { "url" } else { "base64" });
        if !is_url || mime.is_some() {
            request.string("mediaType", mime.unwrap_or(default));
        }
        request.string(if is_url { "url" } else { "data" }, held);
        request.close_member(source);
        media.name.iter().for_each(|name| request.string("fileName", name));
    }
    request.out.close(b'}');
    true
}
