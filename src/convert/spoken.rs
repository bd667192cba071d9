//! A conversation as a chain of hashes over everything said in it: the same for every spelling, and without thoughts.
//!
//! A hash stands for everything up to the end of a run. So two conversations have the same one only if they say the same from their beginning.

use sha2::{Digest as _, Sha256};

use super::reader::plain;
use super::writer::{instructions, is_one_side};
use crate::json::{Digest, Edit, Kind, Span, Value, canonical, scan, splice};
use crate::ledger::handle;
use crate::model::{CallInput, Content, ContentKind, Conversation, Media, MediaSource, Message, Output, Speaker, ToolResult, Wire};

/// Messages of one side, and the hash of everything up to their end.
#[derive(Clone, Debug)]
pub(super) struct SpokenRun {
    /// The numbers of its messages.
    pub(super) messages: std::ops::Range<usize>,
    /// The hash.
    pub(super) key: Digest,
}

/// The hash of instructions and tools, and the runs after them.
pub(super) fn spoken(conversation: &Conversation<'_>) -> (Digest, Vec<SpokenRun>) {
    let (system, messages) = instructions(conversation);
    let mut hash = Sha256::new();
    say_messages(system, &mut hash);
    for tool in &conversation.tools {
        say(b't', &plain(&tool.name), &mut hash);
        tool.description.iter().for_each(|text| say_json(text.raw(), &mut hash));
        tool.schema.iter().for_each(|schema| say_json(schema, &mut hash));
    }
    let head = Digest(hash.finalize().into());
    let (mut runs, mut last, mut from) = (Vec::new(), head, system.len());
    for run in messages.chunk_by(is_one_side) {
        let mut hash = Sha256::new();
        hash.update(last.0);
        say_messages(run, &mut hash);
        last = Digest(hash.finalize().into());
        runs.push(SpokenRun { messages: from..from + run.len(), key: last });
        from += run.len();
    }
    (head, runs)
}

/// The hash of some messages with the thoughts in them that are kept, and with the form of their results.
pub(super) fn exact(messages: &[Message<'_>], wire: &Wire, keeps: &dyn Fn(&Content<'_>) -> bool) -> Digest {
    let mut hash = Sha256::new();
    for content in messages.iter().flat_map(|message| &message.contents) {
        let handles = content.thinking.iter().filter(|_| keeps(content)).filter_map(|own| handle(content.value, &own.handles, wire));
        handles.for_each(|handle| hash.update(handle.0));
        if let ContentKind::Result(ToolResult { output: Output::Text(_), .. }) = content.kind {
            hash.update([u8::from(is_string(wire))]);
        }
        let mut text = Vec::new();
        say_content(content, &mut text, &mut hash);
        say_text(&mut text, &mut hash);
    }
    Digest(hash.finalize().into())
}

/// True if a result that is one text is a string on the wire, and no list.
pub(super) fn is_string(wire: &Wire) -> bool {
    *wire == Wire::ANTHROPIC_MESSAGES
}

