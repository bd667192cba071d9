//! A provider's error, traced back to a rule.

use super::records::{Classified, json_of};
use crate::audit::{self, Rule, RuleTexts, Safety};

/// Writes the rule that an error is about, with the values and the place that the error names, the meaning of its code, and the fixes of the rule.
#[must_use]
pub fn write_classified(classified: &audit::Classified) -> Vec<u8> {
    json_of(&classified_record(classified))
}

pub(super) fn classified_record(classified: &audit::Classified) -> Classified {
    Classified {
        rule: classified.rule.map(|rule| rule.id),
        message: classified.message.clone(),
        pointer: classified.pointer.clone(),
        code: classified.code.clone(),
        meaning: classified.meaning,
        status: classified.status,
        args: classified.args.clone(),
        others: classified.others.iter().map(|rule| rule.id).collect(),
        recovery: classified.rule.map_or_else(Vec::new, recovery_of),
    }
}

/// The fixes that a rule has, by their safety.
fn recovery_of(rule: &'static Rule) -> Vec<(Safety, &'static str)> {
    let mut safeties: Vec<_> = rule.fixes.iter().map(|fix| fix.safety).collect();
    safeties.sort();
    safeties.dedup();
    let texts = RuleTexts::of(rule);
    safeties.into_iter().map(|safety| (safety, texts.map_or("", |texts| texts.remedy(safety)))).collect()
}
