//! `encrypted_content` has LiteLLM's prefix.
//!
//! # What it checks
//!
//! No `encrypted_content` in a request to a provider begins with `litellm_enc:`.
//!
//! # Why
//!
//! LiteLLM's proxy adds a prefix with the name of the deployment, so that the next request is sent to the same one. The proxy removes the prefix
//! before it calls the provider. Without the proxy, the provider receives the prefix and cannot verify the ciphertext.
//!
//! > The encrypted content for item rs_1 could not be verified.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-responses"},"request":{"model":"gpt-5","store":false,"input":[
//!   {"role":"user","content":"Hello"},
//!   {"type":"reasoning","summary":[],"encrypted_content":"litellm_enc:bW9kZWxfaWQ6YQ==;gAAAAABRXF1YWw="},
//!   {"type":"message","role":"assistant","content":[{"type":"output_text","text":"Hello."}]},
//!   {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-responses"},"request":{"model":"gpt-5","store":false,"input":[
//!   {"role":"user","content":"Hello"},
//!   {"type":"reasoning","summary":[],"encrypted_content":"gAAAAABRXF1YWw="},
//!   {"type":"message","role":"assistant","content":[{"type":"output_text","text":"Hello."}]},
//!   {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Fix
//!
//! Safe: remove the prefix up to the first `;`. The ciphertext stays unchanged.
//!
//! # Evidence
//!
//! - reported, 2026-11-14, as read in `litellm/responses/utils.py`: <https://github.com/BerriAI/litellm>
//! - catalogue: fw.litellm.enc-wrapper

use crate::audit::details::details;
use crate::audit::{Evidence, Facts, Finding, Fix, FixEdit, Found, Rule, Safety, Sentence, Tier};
use crate::error::Error;
use crate::json::Changes;

/// The rule.
pub static RULE: Rule = Rule {
    id: "wrapped-handle",
    // Another host may be the proxy itself.
    binds: "wire=openai-responses surface=api|azure|bedrock|codex|copilot|openrouter|api.x.ai",
    evidence: Evidence::Reported,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[Sentence::new("unverified", "The encrypted content for item {id} could not be verified.")],
    check,
    fixes: &[Fix::new("unwrap", Safety::Safe, FixEdit::By(fix)).titled("Remove LiteLLM's prefix from `encrypted_content`.")],
    ..Rule::DEFAULT
};

details! {
    /// The id of the item.
    struct WrappedHandle { id: String }
    message if id.is_empty() => "`encrypted_content` has LiteLLM's prefix `litellm_enc:`"
    message => "`encrypted_content` of `{id}` has LiteLLM's prefix `litellm_enc:`"
}

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for (_, part, thinking) in facts.thoughts() {
        for handle in &thinking.handles {
            if handle.fits("^litellm_enc:") {
                found.at(*handle).with(WrappedHandle { id: part.value.word("id").to_owned() });
            }
        }
    }
}

fn fix<'d>(_: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let raw = finding.place.text().map(|text| text.raw()).unwrap_or_default();
    let Some(end) = raw.iter().position(|byte| *byte == b';') else { return Ok(()) };
    changes.replace(finding.place, &[b"\"", raw.get(end + 1..).unwrap_or_default(), b"\""].concat())
}
