//! The request relies on stored state, but the host stores nothing.
//!
//! # What it checks
//!
//! A request to OpenRouter's Responses has no `"store": true` and no `previous_response_id`. On Anthropic's wire, a request to a host
//! without threads (OpenRouter, DeepSeek, Z.ai, MiniMax, Moonshot) has no `thread` of the type `continue`. The type `create` is
//! harmless: it sends the whole history.
//!
//! # Why
//!
//! OpenRouter documents that its Responses API is stateless and refuses both settings. The text of the 400 is not known.
//!
//! A host without threads ignores `thread` and answers the new messages as if they were the whole conversation. The model loses the
//! history, and no error says so. Some hosts refuse a tool result without its call. Common cause: a client that treats a proxy as
//! Anthropic and continues a thread from the second turn on.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-responses","host":"openrouter.ai"},"request":{"model":"openai/gpt-5","store":true,"input":[
//!   {"role":"user","content":"How warm is it?"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-responses","host":"openrouter.ai"},"request":{"model":"openai/gpt-5","store":false,"input":[
//!   {"role":"user","content":"How warm is it?"}]}}
//! ```
//!
//! # Fix
//!
//! - Safe: set `store` to `false`.
//! - Unsafe: remove `previous_response_id`. The caller must put the earlier history into `input`.
//!
//! There is no fix for `thread`. Without it the history is still missing.
//!
//! # Evidence
//!
//! - documented, 2026-11-14: <https://openrouter.ai/docs/api/reference/responses/overview>
//! - reported, 2026-11-15: threads, <https://github.com/raine/claude-code-proxy/issues/148>, <https://github.com/bman654/clodex/pull/253>, <https://github.com/KarpelesLab/teamclaude/pull/378>
//! - catalogue: or.responses.stateful, anth-thread-stateless

use crate::audit::details::{Unlisted, details};
use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Rule, Safety, Severity, Tier};

/// The rule.
pub static RULE: Rule = Rule {
    id: "state-at-stateless-host",
    binds: "wire=openai-responses|anthropic-messages surface stateless=true",
    when: "store=true,previous_response_id:s,thread.type=continue",
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    check,
    fixes: &[STORE_NOTHING, UNCHAIN],
    ..Rule::DEFAULT
};

details! {
    /// The setting.
    struct StatefulSetting { name: Unlisted<&'static str> }
    message => "`{name}` is set, but this host stores nothing"
}

const STORE_NOTHING: Fix = Fix::new("store-nothing", Safety::Safe, FixEdit::Replace("false"));
const UNCHAIN: Fix = Fix::new("unchain", Safety::Unsafe, FixEdit::Remove);

/// The settings that rely on stored state, the values that do, and the fix.
const SETTINGS: [(&str, &str, &[Fix]); 2] = [("store", "=true", &[STORE_NOTHING]), ("previous_response_id", ":s", &[UNCHAIN])];

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    if facts.profile.fits("wire=anthropic-messages") {
        if let Some(thread) = facts.body.get("thread").filter(|thread| thread.fits("type=continue")) {
            let finding = found.at(thread).with(StatefulSetting { name: Unlisted("thread") }).offers(&[]);
            (finding.severity, finding.evidence) = (Severity::Degrade, Evidence::Reported);
        }
        return;
    }
    for (name, test, fixes) in SETTINGS {
        if let Some(value) = facts.body.get(name).filter(|value| value.fits(test)) {
            found.at(value).with(StatefulSetting { name: Unlisted(name) }).offers(fixes);
        }
    }
}
