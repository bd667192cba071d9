//! The numbers of function calls and function responses differ.
//!
//! # What it checks
//!
//! After each model turn with function calls, there are exactly as many function responses. Consecutive contents of one role count as one turn,
//! so each response may have its own content. On Vertex, all responses of a turn must be in one content.
//!
//! Vertex accepts calls without any response. Gemini 2.5 accepts calls that are answered only by user text.
//!
//! # Why
//!
//! Google refuses the request, and every later request with this history.
//!
//! Common causes: a tool that was interrupted, a call that the user declined, and a history that was shortened between call and response.
//!
//! > Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"gemini-generate","model":"gemini-3-flash-preview"},"request":{"contents":[
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
//! - Safe: remove responses that repeat another response to the same call.
//! - Safe: move the responses into one content, if Vertex would refuse them in several.
//! - Unsafe: remove the calls or responses without a counterpart.
//! - Unsafe: remove all calls and responses of the turn, if the remaining first call would be unsigned.
//! - Placeholder: add an error response for each call without one. The model then sees that the tool failed.
//!
//! # Evidence
//!
//! - reported, 2026-03-04: <https://github.com/microsoft/vscode/issues/299295>
//! - reported, 2026-11-14: <https://github.com/google-gemini/gemini-cli/issues/16415>
//! - reported, 2026-02-07, of gemini-3-flash-preview: <https://github.com/google-gemini/gemini-cli/issues/18509>
//! - observed, 2026-11-14: responses in separate contents of the Gemini API and, on Vertex, a call that user text answered were accepted
//! - observed, 2026-11-15: Gemini 2.5 accepted a call that a text part of the user answered
//! - reported, 2026-08-27: Vertex refused split responses of two models, and accepted them merged, <https://github.com/vertesia/llumiverse/pull/620>
//! - catalogue: order.gem.response-count

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::request::is_vertex;
use crate::audit::details::{Unlisted, details};
use crate::audit::rules::edits::remove_place_and_related;
use crate::audit::{Evidence, Facts, Finding, Fix, FixEdit, Found, Rule, Safety, Sentence, Subject, Tier, Tool};
use crate::error::Error;
use crate::json::{Changes, Value, digest, quote};
use crate::model::PartKind;

/// The rule.
pub static RULE: Rule = Rule {
    id: "unequal-function-responses",
    binds: "wire=gemini-generate vendor=google",
    evidence: Evidence::Reported,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[Sentence::new(
        "unequal-numbers",
        "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.",
    )],
    subject: Subject::Results,
    check,
    fixes: &[MERGE, REMOVE_COPIES, REMOVE, CUT_TURN, FILL],
    ..Rule::DEFAULT
};

details! {
    /// Both numbers, each with its noun.
    struct UnequalResponses { calls: Unlisted<String>, responses: Unlisted<String> }
    message => "The turn has {calls} and {responses}"

    /// All responses are there, in several contents.
    struct SplitResponses { contents: usize }
    message => "The function responses of one turn are in {contents} contents"
}

const MERGE: Fix = Fix::new("merge", Safety::Safe, FixEdit::By(merge)).titled("Move the function responses into one content.");

const REMOVE_COPIES: Fix =
    Fix::new("remove-copies", Safety::Safe, FixEdit::By(remove_place_and_related)).titled("Remove the repeated responses.");

const REMOVE: Fix = Fix::new("remove-place-and-related", Safety::Unsafe, FixEdit::By(remove_place_and_related));

const CUT_TURN: Fix =
    Fix::new("cut-turn", Safety::Unsafe, FixEdit::By(cut_turn)).titled("Remove all function calls and responses of this turn.");

const FILL: Fix =
    Fix::new("fill", Safety::Placeholder, FixEdit::By(fill)).titled("Add an error response for each function call without one.");

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let accepts_text = facts.profile.fits("answered=words");
    for (nth, run) in facts.runs().enumerate() {
        let next = facts.run(nth + 1);
        // User text replaces a response only directly after the call.
        let ends_with_call = || facts.has(run.start + run.entries.len() - 1, PartKind::Call);
        let may_be_unanswered = is_vertex(facts) || accepts_text && next.is_some() && ends_with_call();
        let (called, answered) = (run.calls, next.as_ref().map(|next| next.results).unwrap_or_default());
        if let Some(next) = next.as_ref().filter(|_| is_vertex(facts) && called.len() > 1 && called.len() == answered.len()) {
            let split: Vec<_> = next.entries.iter().map(|entry| entry.value).collect();
            let are_responses = next.entries.iter().all(|entry| entry.parts.iter().all(|part| part.kind == PartKind::Result));
            if split.len() > 1
                && are_responses
                && let Some(finding) = found.all(&split)
            {
                finding.with(SplitResponses { contents: split.len() }).offers(&[MERGE]);
            }
        }
        if called.is_empty() || called.len() == answered.len() || answered.is_empty() && may_be_unanswered {
            continue;
        }
        let (many, few) = if called.len() > answered.len() { (called, answered) } else { (answered, called) };
        let (mut odd, mut are_copies) = (Vec::new(), answered.len() > called.len());
        let (few, mut earlier, mut seen) = (Alike::of(few), Alike::default(), BTreeSet::new());
        for one in many {
            // Equal messages have the same id and name.
            let is_copy = are_copies && !seen.insert(digest(one.place));
            if few.count(one) <= earlier.count(one) {
                odd.push(one.place);
                are_copies &= is_copy;
            }
            earlier.add(one);
        }
        if odd.is_empty() {
            odd.extend(many.last().map(|one| one.place));
            are_copies = false;
        }
        if let Some(finding) = found.all(&odd) {
            finding.with(UnequalResponses {
                calls: Unlisted(count(called.len(), "function call")),
                responses: Unlisted(count(answered.len(), "function response")),
            });
            finding.offers(match called.len() > answered.len() {
                true => &[REMOVE, CUT_TURN, FILL],
                false if are_copies => &[REMOVE_COPIES],
                false => &[REMOVE, CUT_TURN],
            });
        }
    }
}

