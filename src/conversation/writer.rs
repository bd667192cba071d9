//! [`RequestWriter`]: writes a request of any wire from a conversation, and records where thoughts are sent and what is left out.

use super::answer::Answer;
use super::defaults::is_default;
use super::note::Notes;
use super::reader::{SettingPath, inside, plain};
use super::travel::Ends;
use super::web_search::is_web_search;
use crate::conversation::channels::{Opening, StretchKind, split};
use crate::conversation::plan::Plan;
use crate::json::{Span, Value, Writer};
use crate::model::{CallInput, Content, Conversation, Media, Message, Output, Setting, Speaker, Tool, ToolKind};

/// Writes a request.
pub(crate) struct RequestWriter<'c, 'd> {
    /// The text.
    pub(crate) out: Writer,
    /// The fates of the thoughts.
    pub(crate) plan: &'c Plan,
    /// Everything that the target cannot express like the source.
    pub(crate) notes: &'c mut Notes<'d>,
    /// The profile of the target.
    pub(crate) profile: Value<'c>,
    /// The source and the target of the conversation.
    pub(crate) ends: &'c Ends<'c>,
    /// The answer, if the conversation is one.
    pub(crate) answer: &'c Answer,
    /// The members around each message, as JSON, for a format that has them.
    pub(crate) envelope: Option<&'c str>,
    /// The model that is asked, as a JSON string.
    pub(crate) model: Option<Vec<u8>>,
    /// True if the address of the source asks for a stream.
    pub(crate) streams: bool,
    /// The places of contents: their bytes in the source, and the byte of the output after which each is written.
    pub(crate) places: Vec<(Span, usize)>,
    /// The entries that were restored.
    pub(crate) restored: Vec<RestoredEntries>,
}

/// Original entries in a written request.
pub(crate) struct RestoredEntries {
    /// The byte of the source where the replaced messages begin.
    pub(crate) source: usize,
    /// The byte of the request after which they are written.
    pub(crate) at: usize,
    /// The number of their bytes.
    pub(crate) length: usize,
}

impl<'c, 'd> RequestWriter<'c, 'd> {
    /// Writes a member that is a string, as it is written.
    pub(crate) fn string(&mut self, name: &str, written: &[u8]) {
        self.out.name(name);
        self.out.written(written);
    }

    /// Writes a part that is a text.
    pub(crate) fn text_part(&mut self, text: &[u8]) {
        self.out.open(b'{');
        self.out.member("type", "text");
        self.string("text", text);
        self.out.close(b'}');
    }

    /// Writes a member that is JSON already.
    pub(crate) fn json(&mut self, name: &str, json: &[u8]) {
        self.out.name(name);
        self.out.raw(json);
    }

    /// Writes a member that holds JSON as a string.
    pub(crate) fn quoted(&mut self, name: &str, json: &[u8]) {
        self.out.name(name);
        self.out.quoted(json);
    }

    /// Opens a member that is an object, and returns its place.
    pub(crate) fn open_member(&mut self, name: &str) -> [usize; 2] {
        let before = self.out.len();
        self.out.name(name);
        self.out.open(b'{');
        [before, self.out.len()]
    }

    /// Closes such a member, and removes it if it is empty.
    pub(crate) fn close_member(&mut self, [before, inside]: [usize; 2]) {
        if self.out.len() == inside {
            self.out.cut(before);
        } else {
            self.out.close(b'}');
        }
    }

    /// Writes the model, if the body names it.
    pub(crate) fn model(&mut self) {
        if let Some(model) = self.model.take() {
            self.json("model", &model);
        }
    }

    /// Records everything that was written since a length as a content, if anything was written.
    pub(crate) fn placed(&mut self, content: &Content<'_>, since: usize) {
        if self.out.len() > since {
            self.places.push((content.span, since));
        }
    }

