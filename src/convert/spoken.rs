//! A conversation as a chain of hashes over everything said in it: the same for every spelling, and without thoughts.
//!
//! A hash covers everything up to the end of a run. Two conversations have the same hash only if their texts are equal from the beginning.
//! Numbers are hashed as a double holds them, because a client that reads them as doubles sends them so. Their digits have a hash of their own, which keeps two
//! conversations apart that differ in nothing else.

use sha2::{Digest as _, Sha256};

use crate::conversation::reader::plain;
use crate::conversation::writer::{instructions, is_one_side};
use crate::json::{Digest, Edit, Kind, Value, canonical, scan, splice};
use crate::ledger::Spoken;
use crate::model::{
    CallInput, Content, ContentKind, Conversation, Media, MediaSource, Message, Output, Setting, Speaker, Target, ToolResult, Wire,
};
use crate::request::{NO_CONTEXT, handle};
use crate::wires::description;

/// Messages of one side, and the hash of everything up to their end.
#[derive(Clone, Debug)]
pub(super) struct SpokenRun {
    /// The numbers of its messages.
    pub(super) messages: std::ops::Range<usize>,
    /// The hash.
    pub(super) key: Spoken,
}

/// Hashes under construction.
struct TextHasher {
    hash: Sha256,
    /// The hash of the digits, if a number has more of them than a double holds.
    digits: Option<Sha256>,
    is_printed: bool,
}

impl TextHasher {
    /// Goes on after everything that was said before.
    fn after(before: &Spoken) -> Self {
        let chain = |hash: Digest| Sha256::new().chain_update(hash.0);
        Self { hash: chain(before.key), digits: before.digits.map(chain), is_printed: before.is_printed }
    }

    fn finish(self) -> Spoken {
        let finish = |hash: Sha256| Digest(hash.finalize().into());
        Spoken { key: finish(self.hash), digits: self.digits.map(finish), is_printed: self.is_printed }
    }
}

impl Default for TextHasher {
    fn default() -> Self {
        Self { hash: Sha256::new(), digits: None, is_printed: true }
    }
}

/// The hash of the scope of a side, of its instructions and tools, and the runs after them. Where a client rounded digits, `known` gives the hash of those that are on record: what
/// follows is said after them, whether it is found by the record or by the client's words.
pub(super) fn spoken(
    conversation: &Conversation<'_>,
    side: &Target,
    known: &dyn Fn(&Spoken) -> Option<Digest>,
) -> (Spoken, Vec<SpokenRun>) {
    let (system, _) = instructions(conversation);
    let mut hasher = TextHasher::default();
    say_scope(side, &mut hasher.hash);
    for (_, user) in conversation.settings.plain.iter().filter(|(setting, _)| *setting == Setting::User) {
        say(b'w', user.raw(), &mut hasher.hash);
    }
    say_messages(system, &mut hasher);
    for tool in &conversation.tools {
        say(b't', &plain(&tool.name), &mut hasher.hash);
        tool.description.iter().for_each(|text| say_json(text.raw(), &mut hasher));
        tool.schema.iter().for_each(|schema| say_json(schema, &mut hasher));
    }
    let head = hasher.finish();
    let (mut runs, mut last) = (runs(conversation, head), head);
    for run in &mut runs {
        let mut hasher = TextHasher::after(&last);
        say_messages(conversation.messages.get(run.messages.clone()).unwrap_or_default(), &mut hasher);
        let key = hasher.finish();
        last = Spoken { digits: key.digits.and_then(|own| known(&key).or(Some(own))), ..key };
        run.key = key;
    }
    (head, runs)
}

/// The runs of a conversation without their hashes, for a ledger in which nothing can be found.
pub(super) fn unhashed(conversation: &Conversation<'_>) -> (Spoken, Vec<SpokenRun>) {
    let nothing = Spoken { key: NO_CONTEXT, digits: None, is_printed: true };
    (nothing, runs(conversation, nothing))
}

fn runs(conversation: &Conversation<'_>, key: Spoken) -> Vec<SpokenRun> {
    let (system, messages) = instructions(conversation);
    let mut from = system.len();
    let run = |run: &[Message<'_>]| {
        let messages = from..from + run.len();
        from = messages.end;
        SpokenRun { messages, key }
    };
    messages.chunk_by(is_one_side).map(run).collect()
}

