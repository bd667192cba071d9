//! Reasoning is in a member that the host does not read.
//!
//! # What it checks
//!
//! An assistant message has its reasoning in the member that the host reads. On Ollama's `/v1` this is `reasoning`, on Ollama's
//! `/api/chat` it is `thinking`, on SGLang and llama.cpp it is `reasoning_content`.
//!
//! Ollama's compatible endpoint has only `reasoning` in its message. llama.cpp reads `message.at("reasoning_content")`. SGLang's message
//! model has `reasoning_content` and ignores unknown members.
//!
//! # Why
//!
//! The server drops reasoning under other names and returns no error.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"ollama"},"request":{"model":"gpt-oss:20b","messages":[
//!   {"role":"user","content":"Hello"},
//!   {"role":"assistant","content":"Hello.","reasoning_content":"A greeting."},
//!   {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"ollama"},"request":{"model":"gpt-oss:20b","messages":[
//!   {"role":"user","content":"Hello"},
//!   {"role":"assistant","content":"Hello.","reasoning":"A greeting."},
//!   {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Fix
//!
//! Safe: move the reasoning to the member that the host reads.
//!
//! # Evidence
//!
//! - documented, 2026-11-16: `thinking` is the field for reasoning in a message on Ollama's own endpoint, <https://github.com/ollama/ollama/blob/main/docs/api.md>; for the other three the sources show it
//! - reported, 2026-08-15: <https://github.com/ollama/ollama/blob/main/openai/openai.go>
//! - reported, 2026-08-15: <https://github.com/ggml-org/llama.cpp/blob/master/common/chat.cpp>
//! - reported, 2026-08-15: <https://github.com/sgl-project/sglang/blob/main/python/sglang/srt/entrypoints/openai/protocol.py>
//! - catalogue: ollama.compat-wrong-field, ollama.native-wrong-field, llamacpp.wrong-field, sglang.wrong-field

use super::fields::{FIELDS, field_read, move_to_member};
use crate::audit::details::{Unlisted, details};
use crate::audit::rules::members::is_filled;
use crate::audit::{Evidence, Facts, Finding, Fix, FixEdit, Found, Rule, Safety, Severity, Tier};
use crate::error::Error;
use crate::json::Changes;

/// The rule.
pub static RULE: Rule = Rule {
    id: "overlooked-reasoning-field",
    binds: "wire=openai-chat|ollama-chat dialect=ollama|llamacpp|sglang",
    severity: Severity::Degrade,
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    check,
    fixes: &[Fix::new("rename", Safety::Safe, FixEdit::By(fix)).titled("Move the reasoning to the member that the host reads.")],
    ..Rule::DEFAULT
};

details! {
    /// The member with the reasoning, and the one that the host reads.
    struct UnreadMember { member: Unlisted<String>, read: Unlisted<String> }
    message => "The host does not read `{member}`, it reads `{read}`"
}

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let Some(name) = field_read(facts) else { return };
    for (_, entry) in facts.answers() {
        if entry.value.get(name).is_some_and(is_filled) {
            continue;
        }
        let filled = |other: &&str| entry.value.get(other).filter(|value| is_filled(*value));
        if let Some((other, place)) = FIELDS.iter().find_map(|other| Some((other, filled(other)?))) {
            let details = UnreadMember { member: Unlisted((*other).to_owned()), read: Unlisted(name.to_owned()) };
            let finding = found.at(place).beside(entry.value).with(details);
            if facts.wire.as_str() != "ollama-chat" {
                finding.evidence = Evidence::Reported;
            }
        }
    }
}

fn fix<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    field_read(facts).map_or(Ok(()), |name| move_to_member(finding, name, changes))
}
