//! Sentences with holes, and how much of one a text says.
//!
//! Gateways strip quotes and backticks, wrap lines and cut off what comes after the first sentence; providers add sentences and
//! change them. So quotes and capitals count for nothing, the place in front of a sentence is no part of it, nor is a sentence that
//! gives an address; and what counts is how many bytes are said, sentence by sentence, until one is not.

use crate::json::{lossy, seek};

/// How well a template fits: how many of its bytes were said, and whether all of it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Fit {
    pub(super) said: usize,
    pub(super) whole: bool,
}

/// What stands in the holes, by name.
pub(super) type Holes = Vec<(String, String)>;

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

/// How much of a template a [plain] text says. A head may be as short as it likes, and stand anywhere.
pub(super) fn fit(template: &str, text: &str, is_head: bool) -> Option<(Fit, Holes)> {
    let template = plain(template);
    let (mut fit, mut holes) = (Fit { said: 0, whole: true }, Holes::new());
    let (mut end, mut left) = (0, without_place(&template));
    while !left.is_empty() {
        let (sentence, after) = cut(left);
        left = after;
        // One that only gives an address is none.
        if seek(sentence.as_bytes(), b"://").is_some() {
            continue;
        }
        let is_first = fit.said == 0;
        let here = text.as_bytes().get(end..).filter(|_| !is_first || !VAGUE.contains(&sentence));
        match here.and_then(|rest| said(sentence, rest, is_first && !is_head && weight(sentence) < FEW)) {
            Some((length, more)) => {
                end += length;
                fit.said += weight(sentence);
                holes.extend(more);
            }
            None => {
                fit.whole = false;
                break;
            }
        }
    }
    (fit.said > 0).then_some((fit, holes))
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

/// Where a sentence ends in a text, and what stands in its holes. Others say a few words of it too: then it has to be a sentence there as well.
fn said(sentence: &str, text: &[u8], is_short: bool) -> Option<(usize, Holes)> {
    let (before, sentence) = sentence.strip_prefix('{').and_then(|rest| rest.split_once('}')).unwrap_or(("", sentence));
    let (head, rest) = sentence.split_once('{').map_or((sentence, None), |(head, rest)| (head, Some(rest)));
    let mut from = 0;
    loop {
        let start = from + find(text.get(from..)?, head)?;
        // A hole in front is one word.
        let words = text.get(..start)?;
        let word = if before.is_empty() { &[] } else { words.rsplit(|byte| *byte == b' ').next().unwrap_or_default() };
        let (words, _) = words.split_at_checked(words.len() - word.len())?;
        // A kind of block is the last step of a place; what is said of others is not meant.
        let kind = word.rsplit(|byte| *byte == b'.').next().unwrap_or_default();
        let (word, is_meant) = if before == "type" { (kind, kind.ends_with(b"thinking")) } else { (word, true) };
        let found = filled(rest, text, start + head.len()).filter(|_| is_meant).map(|(end, mut holes)| {
            hole(&mut holes, before, word);
            (end, holes)
        });
        let is_own = |end: &usize| {
            let after = text.get(*end..).unwrap_or_default();
            let starts = matches!(words.trim_ascii_end().last(), None | Some(b':' | b']' | b'>' | b'.' | b'-' | b'|'));
            starts && (after.is_empty() || after.starts_with(b".") || after.starts_with(b" ("))
        };
        if let Some((end, holes)) = found.filter(|(end, holes)| (!is_short || is_own(end)) && holes.iter().all(|hole| is_known(hole, text)))
        {
            return Some((end, holes));
        }
        from = start + 1;
    }
}

/// The same of what follows the name of a first hole.
fn filled(mut rest: Option<&str>, text: &[u8], mut at: usize) -> Option<(usize, Holes)> {
    let mut holes = Holes::new();
    while let Some((name, after)) = rest.and_then(|rest| rest.split_once('}')) {
        let (literal, more) = after.split_once('{').map_or((after, None), |(literal, more)| (literal, Some(more)));
        let here = text.get(at..)?;
        let near = here.get(..HOLE + literal.len()).unwrap_or(here);
        let length = if literal.is_empty() { find(near, ". ").unwrap_or(near.len()) } else { find(near, literal)? };
        hole(&mut holes, name, near.get(..length).unwrap_or_default());
        at += length + literal.len();
        rest = more;
    }
    Some((at, holes))
}

/// Keeps what stands in a hole, unless it is a number of the place.
fn hole(holes: &mut Holes, name: &str, value: &[u8]) {
    if !name.bytes().all(|byte| byte.is_ascii_digit()) {
        holes.push((name.to_owned(), lossy(value).trim_end_matches(['.', ' ']).to_owned()));
    }
}

/// Whether something that a provider says of any member is said of one that has to do with reasoning.
fn is_known((name, value): &(String, String), text: &[u8]) -> bool {
    match name.as_str() {
        // The name of a function may be any.
        "name" if find(text, "function call").is_some() => true,
        "field" => value.starts_with("reasoning") || value.starts_with("thinking"),
        "name" | "setting" => SETTINGS.contains(&value.as_str()),
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
    sentence
        .split('{')
        .enumerate()
        .map(|(nth, piece)| if nth == 0 { piece.len() } else { piece.split_once('}').map_or(0, |(_, after)| after.len()) })
        .sum()
}

/// What is counted in a place.
const COUNTED: [&str; 6] = ["messages", "content", "contents", "parts", "input", "member"];
/// How many bytes of a first sentence must be given for it to be found among others.
const FEW: usize = 34;
/// How much may stand in a hole.
const HOLE: usize = 300;
/// What reasoning models and others take or do not take.
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
/// What is said of anything: what it is said of has to be told by a pattern.
const VAGUE: [&str; 6] = [
    "Extra inputs are not permitted",
    "Field required",
    "Input should be a valid list",
    "Input should be a valid string",
    "Request contains an invalid argument",
    "string too long",
];
