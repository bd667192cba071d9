//! A turn of the model holds nothing but thoughts.
//!
//! # What it checks
//!
//! No turn of the model, neighbouring contents taken as one, is made of parts with `"thought": true` alone.
//!
//! # Why
//!
//! Gemini at times ends a turn, with `STOP` and status 200, after it has thought and before it has said or called anything. Whoever takes that for
//! the answer ends with nothing, without an error. In a history it is a question that was never answered: what Gemini thought there it
//! does not read again, except by a signature.
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
//! Unsafe: the turn goes, so that the question stands unanswered as it is. None where a thought is signed: that is what the model remembers it by.
//!
//! # Evidence
//!
//! - reported, 2026-06-24, a turn of thoughts taken for the answer: <https://github.com/google/adk-go/pull/1086>
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
    fixes: &[Fix::new("remove-answer", Safety::Unsafe, FixEdit::By(fix))],
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
