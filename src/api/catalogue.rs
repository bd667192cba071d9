//! The cards of the rules.

use serde::Serialize;

use super::records::{RuleCard, json_of};
use crate::audit::{Needs, Rule, RuleDocs, rules};

/// A card with the folder of its rule, for the table beside the rules.
#[derive(Serialize)]
struct FiledCard {
    folder: &'static str,
    #[serde(flatten)]
    card: RuleCard,
}

/// Writes the card of each rule, in the order of a report's checks.
#[must_use]
pub fn write_catalogue() -> Vec<u8> {
    json_of(&rules::all().filter_map(|rule| Some(filed(rule, RuleDocs::of(rule)?))).collect::<Vec<_>>())
}

fn filed(rule: &'static Rule, docs: &'static RuleDocs) -> FiledCard {
    let card_of_rule = RuleCard {
        id: rule.id,
        severity: rule.severity,
        evidence: rule.evidence,
        since: rule.since,
        tier: rule.tier,
        wires: rule.wires().collect(),
        upstream: rule.upstream.iter().map(|sentence| sentence.text).collect(),
        fixes: rule.fixes.iter().map(|fix| fix.safety).collect(),
        ledger: rule.needs == Needs::Ledger,
        docs,
    };
    FiledCard { folder: docs.folder, card: card_of_rule }
}