/// Says whose the conversation is at the side that says it. Equal words in two accounts, under two keys or under two names are two conversations.
fn say_scope(Target { account, credential, conversation, .. }: &Target, hash: &mut Sha256) {
    let key = account.as_deref().or(credential.as_deref());
    // Absent names are not hashed: earlier versions did not hash them either.
    for (kind, name) in [(b'k', key), (b'q', conversation.as_deref())] {
        name.into_iter().for_each(|name| say(kind, name.as_bytes(), hash));
    }
}

/// The hash of some messages with the thoughts in them that are kept, and with the form of their results.
pub(super) fn exact(messages: &[Message<'_>], wire: &Wire, keeps: &dyn Fn(&Content<'_>) -> bool) -> Digest {
    let mut hasher = TextHasher::default();
    for content in messages.iter().flat_map(|message| &message.contents) {
        let handles = content.thinking.iter().filter(|_| keeps(content)).filter_map(|own| handle(content.value, &own.handles, wire));
        handles.for_each(|handle| hasher.hash.update(handle.0));
        if let ContentKind::Result(ToolResult { output: Output::Text(_), .. }) = content.kind {
            hasher.hash.update([u8::from(is_string(wire))]);
        }
        let mut text = Vec::new();
        say_content(content, &mut text, &mut hasher);
        say_text(&mut text, &mut hasher.hash);
    }
    hasher.finish().key
}

/// Returns `true` if a result that is one text is a string on the wire, and no list.
pub(super) fn is_string(wire: &Wire) -> bool {
    description(wire).behaviour.has_plain_results
}

/// Says messages. Texts that follow each other are one text: a client may join the pieces of a stream, or keep them.
fn say_messages(messages: &[Message<'_>], hasher: &mut TextHasher) {
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
            say_text(&mut text, &mut hasher.hash);
            hasher.hash.update([speaker]);
            last = speaker;
        }
        message.contents.iter().for_each(|content| say_content(content, &mut text, hasher));
    }
    say_text(&mut text, &mut hasher.hash);
}

/// Says the text that was gathered, if there is any.
fn say_text(text: &mut Vec<u8>, hash: &mut Sha256) {
    if !text.is_empty() {
        say(b'x', text, hash);
        text.clear();
    }
}

