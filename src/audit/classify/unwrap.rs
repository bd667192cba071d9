//! From what a client has in hand to the sentences in it: a body, a text with a body in it, a stream with an error in it.
//!
//! Gateways wrap the provider's error in their own, clients print both as Python or JavaScript shows objects, logs cut them off. So
//! objects are read leniently: either quote, words without quotes, tuples, no end. Only members in which errors are said are
//! followed, so that an answer which talks about an error is none.

use crate::codecs::Framing;
use crate::json::{Text, lossy, scan};

/// The messages of an error, the outermost first.
#[derive(Debug, Default)]
pub(super) struct Unwrapped {
    pub(super) messages: Vec<Message>,
    pub(super) status: Option<u16>,
    pub(super) code: Option<String>,
}

/// A sentence, and the place that was said beside it.
#[derive(Debug, Default)]
pub(super) struct Message {
    pub(super) text: String,
    pub(super) at: Option<String>,
}

/// Takes an error out of its wrappings.
pub(super) fn unwrap(error: &[u8]) -> Unwrapped {
    let mut told = Unwrapped::default();
    let error = error.strip_prefix(b"\xef\xbb\xbf").unwrap_or(error);
    if is_stream(error) {
        let mut framing = Framing::default();
        let mut each = |name: Option<&str>, data: &[u8]| {
            if matches!(data.first(), Some(b'{' | b'[')) {
                told.object(data, 0);
            } else if name == Some("error") {
                told.text(data, None, 0);
            }
        };
        framing.push(error, &mut each);
        framing.finish(&mut each);
    } else {
        told.text(error, None, 0);
    }
    if let Some(code) = told.code.clone() {
        told.say(code.as_bytes(), None);
    }
    told
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
    /// Takes a sentence; of a long text, what stands at either end.
    fn say(&mut self, text: &[u8], at: Option<&str>) {
        let text = match (text.get(..WINDOW), text.get(text.len().saturating_sub(WINDOW)..)) {
            (Some(head), Some(tail)) if text.len() > 2 * WINDOW => &[head, b" ", tail].concat(),
            _ => text,
        };
        if self.messages.len() < MOST && text.iter().filter(|byte| byte.is_ascii_alphabetic()).count() > 3 {
            self.messages.push(Message { text: lossy(text), at: at.map(str::to_owned) });
        }
    }

    /// A text, which may be an object or have one in it.
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
        let (known, mut from, mut is_whole) = (self.messages.len(), 0, true);
        let starts = opening(text) == Some(0);
        for _ in 0..TRIES {
            let Some(start) = text.get(from..).and_then(opening).map(|start| from + start) else { break };
            let end = self.object(text.get(start..).unwrap_or_default(), depth);
            is_whole &= end.is_some();
            if self.messages.len() > known {
                // The text in front comes first.
                let inner = self.messages.split_off(known);
                self.sentence(text.get(..start).unwrap_or_default(), None);
                self.messages.extend(inner);
                return;
            }
            from = start + end.unwrap_or(1);
        }
        // A text without an object that holds a message is searched as it stands, unless it may be an answer.
        if !starts || !is_whole && is_error(text) {
            self.sentence(text, at);
        }
    }

    /// Takes a sentence that stands in no object, and what it says of a status.
    fn sentence(&mut self, text: &[u8], at: Option<&str>) {
        self.status = self.status.or_else(|| status(text));
        self.say(text, at);
    }

    /// Reads the object that starts there; gives its length if it was well formed to its end.
    fn object(&mut self, text: &[u8], depth: usize) -> Option<usize> {
        let mut reader = Reader { text, at: 0, open: Vec::new(), too_deep: 0, held: None, key: None, done: Vec::new() };
        let end = reader.read();
        while reader.close() {}
        for Open { said, place, status, code, .. } in &reader.done {
            self.status = self.status.or(*status);
            self.code = code.map(written).or(self.code.take());
            for (is_located, text) in said {
                let text = written(text);
                match place.as_deref().filter(|_| *is_located) {
                    Some(place) => self.say([place, ": ", &text].concat().as_bytes(), Some(place)),
                    None => self.text(text.as_bytes(), place.as_deref(), depth + 1),
                }
            }
        }
        end
    }
}