/// Says messages. Texts that follow each other are one text: a client may join the pieces of a stream, or keep them.
fn say_messages(messages: &[Message<'_>], hash: &mut Sha256) {
    let (mut last, mut text) = (0, Vec::new());
    for message in messages {
        // Where a wire has no developer it has a system.
        let speaker = match message.speaker {
            Speaker::System | Speaker::Developer => b's',
            Speaker::User => b'u',
            Speaker::Assistant => b'a',
            Speaker::Tool => b'o',
        };
        if speaker != last {
            say_text(&mut text, hash);
            hash.update([speaker]);
            last = speaker;
        }
        message.contents.iter().for_each(|content| say_content(content, &mut text, hash));
    }
    say_text(&mut text, hash);
}

/// Says the text that was gathered, if there is any.
fn say_text(text: &mut Vec<u8>, hash: &mut Sha256) {
    if !text.is_empty() {
        say(b'x', text, hash);
        text.clear();
    }
}

fn say_content(content: &Content<'_>, text: &mut Vec<u8>, hash: &mut Sha256) {
    match &content.kind {
        ContentKind::Text(more) | ContentKind::Refusal(more) => return text.extend_from_slice(&plain(more)),
        ContentKind::Thought | ContentKind::Opaque => return,
        _ => say_text(text, hash),
    }
    match &content.kind {
        ContentKind::Call(call) => {
            say(b'c', &plain(call.id.as_deref().unwrap_or_default()), hash);
            say(b'n', &plain(&call.name), hash);
            match &call.input {
                CallInput::Json(json) => say_json(json, hash),
                CallInput::Text(text) => say(b'i', &plain(text), hash),
            }
        }
        ContentKind::Result(result) => {
            say(b'r', &plain(result.id.as_deref().unwrap_or_default()), hash);
            hash.update([u8::from(result.failed)]);
            match &result.output {
                Output::Empty => {}
                Output::Text(text) => say(b'x', &plain(text), hash),
                Output::Json(json) => say_json(json, hash),
                Output::Contents(contents) => {
                    contents.iter().for_each(|content| say_content(content, text, hash));
                    say_text(text, hash);
                }
            }
        }
        ContentKind::Media(media) => say_media(media, hash),
        ContentKind::Text(_) | ContentKind::Refusal(_) | ContentKind::Thought | ContentKind::Opaque => {}
    }
}

fn say_media(media: &Media<'_>, hash: &mut Sha256) {
    let (kind, text) = match &media.source {
        MediaSource::Url(text) => (b'l', text),
        MediaSource::Data(text) => (b'd', text),
        MediaSource::Text(text) => (b'x', text),
        MediaSource::File(text) => (b'f', text),
    };
    say(kind, &plain(text), hash);
}

/// The length comes first, so no two lists of texts are the same bytes.
fn say(kind: u8, text: &[u8], hash: &mut Sha256) {
    hash.update([kind]);
    hash.update(text.len().to_le_bytes().first_chunk::<4>().copied().unwrap_or_default());
    hash.update(text);
}

fn say_json(json: &[u8], hash: &mut Sha256) {
    let text = scan(json).map_or_else(|_| json.to_vec(), |document| canonical(document.root()));
    say(b'j', &rounded(text), hash);
}

/// Canonical JSON with numbers as a double holds them: a client that reads them as doubles writes them so.
fn rounded(text: Vec<u8>) -> Vec<u8> {
    let is_digit = |byte: &u8| matches!(byte, b'0'..=b'9' | b'.');
    if text.split(|byte| !is_digit(byte)).all(|run| run.len() <= DOUBLE) {
        return text;
    }
    let rounded = scan(&text).and_then(|document| {
        let long = document.root().within().filter(|value| value.kind() == Kind::Number && value.raw().len() > DOUBLE);
        splice(&text, &long.filter_map(as_double).collect::<Vec<_>>())
    });
    rounded.unwrap_or(text)
}

/// A whole number goes to the nearest that a double holds, since an id may be one. Of any other the digits that rounding may reach are left out.
fn as_double(value: Value<'_>) -> Option<Edit> {
    let (raw, Span { start, end }) = (value.raw(), value.span());
    let digits = raw.strip_prefix(b"-").unwrap_or(raw);
    if digits.iter().all(u8::is_ascii_digit) {
        // No id has more than 64 bits. A longer number stays as it is.
        let digit = |sum: u64, digit: &u8| sum.checked_mul(10)?.checked_add(u64::from(digit - b'0'));
        let number = digits.iter().try_fold(0, digit)?;
        let span = Span { start: end - digits.len(), end };
        return Some(Edit { span, text: nearest(number).to_le_bytes().to_vec() });
    }
    let mantissa = raw.iter().position(|byte| *byte == b'e').unwrap_or(raw.len());
    (mantissa > KEPT).then(|| Edit { span: Span { start: start + KEPT, end: start + mantissa }, text: Vec::new() })
}

/// The whole number nearest to one that a double holds; of two, the even one.
fn nearest(number: u64) -> u64 {
    let spare = (u64::BITS - number.leading_zeros()).saturating_sub(f64::MANTISSA_DIGITS);
    let unit = 1_u64.checked_shl(spare).unwrap_or(1);
    let (rest, half) = (number & (unit - 1), unit >> 1);
    let is_up = half > 0 && (rest > half || rest == half && number & unit > 0);
    if is_up { (number - rest).saturating_add(unit) } else { number - rest }
}

/// Digits that every double holds.
const DOUBLE: usize = 15;
/// Bytes of a longer number that are kept: those that rounding does not reach.
const KEPT: usize = 12;

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    fn said(json: &str) -> Vec<u8> {
        rounded(canonical(scan(json.as_bytes()).unwrap().root()))
    }

    #[test]
    fn numbers_are_the_same_if_a_double_takes_them_for_one() {
        // On the left as a provider writes it, on the right as JavaScript does.
        for (exact, client) in [
            ("12345678901234567890", "12345678901234567000"),
            ("-9007199254740993", "-9007199254740992"),
            ("0.12345678901234567890", "0.12345678901234568"),
            ("[1999999999999999999]", "[2000000000000000000]"),
        ] {
            assert_eq!(said(exact), said(client), "{exact}");
        }
        for (one, other) in [
            ("1000000000000001", "1000000000000002"),
            ("9007199254740991", "9007199254740992"),
            ("123456789012345678", "1234567890123456789"),
            ("1234567890123456789", "1234567890123457789"),
        ] {
            assert_ne!(said(one), said(other), "{one}");
        }
    }
}
