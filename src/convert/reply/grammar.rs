//! The streams of most wires as data: events with holes, and the one writer that fills them.

use super::shape::ReplyHead;
use super::writer::{EventFraming, Events, OpenPart, ReplyPart, ReplyWriter};
use crate::json::{Text, decimal, scan};
use crate::model::{Stop, Usage};

/// How a wire streams a reply.
pub(in crate::convert) struct Grammar {
    /// How an event stands in the stream.
    pub(in crate::convert) framing: EventFraming,
    /// The events with which a reply begins.
    pub(in crate::convert) begin: Templates,
    /// The events of a thought.
    pub(in crate::convert) thought: PartGrammar,
    /// The events of a visible text.
    pub(in crate::convert) text: PartGrammar,
    /// The events of a call.
    pub(in crate::convert) call: PartGrammar,
    /// The events with which a reply ends.
    pub(in crate::convert) finish: Templates,
    /// The event that tells of an error.
    pub(in crate::convert) error: &'static str,
    /// The words for why the model stopped, in the order of [`Stop`].
    pub(in crate::convert) stops: [&'static str; 6],
    /// The members of the usage: the text before a count, the count, and the text behind it.
    pub(in crate::convert) usage: &'static [(&'static str, Count, &'static str)],
}

/// How a wire streams a part of a reply.
pub(in crate::convert) struct PartGrammar {
    /// The events with which it begins.
    pub(in crate::convert) begin: Templates,
    /// The events that make it longer.
    pub(in crate::convert) piece: Templates,
    /// The events with which it ends.
    pub(in crate::convert) end: Templates,
    /// True if the wire has no pieces of it: it is written in one, when it ends.
    pub(in crate::convert) is_whole: bool,
}

/// Events, each with its name and its JSON. A `~` and a letter is a hole.
///
/// | hole | what it is filled with |
/// |---|---|
/// | `~r` `~m` `~c` | the id of the reply, the model, the time in seconds |
/// | `~n` | the number of the part |
/// | `~i` `~f` | the id of a call, the tool |
/// | `~t` `~a` | a text as it is written between quotes; the arguments of a whole call, as an object |
/// | `~s` `~u` | why the model stopped, the members of the usage |
pub(in crate::convert) type Templates = &'static [(&'static str, &'static str)];

/// A count of tokens.
#[derive(Clone, Copy, Debug)]
pub(in crate::convert) enum Count {
    /// Everything that was read.
    Input,
    /// The part of it that has nothing to do with a cache.
    Fresh,
    /// Everything that was written.
    Output,
    /// The part of it that was not thought.
    Said,
    /// Both.
    Total,
    /// The part of the input that came from a cache, if it is known.
    Cached,
    /// The part of the input that was put into a cache, if it is known.
    Stored,
    /// The part of the output that was thought, if it is known.
    Thought,
}

/// Writes a reply by a grammar.
pub(in crate::convert) struct GrammarWriter {
    grammar: &'static Grammar,
    head: ReplyHead,
    /// The parts that are written when they end.
    held: Vec<HeldPart>,
}

#[derive(Default)]
struct HeldPart {
    nth: usize,
    id: Vec<u8>,
    name: Vec<u8>,
    text: Vec<u8>,
}

impl GrammarWriter {
    pub(in crate::convert) fn boxed(grammar: &'static Grammar) -> Box<dyn ReplyWriter> {
        Box::new(Self { grammar, head: ReplyHead::default(), held: Vec::new() })
    }

    fn part(&self, part: OpenPart) -> &'static PartGrammar {
        match part {
            OpenPart::Thought => &self.grammar.thought,
            OpenPart::Text => &self.grammar.text,
            OpenPart::Call(_) => &self.grammar.call,
        }
    }

    fn write(&self, templates: Templates, values: &[(u8, &[u8])], out: &mut Events) {
        for (name, json) in templates {
            let mut data = Vec::new();
            for (nth, piece) in json.as_bytes().split(|byte| *byte == b'~').enumerate() {
                let (hole, rest) =
                    if nth == 0 { (None, piece) } else { piece.split_first().map_or((None, piece), |(hole, rest)| (Some(hole), rest)) };
                match hole {
                    Some(b'r') => data.extend_from_slice(&self.head.id),
                    Some(b'm') => data.extend_from_slice(&self.head.model),
                    Some(b'n') => data.extend_from_slice(decimal(out.nth).as_bytes()),
                    hole => values.iter().filter(|(one, _)| Some(one) == hole).for_each(|(_, value)| data.extend_from_slice(value)),
                }
                data.extend_from_slice(rest);
            }
            out.event(self.grammar.framing, name, &data);
        }
    }

