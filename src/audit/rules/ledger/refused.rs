//! The thoughts of the origin that a provider has refused. The guard and the proxy describe the refusal in the profile: `refused` has the `pointer` of the handle,
//! the `id` of its item, or the `head` and `tail` of its ciphertext. `origin` is true if the refusal is about the origin of a handle, `account` if it says that the
//! handle belongs to another account. An empty one is about no handle. After the first step of a repair, `refused` has the `handle`.

use super::producer::{is_other_account, surface_of, vendor_of};
use super::restore::remove_thought_or_handle;
use super::sent_parts::{issued, with_record};
use crate::audit::rules::anthropic::blocks::remove_with_linked_thinking;
use crate::audit::rules::edits::remove_place_and_related;
use crate::audit::rules::gemini::missing_thought_signature::{must_be_signed, skip_validation};
use crate::audit::rules::gemini::signatures::remove_signature;
use crate::audit::rules::text::judged_handles::fit_of;
use crate::audit::{Facts, Finding, Fix, FixEdit, Safety};
use crate::conversation::handle_form::{Fit, platform_of};
use crate::conversation::mask::is_masked;
use crate::conversation::placeholder::is_placeholder;
use crate::error::Error;
use crate::json::{Changes, Value};
use crate::knowledge::handle_forms::form_at;
use crate::ledger::Answer;

/// Removes a handle of the refused origin.
pub(super) const REMOVE_REFUSED: Fix = Fix::new("remove-refused", Safety::Dead, FixEdit::By(remove_refused));
/// Replaces a refused signature that the call must have.
pub(super) const REPLACE_REFUSED: Fix = Fix::handle_placeholder("replace-refused", FixEdit::By(replace_refused))
    .titled("Replace the signature with `skip_thought_signature_validator`.");

/// The origin of a thought, as far as it is known.
#[derive(PartialEq)]
enum ThoughtOrigin<'d> {
    /// Recorded: the vendor, the service, the account, the API key.
    Recorded([Option<&'d str>; 4]),
    /// Not recorded, in the vendor's own form: the platform that a Claude signature names.
    OwnForm(Option<u64>),
    /// Not recorded, in another form.
    OtherForm,
}

/// A thought of the request with a handle.
struct Candidate<'d> {
    part: Value<'d>,
    handle: Value<'d>,
    origin: ThoughtOrigin<'d>,
}

/// Finds the refused thought and every other one of its origin. Returns nothing if no refusal is described.
pub(super) fn find_refused<'d>(facts: &Facts<'d>) -> Vec<Value<'d>> {
    let Some(refused) = facts.profile.get("refused") else { return Vec::new() };
    let recorded: Vec<_> = issued(facts).map(|(sent, answer, _)| (sent.value, answer)).collect();
    let candidates: Vec<Candidate<'d>> =
        with_handle(facts).map(|(part, handle)| Candidate { part, handle, origin: origin_of(facts, part, handle, &recorded) }).collect();
    let found = match candidates.iter().find(|one| is_named(facts, refused, one.part, one.handle)) {
        Some(named) => of_same_origin(facts, refused, named, &candidates),
        None if refused.fits("!pointer !id !head origin=true,account=true") => unnamed(refused, &candidates),
        // The named one is removed, or is no thought.
        None => Vec::new(),
    };
    found.into_iter().map(|one| one.part).collect()
}

/// Returns the thoughts of a request that have a handle, each with it.
fn with_handle<'d>(facts: &Facts<'d>) -> impl Iterator<Item = (Value<'d>, Value<'d>)> {
    let handles = facts.thoughts().filter_map(|(_, part, thinking)| Some((part.value, thinking.handles.first().copied()?)));
    handles.filter(|(_, handle)| !is_placeholder(*handle))
}

/// Returns the rows of a caller for the texts that a repair makes of a request. They have the refused handle itself, because a fix moves another thought to its place.
pub(in crate::audit) fn rows_with_handle(facts: &Facts<'_>, rows: &[u8]) -> Option<Vec<u8>> {
    let refused = facts.profile.get("refused").filter(|refused| refused.fits("pointer:s"))?;
    let (_, handle) = with_handle(facts).find(|(part, handle)| is_named(facts, refused, *part, *handle))?;
    let rows = rows.trim_ascii_end().strip_suffix(b"]")?;
    Some([rows, b",{\"if\":\"\",\"set\":{\"refused\":{\"handle\":", handle.raw(), b"}}}]"].concat())
}

/// Lists the thoughts that share the origin of the named one.
fn of_same_origin<'c, 'd>(
    facts: &Facts<'d>,
    refused: Value<'_>,
    named: &'c Candidate<'d>,
    candidates: &'c [Candidate<'d>],
) -> Vec<&'c Candidate<'d>> {
    let is_of_origin = refused.fits("origin=true");
    let all_unrecorded = refused.fits("account=true") || is_of_origin && has_own_answer(facts);
    let is_refused = |one: &&Candidate<'d>| match &named.origin {
        // Handles in other forms are all refused.
        ThoughtOrigin::Recorded(_) | ThoughtOrigin::OtherForm => one.origin == named.origin,
        // The answers of this host are on record, so the other handles come from elsewhere.
        ThoughtOrigin::OwnForm(_) if all_unrecorded => is_unrecorded(one),
        // The signatures before the named one were verified. The key in a signature is that of one answer, so it shows nothing about the others.
        ThoughtOrigin::OwnForm(Some(_)) if is_of_origin => one.origin == named.origin && one.part.span().start >= named.part.span().start,
        // The form alone does not show that two handles are of one origin.
        ThoughtOrigin::OwnForm(_) => one.part == named.part,
    };
    candidates.iter().filter(is_refused).collect()
}

