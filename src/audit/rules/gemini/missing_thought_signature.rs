//! The first function call of a content has no thought signature.
//!
//! # What it checks
//!
//! The open turn is everything after the last user input. In it, the first call of each model content has a signature. It is
//! `thoughtSignature` beside the `functionCall`, or `extra_content.google.thought_signature` in a tool call of the OpenAI endpoint.
//!
//! Gemini signs only the first of several parallel calls. A signature on a later call is not enough.
//!
//! The rule applies to Gemini 3 and later, which refuse a call without its signature. Image models ask for the signature but do not
//! refuse the request. A name such as `gemini-flash-latest` means another model from time to time.
//!
//! Gemini 2.5 accepts an unsigned call, but it signs whenever it thought. There the finding is a hint that a thought was lost, unless a
//! ledger shows that the response had no signature.
//!
//! Some clients send parallel calls back one by one (call, response, call, response). Others send each chunk of a stream as a separate
//! content.
//!
//! # Why
//!
//! The signature holds the reasoning that led to the call. Without it, the request is refused or the model continues without that
//! reasoning.
//!
//! Common cause: a client keeps only the name and the arguments of a call.
//!
//! > Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"gemini-generate","model":"gemini-3-pro-preview"},"request":{"contents":[
//!   {"role":"user","parts":[{"text":"How warm is it?"}]},
//!   {"role":"model","parts":[{"functionCall":{"name":"weather","args":{}}}]},
//!   {"role":"user","parts":[{"functionResponse":{"name":"weather","response":{"celsius":21}}}]}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"gemini-generate","model":"gemini-3-pro-preview"},"request":{"contents":[
//!   {"role":"user","parts":[{"text":"How warm is it?"}]},
//!   {"role":"model","parts":[{"functionCall":{"name":"weather","args":{}},"thoughtSignature":"RXF1YWwgYnl0ZXM="}]},
//!   {"role":"user","parts":[{"functionResponse":{"name":"weather","response":{"celsius":21}}}]}]}}
//! ```
//!
//! # Fix
//!
//! - Safe: join the contents of one recorded answer, so that its first call is the signed one. This needs a ledger.
//! - Unsafe: move the signature of a later call in the content to the first call.
//! - Placeholder: add `skip_thought_signature_validator`. Google documents this string for calls that no Gemini model made. The thought
//!   is lost.
//! - By hand: restore the signature from a ledger.
//!
//! A call that is accepted without a signature gets no placeholder.
//!
//! # Evidence
//!
//! - observed, 2026-11-14: Gemini 3 never accepted it in recorded traffic; 2.5 did 138 times, and signed each of 382 calls before which it thought
//! - documented, 2026-06-05: <https://ai.google.dev/gemini-api/docs/thought-signatures>
//! - documented, 2026-06-05: <https://docs.cloud.google.com/vertex-ai/generative-ai/docs/thought-signatures>
//! - reported, 2026-01-12: <https://github.com/pipecat-ai/pipecat/pull/3420> (calls made at once, sent in separate contents)
//! - reported, 2026-01-14: <https://github.com/MayDay-wpf/snow-cli/issues/104> (the position counts from 1)
//! - reported, 2026-04-24: <https://github.com/googleapis/js-genai/issues/1275> (each content is a step)
//! - reported, 2026-05-26: <https://github.com/BigPizzaV3/CodexPlusPlus/issues/332> (the OpenAI endpoint)
//! - catalogue: gem-fc-signature-missing, gem-fc-signature-missing-vertex, gem-signature-on-wrong-parallel, gem-parallel-interleaved, gem-compat-extra-content

use std::collections::BTreeSet;

use super::request::{is_model, is_vertex, thinking_config, tool_name};
use super::signatures::{NESTED, remove_signature, set_signature, signature_of};
use super::wording::{MISSING, MISSING_ON_VERTEX};
use crate::audit::details::details;
use crate::audit::rules::ledger::fates::answer_of;
use crate::audit::{Evidence, Facts, Finding, Fix, FixEdit, Found, Needs, Presumed, Rule, Run, Safety, Severity, Tier};
use crate::conversation::placeholder::SKIP;
use crate::error::Error;
use crate::json::{Changes, Value, Writer};
use crate::ledger::Answer;
use crate::model::{Part, PartKind, Role};
use crate::wires::EntryShape;

/// The rule.
pub static RULE: Rule = Rule {
    id: "missing-thought-signature",
    binds: "wire=gemini-generate|openai-chat dialect=gemini,wire=gemini-generate vendor=google name signs",
    evidence: Evidence::Observed,
    since: "0.1.0",
    tier: Tier::Stable,
    needs: Needs::LedgerIfThere,
    presumes: &[Presumed::Handles],
    upstream: &[MISSING, MISSING_ON_VERTEX],
    check,
    fixes: &[JOIN_ANSWER, MOVE_SIGNATURE, SKIP_VALIDATION],
    ..Rule::DEFAULT
};

details! {
    /// The function, and the number of the content with the call. Google counts from one.
    struct MissingSignature { name: String, position: usize }
    message => "The function call `{name}` has no thought signature"
}

