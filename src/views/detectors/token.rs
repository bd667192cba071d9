//! Tokens as the rows of the table describe them.

use super::table::{TokenPattern, is};
use crate::json::Span;

/// The end of the last run that was looked for, for each class. In `eyJ-eyJ-eyJ-…` every place may begin a token, and all share one end.
#[derive(Default)]
pub(super) struct Runs(Vec<(u8, usize, usize)>);

impl Runs {
    /// The end of the run of a class at a place.
    fn end(&mut self, class: u8, text: &[u8], at: usize) -> usize {
        let nth = self.0.iter().position(|(other, ..)| *other == class).unwrap_or_else(|| {
            self.0.push((class, 0, 0));
            self.0.len() - 1
        });
        let Some((_, from, end)) = self.0.get_mut(nth) else { return at };
        if at < *from || *end <= at {
            let length = text.get(at..).unwrap_or_default().iter().take_while(|byte| is(class, **byte)).count();
            (*from, *end) = (at, at + length);
        }
        *end
    }
}

/// Looks for a row's token at a place.
pub(super) fn look(text: &[u8], at: usize, row: &TokenPattern, runs: &mut Runs) -> Option<Span> {
    let here = text.get(at..)?;
    for begin in row.1.as_bytes().split(|byte| *byte == b'|') {
        let length = match begin {
            [b'~', name @ ..] => assigned(here, name),
            _ => here.starts_with(begin).then_some(begin.len()),
        };
        let found = length.and_then(|length| rest(text, at, at + length, row.2, runs));
        if found.is_some() {
            return found;
        }
    }
    None
}

/// The rest of a token: it begins at one place, and its words describe what comes from another place on.
pub(super) fn rest(text: &[u8], begin: usize, from: usize, words: &str, runs: &mut Runs) -> Option<Span> {
    let (mut start, mut at) = (begin, from);
    let mut class = 0;
    for word in words.as_bytes().split(|byte| *byte == b' ') {
        match word {
            b">" => start = at,
            [b'=', literal @ ..] => {
                text.get(at..)?.starts_with(literal).then_some(())?;
                at += literal.len();
                class = 0;
            }
            [b'!', check] => {
                let secret = text.get(start..at)?;
                (if *check == b'b' { is_credentials(secret) } else { is_mixed(secret) }).then_some(())?;
            }
            [of, count @ ..] => {
                class = *of;
                let (least, most) = bounds(count);
                let run = most.min(runs.end(class, text, at) - at);
                (run >= least).then_some(())?;
                at += run;
            }
            [] => {}
        }
    }
    // A text that continues is longer than a token of this kind. A full stop may end a sentence.
    let goes_on = |at: usize| text.get(at).is_some_and(|next| class != 0 && is(class, *next));
    (!goes_on(at) || text.get(at) == Some(&b'.') && !goes_on(at + 1)).then_some(Span { start, end: at })
}

/// `32`, or `32-64`.
fn bounds(count: &[u8]) -> (usize, usize) {
    let (mut least, mut most) = (None, 0);
    for byte in count {
        match byte {
            b'-' => least = Some(std::mem::take(&mut most)),
            digit => most = most * 10 + usize::from(digit & 0xf),
        }
    }
    (least.unwrap_or(most), most)
}

/// Returns `true` if a name ends with that of a row.
pub(super) fn ends_with_name(name: &[u8], begin: &[u8]) -> bool {
    let mut letters = name.iter().rev().filter(|byte| !matches!(byte, b'_' | b'-' | b' '));
    begin.iter().skip(1).rev().all(|byte| letters.next().is_some_and(|letter| letter.to_ascii_lowercase() == *byte))
}

/// The length of the name here, with what assigns a value to it.
fn assigned(here: &[u8], name: &[u8]) -> Option<usize> {
    let mut rest = here;
    for letter in name {
        while let [b'_' | b'-' | b' ', after @ ..] = rest {
            rest = after;
        }
        let (first, after) = rest.split_first()?;
        (first.to_ascii_lowercase() == *letter).then_some(())?;
        rest = after;
    }
    let is_sign =
        |byte: &&u8| matches!(**byte, b' ' | b'\t' | b'\r' | b'\n' | b'"' | b'\'' | b'`' | b'\\' | b':' | b'=' | b'>' | b',' | b'(');
    let signs = rest.iter().take(12).take_while(is_sign).count();
    (signs > 0).then_some(here.len() - rest.len() + signs)
}

/// Returns `true` if a text looks drawn by lot, and not like words: it has a digit, or letters of both cases.
pub(super) fn is_mixed(text: &[u8]) -> bool {
    let has = |is: fn(&u8) -> bool| text.iter().skip(1).any(is);
    has(u8::is_ascii_digit) || has(u8::is_ascii_uppercase) && has(u8::is_ascii_lowercase)
}

/// Returns `true` if base64 is a name, a colon and a password.
fn is_credentials(text: &[u8]) -> bool {
    let (mut held, mut bits, mut colon) = (0_u32, 0, false);
    for byte in text.iter().filter(|byte| **byte != b'=') {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return false,
        };
        held = held << 6 & 0xfff | u32::from(value);
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            match held >> bits & 0xff {
                0x3a => colon = true,
                0..0x20 | 0x7f => return false,
                _ => {}
            }
        }
    }
    colon
}
