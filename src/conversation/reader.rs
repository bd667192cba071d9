//! [`Reader`]: collects a conversation from a request of any wire.

use std::borrow::Cow;

use super::marks;
use crate::error::Code;
use crate::json::{Kind, Span, Text, Value, quote_wtf8, scan};
use crate::model::{
    Attachment, CallInput, Content, ContentKind, Conversation, Entry, Format, History, Json, Message, Output, Part, Setting, Speaker,
    Target, Thinking, ThinkingKind, ToolCall, ToolChoice, ToolResult, Unread, Written,
};

/// A setting that is one value, and its path in a request of the wire.
pub(crate) type SettingPath = (Setting, &'static str);

/// Collects a conversation.
#[derive(Default)]
pub(crate) struct Reader<'d> {
    pub(crate) conversation: Conversation<'d>,
    /// The source that the caller names.
    pub(crate) source: Option<Target>,
    /// True if the target stores the conversation that a request may name.
    pub(crate) has_thread: bool,
}

impl<'d> Reader<'d> {
    /// Adds a content to a speaker's message.
    pub(crate) fn say(&mut self, mut speaker: Speaker, mut content: Content<'d>) {
        if let (Speaker::User, ContentKind::Text(text)) = (speaker, &content.kind)
            && let Some(unmarked) = marks::SYSTEM.take(text)
        {
            (speaker, content.kind) = (Speaker::System, ContentKind::Text(unmarked));
        }
        match self.conversation.messages.last_mut() {
            Some(last) if last.speaker == speaker => last.contents.push(content),
            _ => self.conversation.messages.push(Message { speaker, contents: vec![content], original: None }),
        }
    }

    /// Returns `true` if only the instructions have been read.
    pub(crate) fn begins(&self) -> bool {
        self.conversation.messages.iter().all(|message| message.speaker == Speaker::System)
    }

    /// Returns the number of an issuer of thoughts, if there is one.
    pub(crate) fn issuer(&mut self, issuer: Option<Target>) -> Option<usize> {
        let (issuer, all) = (issuer?, &mut self.conversation.issuers);
        let known = all.iter().position(|one| *one == issuer);
        Some(known.unwrap_or_else(|| {
            all.push(issuer);
            all.len() - 1
        }))
    }

    /// Notes a value that the conversation model does not hold.
    pub(crate) fn unread(&mut self, value: Value<'d>, why: &'static str) {
        self.conversation.unread.push(Unread { value, why, is_moved: false });
    }

    /// Notes a value that is read into another place.
    pub(crate) fn moved(&mut self, value: Value<'d>, why: &'static str) {
        self.conversation.unread.push(Unread { value, why, is_moved: true });
    }

    /// Adds a cache point, which is a separate content on some wires, to the content before it.
    pub(crate) fn mark_cache(&mut self, mark: Value<'d>) {
        match self.conversation.messages.last_mut().and_then(|message| message.contents.last_mut()) {
            Some(content) => content.cache = Some(mark),
            None => self.unread(mark, "there is nothing before it"),
        }
    }

    /// Reads the parts of a request's entries in order.
    pub(crate) fn history(&mut self, history: &History<'d>, read: fn(&Entry<'_>, &Part<'d>, Value<'d>, &mut Reader<'d>)) {
        let mut from = 0;
        for (value, role, end) in &history.heads {
            let parts = history.parts.get(from..*end).unwrap_or_default();
            let entry = Entry { value: *value, role: *role, parts };
            if parts.is_empty() && value.kind() != Kind::Object {
                self.unread(*value, "it is not a message");
            }
            parts.iter().for_each(|part| read(&entry, part, *value, self));
            from = *end;
        }
    }

    /// Reads the settings that are one value. A `null` is ignored.
    pub(crate) fn settings(&mut self, body: Value<'d>, paths: &[SettingPath]) {
        for (setting, path) in paths {
            let Some(value) = body.path(path).filter(|value| !value.is_null()) else { continue };
            if self.conversation.settings.plain.iter().any(|(one, _)| one == setting) {
                self.unread(value, "another member has the same content");
            } else {
                self.conversation.settings.plain.push((*setting, value));
            }
        }
    }

