//! Sessions of pi and OpenClaw: `~/.pi/agent/sessions/<folder>/<time>_<id>.jsonl`, `~/.openclaw/agents/<agent>/sessions/<id>.jsonl`.
//!
//! The first line is the session. Each other line names the line before it, `parentId`, which makes a tree: another child of a line begins a branch. A
//! `compaction` replaces all messages before `firstKeptEntryId` by its summary. An answer names its `api`, `provider` and `model`. `thinkingSignature` holds
//! the signature for Claude and Gemini, the whole item for Responses, and the name of the member for chats. `textSignature` holds the id of a message, or
//! Gemini's signature. To another model pi sends thoughts as text.
//!
//! A failed or aborted answer is not sent again. For a call without a result pi sends "No result provided". Settings and tools are not recorded, and of the
//! address only the provider's name. Read: pi 0.73.1.

use super::agents::{AgentLog, AgentWire, Answer, Foreign, Json, Message, Origin, Part, Place, Role, concat_json, text_json};
use super::bodies::words;
use super::cut::Cut;
use super::format::{FormatReader, TranscriptFormat};
use super::record::{Fault, Piece, Record};
use super::resumed::Resumed;
use super::sample::Sample;
use crate::error::{Code, Error};
use crate::json::{Value, lossy, scan};
use crate::wires::host_of_provider;

pub(super) const FORMAT: TranscriptFormat = TranscriptFormat {
    name: "pi",
    fits,
    cut: Cut::Lines,
    open: || Box::new(Session { log: AgentLog::new(Foreign::AsText), open_calls: Vec::new() }),
};

/// Lines of the format: the session, a call, an answer.
const LINES: [&str; 3] =
    ["type=session id cwd", "type=message message.content.*.type=toolCall", "type=message message.api message.provider"];

fn fits(sample: &Sample<'_>) -> bool {
    sample.any_object(|line| LINES.iter().any(|query| line.fits(query)))
}

struct Session {
    log: AgentLog,
    /// The calls without a result: their ids and names.
    open_calls: Vec<(Json, Json)>,
}

