//! Sessions of Continue: `~/.continue/sessions/<id>.json`.
//!
//! `{"sessionId","title","workspaceDirectory","history":[{"message":…}]}`. A message of the role `thinking` precedes the answer that it belongs to, and has its
//! `signature`, `redactedThinking` or `reasoning_details`. Calls are in `toolCalls`, results in messages of the role `tool`. A `conversationSummary` replaces
//! the messages before it. The model is a title of the user's choice, and host and settings are not recorded. Read: Continue at d0a3c0b626.

use super::agents::{AgentLog, AgentWire, Answer, Message, Part, Place, Role, calls_of, member, parts_of, result_of, role_of};
use super::cut::Cut;
use super::format::{FormatReader, TranscriptFormat};
use super::record::{Piece, Record};
use super::resumed::Resumed;
use super::sample::Sample;
use crate::error::{Code, Error};
use crate::json::{Value, scan};

pub(super) const FORMAT: TranscriptFormat =
    TranscriptFormat { name: "continue", fits, cut: Cut::Elements("history"), open: || Box::<Session>::default() };

fn fits(sample: &Sample<'_>) -> bool {
    let is_session = sample.has(1, "sessionId") && sample.has(1, "history");
    sample.opens_with(b'{') && is_session && (sample.has(1, "workspaceDirectory") || sample.has(3, "message"))
}

#[derive(Default)]
struct Session {
    log: AgentLog,
    /// The thoughts before their answer, with the items that they are from.
    thoughts: Vec<(Part, Place)>,
}

impl FormatReader for Session {
    fn piece(&mut self, piece: Piece<'_>, out: &mut Vec<Record>) -> Result<(), Error> {
        self.log.read(piece.text.len());
        let document = scan(piece.text)?;
        let item = document.root();
        let message = item.get("message").ok_or_else(|| Error::new(Code::Input, "it is not an item of a session: it has no message"))?;
        let place = Place::of(piece, None);
        match message.word("role") {
            "thinking" => {
                let thought = self.thought_of(message);
                self.thoughts.extend(thought.map(|thought| (thought, place.clone())));
            }
            "assistant" => {
                let parts = [parts_of(message.get("content")), calls_of(message, "toolCalls")].concat();
                let message = Message::new(Role::Assistant, parts).after(std::mem::take(&mut self.thoughts));
                if !message.parts.is_empty() {
                    self.log.answer(Answer { origin: self.log.next.clone(), message, label: None }, place.clone(), out);
                }
            }
            "tool" => {
                let result = message.get("toolCallId").map(|id| result_of(id, message.get("content")));
                result.into_iter().for_each(|result| self.log.say(Message::new(Role::User, vec![result]), place.clone()));
            }
            _ => {
                let parts = parts_of(message.get("content"));
                if let Some(role) = role_of(message).filter(|_| !parts.is_empty()) {
                    self.log.say(Message::new(role, parts), place.clone());
                }
            }
        }
        if let Some(summary) = item.get("conversationSummary").filter(|summary| summary.text().is_some()) {
            self.log.restart(vec![Message::of_user(summary.raw().to_vec())], place, out);
        }
        Ok(())
    }

    fn finish(&mut self, _around: &[u8], out: &mut Vec<Record>) {
        self.log.end(out);
    }

    fn resumed(&self) -> Vec<Resumed> {
        self.log.resumed().into_iter().collect()
    }
}

impl Session {
    /// Reads a message of the role `thinking`.
    fn thought_of(&mut self, message: Value<'_>) -> Option<Part> {
        let given = |name: &str| message.get(name).filter(|value| value.fits(":s !=")).map(|value| value.raw().to_vec());
        if let Some(data) = given("redactedThinking") {
            self.log.next.wire = AgentWire::Anthropic;
            Some(Part::Thinking { text: b"\"\"".to_vec(), signature: Some(data), is_redacted: true })
        } else if let Some(signature) = given("signature") {
            self.log.next.wire = AgentWire::Anthropic;
            let text =
                message.get("content").filter(|text| text.text().is_some()).map_or_else(|| b"\"\"".to_vec(), |text| text.raw().to_vec());
            Some(Part::Thinking { text, signature: Some(signature), is_redacted: false })
        } else if let Some(details) = message.get("reasoning_details") {
            self.log.next.wire = AgentWire::Chat;
            Some(member("reasoning_details", details))
        } else {
            // A setting of the user decides if a host gets this text back.
            self.log.lacks_handles = true;
            None
        }
    }
}
