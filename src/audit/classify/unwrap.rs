//! From what a client has in hand to the sentences in it: a body, a text with a body in it, a stream with an error in it.
//!
//! Gateways wrap the provider's error in their own, clients print both as Python or JavaScript shows objects, logs cut them off. So
//! objects are [read leniently](super::reader), at any place of a text, and the text between them is read too.

use super::reader::{End, Reader};
use crate::conversation::Framing;
use crate::json::{Text, lossy, scan};

/// The messages of an error, the outermost first.
#[derive(Debug, Default)]
pub(super) struct Unwrapped {
    pub(super) messages: Vec<Message>,
    pub(super) status: Option<u16>,
    pub(super) code: Option<String>,
    /// How many more bytes are read. Texts are inside texts, so a hostile one could be read many times.
    left: usize,
    /// How many more bytes of sentences are taken.
    bytes_left: usize,
}

/// A sentence, and the place that was said beside it.
#[derive(Debug, Default)]
pub(super) struct Message {
    pub(super) text: String,
    pub(super) at: Option<String>,
}

/// Takes an error out of its wrappings.
pub(super) fn unwrap(error: &[u8]) -> Unwrapped {
    let error = error.strip_prefix(b"\xef\xbb\xbf").unwrap_or(error);
    let unquoted = error.trim_ascii_start().starts_with(b">").then(|| without_quotation(error));
    let error = unquoted.as_deref().unwrap_or(error);
    let mut unwrapped = Unwrapped { left: EFFORT * error.len(), bytes_left: MOST_BYTES, ..Unwrapped::default() };
    if is_stream(error) {
        let mut framing = Framing::default();
        let mut each = |name: Option<&str>, data: &[u8]| {
            if matches!(data.first(), Some(b'{' | b'[')) {
                unwrapped.object(data, 0);
            } else if name == Some("error") {
                unwrapped.text(data, None, 0);
            }
        };
        framing.push(error, &mut each);
        framing.finish(&mut each);
    } else {
        unwrapped.text(error, None, 0);
    }
    if let Some(code) = unwrapped.code.clone() {
        unwrapped.say(code.as_bytes(), None);
    }
    unwrapped
}

/// A text without the `>` before the lines of a quotation.
fn without_quotation(error: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(error.len());
    for line in error.split_inclusive(|byte| *byte == b'\n') {
        let start = line.trim_ascii_start();
        out.extend_from_slice(start.strip_prefix(b">").unwrap_or(line));
    }
    out
}

/// Returns `true` if these are events, from the first or from anywhere: those of SSE, of AWS, or a JSON text a line.
fn is_stream(error: &[u8]) -> bool {
    let has = |start: &[u8]| error.starts_with(start);
    let lines = || error.split(|byte| matches!(byte, b'\n' | b'\r')).filter(|line| !line.is_empty());
    let is_object = |line: &[u8]| line.starts_with(b"{") && line.trim_ascii_end().ends_with(b"}");
    let is_event = |line: &[u8]| line.starts_with(b"data:") || line.starts_with(b"event:");
    has(b"\0") || has(b":") || lines().any(is_event) || lines().filter(|line| is_object(line)).count() > 1
}

impl Unwrapped {
    /// Adds a sentence, once; of a long text its beginning and its end.
    fn say(&mut self, text: &[u8], at: Option<&str>) {
        let text = match (text.get(..WINDOW), text.get(text.len().saturating_sub(WINDOW)..)) {
            (Some(head), Some(tail)) if text.len() > 2 * WINDOW => &[head, b" ", tail].concat(),
            _ => text,
        };
        let Some(bytes_left) = self.bytes_left.checked_sub(text.len()) else { return };
        let is_new = !self.messages.iter().any(|known| known.text.as_bytes() == text && known.at.as_deref() == at);
        if is_new && self.messages.len() < MOST && text.iter().filter(|byte| byte.is_ascii_alphabetic()).count() > 3 {
            self.bytes_left = bytes_left;
            self.messages.push(Message { text: lossy(text), at: at.map(str::to_owned) });
        }
    }