    /// Notes the members of a message or of a part that are not read here. Members that say nothing are not noted.
    pub(crate) fn beside(&mut self, object: Value<'d>, known: &[&str]) {
        for (name, value) in object.members() {
            if !known.iter().any(|known| name == **known) && !is_blank(value) {
                self.unread(value, "only this wire has it");
            }
        }
    }

    /// Notes the members of an object that are not read here. `known` are the names that were read.
    pub(crate) fn leftover(&mut self, object: Option<Value<'d>>, known: &[&str]) {
        for (name, value) in object.into_iter().flat_map(Value::members) {
            let is_known = known.iter().any(|known| name == **known);
            if !is_known && !value.is_null() {
                self.unread(value, "only the source's wire has this member");
            }
        }
    }
}

/// Returns the first names of a wire's paths: the members of an object that the paths read.
pub(crate) fn first_names(paths: &[SettingPath], below: &str) -> Vec<&'static str> {
    let inner = |path: &'static str| if below.is_empty() { Some(path) } else { path.strip_prefix(below)?.strip_prefix('.') };
    paths.iter().filter_map(|(_, path)| inner(path)).filter_map(|path| path.split('.').next()).collect()
}

/// Makes a content that is a whole value.
pub(crate) fn content<'d>(value: Value<'d>, entry: Value<'d>, kind: ContentKind<'d>) -> Content<'d> {
    Content { value, span: value.span(), entry, kind, thinking: None, cache: None, issued: None }
}

/// Makes a content of a part, with its bytes and with the reasoning that it is or carries.
pub(crate) fn content_of<'d>(part: &Part<'d>, entry: Value<'d>, kind: ContentKind<'d>) -> Content<'d> {
    Content { value: part.value, span: part.span, entry, kind, thinking: part.thinking.clone(), cache: None, issued: None }
}

/// Returns the string of a part of text: the value, its member `text`, or a stretch of it.
pub(crate) fn text_of<'d>(part: &Part<'d>) -> Written<'d> {
    if part.span != part.value.span() {
        return Cow::Borrowed(text_in_span(part.value, part.span));
    }
    written(Some(part.value.get("text").unwrap_or(part.value)))
}

/// Returns a stretch of a string, as it is written.
pub(crate) fn text_in_span<'d>(value: Value<'d>, span: Span) -> &'d [u8] {
    let start = value.span().start;
    value.raw().get(span.start.saturating_sub(start)..span.end.saturating_sub(start)).unwrap_or_default()
}

/// Returns a string as it is written. Empty if the value is not a string.
pub(crate) fn written(value: Option<Value<'_>>) -> Written<'_> {
    Cow::Borrowed(value.and_then(Value::text).map(Text::raw).unwrap_or_default())
}

/// Returns a string as it is written, if it is not empty.
pub(crate) fn written_if(value: Option<Value<'_>>) -> Option<Written<'_>> {
    value.and_then(Value::text).filter(|text| !text.is_empty()).map(|text| Cow::Borrowed(text.raw()))
}

/// Returns the inside of the JSON string for a text.
pub(crate) fn inside(text: &[u8]) -> Vec<u8> {
    let mut quoted = quote_wtf8(text);
    quoted.pop();
    quoted.drain(..1);
    quoted
}

/// Returns the decoded text of a string.
pub(crate) fn plain<'w>(written: &'w [u8]) -> Cow<'w, [u8]> {
    Text::written(written).wtf8()
}

/// Reads the arguments of a call: JSON, or a string with JSON in it.
pub(crate) fn call_input(value: Option<Value<'_>>) -> CallInput<'_> {
    match value {
        Some(value) => match value.text() {
            Some(text) => json_in(text.raw()).map_or(CallInput::Text(Cow::Borrowed(text.raw())), CallInput::Json),
            None => CallInput::Json(Cow::Borrowed(value.raw())),
        },
        None => CallInput::Json(Cow::Borrowed(b"{}")),
    }
}

/// Returns the JSON object in a string, if the string holds nothing else.
pub(crate) fn json_in(written: &[u8]) -> Option<Json<'_>> {
    let text = plain(written);
    let is_object = text.first() == Some(&b'{') && text.last() == Some(&b'}') && scan(&text).is_ok();
    is_object.then_some(text)
}

