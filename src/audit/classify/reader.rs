//! Objects as JSON, Python, JavaScript, Ruby or Java shows them, read leniently and in one pass for what an error says in them.
//!
//! Either quote opens a string, words need none, tuples are arrays, and `=>` or `=` may replace a colon. Outside an error only members in which errors
//! are said are followed, so that an answer which talks about an error is none. Inside an error every member is, except those that repeat the request.

use super::unwrap::{number, written};

/// An object or array that is open.
#[derive(Default)]
pub(super) struct Open<'t> {
    start: usize,
    kind: Within,
    is_array: bool,
    /// Each text, and whether the place beside it is its subject.
    pub(super) said: Vec<(bool, &'t [u8])>,
    pub(super) place: Option<String>,
    pub(super) status: Option<u16>,
    code: Option<(CodeMember, &'t [u8])>,
}

/// The member that holds a code, the most stable last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum CodeMember {
    /// `type`, a class of errors.
    Type,
    /// `status` or `__type`, a class of errors at Google and AWS.
    Status,
    /// `code` or `reason`.
    Code,
    /// `error_code`, which Anthropic says to branch on.
    ErrorCode,
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
    /// The metadata of an error whose wrapping is gone, or of an answer: only what was received is an error.
    Metadata,
    /// The steps of a place.
    Place,
}

/// How an object ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// Well formed, after that many bytes.
    Whole(usize),
    /// The text was over before the object was.
    CutOff,
    /// It stopped being an object at that byte, as one does whose quotes are not escaped.
    Broken(usize),
}

/// Reads one object.
pub(super) struct Reader<'t> {
    text: &'t [u8],
    at: usize,
    open: Vec<Open<'t>>,
    /// How many more are open than are kept.
    too_deep: usize,
    /// A string or word that is a key or a value, depending on what follows.
    held: Option<(bool, &'t [u8])>,
    held_at: usize,
    key: Option<&'t [u8]>,
    /// How many words and strings the value of the key has. A text without quotes has several.
    pieces: usize,
    /// The closed pieces that say something, the outer before the inner.
    pub(super) done: Vec<Open<'t>>,
    /// True if the outermost value is a request or an answer.
    pub(super) is_exchange: bool,
    /// True if a text has no quotes: its end is not known.
    pub(super) is_loose: bool,
}

impl<'t> Reader<'t> {
    /// Reads the object that a text starts with.
    pub(super) fn read(text: &'t [u8]) -> (Self, End) {
        let mut reader = Self {
            text,
            at: 0,
            open: Vec::new(),
            too_deep: 0,
            held: None,
            held_at: 0,
            key: None,
            pieces: 0,
            done: Vec::new(),
            is_exchange: false,
            is_loose: false,
        };
        let end = reader.run();
        while reader.close() {}
        (reader, end)
    }

    fn run(&mut self) -> End {
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
                            return End::Whole(self.at);
                        }
                    }
                }
                b'"' | b'\'' => {
                    let Some(end) = self.string(*byte) else { return End::CutOff };
                    if !self.hold(true, self.text.get(self.at + 1..end).unwrap_or_default()) {
                        return End::Broken(self.held_at);
                    }
                    self.at = end + 1;
                }
                b':' | b'=' => {
                    // A colon before a name is Ruby's.
                    if let Some((_, key)) = self.held.take() {
                        self.name(key);
                    }
                    self.at += if self.text.get(self.at + 1) == Some(&b'>') { 2 } else { 1 };
                }
                b',' => {
                    self.value();
                    self.at += 1;
                }
                0..=b' ' => self.at += 1,
                _ => {
                    let rest = self.text.get(self.at..).unwrap_or_default();
                    let length = rest.iter().position(ends_word).unwrap_or(rest.len());
                    if !self.hold(false, rest.get(..length).unwrap_or_default()) {
                        return End::Broken(self.held_at);
                    }
                    self.at += length;
                }
            }
        }
        End::CutOff
    }

    /// The end of the string that starts here; one that is cut off is read to the end of the text.
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

    /// Holds a value. Two without anything between them are not an object, unless a word comes before one, as in `Error {`.
    fn hold(&mut self, is_string: bool, text: &'t [u8]) -> bool {
        if matches!(self.held, Some((true, _))) {
            self.held = None;
            return false;
        }
        (self.held, self.held_at) = (Some((is_string, text)), self.at);
        self.pieces += 1;
        true
    }

    /// Takes a key. One that follows another without a value between them is a word of that value, which has no quotes.
    fn name(&mut self, key: &'t [u8]) {
        if self.key.is_some() {
            return;
        }
        (self.key, self.pieces) = (Some(key), 0);
        self.is_exchange |= self.open.len() == 1 && EXCHANGE.contains(&key);
    }

    fn enter(&mut self, is_array: bool) {
        self.held = None;
        let key = self.key.take();
        if self.open.len() > DEEPEST {
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
        let has_content = !open.said.is_empty() || open.kind == Within::Error && open.code.is_some();
        if self.done.len() < MOST && (has_content || open.kind == Within::Outside && open.status.is_some()) {
            // The outer is closed after the inner, but was opened before it.
            let place = self.done.iter().position(|other| other.start > open.start).unwrap_or(self.done.len());
            self.done.insert(place, open);
        }
        true
    }

    /// Takes what is held as the value of its key.
    fn value(&mut self) {
        let (Some((is_string, raw)), key) = (self.held.take(), self.key.take().unwrap_or_default()) else { return };
        let is_unquoted = self.pieces > 1 && says(key);
        self.is_loose |= is_unquoted;
        if self.too_deep != 0 {
            return;
        }
        let Some((open, around)) = self.open.split_last_mut() else { return };
        match (open.kind, key) {
            (Within::Other | Within::Choices, _) => {}
            (Within::Place, _) => {
                if let Some(open) = around.last_mut() {
                    open.step(raw);
                }
            }
            (Within::Metadata, b"raw") if is_string => open.said.push((false, raw)),
            (Within::Metadata, _) => {}
            (_, b"code" | b"status" | b"statusCode" | b"status_code" | b"http_status") if number(raw).is_some() => {
                open.status = number(raw)
            }
            _ if !is_string => {}
            (_, b"error_code") => open.code(CodeMember::ErrorCode, raw),
            (_, b"code") => open.code(CodeMember::Code, raw),
            // Google's older reasons, in small letters, say less than the status.
            (Within::Error, b"reason") if raw.iter().all(|byte| byte.is_ascii_uppercase() || *byte == b'_') => {
                open.code(CodeMember::Code, raw)
            }
            (_, b"status" | b"__type") => open.code(CodeMember::Status, raw),
            (_, b"type") if raw != b"error" => open.code(CodeMember::Type, raw),
            (_, b"msg") => open.said.push((true, raw)),
            // MiMo says it here.
            (_, b"param" | b"field") if raw.contains(&b' ') => open.said.push((false, raw)),
            (_, b"param" | b"field") => open.place = Some(written(raw)),
            (Within::Error, key) if !repeats(key) && (raw.contains(&b' ') || says(key)) => open.said.push((false, raw)),
            (_, key) if says(key) => open.said.push((false, raw)),
            _ => {}
        }
    }
}

