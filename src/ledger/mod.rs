//! Floor 4: what was really emitted, in order, with where it came from.
//!
//! A request alone cannot show that a block was edited, dropped, moved or exchanged, or that the history before it changed. A
//! ledger is told of every exchange and keeps of each response what a later request can be held against: each part with its
//! ids, the digests of what can be read of it and of what only its issuer reads, its raw text, and the digests of all that
//! preceded it. This floor knows no rule: it remembers, and others compare.
//!
//! ```
//! use rethought::ledger::Ledger;
//! use rethought::model::{Target, Wire};
//!
//! let mut ledger = Ledger::default();
//! let request = br#"{"messages":[{"role":"user","content":"Hello"}]}"#;
//! let response = br#"{"id":"msg_1","content":[{"type":"thinking","thinking":"A greeting.","signature":"Eq=="}]}"#;
//! ledger.record(&Target::new(Wire::ANTHROPIC_MESSAGES), request, response)?;
//! ledger.record(&Target::new(Wire::ANTHROPIC_MESSAGES), request, response)?;
//! assert_eq!(ledger.len(), 1, "an exchange that is known is not kept twice");
//! # Ok::<(), rethought::Error>(())
//! ```

mod anchor;
mod line;
mod memo;
mod recorded;
mod rows;
mod snapshot;
mod trace;

use crate::codecs::{Codec, Framing, StreamDecoder, base64, codec, view::is_within};
use crate::error::{Code, Error};
use crate::json::{Changes, Digest, Document, Head, Kind, Limits, Places, Value, quote_wtf8, scan};
use crate::model::time::Moment;
use crate::model::{Entry, Provenance, Role, Target, Wire};

use anchor::{Anchor, Anchors, next};
use memo::digest;

pub use anchor::Asked;
pub use recorded::{Emitted, Recorded, thinking};
pub use rows::{Row, Rows, rows, system, tools};
pub use trace::{Trace, called, digits, handle, whole};

/// Every response that was recorded, in order.
#[derive(Clone, Debug, Default)]
pub struct Ledger {
    lines: Vec<Line>,
    rows: Vec<Row>,
    anchors: Anchors,
    /// The last response, if it was recorded here: the next request is held against it.
    last: Option<Recorded>,
    form: Form,
    time: Option<Moment>,
    /// What a later version has said of the whole: names and values, as read.
    more: Vec<(String, Vec<u8>)>,
}

/// How much is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// What was emitted, byte for byte: whatever was lost can be put back.
    #[default]
    Full,
    /// Digests of it: everything is noticed, no word of the reasoning is held, and nothing can be put back.
    Digests,
}

/// A response, as it is kept, and by what it is found.
#[derive(Clone, Debug)]
struct Line {
    text: Vec<u8>,
    digest: Digest,
    entries: usize,
    tip: Option<usize>,
}

impl Ledger {
    /// How many responses there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether nothing was recorded.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// A response as it was recorded; nothing, if there are not so many.
    #[must_use]
    pub fn recorded(&self, nth: usize) -> Option<Recorded> {
        // Whatever is in the list was read or written here.
        let last = self.last.as_ref().filter(|_| nth + 1 == self.lines.len()).cloned();
        last.or_else(|| line::read(&self.lines.get(nth)?.text).ok())
    }

    /// The text in which a response is kept: a line of JSON.
    #[must_use]
    pub fn line(&self, nth: usize) -> Option<&[u8]> {
        self.lines.get(nth).map(|line| line.text.as_slice())
    }

    /// What preceded them: each row knows the one before it, which stands before it here too.
    #[must_use]
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// How much is kept.
    #[must_use]
    pub fn form(&self) -> Form {
        self.form
    }

    /// Says what time it is, for what is recorded from now on.
    pub fn date(&mut self, time: Option<Moment>) {
        self.time = time;
    }

    /// Records a request and the body that answered it, as received or as a stream was put together. One that is known already changes nothing.
    ///
    /// # Errors
    /// A body that is not JSON, or too long to be kept; a wire that has no codec.
    pub fn record(&mut self, target: &Target, request: &[u8], response: &[u8]) -> Result<(), Error> {
        let (document, anchor) = self.anchors.scan(request, &target.wire)?;
        let head = |end| next(anchor.as_ref(), request, end);
        self.keep(target, (&document, anchor.as_ref(), &head), response, &[], &mut |_| {})
    }

