//! What a redaction takes out, and what it leaves alone.

use super::detectors::{Detectors, kinds};
use super::pattern::Pattern;
use super::subject::Subject;
use crate::error::{Code, Error};
use crate::json::{Kind, Value, decimal};
use crate::model::redaction::is_kind;

/// A policy.
#[derive(Clone, Debug)]
pub struct Policy {
    /// What is looked at: [`Subject::Thinking`], [`Subject::Text`], [`Subject::Arguments`].
    pub subjects: Vec<Subject>,
    /// The caller's own patterns, each with the kind that it finds.
    pub patterns: Vec<(String, Pattern)>,
    /// The detectors of secrets and of what names a person.
    pub detectors: Detectors,
    /// What may be done to what only an issuer can read.
    pub opaque: Opaque,
    /// How many bytes of a string are shown, beside the mark of the cut.
    pub limit: Option<usize>,
}

/// What may be done to what only an issuer can read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opaque {
    /// Nothing: not a byte changes.
    Keep,
    /// It may be cut to the limit.
    Cut,
    /// All that is done to text.
    Scan,
}

impl Default for Policy {
    /// Everything is looked at, by all detectors; handles stay; nothing is cut.
    fn default() -> Self {
        Self {
            subjects: SUBJECTS.iter().map(|(_, subject)| *subject).collect(),
            patterns: Vec::new(),
            detectors: Detectors::new(|_| true),
            opaque: Opaque::Keep,
            limit: None,
        }
    }
}

const SUBJECTS: [(&str, Subject); 3] = [("thinking", Subject::Thinking), ("text", Subject::Text), ("arguments", Subject::Arguments)];
/// The most patterns, each of which looks at every text.
const PATTERNS: usize = 64;

impl Policy {
    /// Reads a policy: an object with `subjects`, `patterns` (each with `pattern`, `flags` and `kind`), `detectors`, `opaque` and `limit`, all
    /// of which may be left out.
    ///
    /// # Errors
    /// What is none, with its pointer; of a pattern with the byte in it.
    pub fn read(policy: Value<'_>) -> Result<Self, Error> {
        let mut read = Self::default();
        if policy.kind() != Kind::Object {
            return Err(wrong("a policy is an object", ""));
        }
        for (name, value) in policy.members() {
            let name = name.lossy();
            let done = match &*name {
                "subjects" => words(value, &mut |word| SUBJECTS.iter().find(|(name, _)| *name == word).map(|(_, subject)| *subject))
                    .map(|subjects| read.subjects = subjects),
                "detectors" => {
                    let known = |word: &str| ["secrets", "personal"].into_iter().chain(kinds()).find(|known| *known == word);
                    words(value, &mut |word| known(word)).map(|wanted| read.detectors = Detectors::new(|kind| wanted.contains(&kind)))
                }
                "patterns" => patterns(value).map(|patterns| read.patterns = patterns),
                "opaque" => {
                    let found = [("keep", Opaque::Keep), ("cut", Opaque::Cut), ("scan", Opaque::Scan)];
                    let found = found.into_iter().find(|(word, _)| value.text().is_some_and(|text| text == **word));
                    found.map(|(_, opaque)| read.opaque = opaque).ok_or_else(|| wrong("opaque is keep, cut or scan", ""))
                }
                "limit" => {
                    let limit = value.whole().and_then(|limit| usize::try_from(limit).ok());
                    limit.map(|limit| read.limit = Some(limit)).ok_or_else(|| wrong("a limit is a whole number of bytes", ""))
                }
                _ => Err(wrong("a policy has no such member", "")),
            };
            done.map_err(|error| error.in_member(&name))?;
        }
        Ok(read)
    }
}

/// A list of words that are known.
fn words<T>(list: Value<'_>, known: &mut dyn FnMut(&str) -> Option<T>) -> Result<Vec<T>, Error> {
    let mut found = Vec::new();
    if list.kind() != Kind::Array {
        return Err(wrong("expected a list of words", ""));
    }
    for (nth, word) in list.elements().enumerate() {
        let word = word.text().and_then(|text| known(&text.lossy()));
        found.push(word.ok_or_else(|| wrong("there is no such word", "").in_member(&decimal(nth)))?);
    }
    Ok(found)
}

fn patterns(list: Value<'_>) -> Result<Vec<(String, Pattern)>, Error> {
    let mut found = Vec::new();
    if list.kind() != Kind::Array || list.elements().count() > PATTERNS {
        return Err(wrong("expected a list of patterns, of which there may be 64", ""));
    }
    for (nth, each) in list.elements().enumerate() {
        found.push(pattern(each).map_err(|error| error.in_member(&decimal(nth)))?);
    }
    Ok(found)
}

fn pattern(each: Value<'_>) -> Result<(String, Pattern), Error> {
    let text = |name: &str| each.get(name).and_then(Value::text).map(|text| text.lossy());
    let source = text("pattern").ok_or_else(|| wrong("a pattern has a text", "pattern"))?;
    let flags = text("flags").unwrap_or_default();
    // Every match is taken out, and code points are characters, whether or not the flags say so.
    if !flags.bytes().all(|flag| matches!(flag, b'i' | b'g' | b'u')) {
        return Err(wrong("of the flags only i is taken, and g and u, which are always on", "flags"));
    }
    let kind = text("kind").unwrap_or("pattern".into());
    if !is_kind(kind.as_bytes()) {
        return Err(wrong("a kind is up to 40 small letters, digits and hyphens", "kind"));
    }
    let pattern = Pattern::new(&source, flags.contains('i')).map_err(|error| error.in_member("pattern"))?;
    Ok((kind.into_owned(), pattern))
}

fn wrong(reason: &'static str, member: &str) -> Error {
    let error = Error::new(Code::Input, reason);
    if member.is_empty() { error } else { error.in_member(member) }
}
