//! Streams: the events of one provider as a client of another reads them, as they come.

use super::error::SaidError;
use super::names::{Renamed, own_names};
use super::open_calls::{OpenCall, OpenCalls};
use super::reply_notes::{is_cut_call, lost_call, reply_notes};
use super::wires::shape_of;
use super::{ids, wires};
use crate::conversation::citation::count_letters;
use crate::conversation::reader::{inside, plain};
use crate::conversation::reply::{OpenPart, ReplyPart, ReplyShape, ReplyWriter};
use crate::conversation::{Citation, ConversionNote, StreamEvent};
use crate::error::{Code, Error};
use crate::json::{Document, Value, digest, scan};
use crate::model::{PartKind, Stop, Target, Wire};
use crate::wires::{Codec, StreamDecoder, Streamed, codec, description};

/// Converts a stream of one wire into that of another, event by event.
pub struct StreamConverter {
    pub(super) decoder: Option<StreamDecoder>,
    pub(super) shape: &'static ReplyShape,
    pub(super) writer: ReplyWriter,
    is_begun: bool,
    /// True if the client got an error. Nothing follows it.
    has_failed: bool,
    /// True if the client got a call.
    has_call: bool,
    /// The thought or text that is open, and its number.
    open: Option<(OpenPart, usize)>,
    calls: OpenCalls,
    /// True if the target asks for ids of calls.
    needs_ids: bool,
    /// The id of the answer, or how it begins, from which the ids of calls are made.
    answer: Vec<u8>,
    /// White space that came before any text. Some models say it before they think, and it belongs to the text after the thought.
    blank: Vec<u8>,
    /// True if the next piece of the thought begins a new part of it.
    breaks: bool,
    from: Wire,
    to: Target,
    /// The model that answers, for wires whose replies do not name it.
    model: Vec<u8>,
    created: i64,
    /// The names of tools that the source has changed.
    names: Vec<Renamed>,
    /// The body of the source, once it is over.
    streamed: Option<Streamed>,
    /// True if the model declined, and the target has no place for the text but the reason why it stopped.
    has_declined: bool,
    /// How many letters the message had when the open text began, and how many it has.
    letters: [usize; 2],
    /// The citations of the open text, or of the next.
    cited: Vec<Citation>,
}

impl StreamConverter {
    /// Begins to convert. `created` is the time in seconds, for wires whose answers tell it.
    ///
    /// # Errors
    /// A wire that has no reader or no stream to write.
    pub fn new(from: &Target, to: &Target, created: i64) -> Result<Self, Error> {
        let (codec, shape) = (codec_of(&from.wire)?, shape_of(&from.wire)?);
        let unknown = || Error::new(Code::Input, format!("{} has no stream to be written", to.wire)).in_value("/to/wire");
        let target = wires::format(&to.wire).ok_or_else(unknown)?;
        let grammar = target.reply.map(|reply| reply.grammar).ok_or_else(unknown)?;
        Ok(Self {
            decoder: Some(StreamDecoder::telling_calls(codec)),
            shape,
            writer: ReplyWriter::new(grammar),
            is_begun: false,
            has_failed: false,
            has_call: false,
            open: None,
            calls: OpenCalls::default(),
            needs_ids: target.ids.required,
            answer: Vec::new(),
            blank: Vec::new(),
            breaks: false,
            from: from.wire.clone(),
            to: to.clone(),
            model: from.model.as_deref().map(|model| inside(model.as_bytes())).unwrap_or_default(),
            created,
            names: Vec::new(),
            streamed: None,
            has_declined: false,
            letters: [0, 0],
            cited: Vec::new(),
        })
    }

    /// Reads the request of the client, in its own wire. Calls then have the client's names of tools, even if the source does not accept them.
    pub fn know_tools(&mut self, request: &Document<'_>) {
        if let (Ok(client), Some(source)) = (wires::read(request, &self.to), wires::format(&self.from)) {
            self.names = own_names(&client, source.names);
        }
    }

