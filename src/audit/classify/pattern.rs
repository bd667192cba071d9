//! Sentences with holes, and how much of one a text says.
//!
//! Gateways strip quotes and backticks, wrap lines and cut off what comes after the first sentence; providers add sentences and
//! change them. So quotes and capitals count for nothing, the place in front of a sentence is no part of it, nor is a sentence that
//! gives an address; and what counts is how many bytes are said, sentence by sentence, until one is not.

use crate::json::find_bytes;

/// How well a template fits: how many of its bytes were said, and whether all of it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Fit {
    pub(super) weight: usize,
    pub(super) whole: bool,
}

/// The texts in the holes, by name.
pub(super) type Holes<'t> = Vec<(&'t str, &'t [u8])>;

/// A text without quotes, and with one space where there are several.
pub(super) fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '`' | '\'' | '"' | '\\' | '“' | '”' | '‘' | '’' => {}
            _ if !char.is_whitespace() => out.push(char),
            _ if !out.ends_with(' ') => out.push(' '),
            _ => {}
        }
    }
    out
}

/// How much of a template a text says, both [plain]. A head may be as short as it likes, and stand anywhere.
pub(super) fn fit<'t>(template: &'t str, mut text: &'t [u8], is_head: bool) -> Option<(Fit, Holes<'t>)> {
    let (mut fit, mut holes) = (Fit { weight: 0, whole: true }, Holes::new());
    let mut left = without_place(template);
    while fit.whole && !left.is_empty() {
        let (sentence, after) = cut(left);
        left = after;
        // One that only gives an address is none.
        if find_bytes(sentence.as_bytes(), b"://").is_some() {
            continue;
        }
        let (is_first, weight) = (fit.weight == 0, weight(sentence));
        let is_vague = is_first && VAGUE.contains(&sentence);
        match match_sentence(sentence, text, is_first && !is_head && weight < FEW, &mut holes).filter(|_| !is_vague) {
            Some(end) => {
                text = text.get(end..).unwrap_or_default();
                fit.weight += weight;
            }
            None => fit.whole = false,
        }
    }
    (fit.weight > 0).then_some((fit, holes))
}

/// Without the place in front of it, as far as it is of numbers and what they count: the last steps may tell sentences apart.
fn without_place(text: &str) -> &str {
    let Some((place, _)) = text.split_once(':').filter(|(place, _)| !place.trim_end().contains(' ')) else { return text };
    let mut rest = place;
    loop {
        let step = rest.trim_start_matches(['.', '[', ']']);
        let (name, after) = step.split_at_checked(step.find(['.', '[', ']', ' ']).unwrap_or(step.len())).unwrap_or_default();
        let is_number = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
        let is_hole = name.starts_with('{') && name != "{type}";
        if !(is_number || is_hole || COUNTED.contains(&name)) {
            let from = place.len() - step.len();
            return text.get(from..).unwrap_or(text).trim_start_matches([' ', ':']);
        }
        rest = after;
    }
}

/// The first sentence of a template, and the others.
fn cut(template: &str) -> (&str, &str) {
    let end = template.as_bytes().windows(3).position(|window| matches!(window, [b'.', b' ', b'A'..=b'Z']));
    let (sentence, after) = template.split_at_checked(end.map_or(template.len(), |end| end + 2)).unwrap_or_default();
    (sentence.trim_end_matches(['.', ' ']), after)
}

/// Where a sentence ends in a text; what stands in its holes is kept. Others say a few words of it too: then it has to be a sentence there as
/// well.
fn match_sentence<'t>(sentence: &'t str, text: &'t [u8], is_short: bool, holes: &mut Holes<'t>) -> Option<usize> {
    let (before, sentence) = sentence.strip_prefix('{').and_then(|rest| rest.split_once('}')).unwrap_or(("", sentence));
    let (head, rest) = sentence.split_once('{').unwrap_or((sentence, ""));
    let (known, mut from) = (holes.len(), 0);
    loop {
        holes.truncate(known);
        let start = from + find(text.get(from..)?, head)?;
        from = start + 1;
        // A hole in front is one word.
        let words = text.get(..start)?;
        let word = if before.is_empty() { &[] } else { words.rsplit(|byte| *byte == b' ').next().unwrap_or_default() };
        let words = words.get(..start - word.len())?;
        // A kind of block is the last step of a place; what is said of others is not meant.
        let kind = word.rsplit(|byte| *byte == b'.').next().unwrap_or_default();
        if before == "type" && !kind.ends_with(b"thinking") {
            continue;
        }
        let Some(end) = filled(rest, text, start + head.len(), holes) else { continue };
        hole(holes, before, if before == "type" { kind } else { word });
        let after = text.get(end..).unwrap_or_default();
        let starts = matches!(words.trim_ascii_end().last(), None | Some(b':' | b']' | b'>' | b'.' | b'-' | b'|'));
        let is_own = starts && (after.is_empty() || after.starts_with(b".") || after.starts_with(b" ("));
        if (is_own || !is_short) && holes.iter().skip(known).all(|hole| is_known(hole, text)) {
            return Some(end);
        }
    }
}

