//! A request for a summary has a setting that it excludes.
//!
//! # What it checks
//!
//! A request with `"compaction":{"type":"summarize"}` has no `context_management`, no `stop_sequences`, no `output_config.format`, and no `tool_choice` that
//! forces a tool. To count tokens the parameter is accepted and ignored.
//!
//! # Why
//!
//! The request is for a summary and nothing else. Anthropic says of the last three that they would do nothing on such a call and are rejected, and of the
//! first:
//!
//! > You can't combine `compaction` with `context_management` on one request.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"anthropic-messages","betas":["compact-2026-09-04"]},"request":{"model":"claude-opus-5-5","max_tokens":4096,"compaction":{"type":"summarize"},"stop_sequences":["END"],"messages":[
//!   {"role":"user","content":"Hello"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"anthropic-messages","betas":["compact-2026-09-04"]},"request":{"model":"claude-opus-5-5","max_tokens":4096,"compaction":{"type":"summarize"},"tool_choice":{"type":"auto"},"messages":[
//!   {"role":"user","content":"Hello"}]}}
//! ```
//!
//! # Fix
//!
//! Safe: a setting goes that does nothing on such a call. Unsafe: `context_management` goes, and what it would have cleared is summarised too.
//!
//! # Evidence
//!
//! - documented, 2026-11-15: <https://platform.claude.com/docs/en/build-with-claude/compaction-on-demand>
//! - catalogue: anth-compaction-setting

use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Rule, Safety, Tier};

/// The rule.
pub static RULE: Rule = Rule {
    id: "setting-beside-compaction",
    binds: "wire=anthropic-messages vendor=anthropic !url~count_tokens",
    when: "compaction.type=summarize",
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    check,
    fixes: &[REMOVE_IDLE, REMOVE_CONTEXT_MANAGEMENT],
    ..Rule::DEFAULT
};

const REMOVE_IDLE: Fix = Fix::new("remove-idle-setting", Safety::Safe, FixEdit::Remove);
const REMOVE_CONTEXT_MANAGEMENT: Fix = Fix::new("remove-context-management", Safety::Unsafe, FixEdit::Remove);

/// The settings that are excluded, the values that are, and the fix.
const SETTINGS: [(&str, &str, &[Fix]); 4] = [
    ("stop_sequences", "*", &[REMOVE_IDLE]),
    ("output_config.format", ":o", &[REMOVE_IDLE]),
    ("tool_choice", "type=any|tool", &[REMOVE_IDLE]),
    ("context_management", ":o", &[REMOVE_CONTEXT_MANAGEMENT]),
];

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for (path, test, fixes) in SETTINGS {
        if let Some(value) = facts.body.path(path).filter(|value| value.fits(test)) {
            found.at(value).offers(fixes);
        }
    }
}
