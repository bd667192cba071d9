//! Sentences with holes, and how much of one a text says.
//!
//! Gateways cut off what comes after the first sentence, logs cut off what is long, and people quote one sentence of several; providers add
//! sentences and change them. So the place in front of a sentence is not a part of it, nor is a sentence that gives an address; any sentence of a
//! template that is long enough is enough; and what counts is how many bytes are said, sentence by sentence, until one is not.

use super::plain::plain;
use super::vague::{SETTINGS, VAGUE, is_vague_alone, vague_length};
use crate::json::find_bytes;

/// How well a template fits: how many of its bytes were said, and whether all of it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Fit {
    pub(super) weight: usize,
    pub(super) whole: bool,
}

/// The texts in the holes, by name.
pub(super) type Holes<'t> = Vec<(&'t str, &'t [u8])>;

/// A [plain] text, and how much of it is there if it was cut off: without the marks that say so, and without what closes it.
#[derive(Clone, Copy)]
pub(super) struct Words<'t> {
    pub(super) all: &'t [u8],
    kept: &'t [u8],
    grams: &'t Grams,
}

impl<'t> Words<'t> {
    pub(super) fn new(all: &'t [u8], grams: &'t Grams) -> Self {
        let kept = without_marks(all);
        let is_said =
            |word: &&&str| kept.len() > word.len() && kept.get(kept.len() - word.len()..).is_some_and(|end| starts_with(end, word));
        let said = CUT_WORDS.iter().find(is_said).map_or(0, |word| word.len());
        Self { all, kept: without_marks(kept.get(..kept.len() - said).unwrap_or(kept)), grams }
    }

    /// The words from a place on.
    fn from(self, at: usize) -> Self {
        Self { all: self.all.get(at..).unwrap_or_default(), kept: self.kept.get(at..).unwrap_or_default(), ..self }
    }
}

/// The groups of four letters in a text, as bits: nearly all sentences are ruled out by their first four.
pub(super) struct Grams(Vec<u64>);

impl Grams {
    pub(super) fn new(text: &[u8]) -> Self {
        let mut bits = vec![0; 1 << (GRAM_BITS - 6)];
        for window in text.windows(4) {
            let gram = gram(window);
            if let Some(word) = bits.get_mut(gram >> 6) {
                *word |= 1_u64 << (gram & 63);
            }
        }
        Self(bits)
    }

    /// Returns `true` if the first letters of some words may be there.
    fn may_have(&self, words: &str) -> bool {
        let Some(start) = words.as_bytes().get(..4) else { return true };
        let gram = gram(start);
        self.0.get(gram >> 6).is_some_and(|word| word >> (gram & 63) & 1 == 1)
    }
}

fn gram(letters: &[u8]) -> usize {
    let fold = |hash: usize, letter: &u8| (hash << 5) ^ (hash >> 11) ^ usize::from(letter.to_ascii_lowercase());
    letters.iter().fold(0, fold) & ((1 << GRAM_BITS) - 1)
}

/// A text without what closes it, and without the dots of one that was cut off.
fn without_marks(mut text: &[u8]) -> &[u8] {
    while let [rest @ .., b' ' | b'.' | b',' | b'}' | b']' | b')' | b'>' | b'[' | b'(' | b'<' | b'{' | b'-' | 0x80..] = text {
        text = rest;
    }
    text
}

/// A template in [plain] words, cut into sentences.
pub(super) struct Template {
    sentences: Vec<String>,
    /// True if it may have any length and any place.
    is_head: bool,
    /// True if a place must come before it: providers say the same of a member of that name elsewhere.
    is_placed: bool,
}

impl Template {
    pub(super) fn new(text: &str, is_head: bool) -> Self {
        let text = plain(text);
        let mut left = without_place(&text);
        let is_placed = !is_head && left.len() < text.len() && !left.starts_with('{') && VAGUE.iter().any(|vague| left.ends_with(vague));
        let mut sentences = Vec::new();
        while !left.is_empty() {
            let (sentence, after) = cut(left);
            left = after;
            // One that only gives an address is none.
            if find_bytes(sentence.as_bytes(), b"://").is_none() {
                sentences.push(sentence.to_owned());
            }
        }
        Self { sentences, is_head, is_placed }
    }

