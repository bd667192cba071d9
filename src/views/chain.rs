//! A log that is only ever added to, in which each record carries the hash of the one before: nothing can be changed, left out, moved or
//! put in between without the next hash telling. It shows tampering and does not prevent it: who can rewrite the whole log and the head that
//! others keep can make a new one.
//!
//! A record is a line of JSON: `seq`, `time`, `prev` and `hash`, and then the members that it was given. The hash is the SHA-256 of the
//! canonical text (RFC 8785) of the line without it.

use crate::error::{Code, Error};
use crate::json::{Changes, Digest, Document, Kind, Value, Writer, digest, lossy, scan};

/// The end of a log. The next record is chained to it, and a copy kept apart shows whether records are missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChainHead {
    /// The number of the last record.
    pub seq: usize,
    /// Its hash, in hexadecimal.
    pub hash: String,
}

/// The hash that the first record is chained to.
const GENESIS: &str = "0000000000000000000000000000000000000000000000000000000000000000";
/// The members that a record gets, which no one else may give it.
const OWN: [&str; 4] = ["seq", "time", "prev", "hash"];

/// The line of a record, without a break at its end, and the new head.
///
/// # Errors
/// A record that is not a JSON object, or has a member of the chain's own.
pub fn append(head: Option<&ChainHead>, record: &[u8], time: &str) -> Result<(Vec<u8>, ChainHead), Error> {
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
    Ok((line(seq, time, prev, Some(&hash), root), ChainHead { seq, hash }))
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

/// The result of a verification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChainVerdict {
    /// How many records are as they were written, from the first.
    pub count: usize,
    /// The last of them.
    pub head: Option<ChainHead>,
    /// The first record that is not, if there is one.
    pub broken: Option<BrokenRecord>,
}

/// The first record of a log that was changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokenRecord {
    /// Its line, from 0; for one that is missing, the line where it should be.
    pub line: usize,
    /// The number that was expected there.
    pub seq: usize,
    /// The fault.
    pub reason: ChainFault,
}

/// A fault of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChainFault {
    /// The line is not JSON, or ends before its value does.
    Truncated,
    /// It is not a record of a log.
    Foreign,
    /// Its hash is not that of what it says.
    Altered,
    /// A record is not there.
    Missing,
    /// A record was moved in the log.
    Reordered,
    /// A record is there again.
    Repeated,
    /// It is whole, and chained to another record than the one before it.
    Relinked,
}

impl ChainFault {
    /// The word for it in reports and in TypeScript.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            ChainFault::Truncated => "truncated",
            ChainFault::Foreign => "foreign",
            ChainFault::Altered => "altered",
            ChainFault::Missing => "missing",
            ChainFault::Reordered => "reordered",
            ChainFault::Repeated => "repeated",
            ChainFault::Relinked => "relinked",
        }
    }
}

/// Verifies a log from its first line to its last and skips empty lines. The log begins `after` a head, unless it is the beginning. With the head
/// that it should `end` with, records that are missing at its end are found too.
#[must_use]
pub fn verify(log: &[u8], after: Option<&ChainHead>, end: Option<&ChainHead>) -> ChainVerdict {
    let mut verdict = ChainVerdict { count: 0, head: after.cloned(), broken: None };
    let mut last = 0;
    for (nth, line) in log.split(|byte| *byte == b'\n').enumerate() {
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        last = nth + 1;
        if let Some(broken) = &mut verdict.broken {
            // A record that was passed over is elsewhere in the log, or nowhere.
            if broken.reason != ChainFault::Missing {
                break;
            }
            if seq_of(line) == Some(broken.seq) {
                broken.reason = ChainFault::Reordered;
            }
            continue;
        }
        let seq = verdict.next();
        match check(line, seq, verdict.head.as_ref()) {
            Ok(next) => (verdict.head, verdict.count) = (Some(next), verdict.count + 1),
            Err(reason) => verdict.broken = Some(BrokenRecord { line: nth, seq, reason }),
        }
    }
    if let Some(end) = end.filter(|end| verdict.broken.is_none() && verdict.head.as_ref() != Some(end)) {
        let seq = verdict.next();
        // As long as it should be, or longer, but another log.
        let reason = if end.seq >= seq { ChainFault::Missing } else { ChainFault::Relinked };
        verdict.broken = Some(BrokenRecord { line: last, seq, reason });
    }
    verdict
}

impl ChainVerdict {
    /// The number that comes next.
    fn next(&self) -> usize {
        self.head.as_ref().map_or(0, |head| head.seq + 1)
    }
}

/// Checks that a line is the record of a number that comes after a head. Returns the new head, or the fault.
fn check(line: &[u8], seq: usize, head: Option<&ChainHead>) -> Result<ChainHead, ChainFault> {
    let document = scan(line).map_err(|_| ChainFault::Truncated)?;
    let root = document.root();
    let text = |name: &str| root.get(name).and_then(Value::text).map(|text| text.lossy());
    let found = number(root).ok_or(ChainFault::Foreign)?;
    let (Some(hash), Some(prev)) = (text("hash"), text("prev")) else { return Err(ChainFault::Foreign) };
    if own_hash(&document).is_none_or(|own| own.to_string() != hash) {
        return Err(ChainFault::Altered);
    }
    if found != seq {
        return Err(if found < seq { ChainFault::Repeated } else { ChainFault::Missing });
    }
    if prev != head.map_or(GENESIS, |head| &head.hash) {
        return Err(ChainFault::Relinked);
    }
    Ok(ChainHead { seq, hash: hash.into_owned() })
}

/// The hash of a line without the hash in it.
fn own_hash(document: &Document<'_>) -> Option<Digest> {
    let mut changes = Changes::new(document);
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

impl ChainHead {
    /// Reads a head: an object with `seq` and `hash`.
    ///
    /// # Errors
    /// A value that is not a head.
    pub fn read(value: Value<'_>) -> Result<Self, Error> {
        let hash = value.get("hash").and_then(Value::text).map(|text| lossy(text.raw()));
        match (number(value), hash) {
            (Some(seq), Some(hash)) if hash.len() == GENESIS.len() => Ok(Self { seq, hash }),
            _ => Err(Error::new(Code::Input, "a head has a number and a hash")),
        }
    }
}