    fn usage(&self, usage: &Usage) -> Vec<u8> {
        let [input, output, cached, stored, thought] =
            [usage.input, usage.output, usage.cached, usage.stored, usage.thought].map(Option::unwrap_or_default);
        let mut members = Vec::new();
        for (before, count, behind) in self.grammar.usage {
            let count = match count {
                Count::Input => Some(input),
                Count::Fresh => Some(input - cached - stored),
                Count::Output => Some(output),
                Count::Said => Some(output - thought),
                Count::Total => Some(input + output),
                Count::Cached => usage.cached,
                Count::Stored => usage.stored,
                Count::Thought => usage.thought,
            };
            if let Some(count) = count.and_then(|count| usize::try_from(count).ok()) {
                if !members.is_empty() {
                    members.push(b',');
                }
                [before.as_bytes(), decimal(count).as_bytes(), behind.as_bytes()].iter().for_each(|text| members.extend_from_slice(text));
            }
        }
        members
    }
}

impl ReplyWriter for GrammarWriter {
    fn begin(&mut self, head: ReplyHead, out: &mut Events) {
        self.head = head;
        self.write(self.grammar.begin, &[], out);
    }

    fn open(&mut self, part: ReplyPart<'_>, out: &mut Events) {
        let (part, id, name) = match part {
            ReplyPart::Thought => (OpenPart::Thought, &b""[..], &b""[..]),
            ReplyPart::Text => (OpenPart::Text, &b""[..], &b""[..]),
            ReplyPart::Call(call, id, name) => (OpenPart::Call(call), id, name),
        };
        let part = self.part(part);
        self.write(part.begin, &[(b'i', id), (b'f', name)], out);
        if part.is_whole {
            self.held.push(HeldPart { nth: out.nth, id: id.to_vec(), name: name.to_vec(), text: Vec::new() });
        }
    }

    fn piece(&mut self, part: OpenPart, text: &[u8], out: &mut Events) {
        match self.held.iter_mut().find(|held| held.nth == out.nth) {
            Some(held) => held.text.extend_from_slice(text),
            None => self.write(self.part(part).piece, &[(b't', text)], out),
        }
    }

    fn close(&mut self, part: OpenPart, out: &mut Events) {
        let part = self.part(part);
        if let Some(at) = self.held.iter().position(|held| held.nth == out.nth) {
            let HeldPart { id, name, text, .. } = self.held.remove(at);
            let arguments = arguments(&text);
            self.write(part.piece, &[(b'i', &id), (b'f', &name), (b't', &text), (b'a', &arguments)], out);
        }
        self.write(part.end, &[], out);
    }

    fn finish(&mut self, stop: Option<Stop>, usage: &Usage, out: &mut Events) {
        let [done, calls, length, sequence, refused, paused] = self.grammar.stops;
        let word = match stop {
            Some(Stop::Calls) => calls,
            Some(Stop::Length) => length,
            Some(Stop::Sequence) => sequence,
            Some(Stop::Refused) => refused,
            Some(Stop::Paused) => paused,
            Some(Stop::Done) | None => done,
        };
        self.write(self.grammar.finish, &[(b's', word.as_bytes()), (b'u', &self.usage(usage))], out);
    }

    fn error(&mut self, error: &[u8], out: &mut Events) {
        out.event(self.grammar.framing, self.grammar.error, error);
    }
}

/// The arguments of a call as an object on one line, from the text of their JSON. What is none goes into a member `input`.
fn arguments(text: &[u8]) -> Vec<u8> {
    let mut json = Text::written(text).wtf8().into_owned();
    // A line break in JSON stands between values, where a space does as well.
    json.iter_mut().filter(|byte| matches!(byte, b'\n' | b'\r')).for_each(|byte| *byte = b' ');
    match scan(&json) {
        Ok(_) if json.trim_ascii_start().first() == Some(&b'{') => json,
        Ok(_) => [b"{\"input\":", &*json, b"}"].concat(),
        Err(_) => [b"{\"input\":\"", text, b"\"}"].concat(),
    }
}
