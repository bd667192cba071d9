//! The stream of __title__: each event has a little more of the message in `delta`; the last one says `"done":true`.

use super::super::codec::{AssembledBody, StreamAssembler};
use super::super::read::is_filled;
use crate::conversation::EventSink;
use crate::json::{JsonBuilder, Value};

#[derive(Default)]
pub(super) struct Assembler {
    body: JsonBuilder,
    /// The member of the message that was the last to grow.
    growing: Option<&'static str>,
    ended: bool,
}

impl StreamAssembler for Assembler {
    fn event(&mut self, _: Option<&str>, data: Value<'_>, events: &mut EventSink) {
        for (name, value) in data.members() {
            match name.raw() {
                b"delta" => self.grow(value, events),
                // Neither is a member of the body. The decoder has told the error already.
                b"done" | b"error" => {}
                name => self.body.receive(name, value),
            }
        }
        if data.get("done").and_then(Value::boolean) == Some(true) {
            self.turn_to(None, events);
            self.ended = true;
        }
    }

    fn has_ended(&self) -> bool {
        self.ended
    }

    fn finish(self: Box<Self>) -> AssembledBody {
        let unfinished = self.growing.map(|member| ["/message/", member].concat());
        AssembledBody { body: self.body, unfinished: unfinished.into_iter().collect(), sealed: Vec::new() }
    }
}

impl Assembler {
    fn grow(&mut self, piece: Value<'_>, events: &mut EventSink) {
        for member in ["reasoning", "content"] {
            let Some(text) = piece.get(member).filter(|text| is_filled(*text)) else { continue };
            self.turn_to(Some(member), events);
            if member == "reasoning" {
                events.thinking(Some(text));
            } else {
                events.text(Some(text));
            }
        }
        // Calls come whole, one or several at a time.
        if piece.fits("tool_calls:a") {
            self.turn_to(None, events);
        }
        let Some(message) = self.body.member_or(b"message", JsonBuilder::default()) else { return };
        message.absorb(piece, &[b"reasoning", b"content"], &[b"tool_calls"]);
        piece.list("tool_calls").for_each(|call| message.push(b"tool_calls", JsonBuilder::closed(call)));
    }

    /// Another member grows from here on, or none.
    fn turn_to(&mut self, member: Option<&'static str>, events: &mut EventSink) {
        if self.growing == Some("reasoning") && member != self.growing {
            events.thought_ended();
        }
        self.growing = member;
    }
}
