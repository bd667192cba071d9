//! `includeThoughts` is set while thinking is off.
//!
//! # What it checks
//!
//! On Vertex, `includeThoughts` is not `true` if `thinkingBudget` is 0. Gemini 2.5 Flash-Lite thinks only with a budget, so without one it does
//! not allow `includeThoughts` either.
//!
//! # Why
//!
//! Vertex refuses a request for thoughts from a model that does not think.
//!
//! Common cause: a client always sends `includeThoughts` and does not check that thinking is on.
//!
//! > Unable to submit request because Thinking_config.include_thoughts is only enabled when thinking is enabled.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"gemini-generate","host":"aiplatform.googleapis.com","model":"gemini-2.5-flash"},"request":{"contents":[{"role":"user","parts":[{"text":"Hello"}]}],
//!   "generationConfig":{"thinkingConfig":{"thinkingBudget":0,"includeThoughts":true}}}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"gemini-generate","host":"aiplatform.googleapis.com","model":"gemini-2.5-flash"},"request":{"contents":[{"role":"user","parts":[{"text":"Hello"}]}],
//!   "generationConfig":{"thinkingConfig":{"thinkingBudget":0,"includeThoughts":false}}}}
//! ```
//!
//! # Fix
//!
//! Safe: remove `includeThoughts`. There are no thoughts to include.
//!
//! # Evidence
//!
//! - reported, 2026-01-23: <https://github.com/su-kaka/gcli2api/issues/299>
//! - reported, 2025-06-26: <https://github.com/google-gemini/gemini-cli/issues/1953> (2.5 Flash-Lite)

use super::request::{BUDGET, THOUGHTS, thinking_config};
use crate::audit::rules::members::either;
use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Rule, Safety, Sentence, Tier};

/// The rule.
pub static RULE: Rule = Rule {
    id: "thoughts-without-thinking",
    binds: "wire=gemini-generate surface=vertex vendor=google name thinks=default|asked",
    when: "generationConfig,generation_config",
    evidence: Evidence::Reported,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[Sentence::new(
        "thinking-disabled",
        "Unable to submit request because Thinking_config.include_thoughts is only enabled when thinking is enabled.",
    )],
    check,
    fixes: &[Fix::new("remove", Safety::Safe, FixEdit::Remove)],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let Some(config) = thinking_config(facts) else { return };
    let off = either(config, BUDGET).map_or(facts.profile.fits("thinks=asked"), |budget| budget.fits("=0"));
    if let Some(place) = either(config, THOUGHTS).filter(|thoughts| off && thoughts.fits("=true")) {
        found.at(place);
    }
}
