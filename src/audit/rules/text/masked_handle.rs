//! What only the issuer can read has been masked, or was never such a thing.
//!
//! # What it checks
//!
//! Every signature and every ciphertext that goes to Anthropic, OpenAI, xAI or Google, on whatever wire, is made of letters, digits, `+`, `/`, `-`, `_` and
//! `=`. An ellipsis, asterisks, `[REDACTED]`, white space or JSON are not, and neither is the name of a field.
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
//! {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-opus-4-5","max_tokens":9000,"messages":[
//!   {"role":"user","content":"Hello"},
//!   {"role":"assistant","content":[{"type":"thinking","thinking":"A greeting.","signature":"RXF1YWwg…ZXM="},{"type":"text","text":"Hello."}]},
//!   {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-opus-4-5","max_tokens":9000,"messages":[
//!   {"role":"user","content":"Hello"},
//!   {"role":"assistant","content":[{"type":"thinking","thinking":"A greeting.","signature":"RXF1YWwgYnl0ZXM="},{"type":"text","text":"Hello."}]},
//!   {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: the thought goes, or, from a text that carries it, the handle. Placeholder: a call of Gemini's gets the string that Google
//! documents for calls that no Gemini made. With a ledger the recorded handle comes back instead.
//!
//! # Evidence
//!
//! - reported, 2026-09-22, an ellipsis in OpenAI's: <https://github.com/openclaw/openclaw/issues/155984>
//! - reported, 2026-07-08, in Anthropic's through Bedrock: <https://github.com/openclaw/openclaw/issues/102244>
//! - reported, of a signature that is no base64: <https://github.com/BerriAI/litellm/issues/42201>
//! - observed, 2026-11-14: no handle in accepted traffic has another character
//! - catalogue: x-masked-blob, or.details.modified, anth-signature-invalid, anth-redacted-data-altered, oai-encrypted-altered, xai-decrypt, gem-signature-not-base64, tx.pi.overloaded-signature

use std::borrow::Cow;

use crate::audit::{Evidence, Facts, Found, Mend, Rule, Safety};
use crate::json::Value;
use crate::model::PartKind;

/// The rule.
pub static RULE: Rule = Rule {
    id: "masked-handle",
    // Others write what they like there, Ollama plain text.
    binds: "wire=openrouter-chat|gemini-interactions vendor=anthropic|openai|xai|google surface=api|bedrock|vertex|azure|codex|copilot|openrouter|vercel-gateway|api.x.ai !name^gpt-oss",
    evidence: Evidence::Reported,
    upstream: &[
        "Invalid `signature` in `thinking` block",
        "The encrypted content for item {id} could not be verified. Reason: Encrypted content could not be decrypted or parsed.",
        "Could not decrypt the provided encrypted_content. Ensure the value is the unmodified encrypted_content from a previous response.",
        "Invalid value at 'contents[{0}].parts[{1}].thought_signature' (TYPE_BYTES), Base64 decoding failed for \"{handle}\"",
    ],
    check,
    fixes: &[(Safety::Unsafe, Mend::Remove), (Safety::Placeholder, Mend::Replace("\"skip_thought_signature_validator\""))],
    ..Rule::DEFAULT
};

/// Who refuses it, in the order of the sentences; Google's is only known on its own wire.
const SAYS: [&str; 4] = ["vendor=anthropic", "vendor=openai", "vendor=xai", "wire=gemini-generate"];

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let says = SAYS.iter().position(|who| facts.profile.fits(who)).unwrap_or(SAYS.len());
    for (_, part, thinking) in facts.thoughts() {
        let masked = |handle: &&Value<'d>| handle.text().is_some_and(|text| !is_handle(&text.wtf8()));
        let Some(handle) = thinking.handles.iter().find(masked).copied() else { continue };
        let (place, fix) = match part.kind {
            PartKind::Thought => (part.value, 0),
            PartKind::Call => (handle, 1),
            _ => (handle, 0),
        };
        let text = |value: Option<Value<'d>>| value.and_then(Value::text).map_or(Cow::Borrowed(""), |text| text.lossy());
        let finding = found.finding(place).arg("id", text(part.value.get("id"))).arg("handle", text(Some(handle)));
        found.push(finding.says(says).mends(fix));
    }
}

/// Whether a text may be a handle; one that a proxy has wrapped is another rule's.
fn is_handle(text: &[u8]) -> bool {
    let fits = |byte: &u8| byte.is_ascii_alphanumeric() || b"+/-_=".contains(byte);
    text.iter().all(fits) && !FIELDS.contains(&text) || text.starts_with(b"litellm_enc:")
}

/// What one client notes where others note a signature: the field that the reasoning came in.
const FIELDS: [&[u8]; 3] = [b"reasoning_content", b"reasoning", b"reasoning_text"];
