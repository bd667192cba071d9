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
//! assert_eq!(ledger.responses().len(), 1, "an exchange that is known is not kept twice");
//! # Ok::<(), rethought::Error>(())
//! ```

mod recorded;
mod rows;
mod trace;

use crate::codecs::{Codec, Framing, StreamDecoder, codec, view::is_within};
use crate::error::{Code, Error};
use crate::json::{Places, Value, digest, scan};
use crate::model::{Provenance, Role, Target};

pub use recorded::{Emitted, Recorded, thinking};
pub use rows::{Row, rows, system, tools};
pub use trace::{Trace, digits, handle, whole};

/// Every response that was recorded, in order.
#[derive(Clone, Debug, Default)]
pub struct Ledger {
    responses: Vec<Recorded>,
    rows: Vec<Row>,
}

impl Ledger {
    /// The responses, in the order in which they were recorded.
    #[must_use]
    pub fn responses(&self) -> &[Recorded] {
        &self.responses
    }

    /// What preceded them: each row knows the one before it, which stands before it here too.
    #[must_use]
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Records a request and the body that answered it, as received or as a stream was put together. One that is known already changes nothing.
    ///
    /// # Errors
    /// A body that is not JSON; a wire that has no codec.
    pub fn record(&mut self, target: &Target, request: &[u8], response: &[u8]) -> Result<(), Error> {
        self.keep(target, request, response, &[]).map(|_| ())
    }

    /// Records a request and the stream that answered it, whole, as received. What has begun in it and not ended is known to be incomplete, and
    /// whatever else was sealed on the way is known again: a stream of Responses holds three ciphertexts for one item.
    ///
    /// # Errors
    /// A request that is not JSON; a wire that has no codec.
    pub fn record_stream(&mut self, target: &Target, request: &[u8], stream: &[u8]) -> Result<(), Error> {
        let mut decoder = StreamDecoder::new(of(target)?);
        decoder.push(stream);
        let (_, streamed) = decoder.finish();
        if let Some(nth) = self.keep(target, request, &streamed.body, &streamed.unfinished)?
            && let Some(recorded) = self.responses.get_mut(nth)
        {
            recorded.complete &= streamed.ended;
            let mut framing = Framing::default();
            framing.push(stream, &mut |_, data| recorded.overhear(data));
            framing.finish(&mut |_, data| recorded.overhear(data));
        }
        Ok(())
    }

    /// Keeps an exchange and gives its place, unless it is known.
    fn keep(&mut self, target: &Target, request: &[u8], response: &[u8], unfinished: &[String]) -> Result<Option<usize>, Error> {
        let codec = of(target)?;
        let (request, response) = (scan(request)?, scan(response)?);
        let own = digest(response.root());
        if self.responses.iter().any(|known| known.digest == own) {
            return Ok(None);
        }
        let (asked, turn) = (request.root(), codec.response(response.root()));
        let history = codec.request(asked).entries;
        let before = rows(&history, &target.wire);
        let mut tip = self.grow(&before.rows);
        let mut after = before.last;
        let mut parts = Vec::with_capacity(turn.parts.len());
        let mut places = Places::new(&response);
        for (nth, part) in turn.parts.iter().enumerate() {
            let mut emitted = Emitted::new(part, &target.wire, tip, after);
            let pointer = places.place(part.value).pointer;
            emitted.complete &= !unfinished.iter().any(|open| is_within(&pointer, open));
            match rows::row(part, Some(Role::Assistant), &target.wire, [history.len(), nth]) {
                Some(row) => tip = Some(self.add(tip, row)),
                None => after = emitted.trace.handle.or(after),
            }
            parts.push(emitted);
        }
        let provenance = Provenance {
            model: turn.model.as_deref().map(str::to_owned).or_else(|| target.model.clone()).or_else(|| named(asked)),
            response: turn.id.as_deref().map(str::to_owned),
            complete: true,
            ..Provenance::of(target)
        };
        let recorded = Recorded { said: whole(&turn.parts), ..Recorded::new(target, provenance, asked, own, parts, tip) };
        self.responses.push(recorded);
        Ok(Some(self.responses.len() - 1))
    }

    /// The row at the end of a list of them. What they share with the last response's is kept once.
    fn grow(&mut self, now: &[Row]) -> Option<usize> {
        let mut known = Vec::new();
        let mut next = self.responses.last().and_then(|last| last.tip);
        while let Some(row) = next {
            known.push(row);
            next = self.rows.get(row).and_then(|row| row.before);
        }
        let mut tip = None;
        let mut shared = true;
        for row in now {
            let same = known.pop().filter(|same| shared && self.rows.get(*same).is_some_and(|same| same.digest == row.digest));
            shared = same.is_some();
            tip = Some(match same {
                Some(same) => same,
                None => self.add(tip, row.clone()),
            });
        }
        tip
    }

    fn add(&mut self, before: Option<usize>, row: Row) -> usize {
        let depth = before.and_then(|before| self.rows.get(before)).map_or(0, |before| before.depth + 1);
        self.rows.push(Row { before, depth, ..row });
        self.rows.len() - 1
    }
}

fn of(target: &Target) -> Result<&'static dyn Codec, Error> {
    codec(&target.wire).ok_or_else(|| Error::new(Code::Input, "there is no codec for that wire"))
}

fn named(request: Value<'_>) -> Option<String> {
    request.get("model").and_then(Value::text).map(|text| text.lossy().into_owned())
}