/// Lists the thoughts that a refusal without a name may be about: those in other forms, else all that are not recorded.
fn unnamed<'c, 'd>(refused: Value<'_>, candidates: &'c [Candidate<'d>]) -> Vec<&'c Candidate<'d>> {
    let other_forms: Vec<_> = candidates.iter().filter(|one| one.origin == ThoughtOrigin::OtherForm).collect();
    if other_forms.is_empty() || refused.fits("account=true") {
        candidates.iter().filter(|one| is_unrecorded(one)).collect()
    } else {
        other_forms
    }
}

fn is_unrecorded(one: &Candidate<'_>) -> bool {
    !matches!(one.origin, ThoughtOrigin::Recorded(_))
}

/// Returns `true` if the request has parts of an answer of this host and account that is on record.
fn has_own_answer(facts: &Facts<'_>) -> bool {
    let is_here =
        |answer: &Answer| vendor_of(answer) == facts.profile.word("vendor") && surface_of(answer) == facts.profile.word("surface");
    let is_own = |answer: &Answer| is_here(answer) && !is_other_account(facts, answer);
    with_record(facts).any(|(_, recorded)| recorded.is_some_and(|(answer, _)| is_own(answer)))
}

fn origin_of<'d>(facts: &Facts<'d>, part: Value<'d>, handle: Value<'d>, recorded: &[(Value<'d>, &'d Answer)]) -> ThoughtOrigin<'d> {
    if let Some((_, answer)) = recorded.iter().find(|(sent, _)| *sent == part) {
        return ThoughtOrigin::Recorded([
            Some(vendor_of(answer)),
            Some(surface_of(answer)),
            answer.provenance.account.as_deref(),
            answer.credential.as_deref(),
        ]);
    }
    let is_own = form_at(facts.profile).is_none_or(|form| fit_of(part, handle, form) == Fit::Whole);
    if is_own && !handle.fits("=") && !is_masked(handle) {
        ThoughtOrigin::OwnForm(handle.text().and_then(|text| platform_of(&text.wtf8())))
    } else {
        ThoughtOrigin::OtherForm
    }
}

/// Returns `true` if a refusal names a thought: by its handle, by its place, by its id, or by the ends of its ciphertext.
fn is_named(facts: &Facts<'_>, refused: Value<'_>, part: Value<'_>, handle: Value<'_>) -> bool {
    if let Some(known) = refused.get("handle").and_then(Value::text) {
        return handle.text().is_some_and(|text| text.wtf8() == known.wtf8());
    }
    let path = refused.word("pointer").trim_start_matches('/').replace('/', ".");
    let place = (!path.is_empty()).then(|| facts.body.path(&path)).flatten();
    let is_at = |place: Value<'_>| {
        part.span().start >= place.span().start && part.span().end <= place.span().end
            || place.span().start >= part.span().start && place.span().end <= part.span().end
    };
    let id = refused.word("id");
    let (head, tail) = (refused.word("head"), refused.word("tail"));
    let has_ends = |text: &str| !head.is_empty() && text.starts_with(head) && text.ends_with(tail);
    place.is_some_and(is_at) || !id.is_empty() && part.word("id") == id || handle.text().is_some_and(|text| has_ends(&text.lossy()))
}

/// The fixes of a refused handle: a signature that Gemini requires on its call can only be replaced.
pub(super) fn fixes_of(facts: &Facts<'_>, place: Value<'_>) -> &'static [Fix] {
    if must_be_signed(facts, place) { &[REPLACE_REFUSED] } else { &[REMOVE_REFUSED] }
}

/// Replaces a refused signature of a call.
fn replace_refused<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    if must_be_signed(facts, finding.place) { skip_validation(facts, finding, changes) } else { Ok(()) }
}

/// Removes a refused thought: one of another vendor alone, one of Claude with the thinking that is refused without it. A part of Gemini only loses its signature.
fn remove_refused<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let own = facts.thoughts().find(|(_, part, _)| part.value == finding.place);
    let handle = own.and_then(|(_, _, thinking)| thinking.handles.first().copied());
    let is_foreign = |handle| form_at(facts.profile).is_some_and(|form| matches!(fit_of(finding.place, handle, form), Fit::Foreign(_)));
    match facts.profile.word("vendor") {
        "anthropic" if handle.is_some_and(is_foreign) => remove_place_and_related(facts, finding, changes),
        "anthropic" => remove_with_linked_thinking(facts, finding, changes),
        "google" => handle.map_or(Ok(()), |handle| remove_signature(facts, handle, changes)),
        _ => remove_thought_or_handle(facts, finding, changes),
    }
}
