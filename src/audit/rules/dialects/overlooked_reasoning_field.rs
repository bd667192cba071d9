//! Reasoning stands in a member that its host does not look at.
//!
//! # What it checks
//!
//! An assistant message that carries reasoning carries it in the member that the host reads: `reasoning` on Ollama's `/v1`, `thinking` on Ollama's
//! own `/api/chat`, `reasoning_content` on SGLang and llama.cpp.
//!
//! # Why
//!
//! The servers take the other names without a word and drop them. Ollama's compatible endpoint has only `reasoning` in its message; llama.cpp reads
//! `message.at("reasoning_content")`; SGLang's message model has `reasoning_content` and leaves out what it does not know.
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
//! Safe: the member gets the name that the host reads.
//!
//! # Evidence
//!
//! - documented, 2026-11-16: the fields of a message on Ollama's own endpoint, of which `thinking` is the one for reasoning, <https://github.com/ollama/ollama/blob/main/docs/api.md>; of the other three it is read in their sources
//! - reported, 2026-08-15: <https://github.com/ollama/ollama/blob/main/openai/openai.go>
//! - reported, 2026-08-15: <https://github.com/ggml-org/llama.cpp/blob/master/common/chat.cpp>
//! - reported, 2026-08-15: <https://github.com/sgl-project/sglang/blob/main/python/sglang/srt/entrypoints/openai/protocol.py>
//! - catalogue: ollama.compat-wrong-field, ollama.native-wrong-field, llamacpp.wrong-field, sglang.wrong-field

use super::fields::{FIELDS, field_read, move_to_member};
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
    fixes: &[Fix::new("rename", Safety::Safe, FixEdit::By(fix))],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let Some(name) = field_read(facts) else { return };
    for (_, entry) in facts.answers() {
        if entry.value.get(name).is_some_and(is_filled) {
            continue;
        }
        if let Some(place) = FIELDS.iter().filter_map(|other| entry.value.get(other)).find(|value| is_filled(*value)) {
            let finding = found.at(place).beside(entry.value);
            if facts.wire.as_str() != "ollama-chat" {
                finding.evidence = Evidence::Reported;
            }
        }
    }
}

fn fix<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    field_read(facts).map_or(Ok(()), |name| move_to_member(finding, name, changes))
}
