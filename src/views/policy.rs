//! The policy of a redaction: what it takes out and what it leaves alone.

use super::detectors::{Detectors, OF_PERSONS, SECRETS, kinds};
use super::pattern::{GivenSet, Pattern};
use super::subject::Subject;
use crate::error::{Code, Error};
use crate::json::{Kind, Value, decimal};
use crate::model::redaction::is_kind;

/// The policy of a redaction.
#[derive(Clone, Debug)]
pub struct Policy {
    /// The subjects that are looked at: [`Subject::Thinking`], [`Subject::Text`], [`Subject::Arguments`].
    pub subjects: Vec<Subject>,
    /// The caller's own patterns.
    pub patterns: Vec<PolicyPattern>,
    /// The detectors of secrets and of what names a person.
    pub detectors: Detectors,
    /// The treatment of data that only a vendor can read.
    pub opaque: Opaque,
    /// How many bytes of a string are shown, beside the mark of the cut.
    pub limit: Option<usize>,
}

/// A pattern of the caller's.
#[derive(Clone, Debug)]
pub struct PolicyPattern {
    /// The kind of what it finds.
    pub kind: String,
    /// The pattern.
    pub pattern: Pattern,
    /// True if it is searched for in reasoning alone, whatever [`Policy::subjects`] says.
    pub in_thinking: bool,
}

/// The treatment of data that only a vendor can read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opaque {
    /// Not a byte of it changes.
    Keep,
    /// It may be cut to the limit.
    Cut,
    /// It is treated like text.
    Scan,
}

impl Default for Policy {
    /// All detectors look at everything, handles stay, and nothing is cut.
    fn default() -> Self {
        Self {
            subjects: SUBJECTS.iter().map(|(_, subject)| *subject).collect(),
            patterns: Vec::new(),
            detectors: Detectors::new(&DETECTORS),
            opaque: Opaque::Keep,
            limit: None,
        }
    }
}

const SUBJECTS: [(&str, Subject); 3] = [("thinking", Subject::Thinking), ("text", Subject::Text), ("arguments", Subject::Arguments)];
/// The groups of detectors, which are all of them.
const DETECTORS: [&str; 2] = [SECRETS, OF_PERSONS];
/// The most patterns, each of which looks at every text.
const PATTERNS: usize = 64;

impl Policy {
    /// Reads a policy: an object with `subjects`, `patterns` and `thinkingPatterns` (each with `pattern`, `flags`, `kind` and `sets`), `detectors`, `opaque` and
    /// `limit`, all of which may be left out. A set is a list of numbers: its byte in the pattern, its length there, and then its ranges.
    ///
    /// # Errors
    /// A value that is not a policy, with its pointer. A pattern that cannot be read also has the byte in the pattern.
    pub fn read(policy: Value<'_>) -> Result<Self, Error> {
        let mut read = Self::default();
        if policy.kind() != Kind::Object {
            return Err(wrong("a policy is an object"));
        }
        for (name, value) in policy.members() {
            let name = name.lossy();
            let done = match &*name {
                "subjects" => words(value, &SUBJECTS.map(|(name, _)| name)).map(|nths| {
                    read.subjects.clear();
                    nths.iter().filter_map(|nth| SUBJECTS.get(*nth)).for_each(|(_, subject)| read.subjects.push(*subject));
                }),
                "detectors" => {
                    let mut known = kinds();
                    known.extend(DETECTORS);
                    words(value, &known).map(|nths| {
                        let wanted: Vec<&str> = nths.iter().filter_map(|nth| known.get(*nth).copied()).collect();
                        read.detectors = Detectors::new(&wanted);
                    })
                }
                "patterns" => patterns(value, false, &mut read.patterns),
                "thinkingPatterns" => patterns(value, true, &mut read.patterns),
                "opaque" => match value {
                    _ if value.fits("=keep") => set(&mut read.opaque, Opaque::Keep),
                    _ if value.fits("=cut") => set(&mut read.opaque, Opaque::Cut),
                    _ if value.fits("=scan") => set(&mut read.opaque, Opaque::Scan),
                    _ => Err(wrong("opaque is keep, cut or scan")),
                },
                "limit" => match value.whole().and_then(|limit| usize::try_from(limit).ok()) {
                    None => Err(wrong("a limit is a whole number of bytes")),
                    limit => set(&mut read.limit, limit),
                },
                _ => Err(wrong("a policy has no such member")),
            };
            done.map_err(|error| error.in_member(&name))?;
        }
        Ok(read)
    }
}

fn set<T>(place: &mut T, value: T) -> Result<(), Error> {
    *place = value;
    Ok(())
}

/// The numbers of the words of a list among those that are known.
fn words(list: Value<'_>, known: &[&str]) -> Result<Vec<usize>, Error> {
    let mut found = Vec::new();
    if list.kind() != Kind::Array {
        return Err(wrong("expected a list of words"));
    }
    for (nth, word) in list.elements().enumerate() {
        let place = known.iter().position(|known| word.text().is_some_and(|text| text == **known));
        found.push(place.ok_or_else(|| wrong("there is no such word").in_member(&decimal(nth)))?);
    }
    Ok(found)
}

fn patterns(list: Value<'_>, in_thinking: bool, found: &mut Vec<PolicyPattern>) -> Result<(), Error> {
    if list.kind() != Kind::Array || list.elements().count() > PATTERNS {
        return Err(wrong("expected a list of at most 64 patterns"));
    }
    for (nth, each) in list.elements().enumerate() {
        found.push(pattern(each, in_thinking).map_err(|error| error.in_member(&decimal(nth)))?);
    }
    Ok(())
}

fn pattern(each: Value<'_>, in_thinking: bool) -> Result<PolicyPattern, Error> {
    let text = |name: &str| each.get(name).and_then(Value::text).map(|text| text.lossy());
    let source = text("pattern").ok_or_else(|| wrong("a pattern has a text").in_member("pattern"))?;
    let flags = text("flags").unwrap_or_default();
    // Every match is taken out and code points are characters, with or without the flags `g`, `u` and `v`; `d` asks for what nobody reads.
    if !flags.bytes().all(|flag| b"dgimsuvy".contains(&flag)) {
        return Err(wrong("the flags are d, g, i, m, s, u, v and y").in_member("flags"));
    }
    let kind = text("kind").unwrap_or(if in_thinking { "thinking" } else { "pattern" }.into());
    if !is_kind(kind.as_bytes()) {
        return Err(wrong("a kind is up to 40 small letters, digits and hyphens").in_member("kind"));
    }
    let given: Vec<GivenSet> = each.list("sets").map(given_set).collect();
    let pattern = Pattern::new(&source, &flags, &given).map_err(|error| error.in_member("pattern"))?;
    Ok(PolicyPattern { kind: kind.into_owned(), pattern, in_thinking })
}

fn given_set(numbers: Value<'_>) -> GivenSet {
    let mut numbers = numbers.elements().map_while(|number| u32::try_from(number.whole()?).ok());
    let mut place = || numbers.next().and_then(|number| usize::try_from(number).ok()).unwrap_or_default();
    let mut set = GivenSet { at: place(), length: place(), ranges: Vec::new() };
    while let (Some(first), Some(last)) = (numbers.next(), numbers.next()) {
        set.ranges.push((first, last));
    }
    set
}

#[inline(never)]
fn wrong(reason: &'static str) -> Error {
    Error::new(Code::Input, reason)
}
