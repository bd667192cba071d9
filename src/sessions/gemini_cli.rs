//! Chats of Gemini CLI: `~/.gemini/tmp/<project>/chats/session-<time>-<id>.jsonl`, and the `.json` of versions before 0.40.
//!
//! In lines, the first is the session. A line with an `id` is a message, and a later line with the same id replaces it: a message is written when it begins,
//! and again with its tokens and with each result. `$set` changes the session; with `messages` it replaces all of them. `$rewindTo` removes a message and all
//! after it. A message is therefore reported when the next one begins.
//!
//! A message of the model has its thoughts, its text, its calls with their results, and the model. If `content` holds calls or thoughts, the client sends that.
//! Otherwise it builds the parts from the members, as here. Notes of the client (`info`, `error`, `warning`) and commands are not sent; an `error` with a status
//! is a refusal. Signatures are not recorded, except inside of `content`. Read: @google/gemini-cli-core 0.61.0.

use super::agents::{AgentLog, AgentWire, Answer, Foreign, Json, Message, Origin, Part, Place, Role, concat_json, text_json};
use super::bodies::words;
use super::cut::Cut;
use super::format::{FormatReader, TranscriptFormat};
use super::record::{Piece, Record};
use super::refusal::Refusal;
use super::resumed::Resumed;
use super::sample::Sample;
use crate::error::{Code, Error};
use crate::json::{Value, lossy, scan};

pub(super) const LINES: TranscriptFormat = TranscriptFormat {
    name: "gemini-cli",
    fits: is_lines,
    cut: Cut::Lines,
    open: || Box::new(Chat { log: AgentLog::new(Foreign::Kept), held: None }),
};
pub(super) const FILE: TranscriptFormat = TranscriptFormat {
    name: "gemini-cli",
    fits: is_file,
    cut: Cut::Elements("messages"),
    open: || Box::new(Chat { log: AgentLog::new(Foreign::Kept), held: None }),
};

fn is_lines(sample: &Sample<'_>) -> bool {
    let is_whole = sample.has(1, "messages") && !sample.has(1, "$set");
    !is_whole && sample.any_object(|line| line.fits("sessionId projectHash !messages") || line.fits("type=gemini id content"))
}

fn is_file(sample: &Sample<'_>) -> bool {
    let is_chat = sample.has(1, "projectHash") || sample.has(3, "toolCalls") && sample.has(3, "thoughts");
    sample.opens_with(b'{') && sample.has(1, "sessionId") && sample.has(1, "messages") && is_chat
}

struct Chat {
    log: AgentLog,
    /// The last message, which a later line may replace.
    held: Option<Held>,
}

/// A message that may be replaced.
struct Held {
    id: Json,
    text: Json,
    place: Place,
    /// The line that counts: the last one.
    source: (usize, usize),
}

impl FormatReader for Chat {
    fn piece(&mut self, piece: Piece<'_>, out: &mut Vec<Record>) -> Result<(), Error> {
        self.log.read(piece.text.len());
        self.log.next.wire = AgentWire::Gemini;
        let document = scan(piece.text)?;
        let line = document.root();
        let place = Place::of(piece, line.get("timestamp"));
        if let Some(to) = line.get("$rewindTo") {
            self.rewind(to.raw(), out);
        } else if let Some(id) = line.get("id").filter(|id| id.text().is_some()) {
            self.hold(id.raw(), line.raw(), place, out);
        } else if let Some(set) = line.get("$set") {
            self.set(set, place, out);
        } else if line.get("sessionId").is_some() {
            self.log.session = words(line.get("sessionId"));
            line.list("messages").for_each(|message| self.hold_message(message, &place, out));
        } else {
            return Err(Error::new(Code::Input, "it is not a line of a chat: it has no id"));
        }
        Ok(())
    }

    fn finish(&mut self, _around: &[u8], out: &mut Vec<Record>) {
        self.release(out);
        self.log.end(out);
    }

