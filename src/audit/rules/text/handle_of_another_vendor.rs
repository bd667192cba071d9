//! A signature or ciphertext has the format of another vendor.
//!
//! # What it checks
//!
//! Each `signature`, redacted block, `encrypted_content` and thought signature has the format of the vendor that the request is sent to. The tables
//! list the format of each host. Other hosts and gateways are not judged.
//!
//! # Why
//!
//! Each vendor can read only its own handles.
//!
//! Common cause: the conversation began at another provider on the same wire, such as MiniMax, GLM, Kimi or a proxy in front of GPT.
//!
//! > messages.1.content.0: Invalid `signature` in `thinking` block
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"anthropic-messages","host":"api.anthropic.com"},"request":{"model":"claude-sonnet-5","max_tokens":9000,"messages":[
//!   {"role":"user","content":"Hello"},
//!   {"role":"assistant","content":[{"type":"thinking","thinking":"A greeting.","signature":"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"},{"type":"text","text":"Hello."}]},
//!   {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"anthropic-messages","host":"api.anthropic.com"},"request":{"model":"claude-sonnet-5","max_tokens":9000,"messages":[
//!   {"role":"user","content":"Hello"},
//!   {"role":"assistant","content":[{"type":"thinking","thinking":"A greeting.","signature":"ErgBCkYICxgCKkDx+uZGqkqcrdM3s6eLxU2XpP1XTfVV+JvPS1PGmg5aRUVdMhb4Gxrx8jjPiMyZQVFicIAIxsGoQgDEyBKLtkZGEgxN/fOuX0T+L4ftjTIaDCm17T20T9WXXElNvyIwTSL3CUeEQOK5B715dOf/1JCkoWDsIXIzweYdrTQu2vY0HZLJOUZJ9+nALXeDpSknKiAkOFyj38IGY5HNvEV+Off+AYbrThonfs2gjlytKM8sEhgB"},{"type":"text","text":"Hello."}]},
//!   {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Fix
//!
//! - Safe: restore the recorded thought, if this one is in its place. This needs a ledger.
//! - Dead: remove this block only. If the format shows another vendor, no permission is needed.
//! - Placeholder: replace the thought signature with `skip_thought_signature_validator`, if Gemini requires the call to be signed.
//!
//! # Evidence
//!
//! - observed, 2026-11-17: 2,099 signatures of Claude, 313 ciphertexts of OpenAI and 1,193 signatures of Gemini have the format of their vendor
//! - observed, 2026-09-23: Anthropic refused an altered signature in public probes
//! - reported, 2026-11-17: <https://github.com/NousResearch/hermes-agent/issues/24401>, <https://github.com/can1357/oh-my-pi/issues/6379>
//! - reported, 2026-11-17: <https://github.com/tombii/better-ccflare/issues/52>, <https://github.com/tailcallhq/forgecode/issues/2646>
//! - reported, 2026-11-17: <https://github.com/router-for-me/CLIProxyAPI/issues/1584>, <https://github.com/openclaw/openclaw/issues/94534>
//! - catalogue: anth-signature-invalid, anth-redacted-data-altered, anth-empty-thinking-old-path, oai-encrypted-foreign, gem-signature-corrupt, gem-signature-corrupt-vertex

use super::judged_handles::{Judged, ends_of, evidence_of, judged_handles, member_at, remove_alone};
use crate::audit::details::{Unlisted, details};
use crate::audit::grade::KNOWN_FORM;
use crate::audit::rules::anthropic::wording::{EMPTY_THINKING, INVALID_SIGNATURE, MODIFIED};
use crate::audit::rules::gemini::wording::{CORRUPTED, NOT_VALID};
use crate::audit::rules::ledger::restore::restore;
use crate::audit::rules::responses::wording::{UNVERIFIED_CONTENT, UNVERIFIED_ITEM};
use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Needs, Rule, Safety, Tier};
use crate::conversation::handle_form::{Fit, Origin};
use crate::conversation::placeholder::SKIP;

/// The rule.
pub static RULE: Rule = Rule {
    id: "handle-of-another-vendor",
    binds: "wire=anthropic-messages|bedrock-converse|openai-responses|gemini-generate vendor=anthropic|openai|google handle_form,!host",
    evidence: Evidence::Observed,
    since: "0.1.0",
    tier: Tier::Stable,
    needs: Needs::LedgerIfThere,
    upstream: &[INVALID_SIGNATURE, EMPTY_THINKING, MODIFIED, UNVERIFIED_ITEM, UNVERIFIED_CONTENT, CORRUPTED, NOT_VALID],
    check,
    fixes: &[RESTORE, REMOVE_CERTAIN, REMOVE, PLACEHOLDER],
    ..Rule::DEFAULT
};

details! {
    /// The member, what its value is, and how OpenAI names it.
    struct HandleOfAnotherVendor { member: Unlisted<&'static str>, format: &'static str, id: String, head: String, tail: String }
    message if format.0.contains("format") => "`{member}` is not from this provider: it has {format}"
    message => "`{member}` is not from this provider: it is {format}"
}

const RESTORE: Fix = Fix::new("restore", Safety::Safe, FixEdit::By(restore)).titled("Restore the recorded thought.");
const REMOVE_CERTAIN: Fix = Fix::new("remove-certain", Safety::Dead, FixEdit::By(remove_alone)).unasked();
const REMOVE: Fix = Fix::new("remove", Safety::Dead, FixEdit::By(remove_alone));
const PLACEHOLDER: Fix = Fix::handle_placeholder("replace-with-placeholder", FixEdit::Replace(SKIP))
    .titled("Replace the signature with `skip_thought_signature_validator`.");

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let Judged::Handles(judged) = judged_handles(facts) else { return found.needs(KNOWN_FORM) };
    let is_listed = facts.profile.get("handle_form").is_some();
    for one in judged {
        let Fit::Foreign(origin) = one.fit else { continue };
        let [head, tail] = ends_of(one.handle);
        let (member, id) = (Unlisted(member_at(facts, &one)), one.place.word("id").to_owned());
        let evidence = evidence_of(facts, &one);
        let finding = found.at(one.place).says(one.sentence);
        finding.with(HandleOfAnotherVendor { member, format: origin.words(), id, head, tail });
        finding.evidence = evidence;
        let is_google = facts.profile.fits("vendor=google");
        finding.offers(match (is_listed && origin != Origin::Unknown, is_google) {
            (true, false) => &[RESTORE, REMOVE_CERTAIN],
            (false, false) => &[RESTORE, REMOVE],
            (true, true) => &[RESTORE, REMOVE_CERTAIN, PLACEHOLDER],
            (false, true) => &[RESTORE, REMOVE, PLACEHOLDER],
        });
    }
}