    /// Takes bytes as they arrive, cut anywhere; gives the bytes of the target that they make.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<u8> {
        if let Some(decoder) = &mut self.decoder {
            let events = decoder.push(bytes);
            let is_over = decoder.is_over();
            events.iter().for_each(|event| self.event(event));
            if is_over {
                self.end();
            }
        }
        std::mem::take(&mut self.writer.bytes)
    }

    /// The end of the source; gives the rest, and the body of the source. A stream that was cut, or whose answer failed, ends with an error of the target: it never
    /// gets the end of a success, and calls that are open stay open.
    pub fn finish(mut self) -> (Vec<u8>, Streamed) {
        self.end();
        let none =
            || Streamed { body: b"{}".to_vec(), unfinished: Vec::new(), ended: false, sealed: Vec::new(), error: None, unread: Vec::new() };
        (self.writer.bytes, self.streamed.unwrap_or_else(none))
    }

    /// Ends the source, and notes everything that the client does not get as the provider said it. Places are in the body of the source.
    pub fn notes(&mut self) -> Vec<ConversionNote> {
        self.end();
        let body = self.streamed.as_ref().and_then(|streamed| scan(&streamed.body).ok());
        body.map(|body| reply_notes(&body, &self.from, &self.to.wire, &|call| self.lost_call(call))).unwrap_or_default()
    }

    /// Why the client does not get a call of the stream. Nothing if it gets it.
    fn lost_call(&self, call: Value<'_>) -> Option<&'static str> {
        lost_call(call).filter(|_| self.writer.has_whole_calls() || !is_cut_call(call))
    }

    fn end(&mut self) {
        let Some(decoder) = self.decoder.take() else { return };
        self.begin(decoder.first_event());
        let (events, mut streamed) = decoder.finish();
        events.iter().for_each(|event| self.event(event));
        let body = scan(&streamed.body).ok().filter(|body| streamed.ended && !self.shape.has_failed(body.root()));
        match body.filter(|_| !self.has_failed) {
            Some(body) => self.finish_turn(body.root(), self.shape.stop(body.root())),
            None => {
                streamed.ended = false;
                self.fail(INCOMPLETE);
            }
        }
        self.streamed = Some(streamed);
    }

    /// Writes a whole body by the events that would have said it. A body whose answer is not over is one that was cut at its limit.
    pub(super) fn whole(&mut self, body: Value<'_>, events: &[StreamEvent], is_over: bool) {
        self.is_begun = true;
        self.begin_with(body);
        events.iter().for_each(|event| self.event(event));
        self.finish_turn(body, if is_over { self.shape.stop(body) } else { Some(Stop::Length) });
    }

    fn finish_turn(&mut self, body: Value<'_>, stop: Option<Stop>) {
        self.flush();
        // A wire without pieces of a call would show the half of one as a call.
        let is_at_limit = stop == Some(Stop::Length);
        let is_half = |nth| self.writer.is_cut_call(nth) || is_at_limit && self.writer.is_half_call(nth);
        self.calls.retain(&|call| !is_half(call.nth));
        self.close_all();
        // A client would wait for calls that it does not get.
        let stop = stop.map(|stop| if stop == Stop::Calls && !self.has_call { self.stop_without_calls(body) } else { stop });
        let has_declined = self.has_declined && matches!(stop, Some(Stop::Done) | None);
        self.writer.finish(if has_declined { Some(Stop::Refused) } else { stop }, &self.shape.usage(body));
    }

    /// Why an answer stopped whose calls the client does not get: at its limit, if it has half a call.
    fn stop_without_calls(&self, body: Value<'_>) -> Stop {
        let turn = codec(&self.from).map(|codec| codec.response(body));
        let is_cut = turn.is_some_and(|turn| turn.parts.iter().any(|part| part.kind == PartKind::Call && is_cut_call(part.value)));
        if is_cut { Stop::Length } else { Stop::Done }
    }

    /// Tells the client of an error, once.
    fn fail(&mut self, error: &[u8]) {
        if std::mem::replace(&mut self.has_failed, true) {
            return;
        }
        if let Ok(error) = scan(error) {
            // Responses has the error inside the response that failed.
            let inner =
                error.root().get("response").map(|response| if response.fits("error.message:s") { response.raw() } else { INCOMPLETE });
            let inner = inner.and_then(|inner| scan(inner).ok());
            let said = SaidError::read(inner.as_ref().unwrap_or(&error), None);
            if said.is_overflow && self.writer.says_overflow() {
                self.writer.overflow(&said.message);
            } else {
                self.writer.error(&said.body(description(&self.to.wire).behaviour.errors));
            }
        }
    }

    fn begin(&mut self, first: &[u8]) {
        if !self.is_begun && !first.is_empty() {
            self.is_begun = true;
            if let Ok(first) = scan(first) {
                self.begin_with(first.root());
            }
        }
    }

    fn begin_with(&mut self, first: Value<'_>) {
        let mut head = self.shape.head(first, self.created);
        if head.model.is_empty() {
            head.model.clone_from(&self.model);
        }
        self.answer = answer_id(first, self.shape);
        // OpenAI's client leaves out the usage of a reply that has no id.
        if head.id.is_empty() {
            head.id = ids::make_reply(self.created.unsigned_abs());
        }
        self.writer.begin(head);
    }

    fn event(&mut self, event: &StreamEvent) {
        if self.has_failed {
            return;
        }
        if !self.is_begun {
            let first = self.decoder.as_ref().map(|decoder| decoder.first_event().to_vec()).unwrap_or_default();
            self.begin(&first);
        }
        match event {
            StreamEvent::ThinkingDelta(text) => {
                if std::mem::take(&mut self.breaks) && self.is_open(OpenPart::Thought) {
                    self.piece(OpenPart::Thought, ReplyPart::Thought, b"\\n\\n");
                }
                self.piece(OpenPart::Thought, ReplyPart::Thought, text);
            }
            StreamEvent::ThinkingBreak => self.breaks = true,
            StreamEvent::RefusalDelta(text) if self.writer.marks_refusals() => {
                self.flush();
                self.piece(OpenPart::Refusal, ReplyPart::Refusal, text);
            }
            StreamEvent::RefusalDelta(text) => {
                self.has_declined = self.writer.stops_at_refusal();
                self.event(&StreamEvent::TextDelta(text.clone()));
            }
            StreamEvent::Citation(citation) => self.cited.push(citation.clone()),
            StreamEvent::TextDelta(text) if !self.is_open(OpenPart::Text) => {
                self.blank.extend_from_slice(text);
                if !plain(text).trim_ascii().is_empty() {
                    self.flush();
                }
            }
            StreamEvent::TextDelta(text) => self.piece(OpenPart::Text, ReplyPart::Text, text),
            StreamEvent::ThinkingEnd => self.close_open(OpenPart::Thought),
            StreamEvent::TextEnd => {
                self.flush();
                self.close_open(OpenPart::Text);
                self.close_open(OpenPart::Refusal);
            }
            // Only the wire of the source has this tool, which has no name there.
            StreamEvent::CallBegin { name, .. } if name.is_empty() => {}
            StreamEvent::CallBegin { nth: key, id, name } => {
                self.flush();
                self.close();
                let made = (id.is_empty() && self.needs_ids).then(|| ids::make(&self.answer, self.calls.count));
                let own = self.names.iter().find(|one| one.from == *name).map_or(name, |one| &one.to);
                let nth = self.writer.open(ReplyPart::Call(made.as_ref().unwrap_or(id), own));
                self.calls.open(*key, nth);
            }
            StreamEvent::CallDelta { nth, text } => self.call_piece(*nth, text),
            StreamEvent::CallEnd { nth } => self.end_call(*nth),
            StreamEvent::Error(error) => self.fail(error),
        }
    }

    /// Writes the white space that was held back, and whatever text came with it.
    fn flush(&mut self) {
        let text = std::mem::take(&mut self.blank);
        if !text.is_empty() {
            self.piece(OpenPart::Text, ReplyPart::Text, &text);
        }
    }

    fn is_open(&self, part: OpenPart) -> bool {
        self.open.is_some_and(|(open, _)| open == part)
    }

    /// More of a thought or a text, which is opened first if it is not open.
    fn piece(&mut self, part: OpenPart, begins: ReplyPart<'_>, text: &[u8]) {
        if !self.is_open(part) {
            self.close_all();
            self.open = Some((part, self.writer.open(begins)));
            let [_, end] = self.letters;
            self.letters = [end; 2];
        }
        if part == OpenPart::Text && self.writer.cites() {
            let [_, end] = &mut self.letters;
            *end += count_letters(text);
        }
        self.writer.piece(part, text);
    }

    /// Writes the citations of the text that ends. Some vendors send them before the text. One without a place is of the whole text.
    fn cite(&mut self) {
        let [start, end] = self.letters;
        let cited = std::mem::take(&mut self.cited);
        let cites = self.writer.cites();
        for citation in cited.iter().filter(|_| cites) {
            let [from, to] = citation.span.unwrap_or([0, end - start]);
            let offset = if self.writer.cites_message() { start } else { 0 };
            self.writer.cite(citation, [from + offset, to + offset]);
        }
    }

    fn close_open(&mut self, part: OpenPart) {
        if self.is_open(part) {
            self.close();
        }
    }

    fn close(&mut self) {
        if let Some((part, nth)) = self.open.take() {
            self.writer.nth = nth;
            if part == OpenPart::Text {
                self.cite();
            }
            self.writer.close(part);
        }
    }

    fn close_all(&mut self) {
        self.close();
        self.calls.take_all().into_iter().for_each(|call| self.close_call(call));
    }

    fn call_piece(&mut self, key: usize, text: &[u8]) {
        if text.is_empty() {
            return;
        }
        if let Some(nth) = self.calls.give(key) {
            self.writer.nth = nth;
            self.writer.piece(OpenPart::Call, text);
        }
    }

    /// The source says that a call is over. Half a call stays open: a model that reaches its limit ends it so, and the reason comes later.
    fn end_call(&mut self, key: usize) {
        let Some(call) = self.calls.first(key) else { return };
        if !(call.is_given && self.writer.is_half_call(call.nth)) {
            self.calls.remove(key, call);
            self.close_call(call);
        }
    }

    fn close_call(&mut self, call: OpenCall) {
        self.has_call = true;
        self.writer.nth = call.nth;
        // A call without arguments has an empty object of them; some wires say nothing instead.
        if !call.is_given {
            self.writer.piece(OpenPart::Call, b"{}");
        }
        self.writer.close(OpenPart::Call);
    }
}

/// The error of a stream that was cut, or that failed without saying why.
const INCOMPLETE: &[u8] = br#"{"error":{"message":"The provider's answer ended before it was complete."}}"#;

/// The id of an answer, or how it begins if it has none.
pub(super) fn answer_id(first: Value<'_>, shape: &ReplyShape) -> Vec<u8> {
    // A list is a stream of bodies.
    let first = first.elements().next().unwrap_or(first);
    let id = shape.head(first, 0).id;
    if id.is_empty() { digest(first).0.to_vec() } else { id }
}

pub(super) fn codec_of(wire: &Wire) -> Result<&'static dyn Codec, Error> {
    codec(wire).ok_or_else(|| Error::new(Code::Input, format!("there is no codec for {wire}")).in_value("/from/wire"))
}
