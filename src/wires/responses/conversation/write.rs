//! Writes a request of OpenAI's Responses.

use super::settings::write_settings;
use crate::conversation::data_url::url_of;
use crate::conversation::marks;
use crate::conversation::plan::{Decision, visible};
use crate::conversation::web_search::search_options;
use crate::conversation::writer::{RequestWriter, instructions};
use crate::model::{
    CallInput, Content, ContentKind, Conversation, Media, MediaKind, MediaSource, Message, Output, Speaker, ThinkingKind, Tool, ToolKind,
};

pub(super) fn write<'d>(conversation: &Conversation<'d>, request: &mut RequestWriter<'_, 'd>) {
    let (system, mut messages) = instructions(conversation);
    request.note_caches(conversation);
    request.out.open(b'{');
    request.model();
    if let [Message { speaker: Speaker::System, contents, .. }] = system
        && let [Content { kind: ContentKind::Text(text), .. }] = &**contents
    {
        request.string("instructions", text);
    } else {
        messages = &conversation.messages;
    }
    request.out.name("input");
    request.out.open(b'[');
    for message in messages {
        match message.speaker {
            _ if request.write_original(message) => {}
            Speaker::Assistant | Speaker::Tool => message.contents.iter().for_each(|content| write_item(content, request)),
            speaker => write_message(speaker, &message.contents, request),
        }
    }
    request.out.close(b']');
    write_tools(conversation, request);
    write_settings(conversation, request);
    request.out.close(b'}');
}

fn write_message<'d>(speaker: Speaker, contents: &[Content<'d>], request: &mut RequestWriter<'_, 'd>) {
    let mark = request.out.len();
    request.out.open(b'{');
    request.out.member("role", role(speaker));
    request.out.name("content");
    if let [content @ Content { kind: ContentKind::Text(text), .. }] = contents {
        let start = request.out.len();
        request.out.written(text);
        request.placed(content, start);
    } else {
        request.out.open(b'[');
        let from = request.out.len();
        for content in contents {
            let start = request.out.len();
            write_content(content, request);
            request.placed(content, start);
        }
        if request.out.len() == from {
            return request.out.cut(mark);
        }
        request.out.close(b']');
    }
    request.out.close(b'}');
}

fn role(speaker: Speaker) -> &'static str {
    match speaker {
        Speaker::System => "system",
        Speaker::Developer => "developer",
        Speaker::User | Speaker::Tool => "user",
        Speaker::Assistant => "assistant",
    }
}

/// Writes a content of the model or of a tool as a separate item.
fn write_item<'d>(content: &Content<'d>, request: &mut RequestWriter<'_, 'd>) {
    let start = request.out.len();
    match &content.kind {
        ContentKind::Text(text) | ContentKind::Refusal(text) => {
            if matches!(content.kind, ContentKind::Refusal(_)) {
                request.notes.add(content.value, "refusal", "the target accepts refusals only as text");
            }
            request.out.open(b'{');
            request.out.member("role", "assistant");
            request.string("content", text);
            request.out.close(b'}');
        }
        ContentKind::Thought if request.native(content) => {}
        ContentKind::Thought => write_thought(content, request),
        ContentKind::Call(call) => {
            request.out.open(b'{');
            request.out.member("type", "function_call");
            request.string("call_id", call.id.as_deref().unwrap_or_default());
            request.string("name", &call.name);
            match &call.input {
                CallInput::Json(json) => request.quoted("arguments", json),
                CallInput::Text(text) => request.string("arguments", text),
            }
            request.out.close(b'}');
        }
        ContentKind::Result(result) => {
            request.out.open(b'{');
            request.out.member("type", "function_call_output");
            request.string("call_id", result.id.as_deref().unwrap_or_default());
            write_output(content, &result.output, result.failed, request);
            request.out.close(b'}');
        }
        ContentKind::Media(_) => request.left_out(content, "the target does not accept media in assistant messages"),
        ContentKind::Opaque => request.left_out(content, "only the wire of the source supports it"),
    }
    request.placed(content, start);
}

/// Writes a thought as an item.
pub(crate) fn write_thought<'d>(content: &Content<'d>, request: &mut RequestWriter<'_, 'd>) {
    let is_own = request.decision(content) == Some(Decision::Native);
    let thinking = if is_own { content.thinking.as_ref() } else { None };
    request.out.open(b'{');
    request.out.member("type", "reasoning");
    if let Some(id) = request.thought_id(content)
        && is_own
    {
        request.json("id", id.raw());
    }
    // Readable reasoning is not a summary.
    let is_open = thinking.is_none_or(|thinking| thinking.kind == ThinkingKind::Text);
    request.out.name("summary");
    request.out.open(b'[');
    for text in thinking.into_iter().filter(|_| !is_open).flat_map(|thinking| thinking.texts.iter()) {
        request.out.open(b'{');
        request.out.member("type", "summary_text");
        request.json("text", text.raw());
        request.out.close(b'}');
    }
    request.out.close(b']');
    if let Some(sealed) = thinking.and_then(|thinking| thinking.handles.first()) {
        request.json("encrypted_content", sealed.raw());
    }
    if is_open {
        request.out.name("content");
        request.out.open(b'[');
        let own = thinking.into_iter().flat_map(|thinking| thinking.texts.iter());
        own.filter_map(|text| text.text()).for_each(|text| write_open_text(text.raw(), request));
        if !is_own {
            write_open_text(&visible(content), request);
        }
        request.out.close(b']');
    }
    request.out.close(b'}');
}

