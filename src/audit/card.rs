//! The texts of the rules, which people read. `build.rs` takes them from the documentation at the head of each rule's file.

use serde::Serialize;

use super::grade::Safety;
use super::rule::Rule;

/// The texts of a rule that are in every report.
pub struct RuleTexts {
    /// The id of the rule.
    pub id: &'static str,
    /// The defect, in a sentence.
    pub summary: &'static str,
    /// The reason why it matters, in our own words.
    pub why: &'static str,
    /// The fixes in words: the safe ones, the dead ones, the unsafe ones, the placeholders.
    remedies: [&'static str; 4],
}

/// The whole documentation of a rule.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct RuleDocs {
    /// The folder of the rule: its subject.
    #[serde(skip)]
    pub folder: &'static str,
    /// The id of the rule.
    #[serde(skip)]
    pub id: &'static str,
    /// The defect, in a sentence.
    pub summary: &'static str,
    /// The check, in words.
    pub what: &'static str,
    /// The reason why it matters, with the provider's own words.
    pub why: &'static str,
    /// An example that fails: a target and a request.
    pub bad: &'static str,
    /// The same, repaired.
    pub good: &'static str,
    /// The fix, in words.
    pub fix: &'static str,
    /// The sources with their dates, a line each.
    pub sources: &'static str,
}

include!(concat!(env!("OUT_DIR"), "/cards.rs"));

impl RuleTexts {
    /// The texts of a rule. Every rule has them: a test compares the ids.
    #[must_use]
    pub fn of(rule: &Rule) -> Option<&'static Self> {
        TEXTS.binary_search_by_key(&rule.id, |texts| texts.id).ok().and_then(|nth| TEXTS.get(nth))
    }

    /// The fixes of one safety in words, as the card has them. Nothing, if it has none.
    #[must_use]
    pub fn remedy(&self, safety: Safety) -> &'static str {
        let [safe, dead, loses, placeholder] = self.remedies;
        match safety {
            Safety::Safe => safe,
            Safety::Dead => dead,
            Safety::Unsafe => loses,
            Safety::Placeholder => placeholder,
        }
    }
}

impl RuleDocs {
    /// The card of a rule.
    #[must_use]
    pub fn of(rule: &Rule) -> Option<&'static Self> {
        CARDS.binary_search_by_key(&rule.id, |card| card.id).ok().and_then(|nth| CARDS.get(nth))
    }
}
