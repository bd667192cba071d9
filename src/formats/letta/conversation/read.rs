//! Letta's messages, read.

use super::records::STEP;
use super::schema::{check_record, list_of, type_of};
use crate::conversation::data_url::media_at;
use crate::conversation::reader::{Reader, call, call_input, content, json_in, result, written, written_if};
use crate::error::{Code, Error};
use crate::formats::flat::filled;
use crate::formats::format::{carried, thought};
use crate::formats::issuers::issuer_of_model;
use crate::json::{Kind, Value, decimal, scan};
use crate::model::{
    Attachment, Content, ContentKind, Issued, Media, MediaKind, MediaSource, Output, Speaker, Target, Thinking, ThinkingKind, Wire,
};

pub(super) fn read<'d>(body: Value<'d>, reader: &mut Reader<'d>) -> Result<(), Error> {
    let (name, records) = match list_of(body) {
        Some((name, list)) => (name, list.elements().collect()),
        None if body.fits("message_type:s,role:s,type:s,reasoning:s") => ("", vec![body]),
        None => {
            return Err(Error::new(Code::Input, "messages of Letta are a list, a page, or the member `messages` of an object").in_value(""));
        }
    };
    let mut letta = LettaReader { reader, waiting: None };
    for (nth, record) in records.into_iter().enumerate() {
        let place = if name.is_empty() { String::new() } else { ["/", name].concat() };
        check_record(record, || [place.as_str(), "/", &decimal(nth)].concat())?;
        letta.record(record);
    }
    letta.settle();
    Ok(())
}

/// Reads records one after the other.
struct LettaReader<'r, 'd> {
    reader: &'r mut Reader<'d>,
    /// A handle of Gemini whose call or text follows.
    waiting: Option<Content<'d>>,
}

