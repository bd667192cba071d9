//! The request relies on stored state, but the host stores nothing.
//!
//! # What it checks
//!
//! A request to OpenRouter's Responses has no `"store": true` and no `previous_response_id`. A request to the Codex backend has `"store":
//! false`.
//!
//! On Anthropic's wire, a request to a host without threads (OpenRouter, DeepSeek, Z.ai, MiniMax, Moonshot) has no `thread` of the type
//! `continue`. The type `create` is harmless: it sends the whole history.
//!
//! OpenRouter documents that its Responses API is stateless and refuses both settings. The text of the 400 is not known. The Codex
//! backend also refuses a request without `store`, because the default is `true`.
//!
//! A host without threads ignores `thread` and answers the new messages as if they were the whole conversation. The model loses the
//! history, and no error says so. Some hosts refuse a tool result without its call.
//!
//! # Why
//!
//! The host keeps no conversation between requests. Common cause: a client that treats it as the vendor's own API.
//!
//! > Store must be set to false
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
//! - By hand: send the whole history without `thread`.
//!
//! # Evidence
//!
//! - documented, 2026-11-14: <https://openrouter.ai/docs/api/reference/responses/overview>
//! - reported, 2026-11-15: threads, <https://github.com/raine/claude-code-proxy/issues/148>, <https://github.com/bman654/clodex/pull/253>, <https://github.com/KarpelesLab/teamclaude/pull/378>
//! - reported, 2026-06-03: the Codex backend, <https://github.com/openai/codex/issues/26173>
//! - reported, 2026-09-17: the same without `store`, <https://github.com/zyycn/codex-proxy-rs/pull/134>
//! - catalogue: or.responses.stateful, anth-thread-stateless, oai-codex-store

use crate::audit::details::{Unlisted, details};
use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Presumed, Rule, Safety, Sentence, Severity, Tier};

/// The rule.
pub static RULE: Rule = Rule {
    id: "state-at-stateless-host",
    binds: "wire=openai-responses|anthropic-messages surface stateless=true,store=false",
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    presumes: &[Presumed::Setting("store")],
    upstream: &[STORE_MUST_BE_FALSE],
    check,
    fixes: &[STORE_NOTHING, SET_STORE, UNCHAIN],
    ..Rule::DEFAULT
};

details! {
    /// The setting.
    struct StatefulSetting { name: Unlisted<&'static str> }
    message => "`{name}` is set, but this host stores nothing"

    /// A request without the setting that the host requires.
    struct MissingStore {}
    message => "`store` must be `false` at this host"
}

const STORE_MUST_BE_FALSE: Sentence = Sentence::new("store-must-be-false", "Store must be set to false");

const STORE_NOTHING: Fix = Fix::new("store-nothing", Safety::Safe, FixEdit::Replace("false"));
const SET_STORE: Fix = Fix::new("set-store", Safety::Safe, FixEdit::Set("store", "false"));
const UNCHAIN: Fix = Fix::new("unchain", Safety::Unsafe, FixEdit::Remove);

/// The settings that rely on stored state, the values that do, and the fix.
const SETTINGS: [(&str, &str, &[Fix]); 2] = [("store", "=true", &[STORE_NOTHING]), ("previous_response_id", ":s", &[UNCHAIN])];

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    if facts.profile.fits("wire=anthropic-messages") {
        if let Some(thread) = facts.body.get("thread").filter(|thread| thread.fits("type=continue")) {
            let finding = found.at(thread).with(StatefulSetting { name: Unlisted("thread") }).says_nothing().offers(&[]);
            (finding.severity, finding.evidence) = (Severity::Degrade, Evidence::Reported);
        }
        return;
    }
    if facts.profile.fits("store=false") {
        if !facts.body.fits("store=false") {
            let finding = found.at(facts.body.get("store").unwrap_or(facts.body)).with(MissingStore {});
            finding.says(&STORE_MUST_BE_FALSE).offers(&[SET_STORE]).evidence = Evidence::Reported;
        }
        return;
    }
    for (name, test, fixes) in SETTINGS {
        if let Some(value) = facts.body.get(name).filter(|value| value.fits(test)) {
            found.at(value).with(StatefulSetting { name: Unlisted(name) }).says_nothing().offers(fixes);
        }
    }
}
