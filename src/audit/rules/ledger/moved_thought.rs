//! A thought signature hangs on another part than the one it was issued on.
//!
//! # What it checks
//!
//! With Gemini a signature goes back on the part that it came on: of calls made at once on the first, of texts on its
//! own, which is not joined with another.
//!
//! # Why
//!
//! Google asks that a part with a signature is joined with no other, signed or not.
//!
//! Of parallel calls the first carries the signature for all. On another it leaves the first without one, which Gemini 3
//! refuses in the round that is open.
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
//! Safe: the recorded parts come back.
//!
//! # Evidence
//!
//! - documented, 2026-11-14: <https://ai.google.dev/gemini-api/docs/thought-signatures>
//! - catalogue: gem-signature-on-wrong-parallel, gem-parts-merged

use super::fates::{fates, is_carried_astray, is_open};
use super::sent_parts::sent_part_at;
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
    fixes: &[Fix::new("rebuild-content", Safety::Safe, FixEdit::By(fix))],
    ..Rule::DEFAULT
};

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
                found.at(sent.value).severity = Severity::Reject;
            }
            State::Moved => {
                found.at(sent.value).says_nothing().severity = Severity::Advice;
            }
            _ if is_merged(facts, &fate) => {
                found.at(sent.value).says_nothing();
            }
            _ => {}
        }
    }
}

/// Returns `true` if a text that carries a handle was joined with its neighbour's.
fn is_merged(facts: &Facts<'_>, fate: &Fate<'_, '_>) -> bool {
    let Some(sent) = fate.sent.filter(|sent| sent.kind == PartKind::Text && sent.trace.text != fate.emitted.trace.text) else {
        return false;
    };
    let Some(matched) = &facts.matched else { return false };
    let Some(turn) = matched.answers.get(fate.answer) else { return false };
    let said = |value: Value<'_>| value.get("text").and_then(Value::text).map(|text| text.wtf8().into_owned()).unwrap_or_default();
    let now = said(sent.value);
    let own = scan(&fate.emitted.raw).map(|part| said(part.root())).unwrap_or_default();
    let other = |part: &crate::ledger::EmittedPart| scan(&part.raw).map(|part| said(part.root())).unwrap_or_default();
    let mut texts =
        turn.recorded.parts.iter().filter(|part| part.kind == PartKind::Text).map(other).filter(|text| !text.is_empty() && *text != own);
    texts.any(|text| now == [text.as_slice(), &own].concat() || now == [own.as_slice(), &text].concat())
}

/// Gives the content of the response its recorded parts back.
fn fix<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let Some(matched) = &facts.matched else { return Ok(()) };
    let Some(entry) = sent_part_at(facts, finding).map(|sent| sent.entry) else { return Ok(()) };
    let Some(parts) = facts.entries.get(entry).and_then(|entry| entry.value.get("parts")) else { return Ok(()) };
    let mut own = matched.answers.iter().enumerate().filter(|(_, turn)| turn.entries == Some(entry..=entry));
    match (own.next(), own.next()) {
        (Some((nth, turn)), None) if !(0..turn.recorded.parts.len()).any(|part| is_carried_astray(facts, [nth, part])) => {
            let raws: Vec<&[u8]> = turn.recorded.parts.iter().map(|part| part.raw.as_slice()).collect();
            changes.replace(parts, &[b"[", &*raws.join(&b','), b"]"].concat())
        }
        _ => Ok(()),
    }
}
