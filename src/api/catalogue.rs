//! The rules as a table. The build makes the catalogue of the package from it and from the cards, because in wasm a rule is a number.

use super::{write_number, write_texts};
use crate::audit::{Needs, heads, rules};
use crate::json::Writer;

/// Writes a row for each rule, in the order of a report's checks.
#[must_use]
pub fn write_catalogue() -> Vec<u8> {
    let mut out = Writer::default();
    out.open(b'[');
    for rule in rules::all() {
        out.open(b'{');
        out.member("id", rule.id);
        out.member("binds", rule.binds);
        out.member("severity", rule.severity.name());
        out.member("evidence", rule.evidence.name());
        out.member("since", rule.since);
        out.member("tier", rule.tier.name());
        out.name("ledger");
        out.flag(rule.needs == Needs::Ledger);
        out.name("upstream");
        out.open(b'{');
        rule.upstream.iter().for_each(|sentence| out.member(sentence.name, sentence.text));
        out.close(b'}');
        out.name("heads");
        out.open(b'{');
        heads(rule).for_each(|(head, rank)| write_number(head, rank, &mut out));
        out.close(b'}');
        write_texts("fixes", &mut rule.fixes.iter().map(|fix| fix.safety.name()), &mut out);
        out.close(b'}');
    }
    out.close(b']');
    out.finish()
}
