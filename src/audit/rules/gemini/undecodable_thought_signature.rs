//! A thought signature is not valid base64.
//!
//! # What it checks
//!
//! Each signature of each turn can be decoded: letters, digits, and `+/` or `-_`, with or without padding. A mask (`…`, `***`), a space, a cut or
//! other text cannot be decoded.
//!
//! # Why
//!
//! The field contains bytes, and Google decodes it before anything else. It accepts both alphabets of base64.
//!
//! Common causes: a log that masks secrets, a value that was cut, and a value that was written by hand.
//!
//! > Invalid value at 'contents[1].parts[0].thought_signature' (TYPE_BYTES), Base64 decoding failed for "…"
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"gemini-generate","model":"gemini-2.5-pro"},"request":{"contents":[
//!   {"role":"user","parts":[{"text":"Hello"}]},
//!   {"role":"model","parts":[{"text":"Hello.","thoughtSignature":"EjQKMgEM…cret"}]},
//!   {"role":"user","parts":[{"text":"And now?"}]}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"gemini-generate","model":"gemini-2.5-pro"},"request":{"contents":[
//!   {"role":"user","parts":[{"text":"Hello"}]},
//!   {"role":"model","parts":[{"text":"Hello.","thoughtSignature":"RXF1YWwgYnl0ZXM_-w"}]},
//!   {"role":"user","parts":[{"text":"And now?"}]}]}}
//! ```
//!
//! # Fix
//!
//! - Dead: remove the signature, and the part if it has nothing else. No permission is needed at a known host if the
//!   value is empty or a mask.
//! - Unsafe: the same, if the host is not named. The thought is lost.
//! - Placeholder: replace the signature with `skip_thought_signature_validator`, if the call must be signed. The thought is lost.
//!
//! With a ledger, the recorded signature is restored instead.
//!
//! # Evidence
//!
//! - documented, 2026-11-16: the field is written in base64, in the types of Google's own client, <https://github.com/googleapis/js-genai>; a malformed body is `INVALID_ARGUMENT` with status 400, <https://ai.google.dev/gemini-api/docs/troubleshooting>; neither is documented for the compatible chat
//! - reported, 2026-11-14: <https://github.com/BerriAI/litellm/issues/42201>
//! - observed, 2026-11-14: 489 signatures sent in the other alphabet, all accepted
//! - catalogue: gem-signature-not-base64, gem-signature-corrupt

use super::signatures::{remove_found_signature, signature_of};
use super::wording::CORRUPTED;
use crate::audit::details::details;
use crate::audit::rules::texts::read_text;
use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Presumed, Rule, Safety, Sentence, Tier};
use crate::conversation::mask::is_masked;
use crate::conversation::placeholder::{SKIP, has_letters_of_handle};
use crate::json::Value;

/// The rule.
pub static RULE: Rule = Rule {
    id: "undecodable-thought-signature",
    binds: "wire=gemini-generate|openai-chat dialect=gemini,wire=gemini-generate vendor=google",
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[NOT_BASE64, CORRUPTED],
    presumes: &[Presumed::Handles],
    check,
    fixes: &[REMOVE_CERTAIN, REMOVE_DEAD, REMOVE, PLACEHOLDER],
    ..Rule::DEFAULT
};

/// At a host of the tables the refusal of a mask is certain, so the fix needs no permission.
const REMOVE_CERTAIN: Fix = Fix::new("remove-certain", Safety::Dead, FixEdit::By(remove_found_signature)).unasked();
/// Anything else may be a damaged signature of Gemini.
const REMOVE_DEAD: Fix = Fix::new("remove-dead", Safety::Dead, FixEdit::By(remove_found_signature));
const REMOVE: Fix = Fix::new("remove-found-signature", Safety::Unsafe, FixEdit::By(remove_found_signature));
const PLACEHOLDER: Fix = Fix::handle_placeholder("replace-with-placeholder", FixEdit::Replace(SKIP))
    .titled("Replace the signature with `skip_thought_signature_validator`.");

details! {
    /// The signature in the request.
    struct UndecodableSignature { signature: String }
    message => "`{signature}` is not a valid thought signature"
}

const NOT_BASE64: Sentence = Sentence::new(
    "not-base64",
    "Invalid value at 'contents[{0}].parts[{1}].thought_signature' (TYPE_BYTES), Base64 decoding failed for \"{signature}\"",
);

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let chat = facts.profile.fits("wire=openai-chat");
    for (_, part, _) in facts.thoughts() {
        if let Some(handle) = signature_of(part).filter(|handle| !is_decodable(*handle)) {
            let finding = found.at(handle).with(UndecodableSignature { signature: read_text(handle) }).says(&NOT_BASE64);
            let is_listed = facts.profile.get("handle_form").is_some();
            finding.offers(match is_listed {
                true if is_masked(handle) || handle.fits("=") => &[REMOVE_CERTAIN, PLACEHOLDER],
                true => &[REMOVE_DEAD, PLACEHOLDER],
                false => &[REMOVE, PLACEHOLDER],
            });
            // `REDACTED` can be decoded, and a chat may check more than the alphabet.
            if chat || handle.fits("=REDACTED") {
                finding.says(&CORRUPTED).evidence = Evidence::Reported;
            }
        }
    }
}

/// Returns `true` if a signature can be decoded.
pub(in crate::audit::rules) fn is_decodable(handle: Value<'_>) -> bool {
    handle.text().is_none_or(|text| is_whole(&text.wtf8()))
}

/// Returns `true` if a text is base64 in one of the two alphabets, with or without padding.
fn is_whole(text: &[u8]) -> bool {
    let digits = text.strip_suffix(b"=").unwrap_or(text);
    let digits = digits.strip_suffix(b"=").unwrap_or(digits);
    digits.len() % 4 != 1 && has_letters_of_handle(digits) && !digits.contains(&b'=')
}