impl<'t> Open<'t> {
    /// The code, if it is one of an error.
    pub(super) fn error_code(&self) -> Option<String> {
        self.code.filter(|_| !self.said.is_empty() || self.kind == Within::Error).map(|(_, code)| written(code))
    }

    /// Keeps a code, unless a more stable one is there.
    fn code(&mut self, member: CodeMember, raw: &'t [u8]) {
        if self.code.is_none_or(|(known, _)| known <= member) {
            self.code = Some((member, raw));
        }
    }

    /// Adds a step to the place.
    fn step(&mut self, raw: &[u8]) {
        let place = self.place.get_or_insert_default();
        if place.len() < LONGEST_PLACE {
            if !place.is_empty() {
                place.push('.');
            }
            place.push_str(&written(raw));
        }
    }
}

fn ends_word(byte: &u8) -> bool {
    matches!(byte, b'{' | b'[' | b'(' | b'}' | b']' | b')' | b'"' | b'\'' | b':' | b'=' | b',' | 0..=b' ')
}

/// Returns the kind of message that a member may hold.
fn within(kind: Within, key: &[u8]) -> Within {
    match (kind, key) {
        (Within::Outside | Within::Error, b"loc") => Within::Place,
        (Within::Outside, b"choices") => Within::Choices,
        (Within::Outside, b"metadata") => Within::Metadata,
        (Within::Metadata, b"raw") => Within::Error,
        (Within::Outside | Within::Choices | Within::Metadata, key) if names_error(key) => Within::Error,
        (Within::Outside, b"response" | b"Output" | b"data" | b"body" | b"message" | b"responseBody" | b"base_resp") => Within::Outside,
        (Within::Error, key) if !repeats(key) => Within::Error,
        _ => Within::Other,
    }
}

/// Returns `true` if a member of that name holds an error: `error`, `errors`, `upstream_error`, `lastError`, `cause`, `details`.
fn names_error(key: &[u8]) -> bool {
    let has = |word: &[u8]| key.len() >= word.len() && key.windows(word.len()).any(|window| window.eq_ignore_ascii_case(word));
    has(b"error") || matches!(key, b"cause" | b"detail" | b"details" | b"upstream" | b"exception" | b"fault" | b"err" | b"innererror")
}

/// Returns `true` if a member of that name repeats the request, or is an answer.
fn repeats(key: &[u8]) -> bool {
    EXCHANGE.contains(&key) || REPEATED.contains(&key)
}

/// Returns `true` if something is said in a member of that name.
fn says(key: &[u8]) -> bool {
    SAYING.iter().any(|name| name.as_bytes().eq_ignore_ascii_case(key))
}

/// How many objects inside each other are read.
const DEEPEST: usize = 64;
/// How many objects that say something are kept.
const MOST: usize = 128;
/// How long a place may be.
const LONGEST_PLACE: usize = 256;
/// The members of requests and answers.
const EXCHANGE: [&[u8]; 10] =
    [b"messages", b"contents", b"content", b"input", b"choices", b"candidates", b"output", b"role", b"delta", b"requestBodyValues"];
/// Members of errors that repeat the request.
const REPEATED: [&[u8]; 12] = [
    b"request",
    b"requestBody",
    b"request_body",
    b"req",
    b"payload",
    b"prompt",
    b"headers",
    b"config",
    b"value",
    b"input_value",
    b"stack",
    b"url",
];
/// The members in which something is said.
const SAYING: [&str; 17] = [
    "message",
    "error",
    "detail",
    "details",
    "errorMessage",
    "error_message",
    "errorMsg",
    "error_msg",
    "err",
    "exception",
    "error_description",
    "OriginalMessage",
    "originalMessage",
    "responseBody",
    "body",
    "status_msg",
    "upstream_error",
];
