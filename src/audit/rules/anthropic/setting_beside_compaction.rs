//! The request for a summary has a setting that `compaction` excludes.
//!
//! # What it checks
//!
//! A request with `"compaction":{"type":"summarize"}` has no `context_management`, `stop_sequences` or `output_config.format`. It has no
//! `tool_choice` that forces a tool. A request to count tokens may have all of them.
//!
//! # Why
//!
//! The API answers with a summary and nothing else. It rejects settings that do nothing on this call, or that change what is summarized.
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
//! - Safe: remove a setting that does nothing on this call.
//! - Unsafe: remove `context_management`. The summary then includes the content that it would have cleared.
//!
//! # Evidence
//!
//! - documented, 2026-11-15: <https://platform.claude.com/docs/en/build-with-claude/compaction-on-demand>
//! - catalogue: anth-compaction-setting

use crate::audit::details::{Unlisted, details};
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

details! {
    /// The setting.
    struct SettingBesideCompaction { setting: Unlisted<&'static str> }
    message => "`{setting}` is not allowed in a request for a summary"

    /// A choice of tools that only a call can fulfil.
    struct ForcedTool {}
    message => "`tool_choice` forces a tool in a request for a summary"
}

const REMOVE_IDLE: Fix = Fix::new("remove-idle-setting", Safety::Safe, FixEdit::Remove);
const REMOVE_CONTEXT_MANAGEMENT: Fix = Fix::new("remove-context-management", Safety::Unsafe, FixEdit::Remove);

/// The excluded settings, the excluded values, and the fix.
const SETTINGS: [(&str, &str, &[Fix]); 4] = [
    ("stop_sequences", "*", &[REMOVE_IDLE]),
    ("output_config.format", ":o", &[REMOVE_IDLE]),
    ("tool_choice", "type=any|tool", &[REMOVE_IDLE]),
    ("context_management", ":o", &[REMOVE_CONTEXT_MANAGEMENT]),
];

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for (path, test, fixes) in SETTINGS {
        if let Some(value) = facts.body.path(path).filter(|value| value.fits(test)) {
            let finding = found.at(value).offers(fixes);
            match path {
                "tool_choice" => finding.with(ForcedTool {}),
                setting => finding.with(SettingBesideCompaction { setting: Unlisted(setting) }),
            };
        }
    }
}
