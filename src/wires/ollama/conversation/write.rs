//! Writes a request of Ollama's chat.

use std::borrow::Cow;

use super::places::SETTINGS;
use crate::conversation::data_url::text_in;
use crate::conversation::defaults::{chosen, forced, one_by_one};
use crate::conversation::function;
use crate::conversation::marks;
use crate::conversation::plan::visible;
use crate::conversation::reasoning;
use crate::conversation::writer::{RequestWriter, has_setting};
use crate::model::{
    CallInput, Content, ContentKind, Conversation, Format, Media, MediaKind, MediaSource, Message, Output, Setting, Speaker, ToolResult,
};

pub(super) fn write<'d>(conversation: &Conversation<'d>, request: &mut RequestWriter<'_, 'd>) {
    request.out.open(b'{');
    request.model();
    request.out.name("messages");
    request.out.open(b'[');
    for message in &conversation.messages {
        match message.speaker {
            _ if request.write_original(message) => {}
            Speaker::Tool => write_results(message, request),
            speaker => write_message(speaker, &message.contents, request),
        }
    }
    request.out.close(b']');
    request.tools(conversation, function::write_plain_tool);
    write_settings(conversation, request);
    request.out.close(b'}');
}

/// A message to write: it has one text, and its contents in this order.
#[derive(Default)]
struct Draft<'c, 'd> {
    images: Vec<&'c [u8]>,
    thinking: Option<Vec<u8>>,
    text: Option<Cow<'c, [u8]>>,
    calls: Vec<&'c Content<'d>>,
    /// The contents of the message.
    of: Vec<&'c Content<'d>>,
}

impl<'d> Draft<'_, 'd> {
    /// Writes the message, if it is not empty.
    fn write(&self, role: &str, request: &mut RequestWriter<'_, 'd>) {
        let start = request.out.len();
        if self.of.is_empty() {
            return;
        }
        request.out.open(b'{');
        request.out.member("role", role);
        request.string("content", self.text.as_deref().unwrap_or_default());
        if let Some(thinking) = &self.thinking {
            request.string("thinking", thinking);
        }
        if !self.images.is_empty() {
            request.out.name("images");
            request.out.open(b'[');
            self.images.iter().for_each(|image| request.out.written(image));
            request.out.close(b']');
        }
        if !self.calls.is_empty() {
            request.out.name("tool_calls");
            request.out.open(b'[');
            self.calls.iter().for_each(|content| write_call(content, request));
            request.out.close(b']');
        }
        request.out.close(b'}');
        self.of.iter().for_each(|content| request.placed(content, start));
    }
}

/// Writes the contents of one speaker: a message for each text, with the pictures and the thought before it and the calls after it.
fn write_message<'d>(speaker: Speaker, contents: &[Content<'d>], request: &mut RequestWriter<'_, 'd>) {
    let role = match speaker {
        Speaker::System | Speaker::Developer => "system",
        Speaker::Assistant => "assistant",
        Speaker::User | Speaker::Tool => "user",
    };
    let mut draft = Draft::default();
    for content in contents {
        let text = text_of(content, request);
        let is_picture = matches!(&content.kind, ContentKind::Media(_)) && text.is_none();
        let comes_later = matches!(content.kind, ContentKind::Call(_));
        let is_full = draft.text.is_some() || !draft.calls.is_empty();
        let is_second_thought = matches!(content.kind, ContentKind::Thought) && draft.thinking.is_some();
        if is_full && !comes_later || is_second_thought {
            draft.write(role, request);
            draft = Draft::default();
        }
        match &content.kind {
            _ if text.is_some() => {
                if role == "assistant" {
                    request.note_tags(content, text.as_deref().unwrap_or_default());
                }
                draft.text = text;
            }
            ContentKind::Thought => draft.thinking = Some(visible(content)),
            ContentKind::Call(call) => {
                if call.id.is_some() {
                    request.notes.add(content.value, "id", "the target has no call ids: results are matched by their order");
                }
                draft.calls.push(content);
            }
            ContentKind::Media(media) if is_picture => match data_of(content, media, request) {
                Some(data) => draft.images.push(data),
                None => continue,
            },
            _ => {
                request.left_out(content, "only the wire of the source supports it");
                continue;
            }
        }
        draft.of.push(content);
    }
    draft.write(role, request);
}

/// Returns the text of a content.
fn text_of<'c, 'd>(content: &'c Content<'d>, request: &mut RequestWriter<'_, 'd>) -> Option<Cow<'c, [u8]>> {
    match &content.kind {
        ContentKind::Text(text) => Some(Cow::Borrowed(text)),
        ContentKind::Refusal(text) => {
            request.notes.add(content.value, "refusal", "the target has no refusals: it is sent as text");
            Some(Cow::Borrowed(text))
        }
        ContentKind::Media(Media { source: MediaSource::Url(url), kind, .. }) => {
            request.notes.add(content.value, kind.name(), "the target accepts data, not a URL: the URL is sent as text");
            Some(Cow::Borrowed(url))
        }
        ContentKind::Media(media) => {
            let text = text_in(media)?;
            request.document_as_text(content, media);
            Some(text)
        }
        _ => None,
    }
}

