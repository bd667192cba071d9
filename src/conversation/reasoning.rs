//! The amount of reasoning: a word on some wires, a number of tokens on others.

use super::note::{NoteLevel, Notes};
use crate::json::Value;
use crate::model::Reasoning;

/// The words from low to high, each with its number of tokens for wires that require a number.
const EFFORTS: [(&str, i64); 7] =
    [("none", 0), ("minimal", 1024), ("low", 2048), ("medium", 8192), ("high", 16384), ("xhigh", 32768), ("max", 65536)];

/// An amount of reasoning in the form of the target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Amount<T> {
    /// The amount.
    pub(crate) value: T,
    /// True if the source has exactly this value.
    pub(crate) is_exact: bool,
}

/// Notes that the target has another value for the amount of reasoning. The note has both values.
pub(crate) fn note_amount<'d>(reasoning: &Reasoning<'d>, name: &str, written: &str, notes: &mut Notes<'d>) {
    let Some(value) = reasoning.effort.or(reasoning.budget).or_else(|| place(reasoning)) else { return };
    let said = String::from_utf8_lossy(value.raw());
    let why = ["`", &path_of(value), "` ", said.trim_matches('"'), " became `", name, "` ", written].concat();
    notes.note(value, NoteLevel::Changed, "reasoning", why.into());
}

/// Returns the names of the members that hold a value, joined by points.
fn path_of(value: Value<'_>) -> String {
    let mut names = Vec::new();
    let mut here = value;
    while let Some(key) = here.key() {
        names.push(key.text().map(|text| text.lossy().into_owned()).unwrap_or_default());
        here = here.parent();
    }
    names.reverse();
    names.join(".")
}

/// Returns the word for the amount of reasoning: the nearest that the target accepts. An empty list accepts any.
pub(crate) fn effort(reasoning: &Reasoning<'_>, takes: &[&str]) -> Option<Amount<String>> {
    let (word, is_said) = match (reasoning.effort.and_then(Value::text), reasoning.budget.and_then(Value::whole)) {
        (Some(word), _) => (word.lossy().to_ascii_lowercase(), true),
        (None, Some(budget)) => (word_of(budget).to_owned(), false),
        (None, None) => return None,
    };
    nearest(&word, takes).map(|amount| Amount { is_exact: amount.is_exact && is_said, ..amount })
}

/// Returns the accepted word that is nearest to a word. An empty list accepts any.
pub(crate) fn nearest(word: &str, takes: &[&str]) -> Option<Amount<String>> {
    if takes.is_empty() || takes.contains(&word) {
        return Some(Amount { value: word.to_owned(), is_exact: true });
    }
    let wanted = rank(word)?;
    // `none` is not an amount, unless it was requested.
    let amounts = takes.iter().filter(|one| **one != "none" || word == "none").filter_map(|one| Some((*one, rank(one)?)));
    let nearest = amounts.min_by_key(|(_, own)| own.abs_diff(wanted));
    nearest.map(|(one, _)| Amount { value: one.to_owned(), is_exact: false })
}

/// Returns the number of tokens that the model may spend on reasoning.
pub(crate) fn budget(reasoning: &Reasoning<'_>) -> Option<Amount<i64>> {
    if let Some(value) = reasoning.budget.and_then(Value::whole) {
        return Some(Amount { value, is_exact: true });
    }
    let word = reasoning.effort.and_then(Value::text)?.lossy().to_ascii_lowercase();
    EFFORTS.iter().find(|(one, _)| *one == word).map(|(_, value)| Amount { value: *value, is_exact: false })
}

/// Returns `true` if reasoning is off.
pub(crate) fn is_off(reasoning: &Reasoning<'_>) -> bool {
    reasoning.on.is_some_and(|(on, _)| !on)
        || reasoning.effort.is_some_and(|effort| effort.fits("=none"))
        || reasoning.budget.is_some_and(|budget| budget.raw() == b"0")
}

/// Returns `true` if the request has any reasoning setting.
pub(crate) fn is_said(reasoning: &Reasoning<'_>) -> bool {
    reasoning.on.is_some() || reasoning.effort.is_some() || reasoning.budget.is_some()
}

/// Returns the value that best describes the amount of reasoning.
pub(crate) fn place<'d>(reasoning: &Reasoning<'d>) -> Option<Value<'d>> {
    reasoning.effort.or(reasoning.budget).or(reasoning.on.map(|(_, value)| value))
}

/// Returns the strings of a list of the profile. Some lists are a text, copied from the provider's error.
pub(crate) fn words<'p>(profile: Value<'p>, name: &str) -> Vec<&'p str> {
    match profile.word(name) {
        "" => profile.list(name).filter_map(Value::text).filter_map(crate::json::Text::plain).collect(),
        text => listed_words(text).collect(),
    }
}

/// Returns the words of a list in the form of a provider: with quotes or without, with `and` or `or` before the last.
pub(crate) fn listed_words(list: &str) -> impl Iterator<Item = &str> {
    list.split(|one: char| !one.is_ascii_alphanumeric() && one != '-').filter(|word| !matches!(*word, "" | "and" | "or"))
}

fn rank(word: &str) -> Option<usize> {
    EFFORTS.iter().position(|(one, _)| *one == word)
}

fn word_of(budget: i64) -> &'static str {
    EFFORTS.iter().rev().find(|(_, least)| budget >= *least).map_or("minimal", |(word, _)| word)
}
