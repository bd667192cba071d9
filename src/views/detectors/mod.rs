//! Detectors of secrets and of what names a person: one pass over a text, each begun by a byte that only few begin with.
//!
//! They are exact where the format is (length, alphabet, checksum), so that ordinary text is left alone; and no run of letters is read
//! twice, so that the time is linear.

mod keys;
mod named;
mod people;
mod table;
mod token;

use crate::json::Span;
use table::ROWS;

/// A secret, or something that names a person, found in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit<'k> {
    /// Its place in the text.
    pub span: Span,
    /// Its kind.
    pub kind: &'k str,
}

/// A detector that is code: its kind, the bytes that it begins or turns on, and how it looks. It gets the text, the place of the byte, and the
/// place before which it must not look, since something was found there.
type Special = (&'static str, &'static [u8], fn(&[u8], usize, usize) -> Option<Span>);

const SPECIAL: &[Special] = &[
    ("private-key", b"-", keys::private_key),
    ("url-password", b":", keys::url_password),
    ("named-secret", b":=", named::named_secret),
    ("email", b"@", people::email),
    ("credit-card", b"123456789", people::card),
    ("iban", b"ABCDEFGHIJKLMNOPQRSTUVWXYZ", people::iban),
    ("phone", b"+(23456789", people::phone),
    ("ipv4", b"123456789", people::ipv4),
];
/// From where on in that list a kind is of a person and no secret of a machine.
const PERSONAL: usize = 3;
/// The place of `named-secret` in that list.
const NAMED: usize = 2;
/// The groups that detectors can be named by.
pub(super) const SECRETS: &str = "secrets";
pub(super) const OF_PERSONS: &str = "personal";

/// A set of detectors.
#[derive(Clone, Debug)]
pub struct Detectors {
    /// For each byte which detectors to ask, a bit each: the special ones first.
    by_byte: Vec<u64>,
    /// The same for the byte after it.
    by_second: Vec<u64>,
    /// Those that are on.
    on: u64,
    /// Those that may begin within a word: all others are asked only where one begins.
    within: u64,
}

impl Detectors {
    /// Those whose kind, or whose group (`secrets`, `personal`), is named.
    #[must_use]
    pub fn new(wanted: &[&str]) -> Self {
        let mut new = Self { by_byte: vec![0; 256], by_second: vec![0; 256], on: 0, within: 0 };
        for (nth, (kind, bytes, _)) in SPECIAL.iter().enumerate() {
            if wanted.contains(kind) || wanted.contains(if nth < PERSONAL { &SECRETS } else { &OF_PERSONS }) {
                bytes.iter().for_each(|byte| new.add(nth, *byte, None));
            }
        }
        for (nth, (kind, begins, _)) in ROWS.iter().enumerate() {
            if wanted.contains(kind) || wanted.contains(&SECRETS) {
                for begin in begins.as_bytes().split(|byte| *byte == b'|') {
                    let nth = SPECIAL.len() + nth;
                    match begin {
                        // A name, in any case, and in the middle of a longer one.
                        [b'~', byte, second, ..] => {
                            new.add(nth, *byte, Some(*second));
                            new.add(nth, byte.to_ascii_uppercase(), Some(second.to_ascii_uppercase()));
                            new.within |= 1 << nth;
                        }
                        [byte, second, ..] => new.add(nth, *byte, Some(*second)),
                        _ => {}
                    }
                }
            }
        }
        new
    }

    /// A detector is asked at a byte, if a second one follows or whatever does.
    fn add(&mut self, nth: usize, byte: u8, second: Option<u8>) {
        self.on |= 1 << nth;
        // A sign has no word around it.
        if !byte.is_ascii_alphanumeric() {
            self.within |= 1 << nth;
        }
        if let Some(bits) = self.by_byte.get_mut(usize::from(byte)) {
            *bits |= 1 << nth;
        }
        for (other, bits) in self.by_second.iter_mut().enumerate() {
            if second.is_none_or(|second| usize::from(second) == other) {
                *bits |= 1 << nth;
            }
        }
    }

    /// Finds the hits in a text, from left to right. The name of a member may show the kind of its value.
    #[must_use]
    pub fn find(&self, text: &[u8], name: Option<&[u8]>) -> Vec<Hit<'static>> {
        let mut found = Vec::new();
        if let Some(hit) = name.and_then(|name| self.named(text, name)) {
            found.push(hit);
            return found;
        }
        let (mut at, mut from) = (0, 0);
        let mut runs = token::Runs::default();
        while let Some(byte) = text.get(at) {
            let mut asked = self.by_byte.get(usize::from(*byte)).copied().unwrap_or(0);
            if asked != 0 {
                let second = text.get(at + 1).map_or(0, |second| usize::from(*second));
                asked &= self.by_second.get(second).copied().unwrap_or(0);
            }
            if asked != 0 && !is_open(text, at) {
                asked &= self.within;
            }
            match if asked == 0 { None } else { ask(asked, text, at, from, &mut runs) } {
                Some(hit) => {
                    (at, from) = (hit.span.end, hit.span.end);
                    found.push(hit);
                }
                None => at += 1,
            }
        }
        found
    }

    /// A text that is wholly what the name of its member says.
    fn named(&self, text: &[u8], name: &[u8]) -> Option<Hit<'static>> {
        for (nth, (kind, begins, words)) in ROWS.iter().enumerate() {
            let asked = self.on >> (SPECIAL.len() + nth) & 1 == 1 && begins.starts_with('~');
            if asked && begins.as_bytes().split(|byte| *byte == b'|').any(|begin| token::ends_with_name(name, begin)) {
                let span = token::rest(text, 0, 0, words, &mut token::Runs::default()).filter(|span| span.end == text.len());
                return span.map(|span| Hit { span, kind });
            }
        }
        let is_secret = self.on >> NAMED & 1 == 1 && named::is_secret(name, text);
        is_secret.then_some(Hit { span: Span { start: 0, end: text.len() }, kind: "named-secret" })
    }
}

/// Every kind there is, in the order of the table, those of a person last.
#[must_use]
pub fn kinds() -> Vec<&'static str> {
    let mut all: Vec<&str> = Vec::with_capacity(ROWS.len() + SPECIAL.len());
    for (kind, ..) in ROWS {
        // A kind with several forms has its rows one after the other.
        if all.last() != Some(kind) {
            all.push(kind);
        }
    }
    SPECIAL.iter().for_each(|(kind, ..)| all.push(kind));
    all
}

/// The first of several detectors that finds something at a place.
fn ask(asked: u64, text: &[u8], at: usize, from: usize, runs: &mut token::Runs) -> Option<Hit<'static>> {
    let mut asked = asked;
    while asked != 0 {
        let nth = usize::try_from(asked.trailing_zeros()).unwrap_or(0);
        asked &= asked - 1;
        let hit = match SPECIAL.get(nth) {
            Some((kind, _, look)) => look(text, at, from).map(|span| Hit { span, kind }),
            None => ROWS.get(nth - SPECIAL.len()).and_then(|row| Some(Hit { span: token::look(text, at, row, runs)?, kind: row.0 })),
        };
        if hit.is_some() {
            return hit;
        }
    }
    None
}

/// Returns `true` if a hit may begin at a place, which is not within a word. A word also begins after an escape in a text, such
/// as `\n` in JSON within JSON.
fn is_open(text: &[u8], at: usize) -> bool {
    match text.get(..at) {
        Some([.., b'\\', b'n' | b'r' | b't' | b'f' | b'b']) => true,
        Some([.., before]) => !before.is_ascii_alphanumeric(),
        _ => true,
    }
}
