//! Chats of Qwen Code: `~/.qwen/projects/<folder>/chats/<session>.jsonl`.
//!
//! A line is `{"uuid","parentUuid","sessionId","timestamp","type","message"}`. A message is a content of Gemini's API, `{"role","parts"}`, whatever is sent: to
//! OpenAI-compatible hosts the client converts it, and sends the text of thoughts as `reasoning_content`. Each line names the line before it. `system` lines
//! are notes, except for `chat_compression`, which replaces all messages, and errors of the API. The host is not recorded, nor are signatures or settings. Read: Qwen Code 0.15.10.

use super::agents::{AgentLog, AgentWire, Answer, Foreign, Message, Origin, Part, Place, Role, text_json};
use super::bodies::{status, words};
use super::cut::Cut;
use super::format::{FormatReader, TranscriptFormat};
use super::record::{Fault, Piece, Record};
use super::resumed::Resumed;
use super::sample::Sample;
use crate::error::{Code, Error};
use crate::json::{Value, scan};

pub(super) const FORMAT: TranscriptFormat =
    TranscriptFormat { name: "qwen-code", fits, cut: Cut::Lines, open: || Box::new(Chat { log: AgentLog::new(Foreign::Kept) }) };

fn fits(sample: &Sample<'_>) -> bool {
    sample.any_object(|line| line.fits("type sessionId uuid message.parts:a"))
}

struct Chat {
    log: AgentLog,
}

impl FormatReader for Chat {
    fn piece(&mut self, piece: Piece<'_>, out: &mut Vec<Record>) -> Result<(), Error> {
        self.log.read(piece.text.len());
        let document = scan(piece.text)?;
        let line = document.root();
        if line.get("type").is_none() {
            return Err(Error::new(Code::Input, "it is not a line of a chat: it has no type"));
        }
        self.log.session = words(line.get("sessionId")).or(self.log.session.take());
        if self.log.folder.is_none() {
            self.log.folder = words(line.get("cwd"));
        }
        match line.get("parentUuid") {
            Some(parent) if parent.text().is_some() && self.log.go_to(parent.raw(), out).is_none() => {
                let reason = "it continues a line that is not in the file: earlier messages are missing";
                out.push(Record::Fault(Fault::before(piece.line, piece.offset, reason)));
                self.log.lacks_messages = true;
            }
            Some(parent) if parent.is_null() => self.log.cut_to(0, out),
            _ => {}
        }
        let before = self.log.len();
        self.entry(line, Place::of(piece, line.get("timestamp")), out);
        if let Some(uuid) = line.get("uuid") {
            self.log.name(uuid.raw(), before);
        }
        Ok(())
    }

    fn finish(&mut self, _around: &[u8], out: &mut Vec<Record>) {
        self.log.end(out);
    }

    fn resumed(&self) -> Vec<Resumed> {
        self.log.resumed().into_iter().collect()
    }

    fn folder(&self) -> Option<&str> {
        self.log.folder.as_deref()
    }
}

impl Chat {
    fn entry(&mut self, line: Value<'_>, place: Place, out: &mut Vec<Record>) {
        if let Some(model) = words(line.get("model")) {
            self.log.next = origin_of(model);
        }
        let wire = self.log.next.wire;
        let message = line.get("message").map(|message| parts_of(message)).filter(|parts| !parts.is_empty());
        match (line.word("type"), message) {
            ("system", _) if line.word("subtype") == "chat_compression" => {
                let history = line.path("systemPayload.compressedHistory");
                let messages = history.into_iter().flat_map(Value::elements).map(|content| {
                    let role = if content.word("role") == "model" { Role::Assistant } else { Role::User };
                    Message::new(role, parts_of(content))
                });
                let messages: Vec<Message> = messages.collect();
                if !messages.is_empty() {
                    self.log.restart(messages, place, out);
                }
            }
            ("system", _) if line.word("subtype") == "ui_telemetry" => self.refused(line, place, out),
            ("assistant", Some(parts)) => {
                self.log.lacks_handles |= wire == AgentWire::Gemini;
                let answer = Answer { origin: self.log.next.clone(), message: Message::new(Role::Assistant, parts), label: None };
                self.log.answer(answer, place, out);
            }
            ("user" | "tool_result", Some(parts)) => self.log.say(Message::new(Role::User, parts), place),
            _ => {}
        }
    }

    /// Reads an error of the API that the client notes.
    fn refused(&mut self, line: Value<'_>, place: Place, out: &mut Vec<Record>) {
        let Some(event) = line.path("systemPayload.uiEvent").filter(|event| event.token("event.name").ends_with(b"api_error")) else {
            return;
        };
        let text = ERROR.iter().find_map(|name| event.get(name)?.text()).map(|text| text.wtf8().into_owned()).unwrap_or_default();
        let origin = words(event.get("model")).map_or_else(|| self.log.next.clone(), origin_of);
        self.log.refuse(&text, status(event.get("status_code")), origin, place, out);
    }
}

/// The names of the text of an error.
const ERROR: [&str; 2] = ["error_message", "error"];

fn origin_of(model: String) -> Origin {
    let wire = if model.starts_with("gemini") { AgentWire::Gemini } else { AgentWire::Chat };
    Origin { wire, model: Some(model), host: None, provider: None }
}

/// Reads the parts of a content.
fn parts_of(content: Value<'_>) -> Vec<Part> {
    let part = |part: Value<'_>| {
        let signature = part.get("thoughtSignature").map(|signature| signature.raw().to_vec());
        if let Some(text) = part.get("text").filter(|text| text.text().is_some()) {
            let text = text.raw().to_vec();
            let is_thought = part.fits("thought=true");
            return Some(if is_thought { Part::Thinking { text, signature, is_redacted: false } } else { Part::Text { text, signature } });
        }
        if let Some(call) = part.get("functionCall") {
            let [id, name, args] = ["id", "name", "args"].map(|name| call.get(name).map(|value| value.raw().to_vec()));
            let arguments = args.unwrap_or_else(|| b"{}".to_vec());
            return Some(Part::Call { id: id.unwrap_or_else(|| text_json("")), name: name?, arguments, signature });
        }
        if let Some(result) = part.get("functionResponse") {
            let output = result.path("response.output").or_else(|| result.path("response.error")).or_else(|| result.get("response"));
            return Some(Part::Result {
                id: result.get("id").map_or_else(|| text_json(""), |id| id.raw().to_vec()),
                name: result.get("name").map(|name| name.raw().to_vec()),
                output: output.map(Part::from).into_iter().collect(),
                is_error: result.path("response.error").is_some(),
            });
        }
        let inline = part.get("inlineData")?;
        Some(Part::Image { media: inline.get("mimeType")?.raw().to_vec(), data: inline.get("data")?.raw().to_vec() })
    };
    content.list("parts").filter_map(part).collect()
}