    /// How much of the template a [plain] text says.
    pub(super) fn fit<'t>(&'t self, text: Words<'t>) -> Option<(Fit, Holes<'t>)> {
        (0..self.sentences.len()).find_map(|nth| self.fit_from(nth, text))
    }

    /// The same if the first sentence that is said is the one of that number.
    fn fit_from<'t>(&'t self, nth: usize, text: Words<'t>) -> Option<(Fit, Holes<'t>)> {
        let (first, more) = self.sentences.get(nth..)?.split_first()?;
        if !text.grams.may_have(split(first).1) {
            return None;
        }
        let (mut holes, all, is_alone) = (Holes::new(), weight(first), nth > 0);
        if VAGUE.contains(&first.as_str()) || is_alone && (all < ALONE || is_vague_alone(first)) {
            return None;
        }
        let is_short = !self.is_head && all < FEW;
        if self.is_placed && !is_alone {
            let start = find(text.all, first)?;
            let is_there = matches!(text.all.get(..start)?.last(), Some(b'.' | b']'));
            return is_there.then_some((Fit { weight: all, whole: true }, holes));
        }
        if let Some(end) = match_sentence(first, text.all, is_short, &mut holes) {
            let fit = follow(more, text.from(end), all, &mut holes);
            return Some((Fit { whole: fit.whole && !is_alone, ..fit }, holes));
        }
        if is_short && let Some(end) = match_sentence(first, text.all, false, &mut holes) {
            // Others say these few words too, but not the next sentence.
            let fit = follow(more, text.from(end), all, &mut holes);
            if fit.weight >= all + NEXT {
                return Some((fit, holes));
            }
        }
        holes.clear();
        let weight = match_cut_off(first, text.kept).filter(|weight| !is_alone || *weight >= ALONE)?;
        Some((Fit { weight, whole: false }, holes))
    }
}

/// How much is said of the sentences that follow one.
fn follow<'t>(sentences: &'t [String], mut text: Words<'t>, weight_before: usize, holes: &mut Holes<'t>) -> Fit {
    let mut fit = Fit { weight: weight_before, whole: true };
    for sentence in sentences {
        let Some(end) = match_sentence(sentence, text.all, false, holes) else {
            // After the sentences before it, a few words are enough.
            let cut_off = match_cut_off(sentence, text.kept).or_else(|| overlap(text.kept, sentence).filter(|length| *length >= NEXT));
            return Fit { weight: fit.weight + cut_off.unwrap_or(0), whole: false };
        };
        text = text.from(end);
        fit.weight += weight(sentence);
    }
    fit
}

