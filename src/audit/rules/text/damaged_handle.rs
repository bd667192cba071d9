//! A signature or ciphertext was cut or changed.
//!
//! # What it checks
//!
//! Each handle that begins like one of this provider is whole: the lengths inside it add up. The tables list the format of each host. Other
//! hosts and gateways are not judged. A change that keeps all lengths needs a ledger.
//!
//! # Why
//!
//! The provider verifies or decrypts every handle in the history.
//!
//! Common causes: a database column or a log that cuts long values, and a session file that was edited.
//!
//! > messages.1.content.0: Invalid `signature` in `thinking` block
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"anthropic-messages","host":"api.anthropic.com"},"request":{"model":"claude-sonnet-5","max_tokens":9000,"messages":[
//!   {"role":"user","content":"Hello"},
//!   {"role":"assistant","content":[{"type":"thinking","thinking":"A greeting.","signature":"ErgBCkYICxgCKkDx+uZGqkqcrdM3s6eLxU2XpP1XTfVV+JvPS1PGmg5aRUVdMhb4Gxrx8jjPiMyZQVFi"},{"type":"text","text":"Hello."}]},
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
//! - Safe: restore the recorded part. This needs a ledger.
//! - Dead: remove the block, and the thinking that Anthropic would refuse without it.
//! - Placeholder: replace the thought signature with `skip_thought_signature_validator`, if Gemini requires the call to be signed.
//!
//! # Evidence
//!
//! - observed, 2026-11-17: 6,291 of 6,297 random cuts of Claude's signatures do not add up, and every genuine one does
//! - observed, 2026-11-17: Claude Code, Codex, OpenCode and pi sessions with a cut handle were refused, 2 of 2 each
//! - reported, 2026-11-14: <https://github.com/openai/codex/issues/8145>
//! - catalogue: anth-signature-invalid, anth-redacted-data-altered, anth-empty-thinking-old-path, oai-encrypted-altered, gem-signature-corrupt, gem-signature-corrupt-vertex

use super::judged_handles::{Judged, ends_of, evidence_of, judged_handles, member_at, remove_alone};
use crate::audit::details::{Unlisted, details};
use crate::audit::grade::KNOWN_FORM;
use crate::audit::rules::anthropic::blocks::remove_with_linked_thinking;
use crate::audit::rules::anthropic::wording::{EMPTY_THINKING, INVALID_SIGNATURE, MODIFIED};
use crate::audit::rules::gemini::wording::{CORRUPTED, NOT_VALID};
use crate::audit::rules::ledger::restore::restore;
use crate::audit::rules::responses::wording::{UNVERIFIED_CONTENT, UNVERIFIED_ITEM};
use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Needs, Rule, Safety, Tier};
use crate::conversation::handle_form::Fit;
use crate::conversation::placeholder::SKIP;

/// The rule.
pub static RULE: Rule = Rule {
    id: "damaged-handle",
    binds: "wire=anthropic-messages|bedrock-converse|openai-responses|gemini-generate vendor=anthropic|openai|google handle_form",
    evidence: Evidence::Observed,
    since: "0.1.0",
    tier: Tier::Stable,
    needs: Needs::LedgerIfThere,
    upstream: &[INVALID_SIGNATURE, EMPTY_THINKING, MODIFIED, UNVERIFIED_ITEM, UNVERIFIED_CONTENT, CORRUPTED, NOT_VALID],
    check,
    fixes: &[RESTORE, REMOVE_LINKED, REMOVE, PLACEHOLDER],
    ..Rule::DEFAULT
};

details! {
    /// The member, and how OpenAI names its value.
    struct DamagedHandle { member: Unlisted<&'static str>, id: String, head: String, tail: String }
    message => "`{member}` is not whole: it was cut or changed"
}

const RESTORE: Fix = Fix::new("restore", Safety::Safe, FixEdit::By(restore)).titled("Restore the recorded {part}.");
const REMOVE_LINKED: Fix = Fix::new("remove-with-linked-thinking", Safety::Dead, FixEdit::By(remove_with_linked_thinking));
const REMOVE: Fix = Fix::new("remove", Safety::Dead, FixEdit::By(remove_alone));
const PLACEHOLDER: Fix = Fix::handle_placeholder("replace-with-placeholder", FixEdit::Replace(SKIP))
    .titled("Replace the signature with `skip_thought_signature_validator`.");

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let Judged::Handles(judged) = judged_handles(facts) else { return found.needs(KNOWN_FORM) };
    for one in judged.into_iter().filter(|one| one.fit == Fit::Damaged) {
        let [head, tail] = ends_of(one.handle);
        let (member, id) = (Unlisted(member_at(facts, &one)), one.place.word("id").to_owned());
        let evidence = evidence_of(facts, &one);
        let finding = found.at(one.place).says(one.sentence);
        finding.with(DamagedHandle { member, id, head, tail });
        finding.evidence = evidence;
        finding.offers(match facts.profile.word("vendor") {
            "anthropic" => &[RESTORE, REMOVE_LINKED],
            "google" => &[RESTORE, REMOVE, PLACEHOLDER],
            _ => &[RESTORE, REMOVE],
        });
    }
}