impl<'d> LettaReader<'_, 'd> {
    fn record(&mut self, record: Value<'d>) {
        match type_of(record) {
            "" if record.fits("role:s") => self.stored(record),
            "" => self.part(record, record, Speaker::Assistant),
            "system_message" => self.said(record.get("content"), record, Speaker::System),
            "user_message" => self.said(record.get("content"), record, Speaker::User),
            "summary_message" => self.said(record.get("summary"), record, Speaker::User),
            "assistant_message" => self.said(record.get("content"), record, Speaker::Assistant),
            "reasoning_message" => {
                let is_native = record.fits("source=reasoner_model,!source signature:s,source=reasoner_model");
                self.thought(record, record, ["reasoning", "signature"], is_native);
            }
            "hidden_reasoning_message" => self.thought(record, record, ["", "hidden_reasoning"], true),
            "internal_monologue" => self.thought(record, record, ["internal_monologue", ""], false),
            "tool_call_message" | "approval_request_message" => {
                let is_list = record.fits("tool_calls:a");
                let calls = record.list("tool_calls").chain(record.get("tool_call").filter(|_| !is_list));
                calls.for_each(|one| self.call(one, record, ["tool_call_id", "arguments"]));
            }
            "tool_return_message" if record.fits("tool_returns:a") => {
                record.list("tool_returns").for_each(|one| self.returned(one, record))
            }
            "tool_return_message" => self.returned(record, record),
            "approval_response_message" if record.fits("approvals.*.tool_return") => {
                record.list("approvals").for_each(|one| self.returned(one, record));
            }
            _ => self.reader.unread(record, "it is not sent to a model"),
        }
    }

    /// Reads a message as the server stores it.
    fn stored(&mut self, message: Value<'d>) {
        let speaker = match message.token("role") {
            b"system" => Speaker::System,
            b"assistant" | b"approval" => Speaker::Assistant,
            b"tool" | b"function" => Speaker::Tool,
            b"user" | b"summary" => Speaker::User,
            _ => return self.reader.unread(message, "it is not a Letta message"),
        };
        let has_returns = message.fits("tool_returns:a");
        message.list("tool_returns").for_each(|one| self.returned(one, message));
        match message.get("content").filter(|said| !said.is_null() && !has_returns) {
            Some(said) if speaker == Speaker::Tool && message.fits("tool_call_id:s") => {
                let output = said
                    .path("0.text")
                    .filter(|_| said.elements().count() == 1)
                    .map_or(Output::Json(said.raw().into()), |text| Output::Text(written(Some(text))));
                let kind = result(message.get("tool_call_id"), message.get("name"), message.fits("is_err=true"), output);
                self.say(speaker, content(message, message, kind));
            }
            said => self.said(said, message, speaker),
        }
        if !message.fits("content.*.type=tool_call") {
            message.list("tool_calls").for_each(|one| self.call(one, message, ["id", "arguments"]));
        }
    }

    /// Reads a text, or a list of parts.
    fn said(&mut self, said: Option<Value<'d>>, message: Value<'d>, speaker: Speaker) {
        let Some(said) = said else { return };
        if said.kind() == Kind::Array {
            return said.elements().for_each(|part| self.part(part, message, speaker));
        }
        if said.text().is_some_and(|text| !text.is_empty()) {
            self.say(speaker, content(said, message, ContentKind::Text(written(Some(said)))));
        }
    }

    fn part(&mut self, part: Value<'d>, message: Value<'d>, speaker: Speaker) {
        let is_native = !part.fits("is_native=false");
        let kind = match part.token("type") {
            b"text" => ContentKind::Text(written(part.get("text"))),
            b"image" => image(part.get("source").unwrap_or(part)),
            b"tool_call" => return self.call(part, message, ["id", "input"]),
            b"tool_return" => return self.returned(part, message),
            b"reasoning" => return self.thought(part, message, ["reasoning", "signature"], is_native),
            b"redacted_reasoning" => return self.thought(part, message, ["", "data"], true),
            b"omitted_reasoning" => return self.thought(part, message, ["", "signature"], true),
            b"summarized_reasoning" => return self.thought(part, message, ["summary.*.text", "encrypted_content"], true),
            _ => ContentKind::Opaque,
        };
        let mut said = content(part, message, kind);
        self.carry(&mut said, part, message);
        self.say(speaker, said);
    }

    /// Adds a handle to the content that carries it.
    fn carry(&mut self, said: &mut Content<'d>, holder: Value<'d>, message: Value<'d>) {
        let Some(handle) = filled(holder, "signature").filter(|handle| handle.text().is_some()) else { return };
        said.thinking = Some(carried(&said.kind, handle));
        said.issued = self.issued(message, None);
    }

    fn call(&mut self, one: Value<'d>, message: Value<'d>, [id, input]: [&str; 2]) {
        let [name, input] =
            [("name", "function.name"), (input, "function.arguments")].map(|(own, inner)| one.get(own).or_else(|| one.path(inner)));
        let mut said = content(one, message, call(one.get(id), name, call_input(input)));
        self.carry(&mut said, one, message);
        if said.thinking.is_none()
            && let Some((name, _)) = input.and_then(prompted_argument)
        {
            let text = input.and_then(|input| input.get(name));
            said.thinking = Some(Thinking::new(ThinkingKind::Text, Attachment::Argument { name: name.to_owned() }).text(text));
        }
        self.say(Speaker::Assistant, said);
    }

    fn returned(&mut self, one: Value<'d>, message: Value<'d>) {
        let output = one.get("tool_return").or_else(|| one.get("content")).or_else(|| one.get("func_response"));
        let output = match output {
            Some(said) if said.kind() == Kind::Array => {
                let inner = |part: Value<'d>| match part.token("type") {
                    b"text" => ContentKind::Text(written(part.get("text"))),
                    _ => image(part.get("source").unwrap_or(part)),
                };
                Output::Contents(said.elements().map(|part| content(part, message, inner(part))).collect())
            }
            said => Output::Text(written(said)),
        };
        let failed = one.fits("status=error,is_error=true");
        let kind = result(one.get("tool_call_id"), one.get("name").filter(|name| name.text().is_some()), failed, output);
        self.say(Speaker::Tool, content(one, message, kind));
    }

    fn thought(&mut self, record: Value<'d>, message: Value<'d>, [text, handle]: [&str; 2], is_native: bool) {
        let id = record.get("id").filter(|id| id.text().is_some_and(|id| !id.is_empty() && !id.raw().starts_with(b"message-")));
        let issued = if is_native { self.issued(message, id) } else { None };
        let wire = issued
            .and_then(|issued| self.reader.conversation.issuers.get(issued.issuer))
            .map_or(Wire::OPENAI_CHAT, |target| target.wire.clone());
        let handle = filled(record, handle).filter(|handle| handle.text().is_some());
        let mut texts = Vec::new();
        if !text.is_empty() {
            record.collect(text, &mut texts);
        }
        if wire == Wire::OPENAI_RESPONSES && self.joins(message, id, &texts, handle) {
            return;
        }
        let mut thinking = thought(&wire, texts.first().copied(), handle);
        texts.iter().skip(1).for_each(|text| thinking.texts.push(*text));
        if record.fits("type=redacted_reasoning,state=redacted") {
            thinking.kind = ThinkingKind::Redacted;
        }
        let said = Content { thinking: Some(thinking), issued, ..content(record, message, ContentKind::Thought) };
        let waits = wire == Wire::GEMINI_GENERATE && texts.is_empty();
        self.settle();
        match waits {
            true => self.waiting = Some(said),
            false => self.say(Speaker::Assistant, said),
        }
    }

    /// Adds a part to the summary of the previous item, if it belongs to the same item.
    fn joins(&mut self, message: Value<'d>, id: Option<Value<'d>>, texts: &[Value<'d>], handle: Option<Value<'d>>) -> bool {
        let Some(last) = self.reader.conversation.messages.last_mut().and_then(|last| last.contents.last_mut()) else { return false };
        let is_same = last.issued.and_then(|issued| issued.id).zip(id).is_some_and(|(one, other)| one.raw() == other.raw());
        if !is_same || last.entry.span() == message.span() {
            return false;
        }
        let Some(thinking) = last.thinking.as_mut() else { return false };
        texts.iter().for_each(|text| thinking.texts.push(*text));
        handle.into_iter().for_each(|handle| thinking.handles.push(handle));
        true
    }

    /// Returns the issuer of a thought of a message.
    fn issued(&mut self, message: Value<'d>, id: Option<Value<'d>>) -> Option<Issued<'d>> {
        let target = issuer_of_record(message, self.reader.source.as_ref(), None);
        self.reader.issuer(target).map(|issuer| Issued { issuer, id, is_native: false })
    }

    /// Adds a content, with the pending handle.
    fn say(&mut self, speaker: Speaker, mut said: Content<'d>) {
        if speaker == Speaker::Assistant
            && said.thinking.is_none()
            && matches!(said.kind, ContentKind::Call(_) | ContentKind::Text(_))
            && let Some(before) = self.waiting.take()
        {
            let handle = before.thinking.as_ref().and_then(|thinking| thinking.handles.first()).copied();
            said.thinking = handle.map(|handle| carried(&said.kind, handle));
            said.issued = before.issued;
        }
        self.settle();
        self.reader.say(speaker, said);
    }

    /// Adds the pending handle alone, if its content does not follow.
    fn settle(&mut self) {
        if let Some(waiting) = self.waiting.take() {
            self.reader.say(Speaker::Assistant, waiting);
        }
    }
}

