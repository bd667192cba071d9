//! A thought signature is not on the part that it was issued on.
//!
//! # What it checks
//!
//! With Gemini, a signature is sent on the part that it came on. For parallel calls this is the first call. A text with a signature is
//! not joined with another text.
//!
//! If the signature of parallel calls is on another call, the first has none. Gemini 3 refuses that in the open turn.
//!
//! # Why
//!
//! Google asks clients not to join a part with a signature with any other part, signed or not. The signature counts only for the part
//! that it came on.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"gemini-generate","model":"gemini-3-pro-preview"},
//!  "emitted":[
//!   {"target":{"wire":"gemini-generate","model":"gemini-3-pro-preview"},"request":{"contents":[
//!     {"role":"user","parts":[{"text":"How many?"}]}]},"response":{"candidates":[{"content":{"role":"model","parts":[{"text":"Three"},{"text":" lines.","thoughtSignature":"RXF1YWwgYnl0ZXM="}]},"index":0}],"modelVersion":"gemini-3-pro-preview","responseId":"r1"}}],
//!  "request":{"contents":[
//!     {"role":"user","parts":[{"text":"How many?"}]},
//!     {"role":"model","parts":[{"text":"Three lines.","thoughtSignature":"RXF1YWwgYnl0ZXM="}]},
//!     {"role":"user","parts":[{"text":"And now?"}]}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"gemini-generate","model":"gemini-3-pro-preview"},
//!  "emitted":[
//!   {"target":{"wire":"gemini-generate","model":"gemini-3-pro-preview"},"request":{"contents":[
//!     {"role":"user","parts":[{"text":"How many?"}]}]},"response":{"candidates":[{"content":{"role":"model","parts":[{"text":"Three"},{"text":" lines.","thoughtSignature":"RXF1YWwgYnl0ZXM="}]},"index":0}],"modelVersion":"gemini-3-pro-preview","responseId":"r1"}}],
//!  "request":{"contents":[
//!     {"role":"user","parts":[{"text":"How many?"}]},
//!     {"role":"model","parts":[{"text":"Three"},{"text":" lines.","thoughtSignature":"RXF1YWwgYnl0ZXM="}]},
//!     {"role":"user","parts":[{"text":"And now?"}]}]}}
//! ```
//!
//! # Fix
//!
//! Safe: restore the recorded parts of the message.
//!
//! # Evidence
//!
//! - documented, 2026-11-14: <https://ai.google.dev/gemini-api/docs/thought-signatures>
//! - catalogue: gem-signature-on-wrong-parallel, gem-parts-merged

use super::fates::{fates, is_in_unrecorded_answer, is_open};
use super::sent_parts::sent_part_at;
use crate::audit::details::details;
use crate::audit::{Evidence, Facts, Finding, Fix, FixEdit, Found, Needs, Rule, Safety, Sentence, Severity, Tier};
use crate::error::Error;
use crate::json::{Changes, Value, scan};
use crate::ledger::fates::{Fate, State};
use crate::model::PartKind;

/// The rule.
pub static RULE: Rule = Rule {
    id: "moved-thought",
    binds: "wire=gemini-generate vendor=google",
    severity: Severity::Degrade,
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    needs: Needs::Ledger,
    upstream: &[Sentence::new("missing-signature", "Function call is missing a thought_signature in functionCall parts.")],
    check,
    fixes: &[Fix::new("rebuild-content", Safety::Safe, FixEdit::By(fix)).titled("Restore the recorded parts of the message.")],
    ..Rule::DEFAULT
};

details! {
    /// A call whose signature is on another part.
    struct UnsignedCall {}
    message => "The thought signature of this call is on another part"

    /// A signature on another part.
    struct MovedSignature {}
    message => "A thought signature is not on the part that it was issued on"

    /// A text that was joined with another.
    struct JoinedText {}
    message => "This text with a thought signature was joined with another text"
}

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for fate in fates(facts) {
        let Some(sent) = fate.sent.or_else(|| facts.matched.as_ref()?.carrier(fate.answer, fate.part)) else { continue };
        match fate.state {
            State::Moved
                if fate.emitted.kind == PartKind::Call
                    && sent.trace.handle.is_none()
                    && is_open(facts, &fate)
                    && facts.profile.fits("signs=always") =>
            {
                found.at(sent.value).with(UnsignedCall {}).severity = Severity::Reject;
            }
            State::Moved => {
                found.at(sent.value).with(MovedSignature {}).says_nothing().severity = Severity::Advice;
            }
            _ if is_merged(facts, &fate) => {
                found.at(sent.value).with(JoinedText {}).says_nothing();
            }
            _ => {}
        }
    }
}

/// Returns `true` if a text with a handle was joined with a neighbouring text.
fn is_merged(facts: &Facts<'_>, fate: &Fate<'_, '_>) -> bool {
    let Some(sent) = fate.sent.filter(|sent| sent.kind == PartKind::Text && sent.trace.text != fate.emitted.trace.text) else {
        return false;
    };
    let Some(matched) = &facts.matched else { return false };
    let Some(turn) = matched.answers.get(fate.answer) else { return false };
    let text_of = |value: Value<'_>| value.get("text").and_then(Value::text).map(|text| text.wtf8().into_owned()).unwrap_or_default();
    let now = text_of(sent.value);
    let own = scan(&fate.emitted.raw).map(|part| text_of(part.root())).unwrap_or_default();
    let other = |part: &crate::ledger::EmittedPart| scan(&part.raw).map(|part| text_of(part.root())).unwrap_or_default();
    let mut texts =
        turn.recorded.parts.iter().filter(|part| part.kind == PartKind::Text).map(other).filter(|text| !text.is_empty() && *text != own);
    texts.any(|text| now == [text.as_slice(), &own].concat() || now == [own.as_slice(), &text].concat())
}

/// Restores the recorded parts of the response.
fn fix<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let Some(matched) = &facts.matched else { return Ok(()) };
    let Some(entry) = sent_part_at(facts, finding).map(|sent| sent.entry) else { return Ok(()) };
    let Some(parts) = facts.entries.get(entry).and_then(|entry| entry.value.get("parts")) else { return Ok(()) };
    let mut own = matched.answers.iter().enumerate().filter(|(_, turn)| turn.entries == Some(entry..=entry));
    match (own.next(), own.next()) {
        (Some((nth, turn)), None) if !(0..turn.recorded.parts.len()).any(|part| is_in_unrecorded_answer(facts, [nth, part])) => {
            let raws: Vec<&[u8]> = turn.recorded.parts.iter().map(|part| part.raw.as_slice()).collect();
            changes.replace(parts, &[b"[", &*raws.join(&b','), b"]"].concat())
        }
        _ => Ok(()),
    }
}
