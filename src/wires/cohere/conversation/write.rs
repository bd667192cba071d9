//! Writes a request of Cohere's Chat.

use std::borrow::Cow;

use super::places::SETTINGS;
use crate::conversation::data_url::{text_in, url_of};
use crate::conversation::function;
use crate::conversation::marks;
use crate::conversation::plan::visible;
use crate::conversation::reasoning;
use crate::conversation::writer::RequestWriter;
use crate::json::decimal;
use crate::model::{
    Content, ContentKind, Conversation, Format, Media, MediaKind, MediaSource, Message, Output, Speaker, ToolChoice, ToolResult,
};

pub(super) fn write<'d>(conversation: &Conversation<'d>, request: &mut RequestWriter<'_, 'd>) {
    request.out.open(b'{');
    request.model();
    request.out.name("messages");
    request.out.open(b'[');
    for message in &conversation.messages {
        match message.speaker {
            _ if request.write_original(message) => {}
            Speaker::System | Speaker::Developer => write_message("system", &message.contents, request),
            Speaker::User => write_message("user", &message.contents, request),
            Speaker::Assistant => write_message("assistant", &message.contents, request),
            Speaker::Tool => write_results(message, request),
        }
    }
    request.out.close(b']');
    let has_documents = write_documents(conversation, request);
    request.tools(conversation, function::write_plain_tool);
    write_settings(conversation, has_documents, request);
    request.out.close(b'}');
}

/// Writes a message, if it is not empty: a text or a list of items, and after them the calls.
fn write_message<'d>(role: &str, contents: &[Content<'d>], request: &mut RequestWriter<'_, 'd>) {
    let before = request.out.len();
    request.out.open(b'{');
    request.out.member("role", role);
    let empty = request.out.len();
    let (calls, items): (Vec<_>, Vec<_>) = contents.iter().partition(|content| matches!(content.kind, ContentKind::Call(_)));
    if let [content @ Content { kind: ContentKind::Text(text), .. }] = *items
        && !text.is_empty()
    {
        request.out.name("content");
        let start = request.out.len();
        request.out.written(text);
        request.placed(content, start);
    } else {
        let header = request.out.len();
        request.out.name("content");
        request.out.open(b'[');
        let inside = request.out.len();
        for content in items {
            let start = request.out.len();
            write_item(content, role, request);
            request.placed(content, start);
        }
        if request.out.len() == inside {
            request.out.cut(header);
        } else {
            request.out.close(b']');
        }
    }
    if !calls.is_empty() {
        let last_item = contents.iter().rposition(|content| !matches!(content.kind, ContentKind::Call(_)));
        let moved = contents.iter().take(last_item.unwrap_or_default()).filter(|content| matches!(content.kind, ContentKind::Call(_)));
        for content in moved {
            request.notes.add(content.value, "call", "the target has calls after texts, so this call is moved");
        }
        request.out.name("tool_calls");
        request.out.open(b'[');
        calls.into_iter().for_each(|content| function::write_call(content, request));
        request.out.close(b']');
    }
    if request.out.len() == empty {
        return request.out.cut(before);
    }
    request.out.close(b'}');
}

/// Writes an item of a content.
fn write_item<'d>(content: &Content<'d>, role: &str, request: &mut RequestWriter<'_, 'd>) {
    match &content.kind {
        ContentKind::Text(text) | ContentKind::Refusal(text) if text.is_empty() => request.left_out(content, "the text is empty"),
        ContentKind::Text(text) => write_text("text", text, request),
        ContentKind::Refusal(text) => {
            request.notes.add(content.value, "refusal", "the target has no refusals: it is sent as text");
            write_text("text", text, request);
        }
        ContentKind::Thought => write_text("thinking", &visible(content), request),
        ContentKind::Media(media) if role == "user" => write_media(content, media, request),
        ContentKind::Media(_) => match text_document(content).filter(|_| role == "tool") {
            Some((media, text)) => {
                request.out.open(b'{');
                request.out.member("type", "document");
                request.out.name("document");
                write_document(media, &text, request);
                request.out.close(b'}');
            }
            None => request.left_out(content, "the target accepts media only in user messages"),
        },
        _ => request.left_out(content, "only the wire of the source supports it"),
    }
}