impl FormatReader for Session {
    fn piece(&mut self, piece: Piece<'_>, out: &mut Vec<Record>) -> Result<(), Error> {
        self.log.read(piece.text.len());
        let document = scan(piece.text)?;
        let line = document.root();
        if line.word("type") == "session" {
            self.log.session = words(line.get("id"));
            self.log.folder = words(line.get("cwd"));
            return Ok(());
        }
        if line.get("type").is_none() {
            return Err(Error::new(Code::Input, "it is not a line of a session: it has no type"));
        }
        self.go_to_parent(piece, line, out);
        let before = self.log.len();
        self.entry(line, Place::of(piece, line.get("timestamp")), out);
        if let Some(id) = name(line, "id") {
            self.log.name(id, before);
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

impl Session {
    fn go_to_parent(&mut self, piece: Piece<'_>, line: Value<'_>, out: &mut Vec<Record>) {
        let before = self.log.len();
        match (name(line, "parentId"), line.get("parentId")) {
            (Some(parent), _) if self.log.go_to(parent, out).is_none() => {
                let reason = "it continues a line that is not in the file: earlier messages are missing";
                out.push(Record::Fault(Fault::before(piece.line, piece.offset, reason)));
                self.log.lacks_messages = true;
            }
            (None, Some(_)) => self.log.cut_to(0, out),
            _ => {}
        }
        if self.log.len() < before {
            self.open_calls.clear();
        }
    }

    fn entry(&mut self, line: Value<'_>, place: Place, out: &mut Vec<Record>) {
        match line.word("type") {
            "message" => {
                let Some(message) = line.get("message") else { return };
                self.message(message, place, out);
            }
            "model_change" => self.log.next = origin_of(None, words(line.get("provider")), words(line.get("modelId"))),
            "compaction" => {
                let Some(summary) = line.get("summary").filter(|summary| summary.text().is_some()) else { return };
                let kept = name(line, "firstKeptEntryId").and_then(|kept| self.log.from(kept));
                let is_lossy = kept.is_none() && line.get("firstKeptEntryId").is_some();
                let summary = concat_json(&[&text_json(COMPACTION), summary.raw(), &text_json("\n</summary>")]);
                self.log.restart([vec![Message::of_user(summary)], kept.unwrap_or_default()].concat(), place, out);
                self.log.lacks_messages |= is_lossy;
                self.open_calls.clear();
            }
            "branch_summary" => {
                let Some(summary) = line.get("summary").filter(|summary| summary.fits(":s !=")) else { return };
                let summary = concat_json(&[&text_json(BRANCH), summary.raw(), &text_json("</summary>")]);
                self.say(vec![Part::text(summary)], place);
            }
            "custom_message" => self.say(parts_of(line.get("content")), place),
            _ => {}
        }
    }

    fn message(&mut self, message: Value<'_>, place: Place, out: &mut Vec<Record>) {
        match message.word("role") {
            "assistant" => self.answer(message, place, out),
            "toolResult" => {
                let Some(id) = message.get("toolCallId") else { return };
                self.open_calls.retain(|(open, _)| open != id.raw());
                let result = Part::Result {
                    id: call_id(id, self.log.next.wire),
                    name: message.get("toolName").map(|name| name.raw().to_vec()),
                    output: parts_of(message.get("content")),
                    is_error: message.fits("isError=true"),
                };
                self.log.say(Message::new(Role::User, vec![result]), place);
            }
            "bashExecution" if !message.fits("excludeFromContext=true") => {
                let (command, output) = (message.get("command"), message.get("output"));
                let [command, output] = [command, output].map(|text| text.map_or(&b"\"\""[..], Value::raw));
                let text = concat_json(&[&text_json("Ran `"), command, &text_json("`\n```\n"), output, &text_json("\n```")]);
                self.say(vec![Part::text(text)], place);
            }
            "user" | "custom" | "hookMessage" => self.say(parts_of(message.get("content")), place),
            _ => {}
        }
    }

    /// Adds a message of the user, after the results that pi sends for calls without one.
    fn say(&mut self, parts: Vec<Part>, place: Place) {
        self.close_calls(&place);
        if !parts.is_empty() {
            self.log.say(Message::new(Role::User, parts), place);
        }
    }

    fn close_calls(&mut self, place: &Place) {
        for (id, name) in std::mem::take(&mut self.open_calls) {
            let output = vec![Part::text(text_json("No result provided"))];
            let result = Part::Result { id, name: Some(name), output, is_error: true };
            self.log.say(Message::new(Role::User, vec![result]), place.clone());
        }
    }

    fn answer(&mut self, message: Value<'_>, place: Place, out: &mut Vec<Record>) {
        self.close_calls(&place);
        let origin = origin_of(words(message.get("api")).as_deref(), words(message.get("provider")), words(message.get("model")));
        self.log.next = origin.clone();
        match message.word("stopReason") {
            "error" => {
                let text = message.get("errorMessage").and_then(Value::text).map(|text| text.wtf8().into_owned()).unwrap_or_default();
                return self.log.refuse(&text, None, origin, place, out);
            }
            "aborted" => return,
            _ => {}
        }
        let mut parts = Vec::new();
        for block in message.list("content") {
            let part = self.block(block, origin.wire);
            if let Some(Part::Call { id, name, .. }) = &part {
                self.open_calls.push((id.clone(), name.clone()));
            }
            parts.extend(part);
        }
        parts.extend(details(message).filter(|_| origin.wire == AgentWire::Chat));
        let label = words(message.get("responseId"));
        self.log.answer(Answer { origin, message: Message::new(Role::Assistant, parts), label }, place, out);
    }

    fn block(&mut self, block: Value<'_>, wire: AgentWire) -> Option<Part> {
        match block.word("type") {
            "text" => {
                let signature = block.get("textSignature").filter(|signature| signature.text().is_some());
                let signature = match wire {
                    AgentWire::Responses => signature.map(message_id),
                    AgentWire::Gemini => signature.map(|signature| signature.raw().to_vec()),
                    _ => None,
                };
                Some(Part::Text { text: block.get("text")?.raw().to_vec(), signature })
            }
            "thinking" => self.thinking(block, wire),
            "toolCall" => Some(Part::Call {
                id: call_id(block.get("id")?, wire),
                name: block.get("name")?.raw().to_vec(),
                arguments: block.get("arguments").map_or_else(|| b"{}".to_vec(), |arguments| arguments.raw().to_vec()),
                signature: match wire {
                    AgentWire::Responses => item_id(block.get("id")?),
                    AgentWire::Gemini => block.get("thoughtSignature").map(|signature| signature.raw().to_vec()),
                    _ => None,
                },
            }),
            _ => None,
        }
    }

    fn thinking(&mut self, block: Value<'_>, wire: AgentWire) -> Option<Part> {
        let text = block.get("thinking").map_or_else(|| b"\"\"".to_vec(), |text| text.raw().to_vec());
        let signature = block.get("thinkingSignature").filter(|signature| signature.fits(":s !="));
        let is_redacted = block.fits("redacted=true");
        let is_empty = text.trim_ascii() == b"\"\"";
        match (wire, signature) {
            (AgentWire::Responses, signature) => {
                let item = signature.and_then(Value::text).map(|text| text.wtf8().into_owned()).filter(|item| scan(item).is_ok());
                self.log.lacks_handles |= item.is_none();
                item.map(Part::Native)
            }
            (AgentWire::Anthropic | AgentWire::Converse, None) => (!is_empty).then(|| Part::text(text)),
            (AgentWire::Anthropic, Some(_)) if is_empty && !is_redacted => None,
            (_, signature) => {
                let signature = signature.map(|signature| signature.raw().to_vec());
                Some(Part::Thinking { text, signature, is_redacted })
            }
        }
    }
}

const COMPACTION: &str = "The conversation history before this point was compacted into the following summary:\n\n<summary>\n";
const BRANCH: &str = "The following is a summary of a branch that this conversation came back from:\n\n<summary>\n";

/// Returns the name of a line, as it is written.
fn name<'d>(line: Value<'d>, member: &str) -> Option<&'d [u8]> {
    line.get(member).filter(|name| name.text().is_some()).map(Value::raw)
}

/// Returns the texts and images of a content.
fn parts_of(content: Option<Value<'_>>) -> Vec<Part> {
    let Some(content) = content else { return Vec::new() };
    if content.text().is_some() {
        return vec![Part::text(content.raw().to_vec())];
    }
    let part = |part: Value<'_>| match part.word("type") {
        "text" => Some(Part::text(part.get("text")?.raw().to_vec())),
        "image" => Some(Part::Image { media: part.get("mimeType")?.raw().to_vec(), data: part.get("data")?.raw().to_vec() }),
        _ => None,
    };
    content.elements().filter_map(part).collect()
}