    /// What will be needed of a request to record it when its answer is there: most of it is known. Of the very last of its messages the
    /// first byte is told, and what head it is known to have.
    #[must_use]
    pub fn ask(&self, wire: &Wire, request: &[u8], last: usize, known: Option<Head>) -> Asked {
        self.anchors.ask(request, wire, known, last)
    }

    /// Records the answer to a request of which the ledger was told before: a body, or the whole stream.
    ///
    /// # Errors
    /// A body that is not JSON; a wire that has no codec.
    pub fn answer(&mut self, target: &Target, asked: &Asked, answer: &[u8], streamed: bool) -> Result<(), Error> {
        let document = scan(&asked.left)?;
        let from: Request<'_, '_> = (&document, asked.anchor.as_ref(), &|_| asked.head);
        if streamed { self.keep_stream(target, from, answer) } else { self.keep(target, from, answer, &[], &mut |_| {}) }
    }

    /// Records a request and the stream that answered it, whole, as received. What has begun in it and not ended is known to be incomplete, and
    /// whatever else was sealed on the way is known again: a stream of Responses holds three ciphertexts for one item.
    ///
    /// # Errors
    /// A request that is not JSON, or a stream too long to be kept; a wire that has no codec.
    pub fn record_stream(&mut self, target: &Target, request: &[u8], stream: &[u8]) -> Result<(), Error> {
        let (document, anchor) = self.anchors.scan(request, &target.wire)?;
        let head = |end| next(anchor.as_ref(), request, end);
        self.keep_stream(target, (&document, anchor.as_ref(), &head), stream)
    }

    fn keep_stream(&mut self, target: &Target, request: Request<'_, '_>, stream: &[u8]) -> Result<(), Error> {
        let mut decoder = StreamDecoder::new(of(target)?);
        decoder.push(stream);
        let (_, streamed) = decoder.finish();
        self.keep(target, request, &streamed.body, &streamed.unfinished, &mut |recorded| {
            recorded.complete &= streamed.ended;
            let mut framing = Framing::default();
            framing.push(stream, &mut |_, data| recorded.overhear(data));
            framing.finish(&mut |_, data| recorded.overhear(data));
        })
    }

    /// Keeps an exchange, unless it is known; what else there is to say of it is said before it is written down.
    fn keep(
        &mut self,
        target: &Target,
        (document, anchor, head): Request<'_, '_>,
        response: &[u8],
        unfinished: &[String],
        more: &mut dyn FnMut(&mut Recorded),
    ) -> Result<(), Error> {
        let (codec, wire) = (of(target)?, &target.wire);
        let response = scan(response)?;
        let (own, asked) = (identity(&response)?, document.root());
        let history = codec.request(asked);
        let new = history.entries();
        let entries = anchor.map_or(0, |anchor| anchor.entries) + new.len();
        if self.lines.iter().any(|known| known.digest == own && known.entries == entries) {
            return Ok(());
        }
        let turn = codec.response(response.root());
        let first = self.rows.len();
        let (mut tip, mut after) = self.grow(wire, &new, anchor, head);
        let mut parts = Vec::with_capacity(turn.parts.len());
        let mut places = Places::new(&response);
        for (nth, part) in turn.parts.iter().enumerate() {
            let mut emitted = Emitted::new(part, wire, tip, after);
            // Asked only of thoughts.
            emitted.after = emitted.after.filter(|_| emitted.is_thought());
            let pointer = places.place(part.value).pointer;
            emitted.complete &= !unfinished.iter().any(|open| is_within(&pointer, open));
            match rows::row(part, Some(Role::Assistant), wire, [entries, nth]) {
                Some(row) => tip = Some(self.add(tip, row)),
                None => after = emitted.trace.handle.or(after),
            }
            parts.push(emitted);
        }
        let provenance = Provenance {
            model: turn.model.as_deref().map(str::to_owned).or_else(|| target.model.clone()).or_else(|| named(asked)),
            response: turn.id.as_deref().map(str::to_owned),
            time: self.time,
            complete: true,
            ..Provenance::of(target)
        };
        let mut recorded = Recorded { said: whole(&turn.parts), entries, ..Recorded::new(target, provenance, asked, own, parts, tip) };
        more(&mut recorded);
        recorded.provenance.complete = recorded.complete;
        if self.form == Form::Digests {
            recorded.parts.iter_mut().for_each(Emitted::forget);
        }
        let mut text = line::write(&recorded, self.rows.get(first..).unwrap_or_default());
        if text.len() > Limits::default().bytes {
            // It could be written but never be read again. What has grown for it is taken back.
            self.rows.truncate(first);
            self.anchors = Anchors::default();
            return Err(Error::new(Code::JsonSize, "the response is too long for a line"));
        }
        text.shrink_to_fit();
        self.lines.push(Line { text, digest: own, entries, tip });
        self.last = Some(recorded);
        Ok(())
    }

