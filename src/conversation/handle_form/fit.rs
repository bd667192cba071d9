//! Compares a handle with the form that a host is known to answer with.

use super::protobuf::{Split, split_field};
use super::{HEAD, is_claude_message, is_wrapped_gemini};
use crate::json::{base64, scan};

/// A form of handles that a host answers with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Claude's signatures and redacted blocks.
    Claude,
    /// The Fernet tokens of OpenAI.
    Fernet,
    /// Gemini's thought signatures.
    Gemini,
}

impl Form {
    /// Finds a form by its name in the tables.
    pub(crate) fn named(name: &str) -> Option<Self> {
        [("claude", Form::Claude), ("fernet", Form::Fernet), ("gemini", Form::Gemini)]
            .into_iter()
            .find(|(own, _)| *own == name)
            .map(|(_, form)| form)
    }
}

/// What the form of a handle shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fit {
    /// It has the form, or nothing contradicts that.
    Whole,
    /// It begins in the form, and its lengths do not add up.
    Damaged,
    /// It has another form.
    Foreign(Origin),
}

/// The origin of a handle, as far as its form shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// A Claude signature.
    Claude,
    /// A Fernet token.
    Fernet,
    /// A Gemini signature.
    Gemini,
    /// A UUID.
    Uuid,
    /// A hexadecimal digest.
    Hex,
    /// A JSON object in base64.
    Json,
    /// No known form.
    Unknown,
}

impl Origin {
    /// The form in words.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Origin::Claude => "the format of an Anthropic signature",
            Origin::Fernet => "the format of OpenAI ciphertext",
            Origin::Gemini => "the format of a Gemini signature",
            Origin::Uuid => "a UUID",
            Origin::Hex => "a hexadecimal digest",
            Origin::Json => "JSON in base64",
            Origin::Unknown => "an unknown format",
        }
    }
}

/// Compares a text in base64 with a form. A text that is not base64 is not judged here.
pub(crate) fn fit(text: &[u8], form: Form) -> Fit {
    // OpenAI pads every token, and decoders of this format require the padding.
    if form == Form::Fernet && begins_like_fernet(text) && !text.len().is_multiple_of(4) {
        return Fit::Damaged;
    }
    let Some(bytes) = base64::decode(text) else { return Fit::Whole };
    let origin = origin_of(text, &bytes);
    match form {
        Form::Claude if origin == Origin::Claude => Fit::Whole,
        Form::Claude if origin == Origin::Unknown && begins_like_claude(&bytes) => Fit::Damaged,
        Form::Fernet if origin == Origin::Fernet => Fit::Whole,
        Form::Fernet if origin == Origin::Unknown && begins_like_fernet(text) => Fit::Damaged,
        Form::Gemini if origin == Origin::Gemini => Fit::Whole,
        Form::Gemini if origin == Origin::Unknown && is_cut_gemini(&bytes) => Fit::Damaged,
        // Vertex also sends the content without its fields.
        Form::Gemini if origin == Origin::Unknown => Fit::Whole,
        _ if origin == Origin::Unknown => Fit::Foreign(beginning_of(text, &bytes)),
        _ => Fit::Foreign(origin),
    }
}

/// Returns `true` if a text has the form without its blanks, line breaks and quotes, or with `+` for its blanks: it was spoiled on its way, and is genuine.
pub(crate) fn is_spoiled(text: &[u8], form: Form) -> bool {
    let is_extra = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'"' | b'\'' | b'\\');
    let stripped: Vec<u8> = text.iter().copied().filter(|byte| !is_extra(byte)).collect();
    let with_plus: Vec<u8> = text.trim_ascii().iter().map(|byte| if *byte == b' ' { b'+' } else { *byte }).collect();
    let is_whole = |text: &[u8]| base64::decode(text).is_some() && fit(text, form) == Fit::Whole;
    stripped.len() < text.len() && (is_whole(&stripped) || is_whole(&with_plus))
}