/// Returns the data of a picture.
fn data_of<'c, 'd>(content: &Content<'d>, media: &'c Media<'d>, request: &mut RequestWriter<'_, 'd>) -> Option<&'c [u8]> {
    match (media.kind, &media.source) {
        (MediaKind::Image, MediaSource::Data(data)) => Some(data),
        (_, MediaSource::File(_)) => {
            request.left_out(content, "the target does not support this kind of file");
            None
        }
        _ => {
            request.left_out(content, "the target supports only images and text");
            None
        }
    }
}

fn write_call<'d>(content: &Content<'d>, request: &mut RequestWriter<'_, 'd>) {
    let ContentKind::Call(call) = &content.kind else { return };
    let input = match &call.input {
        CallInput::Json(json) if json.first() == Some(&b'{') => Cow::Borrowed(&**json),
        other => Cow::Owned(request.call_object(content, other)),
    };
    request.out.open(b'{');
    let function = request.open_member("function");
    request.string("name", &call.name);
    request.json("arguments", &input);
    request.close_member(function);
    request.out.close(b'}');
}

/// Writes results. They are already in the order of their calls, which alone identifies them.
fn write_results<'d>(message: &Message<'d>, request: &mut RequestWriter<'_, 'd>) {
    for content in &message.contents {
        let ContentKind::Result(result) = &content.kind else {
            request.left_out(content, "only the wire of the source supports it");
            continue;
        };
        if result.id.is_some() {
            request.notes.add(content.value, "id", "the target has no call ids: results are matched by their order");
        }
        let start = request.out.len();
        request.out.open(b'{');
        request.out.member("role", "tool");
        write_output(content, result, request);
        if let Some(name) = &result.name {
            request.string("tool_name", name);
        }
        request.out.close(b'}');
        request.placed(content, start);
    }
}

fn write_output<'d>(content: &Content<'d>, result: &ToolResult<'d>, request: &mut RequestWriter<'_, 'd>) {
    let (mut texts, mut images) = (Vec::new(), Vec::new());
    if let Output::Contents(contents) = &result.output {
        for one in contents {
            match (text_of(one, request), &one.kind) {
                (Some(text), _) => texts.push(text),
                (None, ContentKind::Media(media)) => images.extend(data_of(one, media, request)),
                _ => request.left_out(one, "only the wire of the source supports it"),
            }
        }
        if texts.len() > 1 {
            request.notes.add(content.value, "result", "the target accepts one text as a result: its parts are joined");
        }
    }
    let text = RequestWriter::output_text(&result.output).unwrap_or_else(|| texts.join(&br"\n"[..]));
    if result.failed {
        request.notes.add(content.value, "is_error", "the target has no error flag: the text says it");
        request.string("content", &marks::FAILED.put(&text));
    } else {
        request.string("content", &text);
    }
    if !images.is_empty() {
        request.out.name("images");
        request.out.open(b'[');
        images.iter().for_each(|image| request.out.written(image));
        request.out.close(b']');
    }
}

fn write_settings<'d>(conversation: &Conversation<'d>, request: &mut RequestWriter<'_, 'd>) {
    let settings = &conversation.settings;
    if !has_setting(conversation, Setting::Stream) && !request.streams {
        request.json("stream", b"false");
        request.notes.demand("/stream", "stream", "the target streams by default: `stream` is set");
    }
    request.settings(conversation, SETTINGS, "");
    let options = request.open_member("options");
    request.settings(conversation, SETTINGS, "options");
    request.close_member(options);
    request.note_caches(conversation);
    for tool in conversation.tools.iter().filter(|tool| tool.strict == Some(true)) {
        request.notes.lose(tool.value, "strict", "the target does not support strict schemas");
    }
    let choice = if conversation.tools.is_empty() { forced(settings) } else { chosen(settings) };
    request.notes.at(choice, "tool_choice", "the target has no such setting");
    request.notes.at(one_by_one(settings), "parallel", "the target has no such setting");
    write_think(conversation, request);
    match &settings.format {
        Some((Format::Schema { schema, .. }, _)) => request.json("format", schema),
        Some((Format::Json, _)) => request.out.member("format", "json"),
        _ => {}
    }
}

/// Writes the `think` option. Only gpt-oss accepts a word for the amount.
fn write_think<'d>(conversation: &Conversation<'d>, request: &mut RequestWriter<'_, 'd>) {
    let reasoning = &conversation.settings.reasoning;
    if !reasoning::is_said(reasoning) {
        return;
    }
    if request.profile.fits("without.*=think") {
        return request.notes.at(reasoning::place(reasoning), "reasoning", "the target does not support reasoning");
    }
    let is_off = reasoning::is_off(reasoning);
    let takes_words = request.profile.fits("name^gpt-oss");
    let word = if takes_words && !is_off { reasoning::effort(reasoning, &["low", "medium", "high"]) } else { None };
    match word {
        Some(word) => {
            request.out.member("think", &word.value);
            if !word.is_exact {
                reasoning::note_amount(reasoning, "think", &word.value, request.notes);
            }
        }
        None => {
            let amount = reasoning.effort.or(reasoning.budget).filter(|_| !is_off);
            request.notes.at(amount, "reasoning", "the target has no setting for the amount of reasoning");
            request.out.name("think");
            request.out.flag(!is_off);
        }
    }
}
