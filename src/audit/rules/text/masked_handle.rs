//! A signature or ciphertext was masked or changed.
//!
//! # What it checks
//!
//! Each signature and each ciphertext in `reasoning_details`, and each signature of an Interactions step, has only letters, digits, `+`, `/`,
//! `-`, `_` and `=`.
//!
//! An ellipsis, asterisks, `[REDACTED]`, `REDACTED`, white space, JSON or the name of a field is not valid. A ciphertext is not empty. On the
//! vendors' own wires, other rules check the same.
//!
//! # Why
//!
//! The vendor verifies the bytes, so a changed value is refused.
//!
//! Common causes: a log, a redactor or a line wrapper changed the value. Redact only the copy that is shown, and send the original back.
//!
//! > The encrypted content for item rs_1 could not be verified. Reason: Encrypted content could not be decrypted or parsed.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openrouter-chat"},"request":{"model":"anthropic/claude-opus-4.5","messages":[
//!   {"role":"user","content":"Hello"},
//!   {"role":"assistant","content":"Hello.","reasoning_details":[{"type":"reasoning.text","text":"A greeting.","signature":"RXF1YWwg…ZXM=","format":"anthropic-claude-v1","index":0}]},
//!   {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openrouter-chat"},"request":{"model":"anthropic/claude-opus-4.5","messages":[
//!   {"role":"user","content":"Hello"},
//!   {"role":"assistant","content":"Hello.","reasoning_details":[{"type":"reasoning.text","text":"A greeting.","signature":"RXF1YWwgYnl0ZXM=","format":"anthropic-claude-v1","index":0}]},
//!   {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: remove the thought. If the handle is on a part that is not a thought, only the handle is removed. With a ledger, the recorded handle
//! is restored instead.
//!
//! # Evidence
//!
//! - reported, 2026-09-22, an ellipsis in OpenAI's: <https://github.com/openclaw/openclaw/issues/155984>
//! - reported, 2026-07-08, in Anthropic's through Bedrock: <https://github.com/openclaw/openclaw/issues/102244>
//! - reported, of a signature that is not base64: <https://github.com/BerriAI/litellm/issues/42201>
//! - observed, 2026-11-14: no handle in accepted traffic has another character
//! - observed, 2026-11-15: one recorder writes `REDACTED` over every handle, which has the letters of base64
//! - catalogue: x-masked-blob, or.details.modified

use crate::audit::details::{Unlisted, details};
use crate::audit::rules::texts::read_text;
use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Presumed, Rule, Safety, Sentence, Tier};
use crate::conversation::placeholder::has_letters_of_handle;
use crate::json::Value;
use crate::model::PartKind;

/// The rule.
pub static RULE: Rule = Rule {
    id: "masked-handle",
    binds: "wire=openrouter-chat|gemini-interactions vendor=anthropic|openai|xai|google surface=api|vertex|openrouter|vercel-gateway !name^gpt-oss",
    evidence: Evidence::Reported,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[
        Sentence::new("anthropic", "Invalid `signature` in `thinking` block"),
        Sentence::new("openai", "Encrypted content could not be decrypted or parsed."),
        Sentence::new(
            "xai",
            "Could not decrypt the provided encrypted_content. Ensure the value is the unmodified encrypted_content from a previous response.",
        ),
    ],
    presumes: &[Presumed::Handles],
    check,
    fixes: &[Fix::new("remove", Safety::Unsafe, FixEdit::Remove)],
    ..Rule::DEFAULT
};

details! {
    /// The value.
    struct MaskedHandle { value: Unlisted<String> }
    message => "`{value}` is not a valid signature or ciphertext"

    /// Encrypted reasoning without ciphertext.
    struct EmptyCiphertext {}
    message => "`data` of the encrypted reasoning is empty"
}

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    // Google's answer on these wires is unknown.
    let sentence = found.rule.sentence(facts.profile.word("vendor"));
    for (_, part, thinking) in facts.thoughts() {
        let masked = thinking.handles.iter().find(|handle| !is_handle(**handle));
        // Another rule finds a thought without a signature. Encrypted reasoning without data has lost it.
        let emptied = sentence.is_some() && part.value.fits("type=reasoning.encrypted data=");
        let finding = match masked {
            _ if emptied => found.at(part.value).with(EmptyCiphertext {}),
            Some(handle) => {
                let place = if part.kind == PartKind::Thought { part.value } else { *handle };
                found.at(place).with(MaskedHandle { value: Unlisted(read_text(*handle)) })
            }
            None => continue,
        };
        finding.sentence = sentence;
    }
}

/// Returns `true` if a text may be a handle. Another rule finds a handle with a proxy's prefix. One client writes the name of the reasoning
/// field instead of a signature.
fn is_handle(handle: Value<'_>) -> bool {
    let Some(text) = handle.text().map(|text| text.wtf8()) else { return true };
    has_letters_of_handle(&text) && !handle.fits("=reasoning_content|reasoning|reasoning_text") || text.starts_with(b"litellm_enc:")
}
