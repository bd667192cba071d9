//! The signatures and ciphertexts of a request, compared with the form of the host's own.

use crate::audit::rules::anthropic::blocks::is_thinking;
use crate::audit::rules::anthropic::invalid_thinking_signature::{may_be_valid, member_of};
use crate::audit::rules::anthropic::wording::{EMPTY_THINKING, INVALID_SIGNATURE, MODIFIED};
use crate::audit::rules::edits::remove_place_and_related;
use crate::audit::rules::gemini::foreign_thought_signature::has_foreign_format;
use crate::audit::rules::gemini::signatures::remove_signature;
use crate::audit::rules::gemini::undecodable_thought_signature::is_decodable;
use crate::audit::rules::gemini::wording::{CORRUPTED, NOT_VALID};
use crate::audit::rules::ledger::producer::{surface_of, vendor_of};
use crate::audit::rules::ledger::sent_parts::issued;
use crate::audit::rules::responses::damaged_ciphertext::is_ciphertext;
use crate::audit::rules::responses::wording::{UNVERIFIED_CONTENT, UNVERIFIED_ITEM};
use crate::audit::{Evidence, Facts, Finding, Sentence};
use crate::conversation::handle_form::{Fit, Form, Origin, fit, fit_inside};
use crate::conversation::mask::is_masked;
use crate::conversation::placeholder::is_placeholder;
use crate::error::Error;
use crate::json::{Changes, Value};
use crate::knowledge::handle_forms::{form_at, form_without_host, is_switched_off, switch_off};
use crate::model::Part;

/// A handle that does not fit the form of the host.
pub(super) struct JudgedHandle<'d> {
    /// The place of the finding: the thought, or the signature of a part of Gemini.
    pub(super) place: Value<'d>,
    pub(super) handle: Value<'d>,
    pub(super) fit: Fit,
    /// The provider's answer.
    pub(super) sentence: &'static Sentence,
}

/// The handles of a request that do not fit.
pub(super) enum Judged<'d> {
    /// All of them. Another rule reports masks, empty values and other characters than those of base64.
    Handles(Vec<JudgedHandle<'d>>),
    /// The host has answered with a handle in another form.
    UnknownForm,
}

/// Compares all handles with the form of the host. Without a host, only forms count that show their origin.
pub(super) fn judged_handles<'d>(facts: &Facts<'d>) -> Judged<'d> {
    let listed = form_at(facts.profile);
    let Some(form) = listed.or_else(|| form_without_host(facts.profile)) else { return Judged::Handles(Vec::new()) };
    let latest = facts.runs().rfind(|run| run.is_answer()).map_or(usize::MAX, |run| run.start);
    let mut found = Vec::new();
    for (nth, part, thinking) in facts.thoughts() {
        let Some(handle) = thinking.handles.first().copied().filter(|handle| is_judged_here(facts, part, *handle)) else { continue };
        let fit = fit_of(part.value, handle, form);
        let is_certain = listed.is_some() || matches!(fit, Fit::Foreign(origin) if origin != Origin::Unknown);
        if fit == Fit::Whole || !is_certain {
            continue;
        }
        let sentence = refusal_of(facts, part, nth >= latest);
        let place = if form == Form::Gemini { handle } else { part.value };
        found.push(JudgedHandle { place, handle, fit, sentence });
    }
    if listed.is_some() && !found.is_empty() && has_answered_so(facts, &found) {
        switch_off(facts.profile);
    }
    if is_switched_off(facts.profile) { Judged::UnknownForm } else { Judged::Handles(found) }
}

/// Compares the handle of a part with a form.
pub(in crate::audit::rules) fn fit_of(part: Value<'_>, handle: Value<'_>, form: Form) -> Fit {
    let text = handle.text().map(|text| text.wtf8()).unwrap_or_default();
    // Converse writes a redacted block in a second layer of base64.
    if part.fits("reasoningContent.redactedContent") { fit_inside(&text, form) } else { fit(&text, form) }
}