fn write_open_text(text: &[u8], request: &mut RequestWriter<'_, '_>) {
    request.out.open(b'{');
    request.out.member("type", "reasoning_text");
    request.string("text", text);
    request.out.close(b'}');
}

fn write_output<'d>(content: &Content<'d>, output: &Output<'d>, failed: bool, request: &mut RequestWriter<'_, 'd>) {
    if failed {
        request.notes.add(content.value, "is_error", "the target has no error flag: the text says it");
    }
    let text = RequestWriter::output_text(output);
    match (text, output) {
        (Some(text), _) if failed => request.string("output", &marks::FAILED.put(&text)),
        (Some(text), _) => request.string("output", &text),
        (None, Output::Contents(contents)) => {
            request.out.name("output");
            request.out.open(b'[');
            for (nth, one) in contents.iter().enumerate() {
                match &one.kind {
                    ContentKind::Text(text) if failed && nth == 0 => write_text(&marks::FAILED.put(text), request),
                    _ => write_content(one, request),
                }
            }
            request.out.close(b']');
        }
        _ => {}
    }
}

fn write_text(text: &[u8], request: &mut RequestWriter<'_, '_>) {
    request.out.open(b'{');
    request.out.member("type", "input_text");
    request.string("text", text);
    request.out.close(b'}');
}

/// Writes a content of a message or of an output.
fn write_content<'d>(content: &Content<'d>, request: &mut RequestWriter<'_, 'd>) {
    match &content.kind {
        ContentKind::Text(text) | ContentKind::Refusal(text) => write_text(text, request),
        ContentKind::Media(media) => write_media(content, media, request),
        _ => request.left_out(content, "only the wire of the source supports it"),
    }
}

fn write_media<'d>(content: &Content<'d>, media: &Media<'d>, request: &mut RequestWriter<'_, 'd>) {
    let (mime, name) = (media.mime.as_deref(), media.name.as_deref());
    match (media.kind, &media.source) {
        (_, MediaSource::Text(text)) => {
            request.document_as_text(content, media);
            write_text(text, request);
        }
        (MediaKind::Image, source) => {
            request.out.open(b'{');
            request.out.member("type", "input_image");
            match source {
                MediaSource::Url(url) => request.string("image_url", url),
                MediaSource::Data(data) => request.string("image_url", &url_of(mime, data)),
                MediaSource::File(file) | MediaSource::Text(file) => request.string("file_id", file),
            }
            match media.detail {
                Some(detail) => request.json("detail", detail.raw()),
                None => request.out.member("detail", "auto"),
            }
            request.out.close(b'}');
        }
        (MediaKind::Document, source) => {
            request.out.open(b'{');
            request.out.member("type", "input_file");
            if let Some(name) = name {
                request.string("filename", name);
            }
            match source {
                MediaSource::Url(url) => request.string("file_url", url),
                MediaSource::Data(data) => {
                    if name.is_none() {
                        request.out.member("filename", "document.pdf");
                        request.notes.add(content.value, "filename", "the target requires a file name");
                    }
                    request.string("file_data", &url_of(mime, data));
                }
                MediaSource::File(file) | MediaSource::Text(file) => request.string("file_id", file),
            }
            request.out.close(b'}');
        }
        _ => request.left_out(content, "the target supports only images and documents"),
    }
}

fn write_tools<'d>(conversation: &Conversation<'d>, request: &mut RequestWriter<'_, 'd>) {
    let write_tool = |tool: &Tool<'d>, request: &mut RequestWriter<'_, 'd>| {
        request.out.open(b'{');
        request.out.member("type", if tool.kind == ToolKind::Custom { "custom" } else { "function" });
        request.string("name", &tool.name);
        if let Some(description) = tool.description {
            request.json("description", description.raw());
        }
        if tool.kind == ToolKind::Function {
            request.json("parameters", tool.schema.as_deref().unwrap_or(b"null"));
            request.out.name("strict");
            request.out.flag(tool.strict.unwrap_or(false));
        }
        request.out.close(b'}');
    };
    request.tools_under("tools", conversation, write_tool, Some(write_search));
}

fn write_search<'d>(tool: &Tool<'d>, request: &mut RequestWriter<'_, 'd>) {
    let options = search_options(tool, &["allowed_domains", "user_location"], request);
    request.out.open(b'{');
    request.out.member("type", "web_search");
    if let Some(domains) = options.domains {
        let filters = request.open_member("filters");
        request.json("allowed_domains", domains.raw());
        request.close_member(filters);
    }
    options.location.into_iter().for_each(|location| request.json("user_location", location.raw()));
    request.out.close(b'}');
}
