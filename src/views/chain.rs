//! A log that is only ever added to, in which each record carries the hash of the one before: nothing can be changed, left out, moved or
//! put in between without the next hash telling. It shows tampering and does not prevent it: who can rewrite the whole log and the head that
//! others keep can make a new one.
//!
//! A record is a line of JSON: `seq`, `time`, `prev` and `hash`, and then the members that it was given. The hash is the SHA-256 of the
//! canonical text (RFC 8785) of the line without it.

use crate::error::{Code, Error};
use crate::json::{Changes, Digest, Kind, Value, Writer, digest, lossy, scan};

/// The end of a log: what the next record is chained to, and what is kept apart to know that none is missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// The number of the last record.
    pub seq: usize,
    /// Its hash, in hexadecimal.
    pub hash: String,
}

/// What the first record is chained to.
const GENESIS: &str = "0000000000000000000000000000000000000000000000000000000000000000";
/// The members that a record gets, which no one else may give it.
const OWN: [&str; 4] = ["seq", "time", "prev", "hash"];

/// The line of a record, without a break at its end, and the new head.
///
/// # Errors
/// A record that is no JSON object, or has a member of the chain's own.
pub fn append(head: Option<&Head>, record: &[u8], time: &str) -> Result<(Vec<u8>, Head), Error> {
    let document = scan(record)?;
    let root = document.root();
    if root.kind() != Kind::Object {
        return Err(Error::new(Code::Input, "a record is an object").in_value(""));
    }
    if let Some(name) = OWN.into_iter().find(|name| root.get(name).is_some()) {
        return Err(Error::new(Code::Input, "a record has a member that the log gives it").in_member(name));
    }
    let seq = head.map_or(0, |head| head.seq + 1);
    let prev = head.map_or(GENESIS, |head| &head.hash);
    let bare = line(seq, time, prev, None, root);
    let hash = digest(scan(&bare)?.root()).to_string();
    Ok((line(seq, time, prev, Some(&hash), root), Head { seq, hash }))
}

/// A record's line, with or without its hash. White space between values may hold breaks of lines; strings cannot.
fn line(seq: usize, time: &str, prev: &str, hash: Option<&str>, record: Value<'_>) -> Vec<u8> {
    let mut out = Writer::default();
    out.open(b'{');
    out.name("seq");
    out.number(seq);
    out.member("time", time);
    out.member("prev", prev);
    out.member_if("hash", hash);
    let members = record.raw().get(1..).unwrap_or_default();
    let mut out = out.finish();
    if record.members().next().is_some() {
        out.push(b',');
    }
    out.extend(members.iter().map(|byte| if matches!(byte, b'\n' | b'\r') { b' ' } else { *byte }));
    out
}

/// What a log was found to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// How many records are as they were written, from the first.
    pub count: usize,
    /// The last of them.
    pub head: Option<Head>,
    /// The first record that is not, if there is one.
    pub broken: Option<Broken>,
}

/// The first record of a log that is not as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// Its line, from 0; for one that is missing, the line where it should be.
    pub line: usize,
    /// The number that was expected there.
    pub seq: usize,
    /// What is wrong.
    pub reason: Reason,
}

/// What can be wrong with a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The line is no JSON, or ends before its value does.
    Truncated,
    /// It is no record of a log.
    Foreign,
    /// Its hash is not that of what it says.
    Altered,
    /// A record is not there.
    Missing,
    /// A record stands elsewhere in the log.
    Reordered,
    /// A record is there again.
    Repeated,
    /// It is whole, and chained to another record than the one before it.
    Relinked,
}

impl Reason {
    /// The word for it in reports and in TypeScript.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Reason::Truncated => "truncated",
            Reason::Foreign => "foreign",
            Reason::Altered => "altered",
            Reason::Missing => "missing",
            Reason::Reordered => "reordered",
            Reason::Repeated => "repeated",
            Reason::Relinked => "relinked",
        }
    }
}

