//! An item's `id` is empty or has characters that are not allowed.
//!
//! # What it checks
//!
//! If an item has an `id`, the id has at least one character. It consists of letters, numbers, underscores and dashes. Applies to
//! OpenAI and Azure.
//!
//! # Why
//!
//! > Invalid 'input[2].id': ''. Expected an ID that contains letters, numbers, underscores, or dashes, but this value contained additional characters.
//!
//! OpenAI checks the form of every `id`. Common causes: a client that writes `""` for a missing id, and a client that makes its own ids.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-responses"},"request":{"model":"gpt-5","store":false,"input":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"gAAAAABo1"},
//!   {"type":"message","id":"","role":"assistant","content":[{"type":"output_text","text":"21 degrees."}]},
//!   {"role":"user","content":"How warm is it?"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-responses"},"request":{"model":"gpt-5","store":false,"input":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"gAAAAABo1"},
//!   {"type":"message","role":"assistant","content":[{"type":"output_text","text":"21 degrees."}]},
//!   {"role":"user","content":"How warm is it?"}]}}
//! ```
//!
//! # Fix
//!
//! Safe: remove `id`. An id of this form refers to no stored item, so nothing is lost.
//!
//! # Evidence
//!
//! - reported, 2026-11-14: <https://github.com/anomalyco/opencode/issues/25065>
//! - catalogue: oai-id-blank

use crate::audit::details::details;
use crate::audit::rules::texts::read_text;
use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Rule, Safety, Sentence, Tier};

/// The rule.
pub static RULE: Rule = Rule {
    id: "blank-item-id",
    binds: "wire=openai-responses vendor=openai contract=openai",
    evidence: Evidence::Reported,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[Sentence::new(
        "invalid-id",
        "Invalid 'input[{0}].id': '{id}'. Expected an ID that contains letters, numbers, underscores, or dashes, but this value contained additional characters.",
    )],
    check,
    fixes: &[Fix::new("remove-id", Safety::Safe, FixEdit::Drop("id"))],
    ..Rule::DEFAULT
};

details! {
    /// The id of the item.
    struct BlankId { id: String }
    message if id.is_empty() => "`id` is an empty string"
    message => "`id` is `{id}`, but only letters, numbers, underscores and dashes are allowed"
}

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for entry in facts.entries {
        let Some(id) = entry.value.get("id").filter(|id| id.text().is_some_and(|text| !is_id(&text.wtf8()))) else { continue };
        found.at(entry.value).with(BlankId { id: read_text(id) });
    }
}

fn is_id(id: &[u8]) -> bool {
    !id.is_empty() && id.iter().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}
