//! The findings that a repair leaves alone.

use crate::audit::{Facts, Finding, Rule, Subject};
use crate::model::{Entry, Role};

/// The findings that a repair leaves alone.
#[derive(Default)]
pub struct Spared {
    /// The rules whose findings are left alone.
    pub rules: Vec<&'static Rule>,
    /// True if the request is a history that ends with an answer. Its next message is not there yet, so nothing is changed because it is missing.
    pub is_history: bool,
}

impl Spared {
    /// Returns `true` if a finding is left alone.
    pub(super) fn covers(&self, finding: &Finding<'_>, facts: &Facts<'_>) -> bool {
        let is_unfinished = match finding.rule.subject {
            Subject::Ending => true,
            Subject::Results => finding.place.span().start >= start_of_last_answer(facts),
            Subject::Content | Subject::Prefix => false,
        };
        self.is_history && is_unfinished || self.rules.contains(&finding.rule)
    }
}

/// Returns the byte at which the last answer begins. It may be several entries.
fn start_of_last_answer(facts: &Facts<'_>) -> usize {
    let is_answer = |entry: &&Entry<'_>| entry.role == Some(Role::Assistant);
    facts.entries.iter().rev().take_while(is_answer).last().map_or(usize::MAX, |entry| entry.value.span().start)
}
