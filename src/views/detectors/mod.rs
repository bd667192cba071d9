//! Detectors of secrets and of what names a person: one pass over a text, each begun by a byte that only few begin with.
//!
//! They are exact where the format is (length, alphabet, checksum), so that ordinary text is left alone; and no run is longer than its
//! format allows, so that the time is linear.

mod keys;
mod people;
mod table;
mod token;

use crate::json::Span;
use table::ROWS;

/// Something that was found, and what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit<'k> {
    /// Where.
    pub span: Span,
    /// What.
    pub kind: &'k str,
}

/// A detector that is code: its kind, the bytes that it begins or turns on, and how it looks. It gets the text, the place of the byte, and the
/// place before which it must not look, since something was found there.
type Special = (&'static str, &'static [u8], fn(&[u8], usize, usize) -> Option<Span>);

const SPECIAL: &[Special] = &[
    ("private-key", b"-", keys::private_key),
    ("url-password", b":", keys::url_password),
    ("email", b"@", people::email),
    ("credit-card", b"123456789", people::card),
    ("iban", b"ABCDEFGHIJKLMNOPQRSTUVWXYZ", people::iban),
    ("phone", b"+(23456789", people::phone),
    ("ipv4", b"123456789", people::ipv4),
];
/// From where on in that list a kind is of a person and no secret of a machine.
const PERSONAL: usize = 2;

/// A set of detectors.
#[derive(Clone, Debug)]
pub struct Detectors {
    /// For each byte which detectors to ask, a bit each: the special ones first.
    by_byte: Vec<u64>,
    /// Those that are on.
    on: u64,
}

impl Detectors {
    /// Those whose kind, or whose group (`secrets`, `personal`), is wanted.
    #[must_use]
    pub fn new(mut wanted: impl FnMut(&str) -> bool) -> Self {
        let (mut by_byte, mut on) = (vec![0; 256], 0);
        let mut add = |nth: usize, bytes: &mut dyn Iterator<Item = u8>| {
            on |= 1 << nth;
            for byte in bytes {
                if let Some(bits) = by_byte.get_mut(usize::from(byte)) {
                    *bits |= 1 << nth;
                }
            }
        };
        let [secrets, personal] = ["secrets", "personal"].map(&mut wanted);
        for (nth, (kind, bytes, _)) in SPECIAL.iter().enumerate() {
            if wanted(kind) || if nth < PERSONAL { secrets } else { personal } {
                add(nth, &mut bytes.iter().copied());
            }
        }
        for (nth, (kind, begins, _)) in ROWS.iter().enumerate() {
            if wanted(kind) || secrets {
                add(SPECIAL.len() + nth, &mut begins.split('|').flat_map(token::first));
            }
        }
        Self { by_byte, on }
    }

    /// What is in a text, from left to right. A member's name may say what its value is.
    #[must_use]
    pub fn find(&self, text: &[u8], name: Option<&[u8]>) -> Vec<Hit<'static>> {
        let mut found = Vec::new();
        if let Some(hit) = name.and_then(|name| self.named(text, name)) {
            found.push(hit);
            return found;
        }
        let (mut at, mut from) = (0, 0);
        while let Some(byte) = text.get(at) {
            let asked = self.by_byte.get(usize::from(*byte)).copied().unwrap_or(0);
            match if asked == 0 { None } else { ask(asked, text, at, from) } {
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
        let rows = ROWS.iter().enumerate().filter(|(nth, _)| self.on >> (SPECIAL.len() + nth) & 1 == 1);
        let mut fitting = rows.filter(|(_, row)| row.1.split('|').any(|begin| token::ends_with_name(name, begin)));
        fitting.find_map(|(_, row)| {
            let span = token::rest(text, 0, 0, row.2)?;
            (span.end == text.len()).then_some(Hit { span, kind: row.0 })
        })
    }
}

/// Every kind there is, in the order of the table, those of a person last.
pub fn kinds() -> impl Iterator<Item = &'static str> {
    let (secret, personal) = SPECIAL.split_at_checked(PERSONAL).unwrap_or_default();
    let rows = ROWS.iter().map(|row| row.0);
    let mut last = "";
    let all = rows.chain(secret.iter().map(|special| special.0)).chain(personal.iter().map(|special| special.0));
    // A kind with several forms has its rows one after the other.
    all.filter(move |kind| std::mem::replace(&mut last, kind) != *kind)
}

/// The first of several detectors that finds something at a place.
fn ask(asked: u64, text: &[u8], at: usize, from: usize) -> Option<Hit<'static>> {
    let mut asked = asked;
    while asked != 0 {
        let nth = usize::try_from(asked.trailing_zeros()).unwrap_or(0);
        asked &= asked - 1;
        let hit = match SPECIAL.get(nth) {
            Some((kind, _, look)) => look(text, at, from).map(|span| Hit { span, kind }),
            None => ROWS.get(nth - SPECIAL.len()).and_then(|row| Some(Hit { span: token::look(text, at, row)?, kind: row.0 })),
        };
        if hit.is_some() {
            return hit;
        }
    }
    None
}

/// Whether something may begin at a place: not within a word. After an escape that stands in a text as it was written, such as `\n` in JSON
/// within JSON, a word begins too.
fn is_open(text: &[u8], at: usize) -> bool {
    match text.get(..at) {
        Some([.., b'\\', b'n' | b'r' | b't' | b'f' | b'b']) => true,
        Some([.., before]) => !before.is_ascii_alphanumeric(),
        _ => true,
    }
}