/// Reads a log from its first line to its last; empty lines say nothing. It begins `after` a head, if that is not its beginning; with the head
/// that it should `end` with, it is known whether records are missing at its end.
#[must_use]
pub fn verify(log: &[u8], after: Option<&Head>, end: Option<&Head>) -> Verdict {
    let mut head = after.cloned();
    let mut count = 0;
    let lines = || log.split(|byte| *byte == b'\n').enumerate().filter(|(_, line)| !line.trim_ascii().is_empty());
    for (nth, line) in lines() {
        let seq = head.as_ref().map_or(0, |head| head.seq + 1);
        match check(line, seq, head.as_ref()) {
            Ok(next) => (head, count) = (Some(next), count + 1),
            Err((reason, found)) => {
                // A number that was passed over is elsewhere in the log, or nowhere.
                let elsewhere = || lines().skip(count + 1).any(|(_, line)| seq_of(line) == Some(seq));
                let reason = match (reason, found) {
                    (Reason::Missing, Some(found)) if found < seq => Reason::Repeated,
                    (Reason::Missing, _) if elsewhere() => Reason::Reordered,
                    (reason, _) => reason,
                };
                return Verdict { count, head, broken: Some(Broken { line: nth, seq, reason }) };
            }
        }
    }
    let short = end.filter(|end| head.as_ref() != Some(end));
    let broken = short.map(|end| {
        let (seq, last) = (head.as_ref().map_or(0, |head| head.seq + 1), lines().last().map_or(0, |(nth, _)| nth + 1));
        // As long as it should be, but another log.
        let reason = if end.seq >= seq { Reason::Missing } else { Reason::Relinked };
        Broken { line: last, seq, reason }
    });
    Verdict { count, head, broken }
}

/// Whether a line is the record of a number that comes after a head; if not, why, and its own number.
fn check(line: &[u8], seq: usize, head: Option<&Head>) -> Result<Head, (Reason, Option<usize>)> {
    let document = scan(line).map_err(|_| (Reason::Truncated, None))?;
    let root = document.root();
    let text = |name: &str| root.get(name).and_then(Value::text).map(|text| text.lossy());
    let found = number(root).ok_or((Reason::Foreign, None))?;
    let (Some(hash), Some(prev)) = (text("hash"), text("prev")) else { return Err((Reason::Foreign, None)) };
    let whole = own_hash(line).is_some_and(|own| own.to_string() == hash);
    if !whole {
        return Err((Reason::Altered, Some(found)));
    }
    if found != seq {
        return Err((Reason::Missing, Some(found)));
    }
    if prev != head.map_or(GENESIS, |head| &head.hash) {
        return Err((Reason::Relinked, Some(found)));
    }
    Ok(Head { seq, hash: hash.into_owned() })
}

/// The hash of a line without the hash in it.
fn own_hash(line: &[u8]) -> Option<Digest> {
    let document = scan(line).ok()?;
    let mut changes = Changes::new(&document);
    changes.remove(document.root().get("hash")?).ok()?;
    let bare = changes.apply().ok()?;
    Some(digest(scan(&bare).ok()?.root()))
}

fn seq_of(line: &[u8]) -> Option<usize> {
    number(scan(line).ok()?.root())
}

fn number(record: Value<'_>) -> Option<usize> {
    record.get("seq").and_then(Value::whole).and_then(|seq| usize::try_from(seq).ok())
}

impl Head {
    /// Reads a head: an object with `seq` and `hash`.
    ///
    /// # Errors
    /// What is none.
    pub fn read(value: Value<'_>) -> Result<Self, Error> {
        let hash = value.get("hash").and_then(Value::text).map(|text| lossy(text.raw()));
        match (number(value), hash) {
            (Some(seq), Some(hash)) if hash.len() == GENESIS.len() => Ok(Self { seq, hash }),
            _ => Err(Error::new(Code::Input, "a head has a number and a hash")),
        }
    }
}