fn say_content(content: &Content<'_>, text: &mut Vec<u8>, hasher: &mut TextHasher) {
    match &content.kind {
        ContentKind::Text(more) | ContentKind::Refusal(more) => return text.extend_from_slice(&plain(more)),
        ContentKind::Thought | ContentKind::Opaque => return,
        _ => say_text(text, &mut hasher.hash),
    }
    match &content.kind {
        ContentKind::Call(call) => {
            say(b'c', &plain(call.id.as_deref().unwrap_or_default()), &mut hasher.hash);
            say(b'n', &plain(&call.name), &mut hasher.hash);
            match &call.input {
                CallInput::Json(json) => say_json(json, hasher),
                CallInput::Text(text) => say(b'i', &plain(text), &mut hasher.hash),
            }
        }
        ContentKind::Result(result) => {
            say(b'r', &plain(result.id.as_deref().unwrap_or_default()), &mut hasher.hash);
            hasher.hash.update([u8::from(result.failed)]);
            match &result.output {
                Output::Empty => {}
                Output::Text(text) => say(b'x', &plain(text), &mut hasher.hash),
                Output::Json(json) => say_json(json, hasher),
                Output::Contents(contents) => {
                    contents.iter().for_each(|content| say_content(content, text, hasher));
                    say_text(text, &mut hasher.hash);
                }
            }
        }
        ContentKind::Media(media) => say_media(media, &mut hasher.hash),
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

fn say_json(json: &[u8], hasher: &mut TextHasher) {
    let text = scan(json).map_or_else(|_| json.to_vec(), |document| canonical(document.root()));
    say(b'j', &rounded(text, hasher), &mut hasher.hash);
}

/// Canonical JSON with numbers as a double holds them. Their digits are said for themselves.
fn rounded(text: Vec<u8>, hasher: &mut TextHasher) -> Vec<u8> {
    let is_digit = |byte: &u8| matches!(byte, b'0'..=b'9' | b'.');
    if text.split(|byte| !is_digit(byte)).all(|run| run.len() <= DOUBLE) {
        return text;
    }
    let rounded = scan(&text).and_then(|document| {
        let long = document.root().within().filter(|value| value.kind() == Kind::Number && value.raw().len() > DOUBLE);
        splice(&text, &long.filter_map(|value| as_double(value, hasher)).collect::<Vec<_>>())
    });
    rounded.unwrap_or(text)
}

fn as_double(value: Value<'_>, hasher: &mut TextHasher) -> Option<Edit> {
    let raw = value.raw();
    let double: f64 = std::str::from_utf8(raw).ok()?.parse().ok()?;
    say(b'j', raw, hasher.digits.get_or_insert_default());
    hasher.is_printed &= is_printed(raw.strip_prefix(b"-").unwrap_or(raw));
    Some(Edit { span: value.span(), text: double.to_bits().to_le_bytes().to_vec() })
}

/// True if a client that has doubles may have written the digits of a number.
fn is_printed(digits: &[u8]) -> bool {
    let digit = |sum: u64, digit: &u8| sum.checked_mul(10)?.checked_add(u64::from(digit.checked_sub(b'0').filter(|digit| *digit < 10)?));
    if let Some(number) = digits.iter().try_fold(0, digit) {
        return nearest(number).map(shortest) == Some(number);
    }
    let mantissa = digits.split(|byte| *byte == b'e').next().unwrap_or_default();
    let counts = |byte: &u8| !matches!(byte, b'0' | b'.');
    mantissa.iter().rposition(counts) <= mantissa.iter().position(counts).map(|first| first + PRINTED)
}

/// The number with the fewest digits that is the same double.
fn shortest(double: u64) -> u64 {
    let round = |unit: u64| match double % unit {
        rest if rest * 2 < unit => double - rest,
        rest => (double - rest).saturating_add(unit),
    };
    // Doubles of 64 bits lie at most 2,048 apart.
    [10, 100, 1_000].map(round).into_iter().take_while(|rounded| nearest(*rounded) == Some(double)).last().unwrap_or(double)
}

/// The nearest whole number of 64 bits that a double holds; of two, the even one.
fn nearest(number: u64) -> Option<u64> {
    let spare = (u64::BITS - number.leading_zeros()).saturating_sub(f64::MANTISSA_DIGITS);
    let unit = 1_u64.checked_shl(spare).unwrap_or(1);
    let (rest, half) = (number & (unit - 1), unit >> 1);
    let is_up = half > 0 && (rest > half || rest == half && number & unit > 0);
    (number - rest).checked_add(if is_up { unit } else { 0 })
}

/// Digits that every double holds.
const DOUBLE: usize = 15;
/// Digits after the first, and a point, that a client with doubles writes at most.
const PRINTED: usize = 17;

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    fn said(json: &str) -> (Vec<u8>, TextHasher) {
        let mut hasher = TextHasher::default();
        (rounded(canonical(scan(json.as_bytes()).unwrap().root()), &mut hasher), hasher)
    }

    #[test]
    fn numbers_are_the_same_if_a_double_takes_them_for_one() {
        // On the left as a provider writes it, on the right as JavaScript does.
        for (exact, client) in [
            ("12345678901234567890", "12345678901234567000"),
            ("-9007199254740993", "-9007199254740992"),
            ("0.12345678901234567890", "0.12345678901234568"),
            ("[1999999999999999999]", "[2000000000000000000]"),
            ("18446744073709551615", "18446744073709552000"),
        ] {
            let [(exact_text, exact), (text, printed)] = [exact, client].map(said);
            assert_eq!(exact_text, text, "{client}");
            assert!(!exact.is_printed && printed.is_printed, "{client}");
            assert_ne!(exact.finish().digits, printed.finish().digits, "{client}");
        }
        for (one, other) in [
            ("1000000000000001", "1000000000000002"),
            ("9007199254740991", "9007199254740992"),
            ("123456789012345678", "1234567890123456789"),
            ("1234567890123456789", "1234567890123457789"),
            ("0.12345678901234567", "0.12345678901234667"),
        ] {
            assert_ne!(said(one).0, said(other).0, "{one}");
        }
    }
}