    /// Writes contents as a list, and records the place of each. Returns `true` if the list is not empty.
    pub(crate) fn list(&mut self, contents: &mut dyn Iterator<Item = &Content<'d>>, write: &dyn Fn(&Content<'d>, &mut Self)) -> bool {
        self.out.open(b'[');
        let from = self.out.len();
        for content in contents {
            let start = self.out.len();
            write(content, self);
            self.placed(content, start);
        }
        let is_written = self.out.len() > from;
        self.out.close(b']');
        is_written
    }

    /// Writes the original entries of a message. Returns `false` if it has none.
    pub(crate) fn write_original(&mut self, message: &Message<'d>) -> bool {
        let Some(original) = &message.original else { return false };
        let start = self.out.len();
        self.out.raw(&original.entries);
        self.restored.push(RestoredEntries { source: original.at, at: start, length: original.entries.len() });
        message.contents.iter().for_each(|content| self.placed(content, start));
        true
    }

    /// Writes the settings that are one value, each at the wire's path. Settings of one object are written together. Settings that the wire does not support
    /// are noted.
    pub(crate) fn settings(&mut self, conversation: &Conversation<'d>, paths: &[SettingPath], holder: &str) {
        if holder.is_empty() && self.streams && !has_setting(conversation, Setting::Stream) {
            match paths.iter().find(|(one, _)| *one == Setting::Stream) {
                Some((_, name)) => self.json(name, b"true"),
                None => self.notes.demand("", "stream", "the address of the source asks for a stream: call the target's streaming address"),
            }
        }
        for (setting, value) in &conversation.settings.plain {
            let Some((_, path)) = paths.iter().find(|(one, _)| one == setting) else {
                match setting {
                    _ if !holder.is_empty() || is_default(*setting, *value) => {}
                    Setting::Stream => self.notes.add(*value, "stream", "the target has it in the address: call the streaming address"),
                    _ => self.notes.lose(*value, setting.name(), "the target has no such setting"),
                }
                continue;
            };
            let Some(name) = within(path, holder) else { continue };
            match setting {
                // Some wires accept one text, but all accept a list.
                Setting::Stop if value.text().is_some() => {
                    self.out.name(name);
                    self.out.open(b'[');
                    self.out.raw(value.raw());
                    self.out.close(b']');
                }
                Setting::ServiceTier if !value.fits(SERVICE_TIERS) && is_default(*setting, *value) => {}
                Setting::ServiceTier if !value.fits(SERVICE_TIERS) => {
                    self.notes.lose(*value, setting.name(), "the target has no such service tier");
                }
                // The minimum and maximum are those of OpenAI's and Cohere's OpenAPI documents.
                Setting::MaxTokens if *path == "max_output_tokens" && value.whole().is_some_and(|count| count < 16) => {
                    self.notes.add(*value, setting.name(), "the target requires at least 16");
                    self.json(name, b"16");
                }
                Setting::TopP if *path == "p" && matches!(value.raw(), b"1" | b"1.0") => {
                    self.notes.add(*value, setting.name(), "the target allows at most 0.99");
                    self.json(name, b"0.99");
                }
                _ => self.json(name, value.raw()),
            }
        }
    }

    /// Returns `true` if a setting of the conversation belongs to an object of the request.
    pub(crate) fn has_settings(conversation: &Conversation<'d>, paths: &'static [SettingPath], holder: &str) -> bool {
        let is_there = |(setting, path): &SettingPath| {
            within(path, holder).is_some() && conversation.settings.plain.iter().any(|(one, _)| one == setting)
        };
        paths.iter().any(is_there)
    }

    /// Returns the output of a result as a string: its text, or its JSON as a text.
    pub(crate) fn output_text(output: &Output<'d>) -> Option<Vec<u8>> {
        match output {
            Output::Empty => Some(Vec::new()),
            Output::Text(text) => Some(text.to_vec()),
            Output::Json(json) => Some(inside(json)),
            Output::Contents(_) => None,
        }
    }

    /// Writes the input of a call as a JSON object. Any other input becomes a member `input`.
    pub(crate) fn call_object(&mut self, content: &Content<'d>, input: &CallInput<'d>) -> Vec<u8> {
        match input {
            CallInput::Json(json) if json.first() == Some(&b'{') => json.to_vec(),
            CallInput::Json(json) => {
                self.notes.add(content.value, "input", "the target requires an object, so the input is in its member `input`");
                [b"{\"input\":", &**json, b"}"].concat()
            }
            CallInput::Text(text) if text.is_empty() => {
                self.notes.add(content.value, "input", "the target requires an object, so the input is `{}`");
                b"{}".to_vec()
            }
            CallInput::Text(text) => {
                self.notes.add(content.value, "input", "the target requires an object, so the input is in its member `input`");
                [b"{\"input\":\"", &**text, b"\"}"].concat()
            }
        }
    }

    /// Writes the list of tools, if the target supports any.
    pub(crate) fn tools(&mut self, conversation: &Conversation<'d>, write: WriteTool<'d, Self>) {
        self.tools_under("tools", conversation, write, None);
    }

    /// Writes the list of tools under the wire's name for it. A web search is written as the target's, if it has one.
    pub(crate) fn tools_under(
        &mut self,
        name: &str,
        conversation: &Conversation<'d>,
        write: WriteTool<'d, Self>,
        write_search: Option<WriteTool<'d, Self>>,
    ) {
        let start = self.out.len();
        self.out.name(name);
        self.out.open(b'[');
        let from = self.out.len();
        for tool in &conversation.tools {
            match write_search {
                _ if tool.kind != ToolKind::Server => write(tool, self),
                Some(write_search) if is_web_search(tool) => write_search(tool, self),
                _ => self.notes.lose(tool.value, "tool", "only its own provider runs this tool"),
            }
        }
        if self.out.len() == from {
            self.out.cut(start);
        } else {
            self.out.close(b']');
        }
    }

    /// Returns the schema of a tool. A tool with text input gets an object with that text; a tool without a schema gets an empty one.
    pub(crate) fn schema<'t>(&mut self, tool: &'t Tool<'d>) -> &'t [u8] {
        match &tool.schema {
            Some(schema) => schema,
            None if tool.kind == ToolKind::Custom => {
                self.notes.add(
                    tool.value,
                    "tool",
                    "the target has only tools with an object as input, so the text is in its member `input`",
                );
                br#"{"type":"object","properties":{"input":{"type":"string"}},"required":["input"]}"#
            }
            None => {
                self.notes.add(tool.value, "tool", "the target requires a schema, and the source has none");
                br#"{"type":"object","properties":{}}"#
            }
        }
    }

    /// Notes the cache points, for a target that has none.
    pub(crate) fn note_caches(&mut self, conversation: &Conversation<'d>) {
        let contents = conversation.messages.iter().flat_map(|message| &message.contents).map(|content| content.cache);
        for mark in contents.chain(conversation.tools.iter().map(|tool| tool.cache)) {
            self.note_cache(mark);
        }
    }

    /// Notes a model text that contains tags. Wires without a separate place for reasoning read the tags as reasoning.
    pub(crate) fn note_tags(&mut self, content: &Content<'d>, text: &[u8]) {
        if has_tags(text) {
            self.notes.add(content.value, "text", "the target reads tags in assistant texts as reasoning");
        }
    }

    /// Notes a cache point that the target has no place for.
    pub(crate) fn note_cache(&mut self, cache: Option<Value<'d>>) {
        self.notes.at(cache, "cache_control", "the target has no `cache_control` here");
    }

    /// Notes that a text document is sent as a text, which has no name.
    pub(crate) fn document_as_text(&mut self, content: &Content<'d>, media: &Media<'_>) {
        self.notes.add(content.value, "document", "the target has no text documents: it is sent as text");
        if media.name.as_deref().is_some_and(|name| !name.is_empty()) {
            self.notes.lose(content.value, "name", "the target has no names of text documents");
        }
    }

    /// Notes a content that the target has no place for.
    pub(crate) fn left_out(&mut self, content: &Content<'d>, why: &'static str) {
        self.notes.lose(content.value, content.kind.name(), why);
    }
}

