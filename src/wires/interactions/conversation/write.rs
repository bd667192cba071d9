//! Writes a request of Interactions: its instructions and steps.

use super::write_settings;
use crate::conversation::marks;
use crate::conversation::placeholder::SKIP;
use crate::conversation::writer::{RequestWriter, instructions};
use crate::model::{Content, ContentKind, Conversation, Media, MediaSource, Message, Output, Speaker, ToolResult};
use crate::wires::gemini::conversation::media::blob;

pub(super) fn write<'d>(conversation: &Conversation<'d>, request: &mut RequestWriter<'_, 'd>) {
    let (mut system, mut messages) = instructions(conversation);
    if messages.is_empty() {
        // A request needs an input, so instructions alone become one.
        (system, messages) = (&[], system);
    }
    request.out.open(b'{');
    request.model();
    write_system(system, request);
    request.out.name("input");
    request.out.open(b'[');
    for message in messages {
        if request.write_original(message) {
            continue;
        }
        // One step holds neighbouring texts and media.
        let is_plain = |content: &Content<'_>| !matches!(content.kind, ContentKind::Call(_) | ContentKind::Result(_));
        for run in message.contents.chunk_by(|one, other| is_plain(one) && is_plain(other)) {
            write_run(message.speaker, run, request);
        }
    }
    request.out.close(b']');
    write_settings::write(conversation, request);
    request.out.close(b'}');
}

/// Writes the instructions, which are one text.
fn write_system<'d>(system: &[Message<'d>], request: &mut RequestWriter<'_, 'd>) {
    let mut texts: Vec<(&Content<'d>, &[u8])> = Vec::new();
    for content in system.iter().flat_map(|message| &message.contents) {
        request.note_cache(content.cache);
        match &content.kind {
            ContentKind::Text(text) => texts.push((content, text)),
            _ => request.left_out(content, "the target allows only text in instructions"),
        }
    }
    if texts.len() > 1 {
        texts.iter().for_each(|(content, _)| {
            request.notes.add(content.value, "system", "the target accepts one instruction text: they are joined")
        });
    }
    let joined = texts.iter().map(|(_, text)| *text).collect::<Vec<_>>().join(&b"\\n\\n"[..]);
    if !joined.is_empty() {
        request.string("system_instruction", &joined);
    }
}

/// Writes a call, a result, or neighbouring texts and media.
fn write_run<'d>(speaker: Speaker, run: &[Content<'d>], request: &mut RequestWriter<'_, 'd>) {
    let start = request.out.len();
    run.iter().for_each(|content| request.note_cache(content.cache));
    match run {
        [content @ Content { kind: ContentKind::Call(call), .. }] => {
            write_placeholder(content, request);
            let start = request.out.len();
            let input = request.call_object(content, &call.input);
            request.out.open(b'{');
            request.out.member("type", "function_call");
            request.string("id", call.id.as_deref().unwrap_or_default());
            request.string("name", &call.name);
            request.json("arguments", &input);
            request.out.close(b'}');
            request.placed(content, start);
        }
        [content @ Content { kind: ContentKind::Result(result), .. }] => {
            write_result(result, request);
            request.placed(content, start);
        }
        _ => {
            request.out.open(b'{');
            request.out.member("type", if speaker == Speaker::Assistant { "model_output" } else { "user_input" });
            request.out.name("content");
            match request.list(&mut run.iter(), &|content, request| write_content(speaker, content, request)) {
                true => request.out.close(b'}'),
                false => request.out.cut(start),
            }
        }
    }
}

/// Writes the step that replaces the signed thought before a call that no Gemini made.
fn write_placeholder<'d>(content: &Content<'d>, request: &mut RequestWriter<'_, 'd>) {
    if !request.has_placeholder(content) {
        return;
    }
    if request.plan.stands_alone(content.span) {
        request.notes.add(
            content.value,
            "thoughtSignature",
            "the target refuses calls without a signed thought: the documented placeholder is sent",
        );
    }
    request.out.open(b'{');
    request.out.member("type", "thought");
    request.json("signature", SKIP.as_bytes());
    request.out.close(b'}');
}

fn write_result<'d>(result: &ToolResult<'d>, request: &mut RequestWriter<'_, 'd>) {
    request.out.open(b'{');
    request.out.member("type", "function_result");
    request.string("call_id", result.id.as_deref().unwrap_or_default());
    if let Some(name) = &result.name {
        request.string("name", name);
    }
    match &result.output {
        Output::Empty => request.string("result", b""),
        Output::Text(text) => request.string("result", text),
        Output::Json(json) if json.first() == Some(&b'{') => request.json("result", json),
        Output::Json(json) => request.quoted("result", json),
        Output::Contents(contents) => {
            request.out.name("result");
            request.out.open(b'[');
            contents.iter().for_each(|content| write_content(Speaker::Tool, content, request));
            request.out.close(b']');
        }
    }
    if result.failed {
        request.json("is_error", b"true");
    }
    request.out.close(b'}');
}

fn write_content<'d>(speaker: Speaker, content: &Content<'d>, request: &mut RequestWriter<'_, 'd>) {
    match &content.kind {
        ContentKind::Text(text) | ContentKind::Refusal(text) if text.is_empty() => {
            request.left_out(content, "the text is empty");
        }
        ContentKind::Text(text) if matches!(speaker, Speaker::System | Speaker::Developer) => {
            request.notes.add(
                content.value,
                "system",
                "the target allows instructions only at the beginning: it is sent as a marked user text",
            );
            request.text_part(&marks::SYSTEM.put(text));
        }
        ContentKind::Text(text) => request.text_part(text),
        ContentKind::Refusal(text) => {
            request.notes.add(content.value, "refusal", "the target has no refusals: it is sent as text");
            request.text_part(text);
        }
        // The document types there include tables, but not plain texts.
        ContentKind::Media(media @ Media { source: MediaSource::Text(text), mime, .. })
            if mime.as_deref() != Some(b"text/csv") && !text.is_empty() =>
        {
            request.document_as_text(content, media);
            request.text_part(text);
        }
        ContentKind::Media(media) => write_media(content, media, request),
        _ => request.left_out(content, "only the wire of the source supports it"),
    }
}

fn write_media<'d>(content: &Content<'d>, media: &Media<'d>, request: &mut RequestWriter<'_, 'd>) {
    let Some(blob) = blob(content, media, request) else { return };
    request.out.open(b'{');
    request.out.member("type", media.kind.name());
    request.string("mime_type", blob.mime);
    request.string(if blob.is_data { "data" } else { "uri" }, &blob.value);
    match media.detail {
        Some(detail) if detail.fits("=low|high") => request.json("resolution", detail.raw()),
        Some(detail) if !detail.fits("=auto") => request.notes.lose(detail, "detail", "the target has no such detail level"),
        _ => {}
    }
    if media.name.is_some() {
        request.notes.lose(content.value, "name", "the target has no file names");
    }
    request.out.close(b'}');
}