fn write_text(kind: &str, text: &[u8], request: &mut RequestWriter<'_, '_>) {
    request.out.open(b'{');
    request.out.member("type", kind);
    request.string(kind, text);
    request.out.close(b'}');
}

fn write_media<'d>(content: &Content<'d>, media: &Media<'d>, request: &mut RequestWriter<'_, 'd>) {
    let url = match (&media.kind, &media.source) {
        (MediaKind::Image, MediaSource::Url(url)) => url.to_vec(),
        (MediaKind::Image, MediaSource::Data(data)) => url_of(Some(media.mime.as_deref().unwrap_or(b"image/png")), data),
        _ if text_in(media).is_some() => {
            return request.notes.add(content.value, "document", "the target has documents beside the messages: it is moved there");
        }
        (_, MediaSource::File(_)) => return request.left_out(content, "the target does not support this kind of file"),
        _ => return request.left_out(content, "the target supports only images and text documents"),
    };
    request.out.open(b'{');
    request.out.member("type", "image_url");
    let image = request.open_member("image_url");
    request.string("url", &url);
    if let Some(detail) = media.detail.filter(|detail| detail.fits("=auto|low|high")) {
        request.json("detail", detail.raw());
    }
    request.close_member(image);
    request.out.close(b'}');
}

/// Returns the medium and its text, if the content is a text document.
fn text_document<'c, 'd>(content: &'c Content<'d>) -> Option<(&'c Media<'d>, Cow<'c, [u8]>)> {
    let ContentKind::Media(media) = &content.kind else { return None };
    Some((media, text_in(media)?))
}

fn write_document(media: &Media<'_>, text: &[u8], request: &mut RequestWriter<'_, '_>) {
    request.out.open(b'{');
    let data = request.open_member("data");
    if let Some(name) = &media.name {
        request.string("title", name);
    }
    request.string("text", text);
    request.close_member(data);
    request.out.close(b'}');
}

/// Writes the user's text documents. Returns `true` if there are any.
fn write_documents<'d>(conversation: &Conversation<'d>, request: &mut RequestWriter<'_, 'd>) -> bool {
    let users = conversation.messages.iter().filter(|message| message.speaker == Speaker::User);
    let mut documents = users.flat_map(|message| &message.contents).filter_map(text_document).peekable();
    let has_documents = documents.peek().is_some();
    if has_documents {
        request.out.name("documents");
        request.out.open(b'[');
        documents.for_each(|(media, text)| write_document(media, &text, request));
        request.out.close(b']');
    }
    has_documents
}

/// Writes results, and after them their pictures as a user message.
fn write_results<'d>(message: &Message<'d>, request: &mut RequestWriter<'_, 'd>) {
    let mut pictures: Vec<Content<'d>> = Vec::new();
    for content in &message.contents {
        let ContentKind::Result(result) = &content.kind else { continue };
        let start = request.out.len();
        request.out.open(b'{');
        request.out.member("role", "tool");
        request.string("tool_call_id", result.id.as_deref().unwrap_or_default());
        request.out.name("content");
        write_output(content, result, &mut pictures, request);
        request.out.close(b'}');
        request.placed(content, start);
    }
    write_message("user", &pictures, request);
}