/// Writes a tool.
type WriteTool<'d, W> = fn(&Tool<'d>, &mut W);

/// The classes of service that OpenAI and OpenRouter have in common.
const SERVICE_TIERS: &str = "=auto|default|flex|scale|priority|fast";

/// Returns the name of a member in an object of the request, or in the request itself.
fn within(path: &'static str, holder: &str) -> Option<&'static str> {
    let name = if holder.is_empty() { path } else { path.strip_prefix(holder)?.strip_prefix('.')? };
    (!name.contains('.')).then_some(name)
}

/// Returns the instructions at the beginning, and the messages after them.
pub(crate) fn instructions<'m, 'd>(conversation: &'m Conversation<'d>) -> (&'m [Message<'d>], &'m [Message<'d>]) {
    let instructs = |message: &Message<'_>| matches!(message.speaker, Speaker::System | Speaker::Developer);
    let count = conversation.messages.iter().take_while(|message| instructs(message)).count();
    conversation.messages.split_at_checked(count).unwrap_or_default()
}

/// Returns `true` if two messages are both written and belong to one side. The model is one side, and all other messages are the other.
pub(crate) fn is_one_side(one: &Message<'_>, other: &Message<'_>) -> bool {
    let is_model = |message: &Message<'_>| message.speaker == Speaker::Assistant;
    is_model(one) == is_model(other) && one.original.is_none() && other.original.is_none()
}

/// Groups messages into runs of one side.
pub(crate) fn sides<'m, 'd>(messages: &'m [Message<'d>]) -> impl Iterator<Item = (bool, &'m [Message<'d>])> {
    let is_model = |run: &[Message<'_>]| run.first().is_some_and(|message| message.speaker == Speaker::Assistant);
    messages.chunk_by(is_one_side).map(move |run| (is_model(run), run))
}

/// Returns `true` if a text has reasoning between tags.
fn has_tags(text: &[u8]) -> bool {
    split(&plain(text), Opening::Either).iter().any(|stretch| stretch.kind != StretchKind::Visible)
}

/// Returns `true` if a conversation has a setting.
pub(crate) fn has_setting(conversation: &Conversation<'_>, setting: Setting) -> bool {
    conversation.settings.plain.iter().any(|(one, _)| *one == setting)
}
