//! The streams of most wires as data: events with holes, and the one writer that fills them.

use super::shape::ReplyHead;
use super::writer::{EventFraming, Events, OpenPart, ReplyPart, ReplyWriter};
use crate::json::{Text, decimal, scan};
use crate::model::time::Moment;
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
    /// The words for why the model stopped, in the order of [`Stop`]. Behind a `|` stands the JSON of the details.
    pub(in crate::convert) stops: [&'static str; 6],
    /// The members of the usage: the text before a count, the count, and the text behind it.
    pub(in crate::convert) usage: &'static [(&'static str, Count, &'static str)],
}

/// How a wire streams a part of a reply.
#[derive(Clone, Copy)]
pub(in crate::convert) struct PartGrammar {
    /// The events with which it begins.
    pub(in crate::convert) begin: Templates,
    /// The events that make it longer.
    pub(in crate::convert) piece: Templates,
    /// The events with which it ends.
    pub(in crate::convert) end: Templates,
    /// True if the wire has no pieces of it: it is written in one, when it ends.
    pub(in crate::convert) is_whole: bool,
    /// The JSON of the whole part, if the end of the reply says all parts again.
    pub(in crate::convert) item: &'static str,
}

/// Events, each with its name and its JSON. A `~` and a letter is a hole.
///
/// | hole | what it is filled with |
/// |---|---|
/// | `~r` `~m` | the id of the reply, the model |
/// | `~c` `~d` | the time of the reply in seconds, and as a date |
/// | `~n` `~k` | the number of the part, and of a call among calls |
/// | `~i` `~f` | the id of a call, the tool |
/// | `~j` | at the end of a call, its id as a member, if it has one |
/// | `~t` | a piece of a text as it is written between quotes; at the end of the part, all of it |
/// | `~a` | at the end of a call, its arguments as an object |
/// | `~s` `~e` `~u` | why the model stopped, the details, the members of the usage |
/// | `~o` `~q` | all parts, the number of the event |
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
    /// The part of the input that came from a cache.
    CachedOrNone,
    /// The part of the output that was thought.
    ThoughtOrNone,
}

/// Writes a reply by a grammar.
pub(in crate::convert) struct GrammarWriter {
    grammar: &'static Grammar,
    head: ReplyHead,
    /// The parts that have begun, in their order.
    parts: Vec<BegunPart>,
    /// How many events there are.
    count: usize,
}

#[derive(Clone, Default)]
struct BegunPart {
    id: Vec<u8>,
    name: Vec<u8>,
    text: Vec<u8>,
    /// The JSON of it all, once it has ended.
    item: Vec<u8>,
}

impl GrammarWriter {
    pub(in crate::convert) fn boxed(grammar: &'static Grammar) -> Box<dyn ReplyWriter> {
        Box::new(Self { grammar, head: ReplyHead::default(), parts: Vec::new(), count: 0 })
    }

    fn part(&self, part: OpenPart) -> &'static PartGrammar {
        match part {
            OpenPart::Thought => &self.grammar.thought,
            OpenPart::Text => &self.grammar.text,
            OpenPart::Call(_) => &self.grammar.call,
        }
    }

    fn write(&mut self, templates: Templates, values: &[(u8, &[u8])], out: &mut Events) {
        for (name, json) in templates {
            let [name, data] = [name, json].map(|template| self.fill(template, values, out.nth));
            out.event(self.grammar.framing, &name, &data);
            self.count += 1;
        }
    }

    fn fill(&self, template: &str, values: &[(u8, &[u8])], nth: usize) -> Vec<u8> {
        let mut pieces = template.as_bytes().split(|byte| *byte == b'~');
        let mut filled = pieces.next().unwrap_or_default().to_vec();
        for (hole, rest) in pieces.filter_map(<[u8]>::split_first) {
            match hole {
                b'r' => filled.extend_from_slice(&self.head.id),
                b'm' => filled.extend_from_slice(&self.head.model),
                b'n' => filled.extend_from_slice(decimal(nth).as_bytes()),
                b'k' => filled.extend(decimal(self.parts.iter().take(nth).filter(|part| !part.name.is_empty()).count()).bytes()),
                b'd' => filled.extend(Moment::new(self.head.created.saturating_mul(1000)).map(Moment::to_iso).unwrap_or_default().bytes()),
                b'q' => filled.extend_from_slice(decimal(self.count).as_bytes()),
                b'c' => filled.extend_from_slice(decimal(usize::try_from(self.head.created).unwrap_or_default()).as_bytes()),
                hole => values.iter().filter(|(one, _)| one == hole).for_each(|(_, value)| filled.extend_from_slice(value)),
            }
            filled.extend_from_slice(rest);
        }
        filled
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
                Count::CachedOrNone => Some(cached),
                Count::ThoughtOrNone => Some(thought),
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
            ReplyPart::Thought => (&self.grammar.thought, &b""[..], &b""[..]),
            ReplyPart::Text => (&self.grammar.text, &b""[..], &b""[..]),
            ReplyPart::Call(id, name) => (&self.grammar.call, id, name),
        };
        self.parts.push(BegunPart { id: id.to_vec(), name: name.to_vec(), ..BegunPart::default() });
        self.write(part.begin, &[(b'i', id), (b'f', name)], out);
    }

    fn piece(&mut self, part: OpenPart, text: &[u8], out: &mut Events) {
        let part = self.part(part);
        if let Some(begun) = self.parts.get_mut(out.nth).filter(|_| part.is_whole || !part.item.is_empty()) {
            begun.text.extend_from_slice(text);
        }
        if !part.is_whole {
            self.write(part.piece, &[(b't', text)], out);
        }
    }

    fn close(&mut self, part: OpenPart, out: &mut Events) {
        let (part, BegunPart { id, name, text, .. }) = (self.part(part), self.parts.get(out.nth).cloned().unwrap_or_default());
        let arguments = if part.is_whole { arguments(&text) } else { Vec::new() };
        let member = if id.is_empty() { Vec::new() } else { [b"\"id\":\"", &*id, b"\","].concat() };
        let values: &[(u8, &[u8])] = &[(b'i', &id), (b'j', &member), (b'f', &name), (b't', &text), (b'a', &arguments)];
        if part.is_whole {
            self.write(part.piece, values, out);
        }
        self.write(part.end, values, out);
        let item = self.fill(part.item, values, out.nth);
        if let Some(begun) = self.parts.get_mut(out.nth) {
            begun.item = item;
        }
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
        let mut words = word.as_bytes().split(|byte| *byte == b'|');
        let [word, details] = [(); 2].map(|()| words.next().unwrap_or_default());
        let items: Vec<&[u8]> = self.parts.iter().map(|part| &*part.item).collect();
        let (usage, items) = (self.usage(usage), items.join(&b','));
        self.write(self.grammar.finish, &[(b's', word), (b'e', details), (b'u', &usage), (b'o', &items)], out);
    }

    fn error(&mut self, error: &[u8], out: &mut Events) {
        out.event(self.grammar.framing, self.grammar.error.as_bytes(), error);
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