fn write_output<'d>(content: &Content<'d>, result: &ToolResult<'d>, pictures: &mut Vec<Content<'d>>, request: &mut RequestWriter<'_, 'd>) {
    if result.failed {
        request.notes.add(content.value, "is_error", "the target has no error flag: the text says it");
    }
    let mark = |text: &[u8]| if result.failed { marks::FAILED.put(text) } else { text.to_vec() };
    let Output::Contents(contents) = &result.output else {
        let text = RequestWriter::output_text(&result.output).unwrap_or_default();
        return request.out.written(&mark(&text));
    };
    let before = request.out.len();
    request.out.open(b'[');
    let inside = request.out.len();
    for one in contents {
        match &one.kind {
            ContentKind::Text(text) if request.out.len() == inside => write_text("text", &mark(text), request),
            ContentKind::Media(media) if media.kind == MediaKind::Image => {
                request.notes.add(
                    one.value,
                    "image",
                    "the target does not allow images in results: it is sent in a user message after them",
                );
                pictures.push(one.clone());
            }
            _ => write_item(one, "tool", request),
        }
    }
    if request.out.len() == inside {
        request.out.cut(before);
        return request.out.written(&mark(b""));
    }
    request.out.close(b']');
}

fn write_settings<'d>(conversation: &Conversation<'d>, has_documents: bool, request: &mut RequestWriter<'_, 'd>) {
    let settings = &conversation.settings;
    request.settings(conversation, SETTINGS, "");
    request.note_caches(conversation);
    let strict = conversation.tools.iter().filter(|tool| tool.strict == Some(true)).count();
    if strict > 0 && strict == conversation.tools.len() {
        request.json("strict_tools", b"true");
    } else {
        for tool in conversation.tools.iter().filter(|tool| tool.strict == Some(true)) {
            request.notes.lose(tool.value, "strict", "the target allows `strict` for all tools or for none");
        }
    }
    match &settings.tool_choice {
        // Without tools these have no effect.
        Some((ToolChoice::Auto | ToolChoice::None, _)) if conversation.tools.is_empty() => {}
        Some((_, value)) if conversation.tools.is_empty() => {
            request.notes.lose(*value, "tool_choice", "the target allows it only with tools");
        }
        Some((ToolChoice::Any, _)) => request.out.member("tool_choice", "REQUIRED"),
        Some((ToolChoice::None, _)) => request.out.member("tool_choice", "NONE"),
        Some((ToolChoice::Tool(_), value)) => {
            request.notes.add(*value, "tool_choice", "the target can require a tool call, but not of one tool");
            request.out.member("tool_choice", "REQUIRED");
        }
        // It is the default, and has no word.
        Some((ToolChoice::Auto, _)) | None => {}
    }
    if let Some((false, value)) = settings.parallel {
        request.notes.lose(value, "parallel", "the target has no such setting");
    }
    write_reasoning(conversation, request);
    let is_bare = conversation.tools.is_empty() && !has_documents;
    match &settings.format {
        Some((Format::Schema { .. } | Format::Json, value)) if !is_bare => {
            request.notes.lose(*value, "format", "the target allows it only without tools and documents");
        }
        Some((Format::Schema { schema, .. }, _)) => {
            let format = request.open_member("response_format");
            request.out.member("type", "json_object");
            request.json("json_schema", schema);
            request.close_member(format);
        }
        Some((Format::Json, _)) => request.json("response_format", br#"{"type":"json_object"}"#),
        _ => {}
    }
}

fn write_reasoning<'d>(conversation: &Conversation<'d>, request: &mut RequestWriter<'_, 'd>) {
    let reasoning = &conversation.settings.reasoning;
    if !reasoning::is_said(reasoning) {
        return;
    }
    if request.profile.fits("!thinks") {
        return request.notes.at(reasoning::place(reasoning), "reasoning", "the target is not known to support reasoning");
    }
    let thinking = request.open_member("thinking");
    if reasoning::is_off(reasoning) {
        request.out.member("type", "disabled");
    } else {
        request.out.member("type", "enabled");
        if let Some(budget) = reasoning::budget(reasoning) {
            if !budget.is_exact {
                reasoning::note_amount(reasoning, "token_budget", &budget.value.to_string(), request.notes);
            }
            request.json("token_budget", decimal(usize::try_from(budget.value).unwrap_or_default()).as_bytes());
        }
    }
    request.close_member(thinking);
}
