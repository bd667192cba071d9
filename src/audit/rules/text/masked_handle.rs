//! What only the issuer can read has been masked on its way through a gateway's format.
//!
//! # What it checks
//!
//! Every signature and every ciphertext in `reasoning_details`, and every signature of a step of Gemini's Interactions, is made of letters,
//! digits, `+`, `/`, `-`, `_` and `=`. An ellipsis, asterisks, `[REDACTED]`, `REDACTED`, white space or JSON are not, and neither is the name of a field or, for a seal, nothing at all. On
//! the vendors' older wires the rules of their own signatures say the same, in their words.
//!
//! # Why
//!
//! > The encrypted content for item rs_1 could not be verified. Reason: Encrypted content could not be decrypted or parsed.
//!
//! A handle that went through a log, a redactor or a line wrapper has its look and not its bytes. Redaction is for what is
//! shown; what is sent back must come from the copy that nobody touched.
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
//! Unsafe: the thought goes, or, from what carries it for another, the handle. With a ledger the recorded handle comes back instead.
//!
//! # Evidence
//!
//! - reported, 2026-09-22, an ellipsis in OpenAI's: <https://github.com/openclaw/openclaw/issues/155984>
//! - reported, 2026-07-08, in Anthropic's through Bedrock: <https://github.com/openclaw/openclaw/issues/102244>
//! - reported, of a signature that is no base64: <https://github.com/BerriAI/litellm/issues/42201>
//! - observed, 2026-11-14: no handle in accepted traffic has another character
//! - observed, 2026-11-15: one recorder writes `REDACTED` over every handle, which has the letters of base64
//! - catalogue: x-masked-blob, or.details.modified

use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Rule, Safety, Sentence, Tier};
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
    check,
    fixes: &[Fix::new("remove", Safety::Unsafe, FixEdit::Remove)],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    // Google's answer on these wires is not known.
    let sentence = found.rule.sentence(facts.profile.word("vendor"));
    for (_, part, thinking) in facts.thoughts() {
        let masked = thinking.handles.iter().find(|handle| !is_handle(**handle));
        // Without a signature a thought is another rule's; a seal without anything in it was emptied.
        let emptied = sentence.is_some() && part.value.fits("type=reasoning.encrypted data=");
        if masked.is_some() || emptied {
            let place = masked.filter(|_| part.kind != PartKind::Thought && !emptied).unwrap_or(&part.value);
            found.at(*place).sentence = sentence;
        }
    }
}

/// Returns `true` if a text may be a handle. A handle that a proxy has wrapped is another rule's. One client writes the name of the field
/// that the reasoning came in where others write a signature.
fn is_handle(handle: Value<'_>) -> bool {
    let Some(text) = handle.text().map(|text| text.wtf8()) else { return true };
    has_letters_of_handle(&text) && !handle.fits("=reasoning_content|reasoning|reasoning_text") || text.starts_with(b"litellm_enc:")
}
