//! Sessions of Grok's command line: `~/.grok/sessions/<folder>/<id>/chat_history.jsonl`.
//!
//! A line is a `system` prompt, a `user` message, a `reasoning` item of the Responses wire, an `assistant` message with its calls, or a `tool_result`. Reasoning
//! belongs to the assistant line after it. The host and the settings are not recorded. The updates that the client streams to an editor (`session/update`)
//! are a rendering and are not read. Seen in sessions; the source is not public.

use super::agents::{AgentLog, AgentWire, Answer, Message, Part, Place, Role, calls_of, parts_of, result_of};
use super::bodies::words;
use super::cut::Cut;
use super::format::{FormatReader, TranscriptFormat};
use super::record::{Piece, Record};
use super::resumed::Resumed;
use super::sample::Sample;
use crate::error::{Code, Error};
use crate::json::scan;

pub(super) const FORMAT: TranscriptFormat = TranscriptFormat { name: "grok", fits, cut: Cut::Lines, open: || Box::<History>::default() };

fn fits(sample: &Sample<'_>) -> bool {
    const LINES: [&str; 3] = ["type=tool_result tool_call_id", "type=user synthetic_reason", "type=assistant model_id content !message"];
    sample.any_object(|line| LINES.iter().any(|query| line.fits(query)))
}

#[derive(Default)]
struct History {
    log: AgentLog,
    /// The reasoning before its message, with the lines that it is from.
    items: Vec<(Part, Place)>,
}

impl FormatReader for History {
    fn piece(&mut self, piece: Piece<'_>, out: &mut Vec<Record>) -> Result<(), Error> {
        self.log.read(piece.text.len());
        self.log.next.wire = AgentWire::Responses;
        let document = scan(piece.text)?;
        let line = document.root();
        let place = Place::of(piece, line.get("timestamp"));
        match line.word("type") {
            "" => return Err(Error::new(Code::Input, "it is not a line of a session: it has no type")),
            "reasoning" => {
                self.log.lacks_handles |= !line.fits("encrypted_content:s");
                self.items.push((Part::Native(line.raw().to_vec()), place));
            }
            "assistant" => {
                self.log.next.model = words(line.get("model_id")).or(self.log.next.model.take());
                let parts = [parts_of(line.get("content")), calls_of(line, "tool_calls")].concat();
                let message = Message::new(Role::Assistant, parts).after(std::mem::take(&mut self.items));
                if !message.parts.is_empty() {
                    self.log.answer(Answer { origin: self.log.next.clone(), message, label: None }, place, out);
                }
            }
            "tool_result" => {
                let result = line.get("tool_call_id").map(|id| result_of(id, line.get("content")));
                result.into_iter().for_each(|result| self.log.say(Message::new(Role::User, vec![result]), place.clone()));
            }
            kind @ ("user" | "system") => {
                let role = if kind == "user" { Role::User } else { Role::System };
                let parts = parts_of(line.get("content"));
                if !parts.is_empty() {
                    self.log.say(Message::new(role, parts), place);
                }
            }
            _ => {}
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
