//! Sessions of Factory's Droid: `~/.factory/sessions/<folder>/<id>.jsonl`.
//!
//! The first line is `{"type":"session_start","id"}`. A line of the type `message` has a message in Anthropic's form. The model, the host and the settings are
//! in a file beside it, so they are not recorded here, and thinking without a signature belongs to a model of another vendor: it is left out. A compaction
//! replaces messages that only the client knows. Seen in sessions of version 2; the source is not public.

use super::agents::{AgentLog, AgentWire, Answer, Message, Part, Place, Role, parts_of, role_of};
use super::bodies::words;
use super::cut::Cut;
use super::format::{FormatReader, TranscriptFormat};
use super::record::{Piece, Record};
use super::resumed::Resumed;
use super::sample::Sample;
use crate::error::{Code, Error};
use crate::json::scan;

pub(super) const FORMAT: TranscriptFormat = TranscriptFormat { name: "droid", fits, cut: Cut::Lines, open: || Box::<Session>::default() };

fn fits(sample: &Sample<'_>) -> bool {
    sample.any_object(|line| line.fits("type=session_start id"))
}

#[derive(Default)]
struct Session {
    log: AgentLog,
}

impl FormatReader for Session {
    fn piece(&mut self, piece: Piece<'_>, out: &mut Vec<Record>) -> Result<(), Error> {
        self.log.read(piece.text.len());
        self.log.next.wire = AgentWire::Anthropic;
        let document = scan(piece.text)?;
        let line = document.root();
        let place = Place::of(piece, line.get("timestamp"));
        match line.word("type") {
            "session_start" => self.log.session = words(line.get("id")),
            "" => return Err(Error::new(Code::Input, "it is not a line of a session: it has no type")),
            "compaction_state" => {
                let summary = ["summaryText", "summary"].iter().find_map(|name| line.get(name)).filter(|text| text.text().is_some());
                self.log.restart(summary.map(|text| Message::of_user(text.raw().to_vec())).into_iter().collect(), place, out);
                self.log.lacks_messages = true;
            }
            "message" => {
                let message = line.get("message").ok_or_else(|| Error::new(Code::Input, "it is a message without content"))?;
                let is_signed = |part: &Part| !matches!(part, Part::Thinking { signature: None, .. });
                let (parts, unsigned): (Vec<Part>, Vec<Part>) = parts_of(message.get("content")).into_iter().partition(is_signed);
                self.log.lacks_handles |= !unsigned.is_empty();
                match role_of(message).filter(|_| !parts.is_empty()) {
                    Some(Role::Assistant) => {
                        let message = Message::new(Role::Assistant, parts);
                        self.log.answer(Answer { origin: self.log.next.clone(), message, label: words(line.get("id")) }, place, out);
                    }
                    Some(role) => self.log.say(Message::new(role, parts), place),
                    None => {}
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
