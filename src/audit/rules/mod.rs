//! All rules, one file each, in folders by subject. The head of a file is the rule's card: what it checks, why, two examples, the fix and the
//! evidence. One example fails and the other passes. The tests run both.

#![allow(rustdoc::broken_intra_doc_links, reason = "cards quote providers, who write `input[2]`")]

pub mod anthropic;
pub mod converse;
pub mod dialects;
pub mod gemini;
pub mod ledger;
pub mod openrouter;
pub mod responses;
pub mod settings;
pub mod text;
pub mod tools;

mod call_ids;
mod edits;
mod ids;
mod members;
mod repeats;
mod texts;

use super::Rule;

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
    ledger::RULES,
];

/// Finds the index of a rule in [`all`].
#[must_use]
pub fn number(rule: &Rule) -> usize {
    all().take_while(|one| *one != rule).count()
}