/// Returns `true` if a string begins as JSON and does not end: the model was cut inside it.
pub(crate) fn is_cut_json(written: &[u8]) -> bool {
    let text = plain(written);
    let begins = matches!(text.trim_ascii_start().first(), Some(b'{' | b'['));
    begins && scan(&text).is_err_and(|error| error.code() == Code::JsonTruncated)
}

/// Makes a call of a tool.
pub(crate) fn call<'d>(id: Option<Value<'d>>, name: Option<Value<'d>>, input: CallInput<'d>) -> ContentKind<'d> {
    ContentKind::Call(ToolCall { id: written_if(id), name: written(name), input })
}

/// Makes the result of a call. A tag in the output marks a failed call where the wire has no other place for that.
pub(crate) fn result<'d>(id: Option<Value<'d>>, name: Option<Value<'d>>, failed: bool, mut output: Output<'d>) -> ContentKind<'d> {
    let first = match &mut output {
        Output::Text(text) => Some(text),
        Output::Contents(contents) => match contents.first_mut().map(|content| &mut content.kind) {
            Some(ContentKind::Text(text)) => Some(text),
            _ => None,
        },
        _ => None,
    };
    let unmarked = first.and_then(|text| marks::FAILED.take(text).map(|unmarked| *text = unmarked));
    let (id, name, failed) = (written_if(id), written_if(name), failed || unmarked.is_some());
    ContentKind::Result(ToolResult { id, name, failed, output })
}

/// Returns `true` if a value is empty: an empty string, list or object, `null` or `false`.
pub(crate) fn is_blank(value: Value<'_>) -> bool {
    matches!(value.raw(), b"null" | b"false" | b"[]" | b"{}" | b"\"\"")
}

/// Reads the output of a result: a string, a list of contents, or any JSON.
pub(crate) fn output<'d>(value: Option<Value<'d>>, entry: Value<'d>, read: fn(Value<'d>, Value<'d>) -> Content<'d>) -> Output<'d> {
    match value {
        None => Output::Empty,
        Some(value) => match value.kind() {
            Kind::Null => Output::Empty,
            Kind::String => Output::Text(written(Some(value))),
            Kind::Array => Output::Contents(value.elements().map(|one| read(one, entry)).collect()),
            _ => Output::Json(Cow::Borrowed(value.raw())),
        },
    }
}

/// Returns the readable texts of a thought, joined.
pub(crate) fn readable(thinking: &Thinking<'_>) -> Vec<u8> {
    let texts: Vec<&[u8]> = thinking.texts.iter().filter_map(|text| text.text()).map(Text::raw).filter(|text| !text.is_empty()).collect();
    // The texts of one block are pieces of it. Those of a summary are paragraphs.
    let is_pieces = thinking.kind == ThinkingKind::Text && thinking.attachment == Attachment::Block;
    texts.join(if is_pieces { &b""[..] } else { br"\n\n" })
}

/// Reads the choice of tools that is one word, as on OpenAI-compatible wires.
pub(crate) fn tool_choice_word<'d>(choice: Value<'d>) -> Option<ToolChoice<'d>> {
    match choice.text().map(Text::raw) {
        Some(b"auto") => Some(ToolChoice::Auto),
        Some(b"none") => Some(ToolChoice::None),
        Some(b"required" | b"any") => Some(ToolChoice::Any),
        _ => None,
    }
}

/// Reads the schema of an answer's format from an object that names it.
pub(crate) fn schema_format(format: Value<'_>) -> Option<(Format<'_>, Value<'_>)> {
    let schema = Cow::Borrowed(format.get("schema")?.raw());
    let (name, strict) = (written_if(format.get("name")), format.get("strict").and_then(Value::boolean));
    Some((Format::Schema { name, schema, strict }, format))
}
