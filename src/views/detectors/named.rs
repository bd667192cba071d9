//! Secrets that only their name gives away: `password=…`, `api_key: "…"`, and members of such a name.

use super::token::{ends_with_name, is_mixed};
use crate::json::Span;

/// The names, in small letters and without what joins their words.
const NAMES: &[&str] =
    &["password", "passwd", "passphrase", "apikey", "clientsecret", "secretkey", "accesstoken", "refreshtoken", "authtoken"];
/// The shortest secret in a text. A member may have a shorter one.
const LEAST: usize = 4;
const MOST: usize = 512;

/// Returns `true` if the name of a member says that its text is a secret, whatever it looks like.
pub(super) fn is_secret(name: &[u8], text: &[u8]) -> bool {
    is_name(name) && text.len() <= MOST && !is_placeholder(text)
}

/// The value that is assigned to such a name by the sign at a place.
pub(super) fn named_secret(text: &[u8], at: usize, from: usize) -> Option<Span> {
    let is_sign = |byte: Option<&u8>| byte.is_some_and(|byte| b"=:!<>".contains(byte));
    let before = text.get(from..at)?;
    // `==`, `!=`, `::` and `=>` assign nothing.
    if is_sign(before.last()) || is_sign(text.get(at + 1)) {
        return None;
    }
    let after_name = before.iter().rev().take(4).take_while(|byte| is_quote(**byte) || **byte == b' ').count();
    is_name(before.get(..before.len() - after_name)?).then_some(())?;
    let signs = text.get(at + 1..)?.iter().take(4).take_while(|byte| is_quote(**byte) || matches!(**byte, b' ' | b'\t')).count();
    let start = at + 1 + signs;
    let quoted = text.get(start - 1).is_some_and(|byte| is_quote(*byte));
    let run = text.get(start..)?.iter().take(MOST).take_while(|byte| is_of_secret(**byte, quoted)).count();
    // A full stop may end a sentence.
    let stop = usize::from(!quoted && text.get(start..start + run)?.ends_with(b"."));
    let length = run - stop;
    let (value, next) = (text.get(start..start + length)?, text.get(start + length));
    let looks = length >= LEAST && !is_placeholder(value) && !is_name(value);
    let is_tight = text.get(at) == Some(&b'=') && signs == 0 && after_name == 0;
    let ends = next.is_none_or(|next| next.is_ascii_whitespace() || *next == b'.');
    let drawn =
        if quoted { !value.contains(&b' ') && is_drawn(value) } else { !is_code(value, next) && (is_drawn(value) || is_tight && ends) };
    (looks && drawn).then_some(Span { start, end: start + length })
}

fn is_name(name: &[u8]) -> bool {
    // The longest name has 12 letters; what joins its words may be as many.
    let end = name.get(name.len().saturating_sub(24)..).unwrap_or(name);
    NAMES.iter().any(|known| ends_with_name(end, [b"~", known.as_bytes()].concat().as_slice()))
}

const fn is_quote(byte: u8) -> bool {
    matches!(byte, b'"' | b'\'' | b'`' | b'\\')
}

fn is_of_secret(byte: u8, quoted: bool) -> bool {
    byte > b' ' && !is_quote(byte) && !b",;<>()[]{}&|".contains(&byte) || quoted && byte == b' '
}

/// A placeholder for a secret that is elsewhere, or was removed.
fn is_placeholder(text: &[u8]) -> bool {
    let first = text.first();
    first.is_none_or(|first| b"$*%<[{.".contains(first) || text.iter().all(|byte| byte == first))
}

/// Returns `true` for what looks drawn: a digit, both cases, or a sign that no word has.
fn is_drawn(text: &[u8]) -> bool {
    is_mixed(text) || text.iter().any(|byte| byte.is_ascii_punctuation() && !b"_-.".contains(byte))
}

/// Returns `true` for an expression of a program: a path of names, a call, or an index.
fn is_code(text: &[u8], next: Option<&u8>) -> bool {
    let is_of_path = |byte: &u8| byte.is_ascii_alphanumeric() || b"_.$?!".contains(byte);
    let is_word = !text.iter().any(u8::is_ascii_digit);
    next.is_some_and(|next| b"([{<".contains(next))
        || text.iter().all(is_of_path) && (text.contains(&b'.') || is_word && text.iter().any(u8::is_ascii_uppercase))
}