/// Where an object begins, or an array of objects.
fn opening(text: &[u8]) -> Option<usize> {
    let is_opening = |(at, byte): (usize, &u8)| {
        let next = || text.get(at + 1..).unwrap_or_default().iter().find(|byte| !byte.is_ascii_whitespace());
        (*byte == b'{' || *byte == b'[' && matches!(next(), Some(b'{' | b'"'))).then_some(at)
    };
    text.iter().enumerate().find_map(is_opening)
}

/// Returns `true` if the first member of an object says that it is an error.
fn is_error(text: &[u8]) -> bool {
    let named = text.trim_ascii_start().strip_prefix(b"[").unwrap_or(text).trim_ascii_start();
    named.strip_prefix(b"{").is_some_and(|inside| inside.trim_ascii_start().get(1..).is_some_and(|name| name.starts_with(b"error")))
}

/// The status that a text begins with, give or take a few words: `400 {`, `Error: 400`, `<400>`, `HTTP 429`.
fn status(text: &[u8]) -> Option<u16> {
    let start = text.get(..64).unwrap_or(text);
    start.split(|byte| !(byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-'))).find_map(number)
}

/// The status that a word is.
fn number(word: &[u8]) -> Option<u16> {
    match word {
        [hundreds @ b'4'..=b'5', tens @ b'0'..=b'9', ones @ b'0'..=b'9'] => {
            Some([hundreds, tens, ones].into_iter().fold(0, |number, digit| 10 * number + u16::from(digit - b'0')))
        }
        _ => None,
    }
}

/// Reads a string of either quote.
fn written(raw: &[u8]) -> String {
    Text::written(raw).lossy().into_owned()
}

/// How many sentences are taken.
const MOST: usize = 32;
/// How many times texts may stand in texts.
const DEEPEST: usize = 6;
/// How many beginnings of an object are tried in a text.
const TRIES: usize = 4;
/// How long a place may be.
const WORDS: usize = 256;
/// How many bytes of a text without objects are looked at, at either end.
const WINDOW: usize = 1 << 12;

/// An object or array that is open.
#[derive(Default)]
struct Open<'t> {
    start: usize,
    kind: Within,
    is_array: bool,
    said: Vec<(bool, &'t [u8])>,
    place: Option<String>,
    status: Option<u16>,
    code: Option<&'t [u8]>,
}

/// The kind of message that a value may hold.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Within {
    /// Nothing of an error.
    #[default]
    Other,
    /// The outermost value: it may be an error, or hold one.
    Outside,
    /// An error, or a part of one.
    Error,
    /// The choices of an answer: each may hold an error.
    Choices,
    /// The steps of a place.
    Place,
}

/// Reads objects as JSON, Python or JavaScript shows them, in one pass.
struct Reader<'t> {
    text: &'t [u8],
    at: usize,
    open: Vec<Open<'t>>,
    /// How many more are open than are kept.
    too_deep: usize,
    /// A string or word that is a key or a value, as what follows will tell.
    held: Option<(bool, &'t [u8])>,
    key: Option<&'t [u8]>,
    done: Vec<Open<'t>>,
}

impl<'t> Reader<'t> {
    fn read(&mut self) -> Option<usize> {
        while let Some(byte) = self.text.get(self.at) {
            match byte {
                b'{' | b'[' | b'(' => {
                    self.enter(*byte != b'{');
                    self.at += 1;
                }
                b'}' | b']' | b')' => {
                    self.value();
                    self.at += 1;
                    if self.too_deep > 0 {
                        self.too_deep -= 1;
                    } else {
                        self.close();
                        if self.open.is_empty() {
                            return Some(self.at);
                        }
                    }
                }
                b'"' | b'\'' => {
                    let end = self.string(*byte)?;
                    let string = self.text.get(self.at + 1..end)?;
                    self.hold(true, string)?;
                    self.at = end + 1;
                }
                b':' => {
                    self.key = self.held.take().map(|(_, key)| key);
                    self.at += 1;
                }
                b',' => {
                    self.value();
                    self.at += 1;
                }
                0..=b' ' => self.at += 1,
                _ => {
                    let rest = self.text.get(self.at..)?;
                    let is_end =
                        |byte: &u8| matches!(byte, b'{' | b'[' | b'(' | b'}' | b']' | b')' | b'"' | b'\'' | b':' | b',' | 0..=b' ');
                    let length = rest.iter().position(is_end).unwrap_or(rest.len());
                    self.hold(false, rest.get(..length)?)?;
                    self.at += length;
                }
            }
        }
        None
    }

    /// The end of the string that starts here; one that is cut off is taken as far as it goes.
    fn string(&mut self, quote: u8) -> Option<usize> {
        let mut at = self.at + 1;
        loop {
            match self.text.get(at) {
                Some(b'\\') => at += 2,
                Some(byte) if *byte == quote => return Some(at),
                Some(_) => at += 1,
                None => {
                    self.held = self.text.get(self.at + 1..).map(|rest| (true, rest));
                    self.value();
                    return None;
                }
            }
        }
    }

    /// Two values without anything between them are no object, unless a word stands before one, as in `Error {`.
    fn hold(&mut self, is_string: bool, text: &'t [u8]) -> Option<()> {
        if matches!(self.held.replace((is_string, text)), Some((true, _))) { None } else { Some(()) }
    }

    fn enter(&mut self, is_array: bool) {
        self.held = None;
        let key = self.key.take();
        if self.open.len() > 64 {
            self.too_deep += 1;
            return;
        }
        let kind = match self.open.last() {
            None => Within::Outside,
            Some(open) if open.is_array && key.is_none() => open.kind,
            Some(open) => within(open.kind, key.unwrap_or_default()),
        };
        self.open.push(Open { start: self.at, kind, is_array, ..Open::default() });
    }

    /// Closes the innermost; says whether there was one.
    fn close(&mut self) -> bool {
        let Some(open) = self.open.pop() else { return false };
        if self.done.len() < MOST && (!open.said.is_empty() || open.kind == Within::Error && open.code.is_some()) {
            // The outer is closed after the inner, but was opened before it.
            let place = self.done.iter().position(|other| other.start > open.start).unwrap_or(self.done.len());
            self.done.insert(place, open);
        }
        true
    }

    /// Takes what is held as the value of its key.
    fn value(&mut self) {
        let (Some((is_string, raw)), key) = (self.held.take(), self.key.take().unwrap_or_default()) else { return };
        let Some((open, around)) = self.open.split_last_mut().filter(|_| self.too_deep == 0) else { return };
        match (open.kind, key) {
            (Within::Other | Within::Choices, _) => {}
            (Within::Place, _) => {
                if let Some(open) = around.last_mut() {
                    let place = open.place.get_or_insert_default();
                    if place.len() < WORDS {
                        if !place.is_empty() {
                            place.push('.');
                        }
                        place.push_str(&written(raw));
                    }
                }
            }
            (_, b"code" | b"status" | b"statusCode" | b"status_code") if number(raw).is_some() => open.status = number(raw),
            _ if !is_string => {}
            (_, b"code" | b"status" | b"__type") => open.code = Some(raw),
            (_, b"type") if open.code.is_none() && raw != b"error" => open.code = Some(raw),
            (_, b"msg") => open.said.push((true, raw)),
            // MiMo says it here.
            (_, b"param") if raw.contains(&b' ') => open.said.push((false, raw)),
            (_, b"param" | b"field") => open.place = Some(written(raw)),
            (Within::Error, b"raw" | b"description" | b"") => open.said.push((false, raw)),
            (_, key) if SAYING.contains(&key) => open.said.push((false, raw)),
            _ => {}
        }
    }
}

/// Returns the kind of message that a member may hold.
fn within(kind: Within, key: &[u8]) -> Within {
    match (kind, key) {
        (Within::Outside | Within::Error | Within::Choices, b"error") => Within::Error,
        (Within::Outside, b"choices") => Within::Choices,
        (Within::Outside | Within::Error, b"loc") => Within::Place,
        (Within::Error, b"metadata" | b"details" | b"fieldViolations" | b"innererror" | b"cause" | b"message") => Within::Error,
        (Within::Outside, b"errors" | b"detail") => Within::Error,
        (Within::Outside, b"response" | b"Output" | b"data" | b"body" | b"cause" | b"lastError" | b"message") => Within::Outside,
        _ => Within::Other,
    }
}

/// The members in which something is said.
const SAYING: [&[u8]; 9] =
    [b"message", b"Message", b"error", b"detail", b"errorMessage", b"error_message", b"OriginalMessage", b"responseBody", b"body"];
