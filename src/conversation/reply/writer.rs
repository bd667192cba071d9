//! The writer that fills the grammar of a wire, event by event.

use super::grammar::{Count, EventFraming, Grammar, PartGrammar};
use super::shape::ReplyHead;
use crate::conversation::Citation;
use crate::conversation::reader::is_cut_json;
use crate::conversation::write_frame;
use crate::json::{Text, decimal, scan, write_decimal};
use crate::model::time::Moment;
use crate::model::{Stop, Usage};

/// Writes the events of a wire. The caller opens one thought or text at a time and closes it before the next; calls may be open beside each other.
pub(crate) struct ReplyWriter {
    /// The events so far, which the caller removes.
    pub(crate) bytes: Vec<u8>,
    /// The number of the part that grows or ends, among all parts of the reply.
    pub(crate) nth: usize,
    grammar: &'static Grammar,
    head: ReplyHead,
    /// The parts that have begun, in their order.
    parts: Vec<BegunPart>,
    /// How many calls have begun.
    calls: usize,
    /// How many events there are.
    count: usize,
}

#[derive(Default)]
struct BegunPart {
    /// How many calls began before it.
    calls_before: usize,
    id: Vec<u8>,
    name: Vec<u8>,
    text: Vec<u8>,
    /// The citations of a text, as the wire writes them.
    citations: Vec<Vec<u8>>,
    /// The JSON of the whole part, once it has ended.
    item: Vec<u8>,
}

/// A part to open.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ReplyPart<'p> {
    /// Readable reasoning.
    Thought,
    /// Visible text.
    Text,
    /// Text with which the model declines.
    Refusal,
    /// A call: its id and the tool.
    Call(&'p [u8], &'p [u8]),
}

/// An open part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OpenPart {
    /// The thought.
    Thought,
    /// The text.
    Text,
    /// The text with which the model declines.
    Refusal,
    /// A call.
    Call,
}