/// Without the place in front of it, as far as it is of numbers and what they count: the last steps may distinguish sentences.
fn without_place(text: &str) -> &str {
    let Some((place, _)) = text.split_once(':').filter(|(place, _)| !place.trim_end().contains(' ')) else { return text };
    let mut rest = place;
    loop {
        let step = rest.trim_start_matches(['.', '[', ']']);
        let (name, after) = step.split_at_checked(step.find(['.', '[', ']', ' ']).unwrap_or(step.len())).unwrap_or_default();
        let is_number = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
        let is_hole = name.starts_with('{') && !matches!(name, "{type}" | "{field}");
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

/// A sentence as a hole in front of it, the words up to the next hole, and the rest from the name of that hole on.
fn split(sentence: &str) -> (&str, &str, &str) {
    let (before, sentence) = sentence.strip_prefix('{').and_then(|rest| rest.split_once('}')).unwrap_or(("", sentence));
    let (head, rest) = sentence.split_once('{').unwrap_or((sentence, ""));
    (before, head, rest)
}

/// Where a sentence ends in a text; the texts in its holes are kept. Others say a few words of it too: then it has to be a sentence there as
/// well.
fn match_sentence<'t>(sentence: &'t str, text: &'t [u8], is_short: bool, holes: &mut Holes<'t>) -> Option<usize> {
    let (before, head, rest) = split(sentence);
    let (known, mut from) = (holes.len(), 0);
    loop {
        holes.truncate(known);
        let start = from + find(text.get(from..)?, head)?;
        from = start + 1;
        // A hole in front is one word.
        let words = text.get(..start)?;
        let word = if before.is_empty() { &[] } else { words.rsplit(|byte| !is_of_word(*byte, before)).next().unwrap_or_default() };
        let words = words.get(..start - word.len())?;
        // A kind of block is the last step of a place, and so is a member of a message; what is said of others is not meant.
        let kind = word.rsplit(|byte| *byte == b'.').next().unwrap_or_default();
        if before == "type" && !kind.ends_with(b"thinking") || before == "field" && kind.len() == word.len() {
            continue;
        }
        let Some(end) = filled(rest, text, start + head.len(), holes) else { continue };
        hole(holes, before, if matches!(before, "type" | "field") { kind } else { word });
        let is_own = || starts_sentence(words) && ends_sentence(text.get(end..).unwrap_or_default());
        if (!is_short || is_own()) && holes.iter().skip(known).all(|hole| is_known(hole, text)) {
            return Some(end);
        }
    }
}

/// Returns `true` if a hole of that name is filled with the name of a member.
fn is_member(name: &str) -> bool {
    matches!(name, "field" | "setting" | "name")
}

/// Returns `true` if a word that fills a hole may have that letter. The names of models have colons.
fn is_of_word(byte: u8, hole: &str) -> bool {
    byte.is_ascii_alphanumeric()
        || matches!(byte, b'_' | b'.' | b'-' | b'/' | b'[' | b']')
        || byte == b':' && hole == "model"
        || byte >= 0x80
}

/// Returns `true` if a sentence may start after these words: at a mark, or after the status that SDKs print.
fn starts_sentence(words: &[u8]) -> bool {
    let words = words.trim_ascii_end();
    let status = words.rsplit(|byte| !byte.is_ascii_digit()).next().unwrap_or_default();
    status.len() == 3 || matches!(words.last(), None | Some(b':' | b']' | b'>' | b'.' | b'-' | b'|' | b'=' | b'(' | b')' | b'{'))
}

/// Returns `true` if a sentence may end before these words.
fn ends_sentence(after: &[u8]) -> bool {
    match after {
        [] | [b'.' | b',' | b';' | b')' | b']' | b'}' | b'>' | b'<' | b'|', ..] => true,
        [b' ', next @ ..] => !next.first().is_some_and(u8::is_ascii_lowercase) || next.starts_with(b"at "),
        _ => false,
    }
}

/// The same of what follows the name of a first hole.
fn filled<'t>(mut rest: &'t str, text: &'t [u8], mut at: usize, holes: &mut Holes<'t>) -> Option<usize> {
    while let Some((name, after)) = rest.split_once('}') {
        let (literal, more) = after.split_once('{').unwrap_or((after, ""));
        let here = text.get(at..)?;
        let near = here.get(..HOLE + literal.len()).unwrap_or(here);
        let length = match literal {
            // The name of a member is one word, whatever is printed after it.
            "" if is_member(name) => near.iter().position(|byte| !is_of_word(*byte, name)).unwrap_or(near.len()),
            "" => find(near, ". ").unwrap_or(near.len()),
            literal => find(near, literal)?,
        };
        hole(holes, name, near.get(..length).unwrap_or_default());
        at += length + literal.len();
        rest = more;
    }
    Some(at)
}