/// Compares the text in a second layer of base64, as Converse writes a redacted block.
pub(crate) fn fit_inside(text: &[u8], form: Form) -> Fit {
    base64::decode(text).map_or(Fit::Whole, |inner| match fit(&inner, form) {
        // The outer layer was cut, or the inner text is not base64.
        Fit::Foreign(Origin::Unknown) => Fit::Damaged,
        fit => fit,
    })
}

fn origin_of(text: &[u8], bytes: &[u8]) -> Origin {
    if is_claude_message(bytes) {
        Origin::Claude
    } else if is_whole_fernet(text, bytes) {
        Origin::Fernet
    } else if is_uuid(text) {
        Origin::Uuid
    } else if is_hex(text) {
        Origin::Hex
    } else if is_json(bytes) {
        Origin::Json
    } else if is_wrapped_gemini(bytes) {
        Origin::Gemini
    } else {
        Origin::Unknown
    }
}

/// The form that a handle begins in, if it is long enough to be no accident.
fn beginning_of(text: &[u8], bytes: &[u8]) -> Origin {
    if text.len() >= HEAD && begins_like_fernet(text) {
        Origin::Fernet
    } else if text.len() >= HEAD && begins_like_claude(bytes) {
        Origin::Claude
    } else {
        Origin::Unknown
    }
}

/// The shortest Fernet token: version, time, initialization vector, one block, and the authentication code.
const LEAST_FERNET: usize = 73;

fn is_whole_fernet(text: &[u8], bytes: &[u8]) -> bool {
    begins_like_fernet(text) && bytes.len() >= LEAST_FERNET && (bytes.len() - LEAST_FERNET).is_multiple_of(16)
}

/// Returns `true` if a text begins with the version and the first bytes of the time.
fn begins_like_fernet(text: &[u8]) -> bool {
    let known = text.len().min(6);
    known > 0 && text.get(..known) == b"gAAAAA".get(..known)
}

/// Returns `true` if bytes begin with the fields of a Claude signature, as far as there are bytes.
fn begins_like_claude(bytes: &[u8]) -> bool {
    // Newer models write field 1 before the message.
    let message = bytes.strip_prefix(&[8, 2]).unwrap_or(bytes);
    let Some(message) = split_field(message).filter(|field| field.number == 2) else { return false };
    let Some(header) = split_field(message.content).filter(|field| field.number == 1) else { return false };
    // The header begins with its version.
    matches!(header.content, [8, 1..=32, 16 | 24 | 32 | 34 | 42, ..] | [8, 1..=32] | [8] | [])
}

/// Returns `true` if the last field of a Gemini signature ends after the last byte.
fn is_cut_gemini(mut bytes: &[u8]) -> bool {
    while let Some(field) = split_field(bytes) {
        let inner = if field.number == 2 { split_field(field.content) } else { Some(field) };
        let is_own =
            |inner: &Split<'_>| inner.number == 1 && inner.missing == field.missing && matches!(inner.content.first(), Some(1 | 8));
        if field.number > 2 || !inner.is_some_and(|inner| is_own(&inner)) {
            return false;
        }
        if field.missing > 0 {
            return true;
        }
        bytes = field.rest;
    }
    false
}

fn is_uuid(text: &[u8]) -> bool {
    text.len() == 36
        && text.iter().enumerate().all(|(at, byte)| if matches!(at, 8 | 13 | 18 | 23) { *byte == b'-' } else { byte.is_ascii_hexdigit() })
}

/// Returns `true` if a text is a digest of 128 bits or more in one case.
fn is_hex(text: &[u8]) -> bool {
    let digits = |range: std::ops::RangeInclusive<u8>| text.iter().all(|byte| byte.is_ascii_digit() || range.contains(byte));
    text.len() >= 32 && text.len().is_multiple_of(2) && (digits(b'a'..=b'f') || digits(b'A'..=b'F'))
}

fn is_json(bytes: &[u8]) -> bool {
    bytes.starts_with(b"{\"") && scan(bytes).is_ok()
}