    /// A text, which may be an object or have some in it.
    fn text(&mut self, text: &[u8], at: Option<&str>, depth: usize) {
        let text = text.trim_ascii();
        if depth > DEEPEST || self.messages.len() >= MOST {
            return;
        }
        if text.starts_with(b"\"")
            && let Some(text) = scan(text).ok().as_ref().and_then(|document| document.root().text())
        {
            return self.text(text.lossy().as_bytes(), at, depth + 1);
        }
        // An object whose quotes are all escaped was in a text whose own quotes are gone.
        if opening(text).is_some_and(|start| is_escaped(text.get(start + 1..).unwrap_or_default())) {
            return self.text(written(text).as_bytes(), at, depth + 1);
        }
        let starts = opening(text) == Some(0);
        // The text that was neither read as an object nor said begins at `gap`.
        let (mut from, mut gap, mut is_whole) = (0, 0, true);
        for _ in 0..TRIES {
            let Some(start) = text.get(from..).and_then(opening).map(|start| from + start) else { break };
            let before = self.messages.len();
            let Object { end, is_exchange, is_loose } = self.object(text.get(start..).unwrap_or_default(), depth);
            let says = self.messages.len() > before;
            is_whole &= matches!(end, End::Whole(_));
            from = match end {
                End::Whole(length) if !is_loose => start + length,
                End::Broken(at) if says => start + at.max(1),
                _ => start + 1,
            };
            if says || is_exchange {
                // The text in front comes first.
                let inner = self.messages.split_off(before);
                self.sentence(text.get(gap..start).unwrap_or_default(), None);
                self.messages.extend(inner);
                gap = from;
                // The rest of a request, an answer or an object that ends with the text is not a sentence.
                if end == End::CutOff || is_exchange && !matches!(end, End::Whole(_)) {
                    return;
                }
            }
        }
        // A text that is an object and says nothing is none, unless it is an error that is broken.
        if !starts || gap > 0 || !is_whole && is_error(text) {
            self.sentence(text.get(gap..).unwrap_or_default(), at);
        }
    }

    /// Adds a sentence outside of objects, and the status that it names.
    fn sentence(&mut self, text: &[u8], at: Option<&str>) {
        self.status = self.status.or_else(|| status(text));
        self.say(text, at);
    }

    /// Reads the object that starts there, and takes what is said in it.
    fn object(&mut self, text: &[u8], depth: usize) -> Object {
        let nothing = Object { end: End::CutOff, is_exchange: false, is_loose: false };
        let Some(left) = self.left.checked_sub(text.len()) else { return nothing };
        self.left = left;
        let (reader, end) = Reader::read(text);
        for open in &reader.done {
            self.status = self.status.or(open.status);
            self.code = open.error_code().or(self.code.take());
            if reader.is_loose {
                continue;
            }
            for (is_located, text) in &open.said {
                let text = written(text);
                match open.place.as_deref().filter(|_| *is_located) {
                    Some(place) => self.say([place, ": ", &text].concat().as_bytes(), Some(place)),
                    None => self.text(text.as_bytes(), open.place.as_deref(), depth + 1),
                }
            }
        }
        Object { end, is_exchange: reader.is_exchange, is_loose: reader.is_loose }
    }
}

/// An object that was read: how it ended, whether it is a request or an answer, and whether it is only like an object.
struct Object {
    end: End,
    is_exchange: bool,
    is_loose: bool,
}

/// Where an object begins, or an array of objects.
fn opening(text: &[u8]) -> Option<usize> {
    let is_opening = |(at, byte): (usize, &u8)| {
        let next = || text.get(at + 1..).unwrap_or_default().iter().find(|byte| !byte.is_ascii_whitespace());
        (*byte == b'{' || *byte == b'[' && matches!(next(), Some(b'{' | b'"'))).then_some(at)
    };
    text.iter().enumerate().find_map(is_opening)
}

