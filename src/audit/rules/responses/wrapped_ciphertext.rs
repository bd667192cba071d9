//! A ciphertext still wears the wrapper that a LiteLLM proxy put around it.
//!
//! # What it checks
//!
//! No `encrypted_content` that goes to OpenAI, Azure, xAI or OpenRouter begins with `litellm_enc:`. A LiteLLM proxy writes so which
//! deployment issued it, and takes it off again; nobody else does.
//!
//! # Why
//!
//! > The encrypted content for item rs_… could not be verified. Reason: Encrypted content could not be decrypted or parsed.
//!
//! It happens when a conversation that began behind the proxy goes on without it.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-responses"},"request":{"model":"gpt-5","input":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"litellm_enc:bW9kZWxfaWQ6YQ;gAAAAABo1"},
//!   {"type":"message","id":"msg_1","role":"assistant","content":[{"type":"output_text","text":"21 degrees."}]},
//!   {"role":"user","content":"How warm is it?"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-responses"},"request":{"model":"gpt-5","input":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"gAAAAABo1"},
//!   {"type":"message","id":"msg_1","role":"assistant","content":[{"type":"output_text","text":"21 degrees."}]},
//!   {"role":"user","content":"How warm is it?"}]}}
//! ```
//!
//! # Fix
//!
//! Safe: what comes before the first `;` goes. The ciphertext itself is not touched.
//!
//! # Evidence
//!
//! - reported, 2026-11-14: <https://github.com/BerriAI/litellm/blob/main/litellm/responses/utils.py>
//! - catalogue: fw.litellm.enc-wrapper

use super::items;
use crate::audit::{Evidence, Facts, Finding, Found, Mend, Rule, Safety};
use crate::error::Error;
use crate::json::{Changes, quote};

/// The rule.
pub static RULE: Rule = Rule {
    id: "wrapped-ciphertext",
    binds: "wire=openai-responses contract,surface=openrouter",
    evidence: Evidence::Reported,
    upstream: &["The encrypted content for item {id} could not be verified. Reason: Encrypted content could not be decrypted or parsed."],
    check,
    fixes: &[(Safety::Safe, Mend::By(fix))],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for item in items(facts).filter(|item| item.fits("encrypted_content^litellm_enc:")) {
        found.push(found.finding(item).arg("id", item.word("id")));
    }
}

fn fix<'d>(_: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let Some(wrapped) = finding.place.get("encrypted_content") else { return Ok(()) };
    let text = wrapped.text().map(|text| text.lossy()).unwrap_or_default();
    text.split_once(';').map_or(Ok(()), |(_, sealed)| changes.replace(wrapped, quote(sealed).as_bytes()))
}