/// The wires that the writer names as senders.
const WIRES: [Wire; 4] = [Wire::ANTHROPIC_MESSAGES, Wire::BEDROCK_CONVERSE, Wire::OPENAI_RESPONSES, Wire::GEMINI_GENERATE];

/// Returns the issuer of the thoughts of a record: its step, its sender, the model of the stored message, or the model of the source that the caller names.
/// `other` is the issuer of records that name none.
#[must_use]
pub fn issuer_of_record(message: Value<'_>, source: Option<&Target>, other: Option<&Target>) -> Option<Target> {
    let text = |name: &str| message.get(name).and_then(Value::text).map(|text| text.lossy().into_owned());
    let sender = text("name").map(Wire::named).filter(|wire| WIRES.contains(wire));
    let (host, named) = source.map_or((None, None), |source| (source.host.clone(), source.model.clone()));
    // The writer names the issuer as a step. The ids of Letta's own steps name none.
    let step = text("step_id").and_then(|step| issuer_of_model(step.strip_prefix(STEP).filter(|model| model.contains('/'))?));
    match (sender, text("model").or(named)) {
        _ if step.is_some() => step,
        (Some(wire), model) => Some(Target { model, ..Target::new(wire) }),
        (None, Some(model)) => {
            let issuer = issuer_of_model(&model).map(|issuer| Target { host: host.or(issuer.host.clone()), ..issuer });
            issuer.or_else(|| other.cloned())
        }
        (None, None) if other.is_some() => other.cloned(),
        // Only Anthropic withholds thoughts.
        (None, None) if message.fits("state=redacted,content.*.type=redacted_reasoning") => Some(Target::new(Wire::ANTHROPIC_MESSAGES)),
        (None, None) => None,
    }
}

/// Returns the argument in which a prompt makes the model think, by its name, and its text. Letta puts it before all others.
#[must_use]
pub fn prompted_argument(input: Value<'_>) -> Option<(&'static str, Vec<u8>)> {
    let found = |arguments: Value<'_>| {
        let names = ["inner_thoughts", "thinking"].into_iter();
        names.filter_map(|name| Some((name, arguments.get(name)?.text()?.wtf8().into_owned()))).next()
    };
    match input.text() {
        Some(text) => json_in(text.raw()).and_then(|json| found(scan(&json).ok()?.root())),
        None => found(input),
    }
}

fn image(source: Value<'_>) -> ContentKind<'_> {
    let kind = MediaKind::Image;
    let held = |name: &str| written_if(source.get(name));
    let media = match (held("url"), held("data"), held("file_id")) {
        (Some(url), ..) => media_at(kind, url),
        (_, Some(data), _) => Media { kind, source: MediaSource::Data(data), mime: None, name: None, detail: None },
        (_, _, Some(file)) => Media { kind, source: MediaSource::File(file), mime: None, name: None, detail: None },
        _ => return ContentKind::Opaque,
    };
    let detail = source.get("detail").filter(|detail| detail.text().is_some());
    ContentKind::Media(Media { mime: held("media_type").or(media.mime), detail, ..media })
}
