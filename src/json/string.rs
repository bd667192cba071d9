//! Strings: decoded on demand, and written.
//!
//! JSON can write half of a surrogate pair (`"\ud83d"`), and does: JavaScript emits it when a stream is cut inside an emoji. UTF-8 cannot hold it, so strings
//! decode to WTF-8 (UTF-8 that allows such halves as three bytes). A caller who wants a `str` gets `None` if there is none.

use std::borrow::Cow;

use super::simd::{WIDTH, next_escape, plain};

/// The inside of a string, between its quotes, as it is written.
#[derive(Clone, Copy, Debug)]
pub struct Text<'d> {
    raw: &'d [u8],
    escaped: bool,
    lone: bool,
}

impl<'d> Text<'d> {
    pub(super) fn new(raw: &'d [u8], escaped: bool, lone: bool) -> Self {
        Self { raw, escaped, lone }
    }

    /// Makes a text as it is written between quotes. The caller guarantees that it is well formed and has no half of a surrogate pair.
    #[must_use]
    pub fn written(raw: &'d [u8]) -> Self {
        Self { raw, escaped: raw.contains(&b'\\'), lone: false }
    }

    /// Returns the bytes between the quotes, with their escapes.
    #[must_use]
    pub fn raw(self) -> &'d [u8] {
        self.raw
    }

    /// Returns `true` if it holds half of a surrogate pair.
    #[must_use]
    pub fn has_lone_surrogate(self) -> bool {
        self.lone
    }

    /// Returns `true` if it is `""`.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.raw.is_empty()
    }

    /// Returns `true` if it is written as its canonical text: no escape of it has a shorter form. Line breaks and quotes in code are written so.
    pub(super) fn is_canonical(self) -> bool {
        let mut rest = if self.escaped { self.raw } else { &[] };
        while let Some(stop) = next_escape(rest) {
            match rest.get(stop..).unwrap_or_default() {
                [_, b'"' | b'\\' | b'b' | b'f' | b'n' | b'r' | b't', after @ ..] => rest = after,
                _ => return false,
            }
        }
        true
    }

    /// Returns `true` if raw text and value are the same plain ASCII.
    pub(super) fn is_ascii(self) -> bool {
        !self.escaped && self.raw.is_ascii()
    }

    /// Returns its value in WTF-8: plain UTF-8 unless [`Text::has_lone_surrogate`].
    #[must_use]
    pub fn wtf8(self) -> Cow<'d, [u8]> {
        if self.escaped { Cow::Owned(decode(self.raw)) } else { Cow::Borrowed(self.raw) }
    }

    /// Returns its value. `None` if half of a surrogate pair prevents a `str`.
    #[must_use]
    pub fn to_str(self) -> Option<Cow<'d, str>> {
        match self.wtf8() {
            Cow::Borrowed(bytes) => std::str::from_utf8(bytes).ok().map(Cow::Borrowed),
            Cow::Owned(bytes) => String::from_utf8(bytes).ok().map(Cow::Owned),
        }
    }

    /// Returns its value, if it is written without an escape.
    #[must_use]
    pub fn plain(self) -> Option<&'d str> {
        if self.escaped { None } else { std::str::from_utf8(self.raw).ok() }
    }

    /// Returns its value with U+FFFD in place of each half of a surrogate pair. For display, never for replay.
    #[must_use]
    pub fn lossy(self) -> Cow<'d, str> {
        match self.plain() {
            Some(text) => Cow::Borrowed(text),
            None => self.to_str().unwrap_or_else(|| Cow::Owned(lossy(&self.wtf8()))),
        }
    }

    /// Writes its value as a JSON string in canonical form. Mostly this is its original text.
    pub(super) fn write(self, out: &mut Vec<u8>) {
        if !self.is_canonical() {
            return write_quoted(&decode(self.raw), out);
        }
        out.push(b'"');
        append(out, self.raw);
        out.push(b'"');
    }

    /// Returns its value in UTF-16 code units, in which JavaScript compares and counts.
    pub fn utf16(self) -> impl Iterator<Item = u16> {
        Utf16 { bytes: self.wtf8(), at: 0, low: None }
    }
}

impl PartialEq<str> for Text<'_> {
    /// Returns `true` if its value is that text, however it is escaped.
    fn eq(&self, other: &str) -> bool {
        self.is(other.as_bytes())
    }
}

impl Text<'_> {
    /// Returns `true` if its value begins with a word. A text with its first escape after the word is not decoded.
    pub(super) fn begins(&self, word: &[u8]) -> bool {
        let before = if self.escaped { self.raw.split(|byte| *byte == b'\\').next().unwrap_or_default() } else { self.raw };
        before.starts_with(word) || self.escaped && word.starts_with(before) && self.wtf8().starts_with(word)
    }

    /// Returns `true` if its value is that text, given as bytes.
    pub(super) fn is(&self, other: &[u8]) -> bool {
        if self.escaped { *self.wtf8() == *other } else { self.raw == other }
    }
}

