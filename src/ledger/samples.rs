//! Several answers in one body: a request may ask for several samples, and the next one continues one of them.

use crate::error::Error;
use crate::json::{Changes, Document, Kind, PlaceSet, Value, decimal, scan};

/// One of several answers in a body.
pub(super) struct Sample {
    /// The body with that answer as the only one.
    pub(super) body: Vec<u8>,
    pub(super) pointer: SamplePointer,
}

/// The place of a sample in the original body.
pub(super) struct SamplePointer {
    list: &'static str,
    nth: usize,
}

/// The members in which wires list their answers.
const LISTS: [&str; 2] = ["choices", "candidates"];

/// Returns the answers in a body except the first, which every codec reads.
pub(super) fn samples(body: &Document<'_>) -> Result<Vec<Sample>, Error> {
    let mut samples = Vec::new();
    for list in LISTS {
        let Some(answers) = body.root().get(list).filter(|answers| answers.kind() == Kind::Array) else { continue };
        // A splice would need the memory of the whole body for each of them.
        let [before, after] = around(body, answers);
        for (nth, answer) in answers.elements().enumerate().filter(|(nth, answer)| !is_first(list, *nth, *answer)) {
            let only = [before, b"[", &as_first(answer)?, b"]", after].concat();
            samples.push(Sample { body: only, pointer: SamplePointer { list, nth } });
        }
    }
    Ok(samples)
}

/// Returns the text before and after a value.
fn around<'b>(body: &Document<'b>, value: Value<'_>) -> [&'b [u8]; 2] {
    let (source, span) = (body.source(), value.span());
    [source.get(..span.start), source.get(span.end..)].map(Option::unwrap_or_default)
}

/// Returns `true` if the codecs read this answer: Gemini's by its number, others' by their place.
fn is_first(list: &str, nth: usize, answer: Value<'_>) -> bool {
    if list == "candidates" { answer.get("index").is_none_or(|index| index.raw() == b"0") } else { nth == 0 }
}

/// Returns an answer without its number, which shows that it is not the first.
fn as_first(answer: Value<'_>) -> Result<Vec<u8>, Error> {
    let document = scan(answer.raw())?;
    let mut changes = Changes::new(&document);
    document.root().get("index").map_or(Ok(()), |index| changes.remove(index))?;
    changes.apply()
}

impl SamplePointer {
    /// Returns the places inside the sample, as places in its separate body.
    pub(super) fn of_only(&self, places: &PlaceSet<'_>) -> Vec<String> {
        let own = ["/", self.list, "/", &decimal(self.nth)].concat();
        let rest = places.within(&own).filter_map(|pointer| pointer.strip_prefix(own.as_str()));
        rest.map(|rest| ["/", self.list, "/0", rest].concat()).collect()
    }
}
