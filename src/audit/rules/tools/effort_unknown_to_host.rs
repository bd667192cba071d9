//! `reasoning_effort` is one that the model does not know there.
//!
//! # What it checks
//!
//! At Groq `reasoning_effort` is `none` or `default` for Qwen 3, and `low`, `medium` or `high` for gpt-oss.
//!
//! # Why
//!
//! > `reasoning_effort` must be one of `none` or `default`
//!
//! The scale of another vendor, or of the client, is sent as it is.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"api.groq.com"},"request":{"model":"qwen/qwen3-32b","reasoning_effort":"high",
//!   "messages":[{"role":"user","content":"Hello"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"api.groq.com"},"request":{"model":"openai/gpt-oss-120b","reasoning_effort":"high",
//!   "messages":[{"role":"user","content":"Hello"}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: `reasoning_effort` goes, and the model's own default holds.
//!
//! # Evidence
//!
//! - reported, 2026-03-03: Qwen 3 <https://github.com/earendil-works/pi/issues/1745>
//! - reported, 2026-03-02: Qwen 3 <https://github.com/iamsrikanthnani/pluely/pull/219>
//! - reported, 2026-11-14: gpt-oss, by the sentence in the tests of public clients; no thread
//! - reported, 2026-04-26: any model <https://github.com/earendil-works/pi/issues/3764>

use crate::audit::{Facts, Found, Mend, Rule, Safety};
use crate::json::Value;

/// The rule.
pub static RULE: Rule = Rule {
    id: "effort-unknown-to-host",
    binds: "wire=openai-chat dialect=groq efforts",
    when: "reasoning_effort:s",
    upstream: &[
        "'reasoning_effort' : value is not one of the allowed values ['none', 'default', 'low', 'medium', 'high']",
        "`reasoning_effort` must be one of `none` or `default`",
        "`reasoning_effort` must be one of `low`, `medium`, or `high`",
    ],
    check,
    fixes: &[(Safety::Unsafe, Mend::Remove)],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let mut allowed = facts.profile.get("efforts").into_iter().flat_map(Value::elements);
    if let Some(effort) = facts.body.get("reasoning_effort").filter(|effort| !allowed.any(|one| one.raw() == effort.raw())) {
        let known = effort.fits("=none|default|low|medium|high");
        let says = usize::from(known) + usize::from(known && facts.profile.fits("efforts.*=high"));
        found.push(found.finding(effort).says(says));
    }
}
