//! A model turn has only thoughts and no answer.
//!
//! # What it checks
//!
//! No model turn consists only of parts with `"thought": true`. Consecutive contents of one role count as one turn.
//!
//! Gemini does not read old thoughts again, unless they have a signature.
//!
//! # Why
//!
//! Gemini sometimes ends a turn after its thoughts, with `STOP` and status 200, and without text or a call. A client that accepts this as
//! the answer ends with nothing, and there is no error.
//!
//! In the history this is a question without an answer.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"gemini-generate","model":"gemini-2.5-pro"},"request":{"contents":[
//!   {"role":"user","parts":[{"text":"How warm is it?"}]},
//!   {"role":"model","parts":[{"text":"They ask for the weather.","thought":true}]},
//!   {"role":"user","parts":[{"text":"Well?"}]}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"gemini-generate","model":"gemini-2.5-pro"},"request":{"contents":[
//!   {"role":"user","parts":[{"text":"How warm is it?"}]},
//!   {"role":"model","parts":[{"text":"They ask for the weather.","thought":true},{"text":"21 degrees."}]},
//!   {"role":"user","parts":[{"text":"Thank you."}]}]}}
//! ```
//!
//! # Fix
//!
//! - Unsafe: remove the turn. The question is then unanswered.
//! - By hand: change nothing, because the model needs the signature. To get an answer, ask again.
//!
//! A turn with a signed thought is not removed.
//!
//! # Evidence
//!
//! - reported, 2026-06-24, a turn of thoughts treated as the answer: <https://github.com/google/adk-go/pull/1086>
//! - reported, 2026-07-12, of 2.5 Pro on Vertex: <https://github.com/BlackBeltTechnology/pi-agent-dashboard/pull/281>
//! - reported, 2026-07-31, of 3.6 Flash after a signature was lost: <https://github.com/earendil-works/pi/issues/7356>

use super::signatures::signature_of;
use crate::audit::{Evidence, Facts, Finding, Fix, FixEdit, Found, Rule, Safety, Severity, Tier};
use crate::error::Error;
use crate::json::Changes;

/// The rule.
pub static RULE: Rule = Rule {
    id: "thought-only-answer",
    binds: "wire=gemini-generate vendor=google",
    severity: Severity::Advice,
    evidence: Evidence::Reported,
    since: "0.1.0",
    tier: Tier::Stable,
    check,
    fixes: &[Fix::new("remove-answer", Safety::Unsafe, FixEdit::By(fix)).titled("Remove the turn that has only thoughts.")],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for run in facts.runs() {
        let mut parts = run.entries.iter().flat_map(|entry| entry.parts).peekable();
        let (mut signed, mut only) = (false, run.is_answer() && parts.peek().is_some());
        for part in parts {
            signed |= signature_of(part).is_some();
            only &= part.value.fits("thought=true");
        }
        if let Some(first) = run.entries.first()
            && only
        {
            let finding = found.at(first.value);
            if signed {
                finding.offers(&[]);
            }
        }
    }
}

fn fix<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    for run in facts.runs() {
        if run.entries.first().is_some_and(|entry| entry.value == finding.place) {
            run.entries.iter().try_for_each(|entry| changes.remove(entry.value))?;
        }
    }
    Ok(())
}
