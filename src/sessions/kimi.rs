//! Contexts of Kimi CLI: `~/.kimi/sessions/<folder>/<id>/context.jsonl`.
//!
//! A line is a message of a chat, or a note: `_system_prompt`, `_checkpoint`, `_usage`. A part `think` holds a thought: its text is sent to Kimi as
//! `reasoning_content`, and with `encrypted` it is a signed block of Anthropic's wire. Model, host and settings are not recorded. The file `wire.jsonl` beside it
//! is a rendering and is not read. Read: Kimi CLI at 4a550eff.

use super::agents::{AgentLog, AgentWire, Answer, Foreign, Message, Part, Place, Role, calls_of, parts_of, result_of, role_of, thought_in};
use super::cut::Cut;
use super::format::{FormatReader, TranscriptFormat};
use super::record::{Piece, Record};
use super::resumed::Resumed;
use super::sample::Sample;
use crate::error::{Code, Error};
use crate::json::{Value, scan};

pub(super) const FORMAT: TranscriptFormat =
    TranscriptFormat { name: "kimi", fits, cut: Cut::Lines, open: || Box::new(Context { log: AgentLog::new(Foreign::Kept) }) };

fn fits(sample: &Sample<'_>) -> bool {
    sample.any_object(|line| line.fits("role=_checkpoint|_usage|_system_prompt"))
}

struct Context {
    log: AgentLog,
}

impl FormatReader for Context {
    fn piece(&mut self, piece: Piece<'_>, out: &mut Vec<Record>) -> Result<(), Error> {
        self.log.read(piece.text.len());
        let document = scan(piece.text)?;
        let line = document.root();
        let place = Place::of(piece, None);
        match line.word("role") {
            "" => return Err(Error::new(Code::Input, "it is not a line of a context: it has no role")),
            "_system_prompt" => {
                let prompt = parts_of(line.get("content"));
                self.log.say(Message::new(Role::System, prompt), place);
            }
            "assistant" => {
                let is_signed = line.list("content").any(|part| part.fits("type=think encrypted:s"));
                self.log.next.wire = if is_signed { AgentWire::Anthropic } else { self.log.next.wire };
                let wire = self.log.next.wire;
                let thoughts = line.list("content").filter_map(|part| thought_of(part, wire)).collect();
                let parts = [thoughts, parts_of(line.get("content")), calls_of(line, "tool_calls")].concat();
                if !parts.is_empty() {
                    let answer = Answer { origin: self.log.next.clone(), message: Message::new(Role::Assistant, parts), label: None };
                    self.log.answer(answer, place, out);
                }
            }
            "tool" => {
                let result = line.get("tool_call_id").map(|id| result_of(id, line.get("content")));
                result.into_iter().for_each(|result| self.log.say(Message::new(Role::User, vec![result]), place.clone()));
            }
            _ => {
                let parts = parts_of(line.get("content"));
                if let Some(role) = role_of(line).filter(|_| !parts.is_empty()) {
                    self.log.say(Message::new(role, parts), place);
                }
            }
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

fn thought_of(part: Value<'_>, wire: AgentWire) -> Option<Part> {
    let text = part.get("think").filter(|text| text.text().is_some())?;
    match part.get("encrypted").filter(|signature| signature.text().is_some()) {
        Some(signature) if wire == AgentWire::Anthropic => {
            Some(Part::Thinking { text: text.raw().to_vec(), signature: Some(signature.raw().to_vec()), is_redacted: false })
        }
        _ if wire == AgentWire::Anthropic => None,
        _ => Some(thought_in("reasoning_content", text)),
    }
}