const JOIN_ANSWER: Fix =
    Fix::new("join-answer", Safety::Safe, FixEdit::By(join_answer)).titled("Join the contents of this answer into one.");
const MOVE_SIGNATURE: Fix =
    Fix::new("move-signature", Safety::Unsafe, FixEdit::By(move_signature)).titled("Move the signature to the first function call.");
const SKIP_VALIDATION: Fix = Fix::new("skip-validation", Safety::Placeholder, FixEdit::By(skip_validation))
    .titled("Add the placeholder signature `skip_thought_signature_validator`.");

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let (severity, sentence) = match facts.profile.word("signs") {
        "always" => (Severity::Reject, Some(if is_vertex(facts) { &MISSING_ON_VERTEX } else { &MISSING })),
        "sometimes" => (Severity::Advice, None),
        _ => (Severity::Degrade, None),
    };
    let advice = severity == Severity::Advice;
    let off = thinking_config(facts).is_some_and(|config| config.fits("thinkingBudget=0,thinking_budget=0"));
    if advice && (off || facts.body.fits("reasoning_effort=none") || facts.profile.fits("thinks=asked")) {
        return;
    }
    let mut position = 0;
    for (nth, entry) in facts.entries.iter().enumerate() {
        position += usize::from(entry.role != Some(Role::System));
        if nth < facts.round || !is_model(entry) {
            continue;
        }
        let mut calls = entry.parts.iter().filter(|part| part.kind == PartKind::Call);
        let Some(first) = calls.next().filter(|first| signature_of(first).is_none()) else { continue };
        // Another rule finds a signature in a wrong place. For models that do not refuse, any part may have it: 2.5 signs the first part of
        // any kind.
        let misplaced = first.value.fits(NESTED) || first.value.fits("id~__thought__");
        if misplaced || severity != Severity::Reject && entry.parts.iter().any(|part| signature_of(part).is_some()) {
            continue;
        }
        // A model that does not refuse an unsigned call may have emitted it unsigned.
        let is_unsigned = |answer: &Answer| answer.parts.iter().all(|part| part.trace.handle.is_none());
        if severity != Severity::Reject && answer_of(facts, nth, first.value).is_some_and(is_unsigned) {
            continue;
        }
        let moved = calls.find_map(signature_of);
        let finding = found.at(first.value).with(MissingSignature { name: tool_name(first).into_owned(), position });
        finding.severity = severity;
        finding.sentence = sentence;
        match (moved, advice) {
            (Some(_), false) => {
                finding.offers(&[MOVE_SIGNATURE, SKIP_VALIDATION]);
            }
            (None, true) => {
                finding.offers(&[]);
            }
            (None, false) if split_answer(facts, nth).is_some() => {
                finding.offers(&[JOIN_ANSWER, SKIP_VALIDATION]);
            }
            _ => {
                finding.offers(&[SKIP_VALIDATION]);
            }
        }
        finding.related.extend(moved);
    }
}

/// Returns `true` if a part is a call that Gemini refuses without a signature.
pub(in crate::audit::rules) fn must_be_signed(facts: &Facts<'_>, part: Value<'_>) -> bool {
    let is_call = |one: &Part<'_>| one.value == part && one.kind == PartKind::Call;
    let mut open = facts.entries.iter().skip(facts.round).filter(|entry| is_model(entry));
    facts.profile.fits("vendor=google signs=always") && open.any(|entry| entry.parts.iter().any(is_call))
}

/// Finds the contents that one recorded answer was split into, if all calls in them are from that answer.
fn split_answer<'f, 'd>(facts: &'f Facts<'d>, nth: usize) -> Option<Run<'f, 'd>> {
    let run = facts.run_of(nth).filter(|run| run.entries.len() > 1 && facts.described.entries == EntryShape::Contents)?;
    let mut answers = BTreeSet::new();
    for (entry, holder) in (run.start..).zip(run.entries) {
        for part in holder.parts.iter().filter(|part| part.kind == PartKind::Call) {
            answers.insert(answer_of(facts, entry, part.value)?.id());
        }
    }
    (answers.len() == 1 && run.entries.iter().all(is_model)).then_some(run)
}

fn join_answer<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let Some(run) = facts.holder(finding.place).and_then(|nth| split_answer(facts, nth)) else { return Ok(()) };
    let Some((first, others)) = run.entries.split_first() else { return Ok(()) };
    let Some(parts) = first.value.get("parts") else { return Ok(()) };
    let mut list = Writer::default();
    list.open(b'[');
    run.entries.iter().flat_map(|entry| entry.value.list("parts")).for_each(|part| list.raw(part.raw()));
    list.close(b']');
    changes.replace(parts, &list.finish())?;
    others.iter().try_for_each(|entry| changes.remove(entry.value))
}

fn move_signature<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let Some(moved) = finding.related.first() else { return Ok(()) };
    remove_signature(facts, *moved, changes)?;
    set_signature(finding.place, moved.raw(), changes)
}

/// Sets the placeholder signature of a call.
pub(in crate::audit::rules) fn skip_validation<'d>(_: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    set_signature(finding.place, SKIP.as_bytes(), changes)
}
