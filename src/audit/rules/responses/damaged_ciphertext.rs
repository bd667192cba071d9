//! A ciphertext is empty, or has characters in it that no ciphertext has.
//!
//! # What it checks
//!
//! `encrypted_content` of a reasoning or compaction item is made of the letters of its issuer's base64, and there is at least one:
//! at OpenAI and Azure those of base64url, at xAI those of either. A mask (`…`, `***`), whitespace, or the other alphabet shows
//! that it was altered on the way or came from somewhere else. So does OpenAI's own beginning `gAAAAA` at xAI.
//!
//! # Why
//!
//! > The encrypted content for item rs_… could not be verified. Reason: Encrypted content could not be decrypted or parsed.
//!
//! Logs and transcripts that mask what looks like a secret are a common source. What was cut or swapped without such a mark shows
//! only against a ledger.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-responses"},"request":{"model":"gpt-5","store":false,"input":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"gAAA…Rg=="},
//!   {"type":"function_call","id":"fc_1","call_id":"call_1","name":"weather","arguments":"{}"},
//!   {"type":"function_call_output","call_id":"call_1","output":"21"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-responses"},"request":{"model":"gpt-5","store":false,"input":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"gAAAAABo1"},
//!   {"type":"function_call","id":"fc_1","call_id":"call_1","name":"weather","arguments":"{}"},
//!   {"type":"function_call_output","call_id":"call_1","output":"21"}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: where the item is stored under its id, the ciphertext goes and the id stays. Otherwise the item goes. With a ledger the
//! recorded ciphertext comes back.
//!
//! # Evidence
//!
//! - observed, 2026-11-14: every accepted ciphertext of OpenAI and Azure is base64url, of xAI base64 or base64url
//! - reported, 2026-11-14: <https://github.com/openclaw/openclaw/issues/90093>
//! - reported, 2026-11-14: <https://github.com/openai/codex/issues/8145>
//! - reported, 2026-11-14: <https://github.com/openclaw/openclaw/issues/97926>
//! - catalogue: oai-encrypted-altered, oai-encrypted-foreign, oai-compaction-altered, xai-decrypt, x-masked-blob

use super::items;
use crate::audit::{Evidence, Facts, Found, Mend, Rule, Safety};
use crate::json::Value;

/// The rule.
pub static RULE: Rule = Rule {
    id: "damaged-ciphertext",
    binds: "wire=openai-responses vendor=openai|xai contract=openai|xai",
    evidence: Evidence::Reported,
    upstream: &[
        "The encrypted content for item {id} could not be verified. Reason: Encrypted content could not be decrypted or parsed.",
        "The encrypted content {head}...{tail} could not be verified.",
        "Could not decrypt the provided encrypted_content. Ensure the value is the unmodified encrypted_content from a previous response.",
    ],
    check,
    fixes: &[(Safety::Unsafe, Mend::Drop("encrypted_content")), (Safety::Unsafe, Mend::Remove)],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let xai = facts.profile.fits("contract=xai");
    let letters: &[u8] = if xai { b"-_=+/" } else { b"-_=" };
    for item in items(facts).filter(|item| item.fits("encrypted_content:s !encrypted_content^litellm_enc:")) {
        let Some(sealed) = item.get("encrypted_content").and_then(Value::text).map(|text| text.lossy()) else { continue };
        let foreign = xai && sealed.starts_with("gAAAAA");
        if !foreign && !sealed.is_empty() && sealed.bytes().all(|byte| byte.is_ascii_alphanumeric() || letters.contains(&byte)) {
            continue;
        }
        let named = item.fits("id:s !id=");
        let stored = named && item.fits("type=reasoning") && !facts.body.fits("store=false");
        let head: String = sealed.chars().take(4).collect();
        let tail = sealed.get(sealed.len().saturating_sub(4)..).unwrap_or_default().to_owned();
        let finding = found.finding(item).arg("id", item.word("id")).arg("head", head).arg("tail", tail);
        found.push(finding.says(if xai { 2 } else { usize::from(!named) }).mends(usize::from(!stored)));
    }
}
