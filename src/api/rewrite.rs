//! The answer of `canRewrite`: what a rewrite would break, and which ranges are safe.

use std::borrow::Cow;
use std::ops::Range;

use super::records::{Rewrite, RewriteBreak, RewriteElision, json_of};
use crate::audit::{self, Break, RuleTexts};
use crate::model::Role;

/// Writes what a rewrite would break, with the smallest and the largest range around it that are safe.
#[must_use]
pub fn write_rewrite(rewrite: &audit::Rewrite) -> Vec<u8> {
    let ends = |range: &Option<Range<usize>>| range.as_ref().map(|range| [range.start, range.end]);
    json_of(&Rewrite {
        safe: rewrite.breaks.is_empty(),
        role: rewrite.role.map(Role::name),
        smallest: ends(&rewrite.smallest),
        largest: ends(&rewrite.largest),
        elision: rewrite.elision.as_ref().map(|elision| RewriteElision { thoughts: elision.thoughts.clone(), verdict: elision.verdict }),
        open: rewrite.open.iter().map(|need| (*need).to_owned()).collect(),
        breaks: rewrite.breaks.iter().map(break_record).collect(),
    })
}

fn break_record(one: &Break) -> RewriteBreak {
    let summary = || one.rule.and_then(RuleTexts::of).map_or("", |texts| texts.summary);
    RewriteBreak {
        rule: one.rule.map(|rule| rule.id),
        message: Cow::Borrowed(if one.why.is_empty() { summary() } else { one.why }),
        severity: one.severity,
        evidence: one.evidence,
        pointer: one.pointer.clone(),
        related: one.related.clone(),
        needs: one.needs,
        upstream: one.upstream(),
    }
}