/// Returns `true` if the inside of an object begins with an escape.
fn is_escaped(inside: &[u8]) -> bool {
    let slashes = inside.iter().take_while(|byte| **byte == b'\\').count();
    slashes > 0 && matches!(inside.get(slashes), Some(b'"' | b'\'' | b'n'))
}

/// Returns `true` if the first member of an object says that it is an error.
fn is_error(text: &[u8]) -> bool {
    let inside = text.trim_ascii_start();
    let inside = inside.strip_prefix(b"[").unwrap_or(inside).trim_ascii_start();
    let Some(inside) = inside.strip_prefix(b"{") else { return false };
    let start =
        inside.iter().position(|byte| !matches!(byte, b' ' | b'\n' | b'\r' | b'\t' | b'"' | b'\'' | b'\\' | b':')).unwrap_or(inside.len());
    let name = inside.get(start..).unwrap_or_default();
    let after = |name: &[u8], length: usize| -> Vec<u8> {
        let is_mark = |byte: &u8| matches!(byte, b' ' | b'\n' | b'"' | b'\'' | b'\\' | b':' | b'=' | b'>');
        name.get(length..).unwrap_or_default().iter().copied().skip_while(|byte| is_mark(byte)).take(8).collect()
    };
    match name {
        [b'e', b'r', b'r', ..] => true,
        name if name.starts_with(b"type") => after(name, 4).starts_with(b"error"),
        name if name.starts_with(b"object") => after(name, 6).starts_with(b"error"),
        name if name.starts_with(b"message") => !after(name, 7).starts_with(b"{") && !name.starts_with(b"messages"),
        name => [&b"code"[..], b"detail", b"status", b"name", b"__type", b"msg", b"cause"].iter().any(|start| name.starts_with(start)),
    }
}

/// The status that a text begins with, give or take a few words: `400 {`, `Error: 400`, `<400>`, `HTTP 429`. Further on a word has to say that it is one.
fn status(text: &[u8]) -> Option<u16> {
    let start = text.get(..FAR).unwrap_or(text);
    let is_of_word = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-');
    let (mut before, mut at): (&[u8], usize) = (b"", 0);
    for word in start.split(|byte| !is_of_word(byte)) {
        let is_named = STATUS
            .iter()
            .any(|name| before.get(before.len().saturating_sub(name.len())..).is_some_and(|end| end.eq_ignore_ascii_case(name)));
        if let Some(status) = number(word.strip_suffix(b".").unwrap_or(word))
            && (at < NEAR || is_named)
        {
            return Some(status);
        }
        at += word.len() + 1;
        if !word.is_empty() {
            before = word;
        }
    }
    None
}

/// The status that a word is.
pub(super) fn number(word: &[u8]) -> Option<u16> {
    match word {
        [hundreds @ b'4'..=b'5', tens @ b'0'..=b'9', ones @ b'0'..=b'9'] => {
            Some([hundreds, tens, ones].into_iter().fold(0, |number, digit| 10 * number + u16::from(digit - b'0')))
        }
        _ => None,
    }
}

/// Reads a string of either quote.
pub(super) fn written(raw: &[u8]) -> String {
    Text::written(raw).lossy().into_owned()
}

/// Where in a text any number may be the status.
const NEAR: usize = 64;
/// Where in a text a number that is called the status is looked for.
const FAR: usize = 512;
/// The words before a status.
const STATUS: [&[u8]; 5] = [b"status", b"code", b"error", b"http", b"failed"];
/// How many sentences are taken.
const MOST: usize = 128;
/// How many bytes of sentences are taken.
const MOST_BYTES: usize = 1 << 16;
/// How deep texts may be inside texts.
const DEEPEST: usize = 8;
/// How many beginnings of an object are tried in a text.
const TRIES: usize = 8;
/// How often every byte of an error may be read.
const EFFORT: usize = 24;
/// How many bytes of a text without objects are looked at, at either end.
const WINDOW: usize = 1 << 12;
