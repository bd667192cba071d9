//! A copy with secrets taken out of it.
//!
//! Every string is read as it is meant, whatever its escapes, and changed as it is written: what is not hit keeps its bytes. Keys are looked at
//! too, and numbers that are long enough to be a card's.

use super::detectors::Hit;
use super::escape::{shortened, written};
use super::policy::{Opaque, Policy, PolicyPattern};
use super::subject::{Subject, SubjectPlace, each_subject, has_tags};
use crate::error::Error;
use crate::json::{Edit, Kind, Places, Span, Text, decimal, digest, scan, splice};
use crate::model::redaction::{CUT, redacted};

/// A copy, and the hits that were taken out of it.
#[derive(Clone, Debug)]
pub struct Redacted {
    /// The copy.
    pub text: Vec<u8>,
    /// The hits that were taken out, in the order of the text.
    pub hits: Vec<RedactedHit>,
}

/// A hit in a string that was taken out. Its text is not kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RedactedHit {
    /// The kind of the hit.
    pub kind: String,
    /// The pointer of the string in the copy, so that no secret in a key is reported.
    pub pointer: String,
    /// The number of such hits in that string.
    pub count: usize,
}

/// The kind of a hit that is a cut.
const SHORTENED: &str = "cut";
/// The longest mark of a cut: what it begins with, a length, a digest, and a colon and a bracket.
const MARK: usize = CUT.len() + 20 + 64 + 2;
/// The shortest number that may name something.
const DIGITS: usize = 12;

/// Makes a copy of a JSON text and replaces everything that a policy takes out by marks.
///
/// # Errors
/// A text that is not JSON.
pub fn redact(body: &[u8], policy: &Policy) -> Result<Redacted, Error> {
    let document = scan(body)?;
    let mut redaction = Redaction { policy, edits: Vec::new(), found: Vec::new() };
    each_subject(&document, &mut |place| redaction.look(place));
    let text = splice(body, &redaction.edits)?;
    if redaction.found.is_empty() {
        return Ok(Redacted { text, hits: Vec::new() });
    }
    // Both have the same values in the same order.
    let copy = scan(&text)?;
    let mut places = Places::new(&copy);
    let mut values = copy.values().enumerate();
    let mut pointer = (None, String::new());
    let mut found = Vec::with_capacity(redaction.found.len());
    for (nth, kind, count) in redaction.found {
        if pointer.0 != Some(nth)
            && let Some((_, value)) = values.find(|(other, _)| *other == nth)
        {
            pointer = (Some(nth), places.place(value).pointer);
        }
        found.push(RedactedHit { kind, pointer: pointer.1.clone(), count });
    }
    drop(values);
    Ok(Redacted { text, hits: found })
}

struct Redaction<'p> {
    policy: &'p Policy,
    edits: Vec<Edit>,
    /// The number of a value, a kind, and how often.
    found: Vec<(usize, String, usize)>,
}

impl<'p> Redaction<'p> {
    fn look(&mut self, place: &SubjectPlace<'_>) {
        let span = place.value.span();
        let Some(text) = place.value.text() else { return self.number(place) };
        let opaque = place.subject == Subject::Opaque;
        if opaque && self.policy.opaque == Opaque::Keep {
            return;
        }
        let hits = if opaque && self.policy.opaque == Opaque::Cut { Vec::new() } else { self.hits(place, text) };
        let inside = if hits.is_empty() { None } else { Some(self.replaced(place.nth, text, &hits)) };
        let inside = self.cut(place, inside.as_deref().unwrap_or(text.raw())).or(inside);
        if let Some(text) = inside {
            self.edits.push(Edit { span: Span { start: span.start + 1, end: span.end - 1 }, text });
        }
    }

    /// A number has no inside: a string comes in its place.
    fn number(&mut self, place: &SubjectPlace<'_>) {
        let raw = place.value.raw();
        if raw.len() < DIGITS || !self.concerns(place.subject, raw) {
            return;
        }
        if let Some(hit) = self.policy.detectors.find(raw, None).first() {
            self.found.push((place.nth, hit.kind.to_owned(), 1));
            self.edits.push(Edit { span: place.value.span(), text: ["\"", &redacted(hit.kind), "\""].concat().into_bytes() });
        }
    }

