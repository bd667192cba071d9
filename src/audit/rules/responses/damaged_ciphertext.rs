//! `encrypted_content` is empty or not a ciphertext of this provider.
//!
//! # What it checks
//!
//! `encrypted_content` of a reasoning or compaction item is not empty. At OpenAI and Azure it has only characters of base64url, at xAI
//! those of base64 or base64url. A mask (`…`, `***`, `REDACTED`), whitespace or a character of the other alphabet shows that it was
//! changed or comes from another vendor. The prefix `gAAAAA` at xAI shows OpenAI's ciphertext. The form of a Claude signature is refused
//! at OpenAI too.
//!
//! If a ciphertext was cut or swapped without visible damage, only a ledger can detect it.
//!
//! # Why
//!
//! > The encrypted content for item rs_… could not be verified. Reason: Encrypted content could not be decrypted or parsed.
//!
//! The provider decrypts every ciphertext in the history. Common causes: a log or transcript that masks secrets, or another vendor's
//! model earlier in the conversation.
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
//! - Safe: restore the recorded item with its ciphertext. This needs a ledger.
//! - Dead: remove the item if it is not stored. No permission is needed at a known host if the value is empty, a mask or another
//!   vendor's.
//! - Unsafe: remove `encrypted_content` if the item is stored under its id. OpenAI then looks the item up.
//! - Unsafe: remove the item if it is not stored, and the host is not known or only blanks, line breaks or quotes make it invalid. Its
//!   reasoning is lost.
//!
//! # Evidence
//!
//! - observed, 2026-11-14: every accepted ciphertext of OpenAI and Azure is base64url, of xAI base64 or base64url
//! - reported, 2026-11-14: <https://github.com/openclaw/openclaw/issues/90093>
//! - reported, 2026-11-14: <https://github.com/openai/codex/issues/8145>
//! - reported, 2026-11-14: <https://github.com/openclaw/openclaw/issues/97926>
//! - catalogue: oai-encrypted-altered, oai-encrypted-foreign, oai-compaction-altered, xai-decrypt, x-masked-blob

use super::wording::{UNDECRYPTED, UNVERIFIED_CONTENT, UNVERIFIED_ITEM};
use crate::audit::details::details;
use crate::audit::rules::ledger::restore::restore;
use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Needs, Presumed, Rule, Safety, Tier};
use crate::conversation::handle_form::{Form, excludes, is_spoiled};
use crate::conversation::mask::is_mask;
use crate::conversation::placeholder::has_letters_of_handle;
use crate::json::{Text, Value};

/// The rule.
pub static RULE: Rule = Rule {
    id: "damaged-ciphertext",
    binds: "wire=openai-responses vendor=openai|xai contract=openai|xai",
    evidence: Evidence::Reported,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[UNVERIFIED_ITEM, UNVERIFIED_CONTENT, UNDECRYPTED],
    check,
    needs: Needs::LedgerIfThere,
    presumes: &[Presumed::Handles],
    fixes: &[RESTORE, REMOVE_CERTAIN, REMOVE_DEAD, REMOVE_ENCRYPTED_CONTENT, REMOVE],
    ..Rule::DEFAULT
};

details! {
    /// How the provider names the ciphertext: by its item, or by its first and last four characters.
    struct DamagedCiphertext { id: String, head: String, tail: String }
    message if head.is_empty() && id.is_empty() => "`encrypted_content` is empty"
    message if head.is_empty() => "`encrypted_content` of `{id}` is empty"
    message if id.is_empty() => "`encrypted_content` is not a ciphertext of this provider"
    message => "`encrypted_content` of `{id}` is not a ciphertext of this provider"
}

const RESTORE: Fix = Fix::new("restore", Safety::Safe, FixEdit::By(restore)).titled("Restore the recorded item with its ciphertext.");
const REMOVE_ENCRYPTED_CONTENT: Fix = Fix::new("remove-encrypted-content", Safety::Unsafe, FixEdit::Drop("encrypted_content"));
/// At a host of the tables the refusal of an empty value, a mask or another vendor's form is certain, so the fix needs no permission.
const REMOVE_CERTAIN: Fix = Fix::new("remove-certain", Safety::Dead, FixEdit::Remove).unasked();
/// Anything else may be a damaged ciphertext of OpenAI.
const REMOVE_DEAD: Fix = Fix::new("remove-dead", Safety::Dead, FixEdit::Remove);
const REMOVE: Fix = Fix::new("remove", Safety::Unsafe, FixEdit::Remove);

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let xai = facts.profile.fits("contract=xai");
    let is_listed = facts.profile.get("handle_form").is_some();
    for entry in facts.entries {
        let item = entry.value;
        let Some(text) = item.get("encrypted_content").and_then(Value::text) else { continue };
        if is_ciphertext(text, facts.profile) {
            continue;
        }
        let named = item.fits("id:s !id=");
        let stored = named && item.fits("type=reasoning") && !facts.body.fits("store=false");
        let shown = text.lossy();
        let head = shown.char_indices().nth(4).and_then(|(end, _)| shown.get(..end)).unwrap_or(&shown);
        let tail = shown.get(shown.len().saturating_sub(4)..).unwrap_or_default();
        let finding =
            found.at(item).with(DamagedCiphertext { id: item.word("id").to_owned(), head: head.to_owned(), tail: tail.to_owned() });
        finding.says(if xai {
            &UNDECRYPTED
        } else if named {
            &UNVERIFIED_ITEM
        } else {
            &UNVERIFIED_CONTENT
        });
        finding.offers(match (stored, is_listed) {
            (true, _) => &[RESTORE, REMOVE_ENCRYPTED_CONTENT, REMOVE],
            (false, true) if text.is_empty() || is_mask(&text.wtf8()) || excludes(text, "openai") => &[RESTORE, REMOVE_CERTAIN],
            (false, true) if !is_spoiled(&text.wtf8(), Form::Fernet) => &[RESTORE, REMOVE_DEAD],
            (false, _) => &[RESTORE, REMOVE],
        });
    }
}

/// Returns `true` if the characters and the beginning of a text do not show that the provider did not write it.
pub(in crate::audit::rules) fn is_ciphertext(text: Text<'_>, profile: Value<'_>) -> bool {
    let ciphertext = text.wtf8();
    let is_foreign = match profile.fits("contract=xai") {
        true => ciphertext.starts_with(b"gAAAAA"),
        false => ciphertext.iter().any(|byte| matches!(byte, b'+' | b'/')) || excludes(text, "openai"),
    };
    text.raw().starts_with(b"litellm_enc:") || !ciphertext.is_empty() && has_letters_of_handle(&ciphertext) && !is_foreign
}
