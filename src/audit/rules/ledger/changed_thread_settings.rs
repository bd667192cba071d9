//! `system` or `tools` is not what the thread was created with.
//!
//! # What it checks
//!
//! If the answer that `thread.previous_message_id` names is recorded, `system` and `tools` are absent or the same as at the creation of
//! the thread.
//!
//! # Why
//!
//! The provider stores the system prompt and the tools with the thread. It refuses others with the code `thread_fingerprint_mismatch`.
//! The text of the refusal is not published.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"anthropic-messages","betas":["message-threads-2026-08-12"]},
//!  "emitted":[
//!   {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-opus-5-5","max_tokens":9000,"thread":{"type":"create"},"system":"Be brief.","messages":[
//!     {"role":"user","content":"How many?"}]},"response":{"id":"msg_01Ada84QzThread1","type":"message","role":"assistant","model":"claude-opus-5-5","content":[{"type":"text","text":"Three."}]}}],
//!  "request":{"model":"claude-opus-5-5","max_tokens":9000,"thread":{"type":"continue","previous_message_id":"msg_01Ada84QzThread1"},"system":"Be polite.","messages":[
//!     {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"anthropic-messages","betas":["message-threads-2026-08-12"]},
//!  "emitted":[
//!   {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-opus-5-5","max_tokens":9000,"thread":{"type":"create"},"system":"Be brief.","messages":[
//!     {"role":"user","content":"How many?"}]},"response":{"id":"msg_01Ada84QzThread1","type":"message","role":"assistant","model":"claude-opus-5-5","content":[{"type":"text","text":"Three."}]}}],
//!  "request":{"model":"claude-opus-5-5","max_tokens":9000,"thread":{"type":"continue","previous_message_id":"msg_01Ada84QzThread1"},"messages":[
//!     {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: remove the member. The thread keeps its original value. To change it, send the whole history in a new thread.
//!
//! # Evidence
//!
//! - documented, 2026-11-16: `ThreadFingerprintMismatchErrorDetails` and `BetaMessageThread.update`, <https://github.com/anthropics/anthropic-sdk-typescript>
//! - documented, 2026-11-16: <https://platform.claude.com/docs/en/build-with-claude/message-threads>
//! - catalogue: anth-thread-fingerprint

use crate::audit::details::{Unlisted, details};
use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Needs, Rule, Safety, Tier};

/// The rule.
pub static RULE: Rule = Rule {
    id: "changed-thread-settings",
    binds: "wire=anthropic-messages vendor=anthropic !gateway=true",
    when: "thread.type=continue",
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    needs: Needs::Ledger,
    check,
    fixes: &[Fix::new("leave-out", Safety::Unsafe, FixEdit::Remove)],
    ..Rule::DEFAULT
};

details! {
    /// The member.
    struct ChangedSetting { name: Unlisted<&'static str> }
    message => "`{name}` is not what the thread was created with"
}

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let Some(matched) = facts.matched.as_ref() else { return };
    for (name, value) in matched.changed_in_thread().into_iter().filter_map(|name| Some((name, facts.body.get(name)?))) {
        found.at(value).with(ChangedSetting { name: Unlisted(name) });
    }
}