/// Writes a text as a JSON string, with only the escapes that the grammar requires.
#[must_use]
pub fn quote(text: &str) -> String {
    String::from_utf8(quote_wtf8(text.as_bytes())).unwrap_or_default()
}

/// Writes a text in WTF-8 as a JSON string. A lone surrogate is written as its escape.
#[must_use]
pub fn quote_wtf8(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() + 2);
    write_quoted(text, &mut out);
    out
}

/// Adds bytes to a text. Most pieces are a few bytes long; for those a copy instruction of wasm costs more than a loop.
pub(super) fn append(out: &mut Vec<u8>, bytes: &[u8]) {
    if bytes.len() < 16 {
        out.extend(bytes.iter().copied());
    } else {
        out.extend_from_slice(bytes);
    }
}

/// Writes WTF-8 as a JSON string in the canonical form of RFC 8785. A lone surrogate, which that form forbids, is written as `\udXXX`.
pub(super) fn write_quoted(text: &[u8], out: &mut Vec<u8>) {
    out.push(b'"');
    let mut rest = text;
    while let Some(stop) = next_special(rest) {
        let (plain, from) = rest.split_at_checked(stop).unwrap_or((rest, &[]));
        append(out, plain);
        rest = match from {
            [0xed, second @ 0xa0..=0xff, third, rest @ ..] => {
                write_unit(0xd000 | u32::from(second & 0x3f) << 6 | u32::from(third & 0x3f), out);
                rest
            }
            [0xed, rest @ ..] => {
                out.push(0xed);
                rest
            }
            [byte, rest @ ..] => {
                match byte {
                    b'"' => append(out, b"\\\""),
                    b'\\' => append(out, b"\\\\"),
                    0x08 => append(out, b"\\b"),
                    0x09 => append(out, b"\\t"),
                    0x0a => append(out, b"\\n"),
                    0x0c => append(out, b"\\f"),
                    0x0d => append(out, b"\\r"),
                    _ => write_unit(u32::from(*byte), out),
                }
                rest
            }
            [] => from,
        };
    }
    append(out, rest);
    out.push(b'"');
}

/// Returns `true` if a text is written between quotes as it is.
pub(super) fn is_plain(text: &[u8]) -> bool {
    next_special(text).is_none()
}

/// Returns the index of the first byte that is written as an escape, or that may begin half of a surrogate pair.
fn next_special(text: &[u8]) -> Option<usize> {
    let mut at = 0;
    while let Some(lane) = text.get(at..).and_then(<[u8]>::first_chunk::<WIDTH>) {
        let stop = plain(lane);
        match lane.get(stop) {
            Some(byte) if is_special(*byte) => return Some(at + stop),
            // It is not ASCII.
            Some(_) => at += stop + 1,
            None => at += WIDTH,
        }
    }
    let rest = text.get(at..).unwrap_or_default();
    rest.iter().position(|byte| is_special(*byte)).map(|stop| at + stop)
}

fn is_special(byte: u8) -> bool {
    matches!(byte, 0..0x20 | b'"' | b'\\' | 0xed)
}

/// Writes a code unit as `\uXXXX`.
fn write_unit(unit: u32, out: &mut Vec<u8>) {
    append(out, b"\\u");
    out.extend(
        [12, 8, 4, 0]
            .into_iter()
            .filter_map(|shift| char::from_digit(unit >> shift & 0xf, 16))
            .filter_map(|digit| u8::try_from(digit).ok()),
    );
}

/// Resolves the escapes of a string that the scan has accepted.
fn decode(raw: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(stop) = next_escape(rest) {
        let (plain, from) = rest.split_at(stop);
        append(&mut out, plain);
        rest = match from {
            [_, b'u', after @ ..] => {
                let (unit, after) = hex(after);
                match (unit, after) {
                    (0xd800..=0xdbff, [b'\\', b'u', second @ ..]) => match hex(second) {
                        (low @ 0xdc00..=0xdfff, after) => {
                            push_scalar(0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00), &mut out);
                            after
                        }
                        _ => {
                            push_scalar(unit, &mut out);
                            after
                        }
                    },
                    _ => {
                        push_scalar(unit, &mut out);
                        after
                    }
                }
            }
            [_, escape, after @ ..] => {
                out.push(match escape {
                    b'b' => 0x08,
                    b'f' => 0x0c,
                    b'n' => b'\n',
                    b'r' => b'\r',
                    b't' => b'\t',
                    other => *other,
                });
                after
            }
            _ => &[],
        };
    }
    out.extend_from_slice(rest);
    out
}

/// Reads four hexadecimal digits. Returns their value and the rest.
fn hex(from: &[u8]) -> (u32, &[u8]) {
    let (digits, rest) = from.split_at_checked(4).unwrap_or((from, &[]));
    (digits.iter().fold(0, |unit, digit| unit << 4 | char::from(*digit).to_digit(16).unwrap_or(0)), rest)
}