/// The number of bytes of a sentence at the end of a text that was cut off inside it. The words that begin many sentences do not count.
fn match_cut_off(sentence: &str, text: &[u8]) -> Option<usize> {
    let (before, head, rest) = split(sentence);
    let tail = text.get(text.len().saturating_sub(TAIL)..).unwrap_or(text);
    let starts = || (0..tail.len()).rev().filter(|start| starts_with(tail.get(*start..).unwrap_or_default(), head)).take(STARTS);
    // Most sentences do not even begin there.
    let beginning = head.get(..BEGINNING).unwrap_or(head);
    let found = if before == "type" || find(tail, beginning).is_none() {
        None
    } else if rest.is_empty() {
        overlap(tail, head)
    } else {
        starts().find_map(|start| cut_in(rest, tail, start + head.len())).map(|weight| head.len() + weight).or_else(|| overlap(tail, head))
    };
    found.filter(|weight| *weight >= CUT.max(vague_length(sentence) + NEXT))
}

/// How many bytes of what follows the name of a first hole are said until the text ends; nothing if it continues differently.
fn cut_in(mut rest: &str, text: &[u8], mut at: usize) -> Option<usize> {
    let mut weight = 0;
    while let Some((name, after)) = rest.split_once('}') {
        let (literal, more) = after.split_once('{').unwrap_or((after, ""));
        let here = text.get(at..)?;
        let near = here.get(..HOLE + literal.len()).unwrap_or(here);
        let Some(length) = find(near, literal) else {
            // Words in the hole that go on otherwise are another sentence, and a member in it may have nothing to do with reasoning.
            let said = overlap(here, literal).unwrap_or(0);
            let inside = here.get(..here.len() - said).unwrap_or_default();
            let is_open = inside.len() <= OPEN && (said >= FITTING || !inside.contains(&b' ')) && !is_member(name);
            return is_open.then(|| weight + said);
        };
        at += length + literal.len();
        weight += literal.len();
        rest = more;
    }
    None
}

/// The longest beginning of some words that a text ends with, if it is not all of them.
fn overlap(text: &[u8], words: &str) -> Option<usize> {
    let words = words.as_bytes();
    let most = text.len().min(words.len().saturating_sub(1));
    (1..=most).rev().find(|length| {
        words.get(..*length).is_some_and(|head| text.get(text.len() - length..).is_some_and(|end| end.eq_ignore_ascii_case(head)))
    })
}

/// Keeps the text of a hole, unless it is a number of the place.
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

fn starts_with(text: &[u8], words: &str) -> bool {
    text.get(..words.len()).is_some_and(|start| start.eq_ignore_ascii_case(words.as_bytes()))
}

/// Finds words in a text, whatever their capitals.
pub(super) fn find(text: &[u8], wanted: &str) -> Option<usize> {
    let (first, _) = wanted.as_bytes().split_first()?;
    let mut from = 0;
    loop {
        let rest = text.get(from..)?;
        let at = rest.iter().position(|byte| byte.eq_ignore_ascii_case(first))?;
        if starts_with(rest.get(at..)?, wanted) {
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
/// How many bits the number of a group of letters has.
const GRAM_BITS: usize = 14;
/// How many bytes of a first sentence must be given for it to be found among others.
const FEW: usize = 34;
/// The bytes that a later sentence must have to be enough for its template alone.
const ALONE: usize = 40;
/// The bytes that identify a sentence after words that say too little: after a first sentence that is short, or words that begin many.
const NEXT: usize = 12;
/// How many bytes of a sentence that was cut off must be there.
const CUT: usize = 24;
/// How far from the end of a text a sentence may start that was cut off.
const TAIL: usize = 1 << 10;
/// The longest text in a hole in which a text was cut off.
const OPEN: usize = 80;
/// The bytes after a hole that show that it was filled by several words.
const FITTING: usize = 6;
/// How many bytes of a sentence are looked for before the rest of it is.
const BEGINNING: usize = 8;
/// How many starts of a sentence that was cut off are tried.
const STARTS: usize = 8;
/// The longest text in a hole.
const HOLE: usize = 300;
/// The words with which logs say that they cut something off.
const CUT_WORDS: [&str; 4] = ["truncated", "truncated output", "more", "omitted"];