/// Returns `true` if a handle looks valid to the rules that look at its characters. A recorder's mask in a history says nothing about the handle.
fn is_judged_here(facts: &Facts<'_>, part: &Part<'_>, handle: Value<'_>) -> bool {
    let Some(text) = handle.text() else { return false };
    let looks_valid = match facts.profile.word("vendor") {
        "anthropic" => is_thinking(part) && may_be_valid(handle),
        "openai" => part.value.fits("type=reasoning") && is_ciphertext(text, facts.profile),
        _ => !is_placeholder(handle) && is_decodable(handle) && !has_foreign_format(handle),
    };
    looks_valid && !is_masked(handle)
}

/// Returns `true` if this vendor and service itself issued one of the handles, as the ledger shows.
fn has_answered_so(facts: &Facts<'_>, found: &[JudgedHandle<'_>]) -> bool {
    let is_own = |theirs: &str, member: &str| theirs == facts.profile.word(member);
    issued(facts).any(|(sent, answer, emitted)| {
        // A host of one vendor shows the vendor. Without a host, the model does.
        let (vendor, surface) = (vendor_of(answer), surface_of(answer));
        let is_genuine = emitted.complete && is_own(vendor, "vendor") && (surface.is_empty() || is_own(surface, "surface"));
        is_genuine
            && found.iter().any(|judged| {
                judged.place == sent.value
                    || judged.handle.span().start > sent.value.span().start && judged.handle.span().end < sent.value.span().end
            })
    })
}

fn refusal_of(facts: &Facts<'_>, part: &Part<'_>, is_latest: bool) -> &'static Sentence {
    match facts.profile.word("vendor") {
        "anthropic" if part.value.fits("type=redacted_thinking,reasoningContent.redactedContent") && is_latest => &MODIFIED,
        "anthropic" if facts.profile.fits("display=summarized") && part.value.fits("thinking=") => &EMPTY_THINKING,
        "anthropic" => &INVALID_SIGNATURE,
        "openai" if part.value.fits("id:s !id=") => &UNVERIFIED_ITEM,
        "openai" => &UNVERIFIED_CONTENT,
        _ if facts.profile.fits("surface=vertex") => &NOT_VALID,
        _ => &CORRUPTED,
    }
}

/// Returns the evidence that a vendor refuses such a handle. Only Anthropic's refusals were recorded, and an unknown format may be a new one.
pub(super) fn evidence_of(facts: &Facts<'_>, judged: &JudgedHandle<'_>) -> Evidence {
    let is_certain = judged.fit != Fit::Foreign(Origin::Unknown) && facts.profile.fits("vendor=anthropic");
    if is_certain { Evidence::Observed } else { Evidence::Reported }
}

/// Names the member of a handle.
pub(super) fn member_at(facts: &Facts<'_>, judged: &JudgedHandle<'_>) -> &'static str {
    match facts.profile.word("vendor") {
        "anthropic" => member_of(judged.place),
        "openai" => "encrypted_content",
        _ => "thoughtSignature",
    }
}

/// The first and last four characters of a handle, as OpenAI names it.
pub(super) fn ends_of(handle: Value<'_>) -> [String; 2] {
    let shown = handle.text().map(|text| text.lossy().into_owned()).unwrap_or_default();
    let head = shown.char_indices().nth(4).and_then(|(end, _)| shown.get(..end));
    let tail = shown.char_indices().nth_back(3).and_then(|(start, _)| shown.get(start..));
    [head, tail].map(|piece| piece.unwrap_or(&shown).to_owned())
}

/// Removes a thought alone, or the signature of a part of Gemini.
pub(super) fn remove_alone<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    if facts.profile.fits("vendor=google") {
        return remove_signature(facts, finding.place, changes);
    }
    if facts.described.has_messages() {
        remove_place_and_related(facts, finding, changes)
    } else {
        changes.remove(facts.all_of(finding.place))
    }
}
