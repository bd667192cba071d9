//! `UIMessage`s, written.

use super::super::format::{default_type, note_rest};
use super::super::options::write_options;
use super::write::{write_contents, write_thought};
use crate::conversation::data_url::url_of;
use crate::conversation::reader::plain;
use crate::conversation::writer::RequestWriter;
use crate::json::base64;
use crate::json::decimal;
use crate::model::{CallInput, Content, ContentKind, Conversation, Media, MediaSource, Message, Output, Speaker, ToolCall, ToolResult};

/// The member with the data that a provider needs for a part.
const METADATA: &str = "providerMetadata";

pub(super) fn write<'d>(conversation: &Conversation<'d>, request: &mut RequestWriter<'_, 'd>) {
    note_rest(conversation, request);
    let mut results = Results::of(conversation);
    request.out.open(b'[');
    let is_answer = |message: &Message<'_>| matches!(message.speaker, Speaker::Assistant | Speaker::Tool);
    let runs = conversation.messages.chunk_by(|one, other| is_answer(one) && is_answer(other));
    for (nth, run) in runs.enumerate() {
        write_message(nth, run, &mut results, request);
    }
    request.out.close(b']');
    for (content, _) in results.left() {
        request.left_out(content, "the format has a result only at its call");
    }
}

/// Writes an input, or all contents of the model and its tools until the next input.
fn write_message<'d>(nth: usize, run: &[Message<'d>], results: &mut Results<'_, 'd>, request: &mut RequestWriter<'_, 'd>) {
    let mark = request.out.len();
    let role = match run.first().map(|message| message.speaker) {
        Some(Speaker::System | Speaker::Developer) => "system",
        Some(Speaker::User) => "user",
        _ => "assistant",
    };
    request.out.open(b'{');
    request.out.member("id", &["msg-", &decimal(nth + 1)].concat());
    request.out.member("role", role);
    request.out.name("parts");
    request.out.open(b'[');
    let from = request.out.len();
    for message in run.iter().filter(|message| message.speaker != Speaker::Tool) {
        let step = request.out.len();
        if role == "assistant" {
            request.out.open(b'{');
            request.out.member("type", "step-start");
            request.out.close(b'}');
        }
        let inside = request.out.len();
        for content in &message.contents {
            let start = request.out.len();
            if message.speaker == Speaker::Developer {
                request.notes.add(content.value, "developer", "the format has no developer role: it is sent as system");
            }
            write_part(role, content, results, request);
            request.placed(content, start);
        }
        if request.out.len() == inside {
            request.out.cut(step);
        }
    }
    if request.out.len() == from {
        return request.out.cut(mark);
    }
    request.out.close(b']');
    request.out.close(b'}');
}

fn write_part<'d>(role: &str, content: &Content<'d>, results: &mut Results<'_, 'd>, request: &mut RequestWriter<'_, 'd>) {
    match &content.kind {
        ContentKind::Text(text) | ContentKind::Refusal(text) => {
            if matches!(content.kind, ContentKind::Refusal(_)) {
                request.notes.add(content.value, "refusal", "the target has only text");
            }
            request.out.open(b'{');
            request.out.member("type", "text");
            request.string("text", text);
            write_options(METADATA, content, request);
            request.out.close(b'}');
        }
        ContentKind::Thought => write_thought(METADATA, content, request),
        ContentKind::Call(call) => write_call(content, call, results, request),
        ContentKind::Media(Media { source: MediaSource::File(_), .. }) => {
            request.left_out(content, "the format cannot refer to a file that a provider stores");
        }
        ContentKind::Media(media) if role != "system" => {
            request.out.open(b'{');
            request.out.member("type", "file");
            let kind = media.mime.as_deref().unwrap_or_else(|| default_type(media));
            request.string("mediaType", kind);
            if let Some(name) = &media.name {
                request.string("filename", name);
            }
            match &media.source {
                MediaSource::Data(data) => request.string("url", &url_of(Some(kind), data)),
                MediaSource::Text(text) => request.string("url", &url_of(Some(kind), base64::encode(&plain(text)).as_bytes())),
                MediaSource::Url(url) | MediaSource::File(url) => request.string("url", url),
            }
            write_options(METADATA, content, request);
            request.out.close(b'}');
        }
        _ => request.left_out(content, "only the wire of the source supports it"),
    }
}