/// Moves the parts of the later contents into the first.
fn merge<'d>(_: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let Some(parts) = finding.place.get("parts") else { return Ok(()) };
    finding.related.iter().try_for_each(|later| {
        later.get("parts").into_iter().flat_map(Value::elements).try_for_each(|part| changes.append(parts, part.raw()))?;
        changes.remove(*later)
    })
}

/// Writes a number with its noun.
fn count(number: usize, noun: &str) -> String {
    match number {
        0 => ["no ", noun].concat(),
        1 => ["1 ", noun].concat(),
        _ => [&*number.to_string(), " ", noun, "s"].concat(),
    }
}

/// Counts the calls or results of a list that belong to one call. The ids are compared if both have one, else the names.
#[derive(Default)]
struct Alike<'t> {
    by_id: BTreeMap<&'t str, usize>,
    by_name: BTreeMap<Cow<'t, str>, usize>,
    by_name_without_id: BTreeMap<Cow<'t, str>, usize>,
}

impl<'t> Alike<'t> {
    fn of(tools: &'t [Tool<'t>]) -> Self {
        let mut alike = Self::default();
        tools.iter().for_each(|tool| alike.add(tool));
        alike
    }

    fn add(&mut self, tool: &'t Tool<'t>) {
        *self.by_name.entry(tool.name()).or_default() += 1;
        *match &*tool.id {
            "" => self.by_name_without_id.entry(tool.name()).or_default(),
            id => self.by_id.entry(id).or_default(),
        } += 1;
    }

    fn count(&self, tool: &Tool<'_>) -> usize {
        let (id, name) = (&*tool.id, tool.name());
        if id.is_empty() {
            return self.by_name.get(&name).copied().unwrap_or_default();
        }
        self.by_id.get(id).copied().unwrap_or_default() + self.by_name_without_id.get(&name).copied().unwrap_or_default()
    }
}

fn cut_turn<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let own = facts.around(finding.place).and_then(|entry| facts.run_of(entry));
    let before = own.as_ref().and_then(|own| facts.run_of(own.start.checked_sub(1)?));
    for run in [before, own].into_iter().flatten() {
        let results = facts.run_of(run.end()).map(|next| next.results).unwrap_or_default();
        let mut whole = finding.clone();
        whole.related = run.calls.iter().chain(results).map(|tool| tool.place).collect();
        if !run.calls.is_empty() && whole.related.contains(&finding.place) {
            return remove_place_and_related(facts, &whole, changes);
        }
    }
    Ok(())
}

/// Adds an error response for each call that has none.
fn fill<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let places = [finding.place].into_iter().chain(finding.related.iter().copied());
    let responses: Vec<String> = places.filter_map(|place| facts.call_at(place)).map(error_response).collect();
    let Some(next) = facts.holder(finding.place).and_then(|entry| facts.run_of(entry)).map(|run| run.end()) else { return Ok(()) };
    if let Some(first) = facts.run_of(next).and_then(|run| run.results.first()) {
        return responses.iter().try_for_each(|response| changes.insert(first.place, response.as_bytes()));
    }
    let content = ["{\"role\":\"user\",\"parts\":[", &responses.join(","), "]}"].concat();
    match (facts.entries.get(next), facts.body.get(facts.described.list)) {
        (Some(entry), _) => changes.insert(entry.value, content.as_bytes()),
        (None, Some(contents)) => changes.append(contents, content.as_bytes()),
        (None, None) => Ok(()),
    }
}

/// Writes the part that answers a call with an error.
fn error_response(call: &Tool<'_>) -> String {
    let id = if call.id.is_empty() { String::new() } else { ["\"id\":", &quote(&call.id), ","].concat() };
    ["{\"functionResponse\":{", &id, "\"name\":", &quote(&call.name()), ",\"response\":{\"error\":\"no result\"}}}"].concat()
}