/// Appends a code point in WTF-8: like UTF-8, with surrogates in the same three-byte form.
fn push_scalar(point: u32, out: &mut Vec<u8>) {
    match char::from_u32(point) {
        Some(char) => out.extend_from_slice(char.encode_utf8(&mut [0; 4]).as_bytes()),
        None => {
            let six = |shift: u32| u8::try_from(point >> shift & 0x3f).unwrap_or(0) | 0x80;
            out.extend_from_slice(&[0xed, six(6), six(0)]);
        }
    }
}

/// Returns bytes as text, with U+FFFD in place of bytes that are not UTF-8, such as half of a surrogate pair in WTF-8.
#[must_use]
pub fn lossy(wtf8: &[u8]) -> String {
    let mut out = String::with_capacity(wtf8.len());
    let mut rest = wtf8;
    loop {
        match std::str::from_utf8(rest) {
            Ok(text) => {
                out.push_str(text);
                return out;
            }
            Err(error) => {
                let (good, bad) = rest.split_at(error.valid_up_to());
                out.push_str(std::str::from_utf8(good).unwrap_or_default());
                out.push('\u{fffd}');
                let length = match bad {
                    [0xed, 0xa0..=0xbf, 0x80..=0xbf, ..] => 3,
                    _ => error.error_len().unwrap_or(bad.len()),
                };
                rest = bad.get(length..).unwrap_or_default();
            }
        }
    }
}

/// Reads WTF-8 as UTF-16 code units.
struct Utf16<'d> {
    bytes: Cow<'d, [u8]>,
    at: usize,
    low: Option<u16>,
}

impl Iterator for Utf16<'_> {
    type Item = u16;

    fn next(&mut self) -> Option<u16> {
        if let Some(low) = self.low.take() {
            return Some(low);
        }
        let lead = *self.bytes.get(self.at)?;
        let (bits, more) = match lead {
            0..0x80 => (lead, 0),
            0x80..0xe0 => (lead & 0x1f, 1),
            0xe0..0xf0 => (lead & 0x0f, 2),
            _ => (lead & 0x07, 3),
        };
        let tail = self.bytes.get(self.at + 1..=self.at + more).unwrap_or_default();
        let point = tail.iter().fold(u32::from(bits), |point, byte| point << 6 | u32::from(byte & 0x3f));
        self.at += 1 + more;
        match u16::try_from(point) {
            Ok(unit) => Some(unit),
            Err(_) => {
                let above = point - 0x10000;
                self.low = u16::try_from(0xdc00 + (above & 0x3ff)).ok();
                u16::try_from(0xd800 + (above >> 10)).ok()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use crate::json::scan;

    fn text_of(json: &str) -> Vec<u16> {
        scan(json.as_bytes()).unwrap().root().text().unwrap().utf16().collect()
    }

    #[test]
    fn escapes_decode_to_the_code_units_that_javascript_sees() {
        assert_eq!(text_of(r#""\u0041\/\"\\\b\f\n\r\t""#), "A/\"\\\u{8}\u{c}\n\r\t".encode_utf16().collect::<Vec<_>>());
        assert_eq!(text_of(r#""\ud83d\ude00é日""#), "😀é日".encode_utf16().collect::<Vec<_>>());
        assert_eq!(text_of(r#""a\ud83d""#), [0x61, 0xd83d]);
        assert_eq!(text_of(r#""\ude00\ud83d\ud83d\ude00x""#), [0xde00, 0xd83d, 0xd83d, 0xde00, 0x78]);
    }

    #[test]
    fn a_lone_surrogate_is_known_and_has_no_str() {
        let document = scan(br#"["a\ud83d", "\ud83d\ude00", "a\ude00b"]"#).unwrap();
        let texts: Vec<_> = document.root().elements().filter_map(|value| value.text()).collect();
        assert_eq!(texts.iter().map(|text| text.has_lone_surrogate()).collect::<Vec<_>>(), [true, false, true]);
        assert_eq!(texts[0].to_str(), None);
        assert_eq!(texts[0].lossy(), "a\u{fffd}");
        assert_eq!(texts[1].to_str().unwrap(), "😀");
        assert_eq!(texts[2].lossy(), "a\u{fffd}b");
    }

    #[test]
    fn what_is_quoted_scans_back_to_itself() {
        for text in ["", "plain", "\"\\/", "\u{0}\u{1f}\u{7f}\u{80}", "\u{d7ff}\u{e000}\u{fffd}😀", "\n\r\t\u{8}\u{c}"] {
            let quoted = super::quote(text);
            let document = scan(quoted.as_bytes()).unwrap();
            assert_eq!(document.root().text().unwrap().to_str().unwrap(), text);
        }
    }
}
