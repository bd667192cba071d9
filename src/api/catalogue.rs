//! The cards of the rules.

use serde::Serialize;

use super::records::{RuleCard, json_of};
use crate::audit::{Card, Needs, Rule, rules};

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
    json_of(&rules::all().filter_map(|rule| Some(filed(rule, Card::of(rule)?))).collect::<Vec<_>>())
}

fn filed(rule: &'static Rule, card: &'static Card) -> FiledCard {
    let card_of_rule = RuleCard {
        id: rule.id,
        summary: card.summary,
        what: card.what,
        why: card.why,
        bad: card.bad,
        good: card.good,
        fix: card.fix,
        sources: card.sources,
        severity: rule.severity,
        evidence: rule.evidence,
        since: rule.since,
        tier: rule.tier,
        wires: rule.wires().collect(),
        upstream: rule.upstream.iter().map(|sentence| sentence.text).collect(),
        fixes: rule.fixes.iter().map(|fix| fix.safety).collect(),
        ledger: rule.needs == Needs::Ledger,
    };
    FiledCard { folder: card.folder, card: card_of_rule }
}
