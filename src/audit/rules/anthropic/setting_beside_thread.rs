//! The request with a `thread` has a setting that threads exclude.
//!
//! # What it checks
//!
//! A request with a `thread` has neither `context_management` nor `fallbacks`.
//!
//! Anthropic's types list `context_management`, `fallbacks`, and values of `cache_control` and `thinking` that they do not name. But
//! Anthropic also documents how to use `fallbacks` with a thread, so the finding on `fallbacks` is only likely.
//!
//! # Why
//!
//! Anthropic refuses the request with the code `thread_unsupported_request`. Its member `unsupported` names the setting.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"anthropic-messages","betas":["message-threads-2026-08-12"]},"request":{"model":"claude-opus-5-5","max_tokens":9000,"thread":{"type":"create"},"context_management":{"edits":[]},"messages":[
//!   {"role":"user","content":"Hello"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"anthropic-messages","betas":["message-threads-2026-08-12"]},"request":{"model":"claude-opus-5-5","max_tokens":9000,"thread":{"type":"create"},"messages":[
//!   {"role":"user","content":"Hello"}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: remove the setting. The request then runs without it.
//!
//! # Evidence
//!
//! - documented, 2026-11-16: `ThreadUnsupportedRequestErrorDetails`, <https://github.com/anthropics/anthropic-sdk-typescript>
//! - catalogue: anth-thread-unsupported

use crate::audit::details::{Unlisted, details};
use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Rule, Safety, Tier};

/// The rule.
pub static RULE: Rule = Rule {
    id: "setting-beside-thread",
    binds: "wire=anthropic-messages vendor=anthropic !gateway=true",
    when: "thread:o",
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    check,
    fixes: &[Fix::new("remove", Safety::Unsafe, FixEdit::Remove)],
    ..Rule::DEFAULT
};

details! {
    /// The setting.
    struct SettingBesideThread { setting: Unlisted<&'static str> }
    message => "`{setting}` is not allowed in a request with a `thread`"
}

/// The excluded settings, the excluded values, and the evidence.
const SETTINGS: [(&str, &str, Evidence); 2] = [("context_management", ":o", Evidence::Documented), ("fallbacks", ":a", Evidence::Reported)];

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for (name, test, evidence) in SETTINGS {
        if let Some(value) = facts.body.get(name).filter(|value| value.fits(test)) {
            found.at(value).with(SettingBesideThread { setting: Unlisted(name) }).evidence = evidence;
        }
    }
}