/// The same of what follows the name of a first hole.
fn filled<'t>(mut rest: &'t str, text: &'t [u8], mut at: usize, holes: &mut Holes<'t>) -> Option<usize> {
    while let Some((name, after)) = rest.split_once('}') {
        let (literal, more) = after.split_once('{').unwrap_or((after, ""));
        let here = text.get(at..)?;
        let near = here.get(..HOLE + literal.len()).unwrap_or(here);
        let length = if literal.is_empty() { find(near, ". ").unwrap_or(near.len()) } else { find(near, literal)? };
        hole(holes, name, near.get(..length).unwrap_or_default());
        at += length + literal.len();
        rest = more;
    }
    Some(at)
}

/// Keeps what stands in a hole, unless it is a number of the place.
fn hole<'t>(holes: &mut Holes<'t>, name: &'t str, mut value: &'t [u8]) {
    while let [inner @ .., b'.' | b' '] = value {
        value = inner;
    }
    if !name.bytes().all(|byte| byte.is_ascii_digit()) {
        holes.push((name, value));
    }
}

/// Returns `true` if a sentence that a provider uses for any member names one that has to do with reasoning.
fn is_known((name, value): &(&str, &[u8]), text: &[u8]) -> bool {
    match *name {
        // The name of a function may be any.
        "name" if find(text, "function call").is_some() => true,
        "field" => value.starts_with(b"reasoning") || value.starts_with(b"thinking"),
        "name" | "setting" => SETTINGS.iter().any(|setting| setting.as_bytes() == *value),
        _ => true,
    }
}

fn find(text: &[u8], wanted: &str) -> Option<usize> {
    let (first, _) = wanted.as_bytes().split_first()?;
    let mut from = 0;
    loop {
        let rest = text.get(from..)?;
        let at = rest.iter().position(|byte| byte.eq_ignore_ascii_case(first))?;
        if rest.get(at..at + wanted.len())?.eq_ignore_ascii_case(wanted.as_bytes()) {
            return Some(from + at);
        }
        from += at + 1;
    }
}

/// How many bytes of a sentence are not holes.
fn weight(sentence: &str) -> usize {
    let mut is_hole = false;
    let is_said = |byte: &u8| {
        is_hole |= *byte == b'{';
        let was_hole = is_hole;
        is_hole &= *byte != b'}';
        !was_hole
    };
    sentence.bytes().filter(is_said).count()
}

/// The names that a number follows in a place.
const COUNTED: [&str; 6] = ["messages", "content", "contents", "parts", "input", "member"];
/// How many bytes of a first sentence must be given for it to be found among others.
const FEW: usize = 34;
/// How much may stand in a hole.
const HOLE: usize = 300;
/// The settings that some models take and others refuse.
const SETTINGS: [&str; 18] = [
    "block_binding",
    "budget_tokens",
    "display",
    "frequencyPenalty",
    "frequency_penalty",
    "include_reasoning",
    "logit_bias",
    "logprobs",
    "n",
    "presencePenalty",
    "presence_penalty",
    "reasoningEffort",
    "reasoning_effort",
    "reasoning_format",
    "temperature",
    "top_k",
    "top_logprobs",
    "top_p",
];
/// Sentences that providers use for anything. A pattern has to tell their subject.
const VAGUE: [&str; 6] = [
    "Extra inputs are not permitted",
    "Field required",
    "Input should be a valid list",
    "Input should be a valid string",
    "Request contains an invalid argument",
    "string too long",
];