    /// Returns `true` if the policy looks at such a text.
    fn concerns(&self, subject: Subject, text: &[u8]) -> bool {
        let has = |subject| self.policy.subjects.contains(&subject);
        match subject {
            Subject::Opaque => self.policy.opaque == Opaque::Scan,
            Subject::Frame => !self.policy.subjects.is_empty(),
            // Visible text may have reasoning between tags.
            Subject::Text => has(Subject::Text) || has(Subject::Thinking) && has_tags(text),
            subject => has(subject),
        }
    }

    /// Returns the hits in a text, in order. Hits that overlap become one.
    fn hits(&self, place: &SubjectPlace<'_>, text: Text<'_>) -> Vec<Hit<'p>> {
        let policy: &'p Policy = self.policy;
        let value = text.wtf8();
        let concerns = self.concerns(place.subject, &value);
        let thinks = place.subject == Subject::Thinking || place.subject == Subject::Text && has_tags(&value);
        let mut all: Vec<Hit<'p>> = Vec::new();
        if concerns {
            let name = place.name.and_then(|name| name.text()).map(|name| name.wtf8());
            all = policy.detectors.find(&value, name.as_deref());
        }
        let searched = |pattern: &&PolicyPattern| if pattern.in_thinking { thinks } else { concerns && place.subject != Subject::Frame };
        for PolicyPattern { kind, pattern, .. } in policy.patterns.iter().filter(searched) {
            pattern.find_all(&value).into_iter().for_each(|span| all.push(Hit { span, kind }));
        }
        if policy.patterns.is_empty() {
            return all;
        }
        all.sort_by_key(|hit| hit.span.start);
        let mut apart: Vec<Hit<'p>> = Vec::with_capacity(all.len());
        for hit in &all {
            match apart.last_mut() {
                Some(last) if hit.span.start < last.span.end => last.span.end = last.span.end.max(hit.span.end),
                _ => apart.push(*hit),
            }
        }
        apart
    }

    /// Returns the inside of a string with marks in the places of hits, and counts the hits.
    fn replaced(&mut self, nth: usize, text: Text<'_>, hits: &[Hit<'_>]) -> Vec<u8> {
        let mut spans: Vec<Span> = hits.iter().map(|hit| hit.span).collect();
        written(text.raw(), &mut spans);
        let mut out = Vec::with_capacity(text.raw().len());
        let mut done = 0;
        for (hit, span) in hits.iter().zip(spans) {
            out.extend_from_slice(text.raw().get(done..span.start).unwrap_or_default());
            out.extend_from_slice(redacted(hit.kind).as_bytes());
            done = span.end;
            match self.found.iter_mut().rev().take_while(|found| found.0 == nth).find(|found| found.1 == hit.kind) {
                Some(found) => found.2 += 1,
                None => self.found.push((nth, hit.kind.to_owned(), 1)),
            }
        }
        out.extend_from_slice(text.raw().get(done..).unwrap_or_default());
        out
    }

    /// The inside of a string, if it is too long: its head, a mark with its length and digest, and its tail. A name is not cut.
    fn cut(&mut self, place: &SubjectPlace<'_>, raw: &[u8]) -> Option<Vec<u8>> {
        let limit = self.policy.limit.filter(|limit| raw.len() > limit.saturating_add(MARK) && place.value.kind() != Kind::Key)?;
        let quoted = [b"\"", raw, b"\""].concat();
        let document = scan(&quoted).ok()?;
        let length = document.root().text()?.wtf8().len();
        let mark = [CUT, &decimal(length), ":", &digest(document.root()).to_string(), "]"].concat();
        self.found.push((place.nth, SHORTENED.to_owned(), 1));
        Some(shortened(raw, limit, &mark))
    }
}