/// Writes a call, with its result if there is one.
fn write_call<'d>(content: &Content<'d>, call: &ToolCall<'d>, results: &mut Results<'_, 'd>, request: &mut RequestWriter<'_, 'd>) {
    request.out.open(b'{');
    request.string("type", &[b"tool-", &*call.name].concat());
    request.string("toolCallId", call.id.as_deref().unwrap_or_default());
    let found = results.take(call.id.as_deref());
    let state = match found {
        None => "input-available",
        Some((_, result)) if result.failed => "output-error",
        Some(_) => "output-available",
    };
    request.out.member("state", state);
    match &call.input {
        CallInput::Json(json) => request.json("input", json),
        CallInput::Text(text) => request.string("input", text),
    }
    if let Some((holder, result)) = found {
        request.note_cache(holder.cache);
        let name = if result.failed { "errorText" } else { "output" };
        match (RequestWriter::output_text(&result.output), &result.output) {
            (_, Output::Json(json)) if !result.failed => request.json(name, json),
            (Some(text), _) => request.string(name, &text),
            (None, Output::Contents(contents)) => write_several(holder, contents, result.failed, request),
            _ => {}
        }
    }
    write_options("callProviderMetadata", content, request);
    request.out.close(b'}');
}

/// Writes an output of several contents.
fn write_several<'d>(holder: &Content<'d>, contents: &[Content<'d>], failed: bool, request: &mut RequestWriter<'_, 'd>) {
    if !failed {
        if let [Content { kind: ContentKind::Text(text), .. }] = contents {
            return request.string("output", text);
        }
        request.notes.add(
            holder.value,
            "result",
            "the framework sends an output with several contents as JSON, unless the tool converts it",
        );
        request.out.name("output");
        request.out.open(b'{');
        write_contents(contents, false, request);
        return request.out.close(b'}');
    }
    let texts: Vec<&[u8]> =
        contents.iter().filter_map(|one| if let ContentKind::Text(text) = &one.kind { Some(&**text) } else { None }).collect();
    if contents.len() != 1 || texts.is_empty() {
        request.notes.add(holder.value, "result", "the format has one text for a call that failed");
    }
    request.string("errorText", &texts.join(&br"\n"[..]));
}

/// The results of a conversation. Each call removes its own.
struct Results<'c, 'd> {
    all: Vec<(&'c Content<'d>, &'c ToolResult<'d>)>,
    /// Their numbers, ordered by their ids.
    order: Vec<usize>,
    /// For the place of the first result of an id in that order: how many of them are used.
    taken: Vec<usize>,
}

impl<'c, 'd> Results<'c, 'd> {
    fn of(conversation: &'c Conversation<'d>) -> Self {
        let contents = conversation.messages.iter().flat_map(|message| &message.contents);
        let all: Vec<_> = contents
            .filter_map(|content| if let ContentKind::Result(result) = &content.kind { Some((content, result)) } else { None })
            .collect();
        let id = |nth: &usize| all.get(*nth).map(|(_, result)| &result.id);
        let mut order: Vec<usize> = (0..all.len()).collect();
        order.sort_by_key(id);
        Self { taken: vec![0; all.len()], all, order }
    }

    fn at(&self, place: usize) -> Option<(&'c Content<'d>, &'c ToolResult<'d>)> {
        self.all.get(*self.order.get(place)?).copied()
    }

    /// Returns the place of the first result of an id.
    fn first(&self, id: Option<&[u8]>) -> usize {
        self.order.partition_point(|nth| self.all.get(*nth).is_some_and(|(_, result)| result.id.as_deref() < id))
    }

    /// Returns the next result of an id.
    fn take(&mut self, id: Option<&[u8]>) -> Option<(&'c Content<'d>, &'c ToolResult<'d>)> {
        let first = self.first(id);
        let found = self.at(first + self.taken.get(first)?).filter(|(_, result)| result.id.as_deref() == id)?;
        self.taken.get_mut(first).into_iter().for_each(|taken| *taken += 1);
        Some(found)
    }

    /// Returns the results without a call.
    fn left(&self) -> Vec<(&'c Content<'d>, &'c ToolResult<'d>)> {
        let is_left = |place: &usize| {
            let Some((_, result)) = self.at(*place) else { return false };
            let first = self.first(result.id.as_deref());
            self.taken.get(first).is_some_and(|taken| *place >= first + taken)
        };
        (0..self.order.len()).filter(is_left).filter_map(|place| self.at(place)).collect()
    }
}