/// Returns the details of reasoning that a chat has with its calls.
fn details(message: Value<'_>) -> Option<Part> {
    let mut list = Vec::new();
    for call in message.list("content") {
        let detail = call.get("thoughtSignature").and_then(Value::text).map(|text| text.wtf8().into_owned());
        detail.filter(|detail| scan(detail).is_ok()).into_iter().for_each(|detail| super::history::join(&mut list, &detail));
    }
    (!list.is_empty()).then(|| Part::Native([b"\"reasoning_details\":[", list.as_slice(), b"]"].concat()))
}

/// Returns the id of a message: the signature itself, or the `id` in it.
fn message_id(signature: Value<'_>) -> Json {
    let text = signature.text().map(|text| text.wtf8().into_owned()).unwrap_or_default();
    let id = scan(&text).ok().and_then(|document| document.root().get("id").map(|id| id.raw().to_vec()));
    id.unwrap_or_else(|| signature.raw().to_vec())
}

/// Returns the id of a call. For Responses the id of its item follows it.
fn call_id(id: Value<'_>, wire: AgentWire) -> Json {
    let text = lossy(&id.text().map(|text| text.wtf8().into_owned()).unwrap_or_default());
    match text.split_once('|').filter(|_| wire == AgentWire::Responses) {
        Some((call, _)) => text_json(call),
        None => id.raw().to_vec(),
    }
}

fn item_id(id: Value<'_>) -> Option<Json> {
    let text = lossy(&id.text()?.wtf8());
    text.split_once('|').map(|(_, item)| text_json(item)).filter(|item| item != b"\"\"")
}

fn origin_of(api: Option<&str>, provider: Option<String>, model: Option<String>) -> Origin {
    let is_claude = model.as_deref().is_some_and(|model| model.starts_with("claude"));
    let wire = match api.unwrap_or_default() {
        "anthropic-messages" => AgentWire::Anthropic,
        "" if is_claude => AgentWire::Anthropic,
        api if api.starts_with("google") => AgentWire::Gemini,
        api if api.ends_with("responses") => AgentWire::Responses,
        api if api.starts_with("bedrock") => AgentWire::Converse,
        _ => AgentWire::Chat,
    };
    let host = provider.as_deref().and_then(host_of_provider).map(str::to_owned);
    Origin { wire, model, host, provider }
}
