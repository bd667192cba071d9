//! The request excludes reasoning from the answer, but the next request needs it.
//!
//! # What it checks
//!
//! A request with `tools` has neither `reasoning.exclude` set to `true` nor `include_reasoning` set to `false`. Applies to models that
//! need their reasoning in the next request: Gemini 3, Claude, DeepSeek V4 and Kimi.
//!
//! # Why
//!
//! The client cannot send reasoning back that is not in the answer. After the first tool call, the next request is refused, or the
//! model stops thinking. To hide reasoning from users, leave it out of the display instead.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openrouter-chat"},"request":{"model":"google/gemini-3-pro-preview","reasoning":{"exclude":true},"tools":[{"type":"function","function":{"name":"weather"}}],"messages":[{"role":"user","content":"How warm is it?"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openrouter-chat"},"request":{"model":"google/gemini-3-pro-preview","tools":[{"type":"function","function":{"name":"weather"}}],"messages":[{"role":"user","content":"How warm is it?"}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: remove the setting. The answer then has its reasoning.
//!
//! # Evidence
//!
//! - inferred, 2026-11-14, from the sections on `exclude` and on tools: <https://openrouter.ai/docs/guides/best-practices/reasoning-tokens>
//! - catalogue: or.exclude.no-replay

use crate::audit::details::{Unlisted, details};
use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Rule, Safety, Severity, Tier};

/// The rule.
pub static RULE: Rule = Rule {
    id: "excluded-reasoning",
    binds: "wire=openrouter-chat|openai-chat dialect=openrouter|vercel-gateway details",
    when: "tools.* reasoning.exclude=true,include_reasoning=false",
    severity: Severity::Advice,
    evidence: Evidence::Inferred,
    since: "0.1.0",
    tier: Tier::Nursery,
    check,
    fixes: &[Fix::new("remove", Safety::Unsafe, FixEdit::Remove)],
    ..Rule::DEFAULT
};

details! {
    /// The setting, and its value.
    struct ExcludedReasoning { setting: Unlisted<&'static str>, value: Unlisted<&'static str> }
    message => "`{setting}` is `{value}`, but the next request needs the reasoning"
}

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for (path, test, value) in [("reasoning.exclude", "=true", "true"), ("include_reasoning", "=false", "false")] {
        if let Some(place) = facts.body.path(path).filter(|place| place.fits(test)) {
            found.at(place).with(ExcludedReasoning { setting: Unlisted(path), value: Unlisted(value) });
        }
    }
}