    fn resumed(&self) -> Vec<Resumed> {
        // The client talks to Google only, whichever of its hosts that is.
        let at_google = |mut resumed: Resumed| {
            resumed.host = Some("generativelanguage.googleapis.com".to_owned());
            resumed.unrecorded.retain(|what| *what != "host");
            resumed
        };
        self.log.resumed().map(at_google).into_iter().collect()
    }

    fn folder(&self) -> Option<&str> {
        self.log.folder.as_deref()
    }
}

impl Chat {
    fn hold_message(&mut self, message: Value<'_>, place: &Place, out: &mut Vec<Record>) {
        if let Some(id) = message.get("id") {
            let place = Place { time: words(message.get("timestamp")), ..place.clone() };
            self.hold(id.raw(), message.raw(), place, out);
        }
    }

    fn hold(&mut self, id: &[u8], text: &[u8], place: Place, out: &mut Vec<Record>) {
        match self.held.as_mut().filter(|held| held.id == id) {
            Some(held) => (held.text, held.source) = (text.to_vec(), (place.line, place.offset)),
            None if self.log.knows(id) => {
                // An earlier message was changed, and only the client knows how its requests changed.
                self.log.lacks_messages = true;
            }
            None => {
                self.release(out);
                let source = (place.line, place.offset);
                self.held = Some(Held { id: id.to_vec(), text: text.to_vec(), place, source });
            }
        }
    }

    fn set(&mut self, set: Value<'_>, place: Place, out: &mut Vec<Record>) {
        if let Some(session) = words(set.get("sessionId")) {
            self.log.session = Some(session);
        }
        if set.get("messages").is_some() {
            self.release(out);
            self.log.restart(Vec::new(), place.clone(), out);
            let mut messages = Vec::new();
            set.list("messages").for_each(|message| messages.extend(messages_of(message)));
            self.log.restart(messages, place, out);
            self.log.lacks_handles = true;
        }
    }

    fn rewind(&mut self, to: &[u8], out: &mut Vec<Record>) {
        if self.held.as_ref().is_some_and(|held| held.id == to) {
            self.held = None;
            return;
        }
        self.release(out);
        self.log.go_before(to, out);
    }

    /// Reports the message that is held.
    fn release(&mut self, out: &mut Vec<Record>) {
        let Some(Held { id, text, place, source }) = self.held.take() else { return };
        let Ok(document) = scan(&text) else { return };
        let (message, before) = (document.root(), self.log.len());
        match message.word("type") {
            "gemini" => self.answer(message, place, source, out),
            "error" => self.refused(message, place, out),
            _ => from_line(messages_of(message), source).for_each(|message| self.log.say(message, place.clone())),
        }
        self.log.name(&id, before);
    }

    fn answer(&mut self, message: Value<'_>, place: Place, source: (usize, usize), out: &mut Vec<Record>) {
        let mut messages = from_line(messages_of(message), source);
        let Some(answer) = messages.next().filter(|message| message.role == Role::Assistant) else { return };
        let has_handles = message.list("content").any(|part| part.get("thoughtSignature").is_some());
        self.log.lacks_handles |= !has_handles;
        let origin = origin_of(words(message.get("model")).or_else(|| self.log.next.model.clone()));
        self.log.next = origin.clone();
        self.log.answer(Answer { origin, message: answer, label: None }, place.clone(), out);
        messages.for_each(|results| self.log.say(results, place.clone()));
    }

    /// Reads an error that the client shows. With a status it is the provider's.
    fn refused(&mut self, message: Value<'_>, place: Place, out: &mut Vec<Record>) {
        let text = text_of(message.get("content"));
        let refusal = Refusal::of(text.as_bytes());
        if refusal.status.is_some() || refusal.body.is_some() {
            let origin = origin_of(self.log.next.model.clone());
            self.log.refuse(text.as_bytes(), None, origin, place, out);
        }
    }
}

fn from_line(messages: Vec<Message>, source: (usize, usize)) -> impl Iterator<Item = Message> {
    messages.into_iter().map(move |message| Message { source: Some(source), ..message })
}

