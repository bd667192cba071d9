//! Every rule, one a file, in folders by what it is about. The head of a file is the rule's card: what it checks, why, an
//! example that fails and one that passes (both are run by the tests), the fix, the evidence.

#![allow(rustdoc::broken_intra_doc_links, reason = "cards quote providers, who write `input[2]`")]

pub mod anthropic;
pub mod converse;
pub mod dialects;
pub mod emitted;
pub mod gemini;
pub mod openrouter;
pub mod responses;
pub mod settings;
pub mod text;
pub mod tools;

use super::{Facts, Finding, Rule, Tool};
use crate::error::Error;
use crate::json::{Changes, Value, decimal, sorted_indices};
use crate::model::{Entry, Part};

/// Every rule, in the order in which they run and are listed.
pub fn all() -> impl Iterator<Item = &'static Rule> {
    FOLDERS.iter().flat_map(|folder| folder.iter().copied())
}

static FOLDERS: [&[&Rule]; 10] = [
    anthropic::RULES,
    converse::RULES,
    responses::RULES,
    gemini::RULES,
    openrouter::RULES,
    dialects::RULES,
    settings::RULES,
    tools::RULES,
    text::RULES,
    emitted::RULES,
];

/// A finding's place and all that is related to it go, and each message of which nothing else is left.
fn cut<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let all: Vec<Value<'d>> = [finding.place].iter().chain(&finding.related).copied().collect();
    let start = |nth: &usize| all.get(*nth).map(|value| value.span().start);
    let order = sorted_indices(all.len(), &mut |one, other| start(one).cmp(&start(other)));
    let sorted: Vec<usize> = order.iter().filter_map(start).collect();
    let is_meant = |part: &Part<'d>| sorted.binary_search(&part.value.span().start).is_ok();
    // Only the messages that hold them are looked at: a request may have a thousand findings.
    let mut holders: Vec<usize> = order.iter().filter_map(|nth| facts.holder(*all.get(*nth)?)).collect();
    holders.dedup();
    holders.into_iter().filter_map(|nth| facts.entries.get(nth)).try_for_each(|entry| cut_entry(entry, &is_meant, changes))
}

/// The parts that are meant go, and each message of which nothing else is left.
#[inline(never)]
fn cut_all<'d>(facts: &Facts<'d>, is_meant: &dyn Fn(&Part<'d>) -> bool, changes: &mut Changes<'d>) -> Result<(), Error> {
    facts.entries.iter().try_for_each(|entry| cut_entry(entry, is_meant, changes))
}

#[inline(never)]
fn cut_entry<'d>(entry: &Entry<'d>, is_meant: &dyn Fn(&Part<'d>) -> bool, changes: &mut Changes<'d>) -> Result<(), Error> {
    if !entry.parts.is_empty() && entry.parts.iter().all(is_meant) {
        return changes.remove(entry.value);
    }
    entry.parts.iter().filter(|part| is_meant(part)).try_for_each(|part| changes.remove(part.value))
}

/// A value goes to stand before another.
#[inline(never)]
fn shift<'d>(value: Value<'d>, before: Value<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    changes.insert(before, value.raw())?;
    changes.remove(value)
}

/// What stands for reasoning that is lost, as a JSON string: another text in each message, for one that comes again is a mark of its own.
#[inline(never)]
fn not_kept(facts: &Facts<'_>, finding: &Finding<'_>) -> Vec<u8> {
    let nth = facts.holder(finding.place).unwrap_or_default();
    ["\"(The reasoning of message ", &decimal(nth), " was not kept.)\""].concat().into_bytes()
}

/// Strings one after the other, as one JSON string.
#[inline(never)]
fn joined(texts: &[Value<'_>]) -> Vec<u8> {
    let mut whole = vec![b'"'];
    for text in texts {
        whole.extend_from_slice(text.text().map(|text| text.raw()).unwrap_or_default());
    }
    whole.push(b'"');
    whole
}

/// The places of keys that come again: of each the one before, and its own.
#[inline(never)]
fn repeats(keys: &[&[u8]]) -> Vec<[usize; 2]> {
    if are_different(keys) {
        return Vec::new();
    }
    let key = |nth: &usize| keys.get(*nth);
    let order = sorted_indices(keys.len(), &mut |one, other| key(one).cmp(&key(other)));
    let mut pairs = Vec::new();
    for pair in order.windows(2) {
        if let [one, again] = pair
            && key(one) == key(again)
        {
            pairs.push([*one, *again]);
        }
    }
    pairs
}

/// Those whose id comes again, each with the one before it.
fn again<'t, 'd>(tools: &'t [Tool<'d>]) -> Vec<[&'t Tool<'d>; 2]> {
    let keys: Vec<&[u8]> = tools.iter().map(|tool| tool.id.as_bytes()).collect();
    let mut pairs = Vec::new();
    for [one, again] in repeats(&keys) {
        if let (Some(one), Some(again)) = (tools.get(one), tools.get(again)) {
            pairs.push([one, again]);
        }
    }
    pairs
}

/// Whether keys are different for certain, as they are most of the time: each has a place of its own in a table, near to where the
/// number that comes of it says.
#[inline(never)]
fn are_different(keys: &[&[u8]]) -> bool {
    let mut table = vec![0; (4 * keys.len()).next_power_of_two()];
    let mask = table.len() - 1;
    keys.iter().all(|key| {
        // Eight bytes at once, and what is left of them as FNV-1a does.
        let (words, rest) = key.as_chunks::<8>();
        let mix = |sum: u64, word: &[u8; 8]| (sum.rotate_left(29) ^ u64::from_le_bytes(*word)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let sum = words.iter().fold(sum(rest), mix) | 1;
        let from = usize::try_from(sum >> 32).unwrap_or_default();
        let places = (from..from + 16).map(|place| place & mask);
        let free = places.map(|place| (place, table.get(place).copied().unwrap_or(sum))).find(|(_, held)| *held == 0 || *held == sum);
        free.filter(|(_, held)| *held == 0).and_then(|(place, _)| table.get_mut(place)).map(|place| *place = sum).is_some()
    })
}

/// A number that comes of a text: FNV-1a.
#[inline(never)]
fn sum(text: &[u8]) -> u64 {
    text.iter().fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Adds a word to a list in a sentence.
#[inline(never)]
fn list(words: &mut String, word: &str) {
    if !words.is_empty() {
        words.push_str(", ");
    }
    words.push_str(word);
}

/// The first element that looks so.
#[inline(never)]
fn find<'d>(list: Value<'d>, query: &str) -> Option<Value<'d>> {
    list.elements().find(|element| element.fits(query))
}

/// The place of a word among others; how many there are, if it is none of them.
#[inline(never)]
fn nth_of(words: &[&str], word: &str) -> usize {
    words.iter().position(|one| *one == word).unwrap_or(words.len())
}

/// The member of that name, in either spelling, if there is something in it.
#[inline(never)]
fn either<'d>(object: Value<'d>, [camel, snake]: [&str; 2]) -> Option<Value<'d>> {
    object.get(camel).or_else(|| object.get(snake)).filter(|value| !value.is_null())
}

/// Whether a member is a string with something in it.
#[inline(never)]
fn is_said(object: Value<'_>, name: &str) -> bool {
    object.get(name).and_then(Value::text).is_some_and(|text| !text.is_empty())
}

/// Whether something is in a value.
#[inline(never)]
fn is_filled(value: Value<'_>) -> bool {
    value.text().is_some_and(|text| !text.is_empty()) || value.element(0).is_some()
}