/// The letters of holes, each with its value.
type Values<'v> = &'v [(u8, &'v [u8])];

impl ReplyWriter {
    pub(crate) fn new(grammar: &'static Grammar) -> Self {
        Self { bytes: Vec::new(), nth: 0, grammar, head: ReplyHead::default(), parts: Vec::new(), calls: 0, count: 0 }
    }

    /// Begins the reply.
    pub(crate) fn begin(&mut self, head: ReplyHead) {
        self.head = head;
        self.write(self.grammar.begin, &[]);
    }

    /// Begins a part and returns its number.
    pub(crate) fn open(&mut self, part: ReplyPart<'_>) -> usize {
        let (part, id, name) = match part {
            ReplyPart::Thought => (&self.grammar.thought, &b""[..], &b""[..]),
            ReplyPart::Text => (&self.grammar.text, &b""[..], &b""[..]),
            ReplyPart::Refusal => (self.part(OpenPart::Refusal), &b""[..], &b""[..]),
            ReplyPart::Call(id, name) => (&self.grammar.call, id, name),
        };
        self.nth = self.parts.len();
        self.parts.push(BegunPart { calls_before: self.calls, id: id.to_vec(), name: name.to_vec(), ..BegunPart::default() });
        self.calls += usize::from(!name.is_empty());
        self.write(part.begin, &[(b'i', id), (b'f', name)]);
        self.nth
    }

    /// Writes more of an open part: a text as it is written between quotes, or a call's JSON as it is written in a string.
    pub(crate) fn piece(&mut self, part: OpenPart, text: &[u8]) {
        let part = self.part(part);
        if let Some(begun) = self.parts.get_mut(self.nth)
            && (part.is_whole || !part.item.is_empty())
        {
            begun.text.extend_from_slice(text);
        }
        if !part.is_whole {
            self.write(part.piece, &[(b't', text)]);
        }
    }

    /// Ends a part.
    pub(crate) fn close(&mut self, part: OpenPart) {
        let part = self.part(part);
        let begun = self.parts.get_mut(self.nth).map(|begun| [&mut begun.id, &mut begun.name, &mut begun.text].map(std::mem::take));
        let [id, name, text] = begun.unwrap_or_default();
        let citations = self.parts.get(self.nth).map(|begun| begun.citations.join(&b','));
        let arguments = if part.is_whole { arguments(&text) } else { Vec::new() };
        let member = if id.is_empty() { Vec::new() } else { [b"\"id\":\"", &*id, b"\","].concat() };
        let values: Values<'_> = &[
            (b'i', &id),
            (b'j', &member),
            (b'f', &name),
            (b't', &text),
            (b'a', &arguments),
            (b'l', citations.as_deref().unwrap_or_default()),
        ];
        if part.is_whole {
            self.write(part.piece, values);
        }
        self.write(part.end, values);
        let before = self.bytes.len();
        self.fill(part.item, values);
        let item = self.bytes.split_off(before);
        if let Some(begun) = self.parts.get_mut(self.nth) {
            begun.item = item;
        }
    }

    /// Ends the reply.
    pub(crate) fn finish(&mut self, stop: Option<Stop>, usage: &Usage) {
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
        let cited: Vec<&[u8]> = self.parts.iter().flat_map(|part| &part.citations).map(Vec::as_slice).collect();
        let grounding = match cited.as_slice() {
            [] => Vec::new(),
            cited => [br#","groundingMetadata":{"groundingChunks":["#.as_slice(), &cited.join(&b','), b"]}"].concat(),
        };
        self.write(self.grammar.finish, &[(b's', word), (b'e', details), (b'u', &usage), (b'o', &items), (b'v', &grounding)]);
    }

    /// Returns `true` if the wire has citations of web pages.
    pub(crate) fn cites(&self) -> bool {
        !self.grammar.citation.is_empty()
    }

    /// Returns `true` if citations count characters from the beginning of the message.
    pub(crate) fn cites_message(&self) -> bool {
        self.grammar.cites_message
    }

    /// Writes a citation of the open text.
    pub(crate) fn cite(&mut self, citation: &Citation, span: [usize; 2]) {
        let [start, end] = span.map(decimal);
        let before = self.bytes.len();
        let values: Values<'_> = &[(b'i', &citation.url), (b'f', &citation.title), (b'b', start.as_bytes()), (b'h', end.as_bytes())];
        self.fill(self.grammar.citation, values);
        let written = self.bytes.split_off(before);
        let Some(begun) = self.parts.get_mut(self.nth) else { return };
        let nth = decimal(begun.citations.len());
        begun.citations.push(written.clone());
        self.write(self.grammar.cite, &[(b'g', &written), (b'y', nth.as_bytes())]);
    }

    /// Ends the reply with an error, an object in the envelope of the wire.
    pub(crate) fn error(&mut self, error: &[u8]) {
        let members = error.strip_prefix(b"{").and_then(|rest| rest.strip_suffix(b"}")).unwrap_or_default();
        self.write(self.grammar.error, &[(b'x', members)]);
    }

    /// Returns `true` if the wire has a place for refusal texts.
    pub(crate) fn marks_refusals(&self) -> bool {
        self.grammar.refusal.is_some()
    }

    /// Returns `true` if the stop reason marks a refusal.
    pub(crate) fn stops_at_refusal(&self) -> bool {
        self.grammar.stops_at_refusal
    }

    /// Returns `true` if the vendor reports in a stream that a request is too long.
    pub(crate) fn says_overflow(&self) -> bool {
        !self.grammar.overflow.is_empty()
    }

    /// Ends the reply because the request is longer than the context of the model. `message` is the inside of a JSON string.
    pub(crate) fn overflow(&mut self, message: &[u8]) {
        self.write(self.grammar.overflow, &[(b't', message)]);
    }

    /// Returns `true` if a call that is written in one piece has incomplete arguments: their JSON does not end.
    pub(crate) fn is_half_call(&self, nth: usize) -> bool {
        let begun = if self.grammar.call.is_whole { self.parts.get(nth) } else { None };
        begun.is_some_and(|begun| scan(&Text::written(&begun.text).wtf8()).is_err())
    }

    /// Returns `true` if calls are written in one piece.
    pub(crate) fn has_whole_calls(&self) -> bool {
        self.grammar.call.is_whole
    }

    /// Returns `true` if a call that is written in one piece begins as JSON that does not end.
    pub(crate) fn is_cut_call(&self, nth: usize) -> bool {
        self.grammar.call.is_whole && self.parts.get(nth).is_some_and(|begun| is_cut_json(&begun.text))
    }

    fn part(&self, part: OpenPart) -> &'static PartGrammar {
        match part {
            OpenPart::Thought => &self.grammar.thought,
            OpenPart::Text => &self.grammar.text,
            OpenPart::Refusal => self.grammar.refusal.as_ref().unwrap_or(&self.grammar.text),
            OpenPart::Call => &self.grammar.call,
        }
    }

    fn write(&mut self, templates: &[(&'static str, &'static str)], values: Values<'_>) {
        for (name, json) in templates {
            let (before, [open, between, close]) = match self.grammar.framing {
                EventFraming::Named => (*name, ["event: ", "\ndata: ", "\n\n"]),
                EventFraming::Unnamed => ("", ["", "data: ", "\n\n"]),
                EventFraming::Line => ("", ["", "", "\n"]),
                EventFraming::Frame => ("", [""; 3]),
            };
            let start = self.bytes.len();
            self.bytes.extend_from_slice(open.as_bytes());
            self.fill(before, values);
            self.bytes.extend_from_slice(between.as_bytes());
            self.fill(json, values);
            self.bytes.extend_from_slice(close.as_bytes());
            if self.grammar.framing == EventFraming::Frame {
                let data = self.bytes.split_off(start);
                write_frame(name.as_bytes(), &data, &mut self.bytes);
            }
            self.count += 1;
        }
    }

    /// Writes a template with its holes filled.
    fn fill(&mut self, template: &str, values: Values<'_>) {
        let mut rest = template.as_bytes();
        while let Some((before, [_, hole, after @ ..])) =
            rest.iter().position(|byte| *byte == b'~').and_then(|hole| rest.split_at_checked(hole))
        {
            self.bytes.extend_from_slice(before);
            let out = &mut self.bytes;
            match hole {
                b'r' => out.extend_from_slice(&self.head.id),
                b'm' => out.extend_from_slice(&self.head.model),
                b'n' => write_number(self.nth, out),
                b'k' => write_number(self.parts.get(self.nth).map_or(0, |part| part.calls_before), out),
                b'd' => out.extend(Moment::new(self.head.created.saturating_mul(1000)).map(Moment::to_iso).unwrap_or_default().bytes()),
                b'q' => write_number(self.count, out),
                b'c' => write_decimal(u64::try_from(self.head.created).unwrap_or_default(), out),
                hole => values.iter().filter(|(one, _)| one == hole).for_each(|(_, value)| out.extend_from_slice(value)),
            }
            rest = after;
        }
        self.bytes.extend_from_slice(rest);
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
            // A count that the source lacks can be less than a part of it.
            if let Some(count) = count.map(|count| u64::try_from(count).unwrap_or_default()) {
                if !members.is_empty() {
                    members.push(b',');
                }
                members.extend_from_slice(before.as_bytes());
                write_decimal(count, &mut members);
                members.extend_from_slice(behind.as_bytes());
            }
        }
        members
    }
}

fn write_number(number: usize, out: &mut Vec<u8>) {
    write_decimal(u64::try_from(number).unwrap_or_default(), out);
}

/// Returns the arguments of a call as an object on one line, from the text of their JSON. Any other arguments become a member `input`.
fn arguments(text: &[u8]) -> Vec<u8> {
    let mut json = Text::written(text).wtf8().into_owned();
    // A line break in JSON is between values. A space is equivalent there.
    json.iter_mut().filter(|byte| matches!(byte, b'\n' | b'\r')).for_each(|byte| *byte = b' ');
    match scan(&json) {
        Ok(_) if json.trim_ascii_start().first() == Some(&b'{') => json,
        Ok(_) => [b"{\"input\":", &*json, b"}"].concat(),
        Err(_) => [b"{\"input\":\"", text, b"\"}"].concat(),
    }
}