fn origin_of(model: Option<String>) -> Origin {
    Origin { wire: AgentWire::Gemini, model, host: None, provider: None }
}

/// Returns the messages that the client sends for a recorded one: the parts of the model, and the results of its calls.
fn messages_of(message: Value<'_>) -> Vec<Message> {
    let content = parts_of(message.get("content"));
    if message.word("type") == "user" {
        let text = text_of(message.get("content"));
        let is_sent = !content.is_empty() && !is_command(text.trim()) || message.list("content").any(|part| part.get("text").is_none());
        return if is_sent { vec![Message::new(Role::User, content)] } else { Vec::new() };
    }
    if message.word("type") != "gemini" {
        return Vec::new();
    }
    let is_complete = message.list("content").any(|part| part.get("functionCall").is_some() || part.get("thought").is_some());
    let parts = if is_complete { content } else { [thoughts_of(message), content, calls_of(message)].concat() };
    if parts.is_empty() {
        return Vec::new();
    }
    let results: Vec<Part> = message.list("toolCalls").flat_map(results_of).collect();
    let mut messages = vec![Message::new(Role::Assistant, parts)];
    if !results.is_empty() {
        messages.push(Message::new(Role::User, results));
    }
    messages
}

/// Returns the parts of a content: a text, a part, or a list of both.
fn parts_of(content: Option<Value<'_>>) -> Vec<Part> {
    let Some(content) = content else { return Vec::new() };
    let part = |part: Value<'_>| {
        let text = part.text().is_some().then(|| part.raw().to_vec());
        text.map_or_else(|| Part::Native(part.raw().to_vec()), Part::text)
    };
    match content.text() {
        Some(text) if text.is_empty() => Vec::new(),
        None if content.fits(":a") => content.elements().map(part).collect(),
        _ => vec![part(content)],
    }
}

fn thoughts_of(message: Value<'_>) -> Vec<Part> {
    let thought = |thought: Value<'_>| {
        let description = thought.get("description").map_or(&b"\"\""[..], Value::raw);
        let text = match thought.get("subject").filter(|subject| subject.fits(":s !=")) {
            Some(subject) => concat_json(&[&text_json("**"), subject.raw(), &text_json("** "), description]),
            None => description.to_vec(),
        };
        Part::Thinking { text, signature: None, is_redacted: false }
    };
    message.list("thoughts").map(thought).collect()
}

fn calls_of(message: Value<'_>) -> Vec<Part> {
    let call = |call: Value<'_>| {
        Some(Part::Call {
            id: call.get("id")?.raw().to_vec(),
            name: call.get("name")?.raw().to_vec(),
            arguments: call.get("args").map_or_else(|| b"{}".to_vec(), |arguments| arguments.raw().to_vec()),
            signature: None,
        })
    };
    message.list("toolCalls").filter_map(call).collect()
}

fn results_of(call: Value<'_>) -> Vec<Part> {
    let Some(result) = call.get("result").filter(|result| !result.is_null()) else { return Vec::new() };
    match result.text() {
        Some(_) => {
            let id = call.get("id").map(|id| id.raw().to_vec()).unwrap_or_default();
            let name = call.get("name").map(|name| name.raw().to_vec());
            vec![Part::Result { id, name, output: vec![Part::from(result)], is_error: false }]
        }
        None => parts_of(Some(result)),
    }
}

fn text_of(content: Option<Value<'_>>) -> String {
    let Some(content) = content else { return String::new() };
    let text = |value: Value<'_>| value.text().map(|text| lossy(&text.wtf8()));
    let texts = content.elements().filter_map(|part| text(part).or_else(|| text(part.get("text")?)));
    text(content).unwrap_or_else(|| texts.collect())
}

/// Returns `true` for commands and notes in the user's name, which the client does not send.
fn is_command(text: &str) -> bool {
    text.is_empty() || ["/", "?", "<session_context>", "<hook_context>"].iter().any(|start| text.starts_with(start))
}
