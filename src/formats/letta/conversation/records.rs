//! [`Records`]: the id, the date and the place of each written message.

use std::collections::BTreeMap;

use super::super::message::{Envelope, sequence, written_date};
use super::super::otid::{made, otid};
use crate::conversation::writer::RequestWriter;
use crate::formats::issuers::{issuer_of_model, model_of_issuer};
use crate::json::{Digest, Span, Value, digest};
use crate::model::Content;
use crate::model::time::Moment;

/// The beginning of the ids of Letta's steps.
pub(super) const STEP: &str = "step-";

/// Returns the step that names an issuer, by its profile. `None` if that name is of another wire.
#[must_use]
pub fn step_of(issuer: Value<'_>) -> Option<String> {
    let model = model_of_issuer(issuer);
    let is_back = issuer_of_model(&model).is_some_and(|back| back.wire.as_str() == issuer.word("wire"));
    is_back.then(|| [STEP, &model].concat())
}

/// The messages so far. Those of one entry of the source share an id, like the parts of a stored message at Letta, and their `otid`s count them.
pub(super) struct Records<'e> {
    envelope: Value<'e>,
    /// The date of all messages, if it is known.
    pub(super) date: Option<String>,
    /// The number of messages.
    pub(super) count: usize,
    /// The number of entries with each digest, since equal entries are several messages.
    equal: BTreeMap<[u8; 32], usize>,
    entry: Option<Span>,
    id: String,
    /// The place of the next message in its entry.
    place: i64,
}

impl<'e> Records<'e> {
    pub(super) fn new(envelope: Value<'e>, request: &RequestWriter<'_, '_>) -> Self {
        let given = Envelope(envelope, envelope).date().ok();
        let date = given.or_else(|| request.answer.created.map(written_date));
        Self { envelope, date, count: 0, equal: BTreeMap::new(), entry: None, id: String::new(), place: 0 }
    }

    /// Returns `true` if the caller gives a name for all messages.
    pub(super) fn have_name(&self) -> bool {
        self.envelope.fits("name:s")
    }

    /// Writes the issuer of a thought as its step: the schema has no member for a model, and Letta's steps have one. The caller's step takes precedence.
    pub(super) fn write_issuer(&self, content: &Content<'_>, request: &mut RequestWriter<'_, '_>) {
        if !self.envelope.fits("step_id:s") {
            let model = model_of_issuer(request.issuer(content));
            request.out.member("step_id", &[STEP, &model].concat());
        }
    }

    /// Opens a message of a type.
    pub(super) fn open(&mut self, kind: &str, content: &Content<'_>, request: &mut RequestWriter<'_, '_>) {
        if self.entry != Some(content.entry.span()) {
            (self.entry, self.place) = (Some(content.entry.span()), 0);
            self.id = self.id_of(content.entry, request);
        }
        let seconds = || i64::try_from(self.count).unwrap_or_default();
        let counted = || Moment::new(seconds().saturating_mul(1000)).map(written_date).unwrap_or_default();
        let date = self.date.clone().unwrap_or_else(counted);
        let (otid, sequence) = (otid(&self.id, self.place).ok(), sequence(None, self.envelope, self.count));
        Envelope(self.envelope, self.envelope).open(&mut request.out, [&self.id, &date, kind], otid.as_deref(), sequence);
        self.place += 1;
        self.count += 1;
    }

    /// Returns the id of an entry's message: the caller's for an answer, or one that is derived from the entry.
    fn id_of(&mut self, entry: Value<'_>, request: &RequestWriter<'_, '_>) -> String {
        let Some(answer) = request.answer.digest else {
            let Digest(bytes) = digest(entry);
            let before = self.equal.entry(bytes).or_default();
            *before += 1;
            return made(Digest(bytes), *before - 1);
        };
        let given = self.envelope.get("id").and_then(Value::text).map(|id| id.lossy().into_owned());
        given.unwrap_or_else(|| made(answer, 0))
    }
}
