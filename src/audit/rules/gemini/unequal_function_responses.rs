//! A turn of function calls has not as many responses as calls.
//!
//! # What it checks
//!
//! After each turn of the model with function calls come exactly as many function responses. Neighbouring contents of one role are one turn,
//! so responses may stand in a content each. Vertex takes a turn of calls without any response.
//!
//! # Why
//!
//! > Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.
//!
//! A call that was interrupted, refused by the user or compacted away leaves its half behind, and every later request fails.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"gemini-generate","model":"gemini-2.5-pro"},"request":{"contents":[
//!   {"role":"user","parts":[{"text":"How warm is it?"}]},
//!   {"role":"model","parts":[{"functionCall":{"name":"weather","args":{}},"thoughtSignature":"RXF1YWwgYnl0ZXM="}]},
//!   {"role":"user","parts":[{"text":"Never mind."}]}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"gemini-generate","model":"gemini-2.5-pro"},"request":{"contents":[
//!   {"role":"user","parts":[{"text":"How warm is it?"}]},
//!   {"role":"model","parts":[{"functionCall":{"name":"weather","args":{}},"thoughtSignature":"RXF1YWwgYnl0ZXM="}]},
//!   {"role":"user","parts":[{"functionResponse":{"name":"weather","response":{"error":"cancelled"}}}]},
//!   {"role":"user","parts":[{"text":"Never mind."}]}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: the calls or responses without a counterpart go; where that would leave an unsigned call, all calls and responses of the turn.
//!
//! # Evidence
//!
//! - reported, 2026-03-04: <https://github.com/microsoft/vscode/issues/299295>
//! - reported, 2026-11-14: <https://github.com/google-gemini/gemini-cli/issues/16415>
//! - observed, 2026-11-14: responses in contents of their own and, on Vertex, a call answered in words were accepted
//! - catalogue: order.gem.response-count

use super::{all, cut, turns, vertex};
use crate::audit::{Evidence, Facts, Finding, Found, Mend, Rule, Safety, Tool};
use crate::error::Error;
use crate::json::Changes;
use crate::model::PartKind;

/// The rule.
pub static RULE: Rule = Rule {
    id: "unequal-function-responses",
    binds: "wire=gemini-generate vendor=google",
    evidence: Evidence::Reported,
    upstream: &[
        "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.",
    ],
    check,
    fixes: &[(Safety::Unsafe, Mend::By(cut)), (Safety::Unsafe, Mend::By(cut_turn))],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let [mut calls, mut results] = [facts.calls.as_slice(), facts.results.as_slice()];
    let mut end = 0;
    let mut turns = turns(facts).peekable();
    while let Some(turn) = turns.next() {
        end += turn.len();
        let next = turns.peek().copied().unwrap_or_default();
        let called = before(&mut calls, end);
        before(&mut results, end);
        if called.is_empty() {
            continue;
        }
        let mut rest = results;
        let answered = before(&mut rest, end + next.len());
        if called.len() == answered.len() || answered.is_empty() && vertex(facts) == 1 {
            continue;
        }
        let (many, few) = if called.len() > answered.len() { (called, answered) } else { (answered, called) };
        let mut odd = many.iter().enumerate().filter(|(nth, one)| {
            let earlier = many.iter().take(*nth).filter(|other| is_same(other, one)).count();
            few.iter().filter(|other| is_same(other, one)).count() <= earlier
        });
        let first = odd.next().map(|(_, one)| one).or(many.last());
        if let Some(first) = first {
            let mut finding = found.finding(first.place);
            finding.related.extend(odd.map(|(_, one)| one.place));
            found.push(finding);
        }
    }
}

/// Takes off what stands before that entry.
fn before<'f, 'd>(tools: &mut &'f [Tool<'d>], entry: usize) -> &'f [Tool<'d>] {
    let (taken, rest) = tools.split_at_checked(tools.partition_point(|tool| tool.entry < entry)).unwrap_or_default();
    *tools = rest;
    taken
}

/// Whether two are of one call: by the id, where both have one.
fn is_same(one: &Tool<'_>, other: &Tool<'_>) -> bool {
    if one.id.is_empty() || other.id.is_empty() { one.name == other.name } else { one.id == other.id }
}

fn cut_turn<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let mut turns = turns(facts).peekable();
    while let Some(turn) = turns.next() {
        let pair = [(turn, PartKind::Call), (turns.peek().copied().unwrap_or_default(), PartKind::Result)];
        let mut whole = finding.clone();
        whole.related = pair.iter().flat_map(|(turn, kind)| all(turn, *kind)).collect();
        if whole.related.iter().any(|place| place.span() == finding.place.span()) && all(turn, PartKind::Call).next().is_some() {
            return cut(facts, &whole, changes);
        }
    }
    Ok(())
}