    /// The row at the end of a request, and the handle of the last thought in it. What it shares with the last response's is kept once.
    fn grow(
        &mut self,
        wire: &Wire,
        new: &[Entry<'_>],
        anchor: Option<&Anchor>,
        head: &dyn Fn(usize) -> Head,
    ) -> (Option<usize>, Option<Digest>) {
        let (base, before) = anchor.map_or((None, None), |anchor| (anchor.row, anchor.last));
        let skipped = anchor.map_or(0, |anchor| anchor.entries);
        let mut known = self.since(base);
        let (mut tip, mut shared) = (base, true);
        // The last message comes by itself: an anchor is dropped before it.
        let (earlier, last) = new.split_at(new.len().saturating_sub(1));
        let mut handle = before;
        for (entries, from) in [(earlier, 0), (last, earlier.len())] {
            if from > 0 {
                self.anchors.keep(wire, new, anchor, (tip, handle), head);
            }
            let found = rows(entries, wire);
            for row in found.rows {
                let same = known.pop().filter(|same| shared && self.rows.get(*same).is_some_and(|same| same.digest == row.digest));
                shared = same.is_some();
                let [entry, part] = row.place;
                let place = [skipped + from + entry, part];
                tip = Some(same.unwrap_or_else(|| self.add(tip, Row { place, ..row })));
            }
            handle = found.last.or(handle);
        }
        (tip, handle)
    }

    /// The rows of the last response that come after one of them, the last first; none, if it has not got that one.
    fn since(&self, base: Option<usize>) -> Vec<usize> {
        let mut rows = Vec::new();
        let mut next = self.lines.last().and_then(|last| last.tip);
        while let Some(row) = next.filter(|row| Some(*row) != base) {
            rows.push(row);
            next = self.rows.get(row).and_then(|row| row.before);
        }
        if next == base { rows } else { Vec::new() }
    }

    fn add(&mut self, before: Option<usize>, row: Row) -> usize {
        let depth = before.and_then(|before| self.rows.get(before)).map_or(0, |before| before.depth + 1);
        self.rows.push(Row { before, depth, ..row });
        self.rows.len() - 1
    }
}

/// A request, all of it or around what is known; what that is; and the head of it up to a byte.
type Request<'r, 'd> = (&'r Document<'d>, Option<&'r Anchor>, &'r dyn Fn(usize) -> Head);

fn of(target: &Target) -> Result<&'static dyn Codec, Error> {
    codec(&target.wire).ok_or_else(|| Error::new(Code::Input, "there is no codec for that wire"))
}

/// The digest of a body, its long texts by their own: those are needed anyway, and are most of it.
fn identity(body: &Document<'_>) -> Result<Digest, Error> {
    let mut changes = Changes::new(body);
    for text in body.values().filter(|value| value.kind() == Kind::String && value.raw().len() > LONG) {
        changes.replace(text, &quote_wtf8(base64::encode(&digest(text).0).as_bytes()))?;
    }
    Ok(digest(scan(&changes.apply()?)?.root()))
}

/// As long as several blocks of what makes the digest.
const LONG: usize = 256;

fn named(request: Value<'_>) -> Option<String> {
    request.get("model").and_then(Value::text).map(|text| text.lossy().into_owned())
}
