//! What only a record of what was emitted can tell: a thought that was edited, dropped, moved, exchanged, or whose history changed.
//!
//! All of these need a ledger. What becomes of each recorded thought is worked out once, in [`crate::audit::ledger_match`].
//!
//! | member | what it says |
//! |---|---|
//! | `binds` | `silently`: thoughts whose history was edited are dropped without a word (`prefix` is of the folder of Anthropic) |
//! | `keeps` | `true`: the thoughts of earlier rounds are kept, and cached with the rest |
//! | `bound` | whose thoughts are bound to what precedes them: how the names of models begin |

use std::ops::Range;

use super::gemini::is_placeholder as is_skip;
use crate::audit::ledger_match::{Difference, Fate, SentPart, Side, State};
use crate::audit::profile;
use crate::audit::rule::rules;
use crate::audit::{Facts, Finding, LedgerMatch};
use crate::error::Error;
use crate::json::{Changes, Kind, Value, Writer};
use crate::ledger::{Answer, EmittedPart};
use crate::model::{Attachment, PartKind};

rules![
    altered_handle,
    altered_thought_text,
    changed_latest_thinking,
    changed_thinking_settings,
    dropped_phase,
    dropped_thought,
    edited_prefix,
    foreign_handle,
    incomplete_thought,
    misrouted_thought,
    moved_fallback,
    moved_thought,
    redacted_copy,
    repeated_thought,
    rewritten_id,
    stored_item_without_reasoning,
    stub_ciphertext,
    unissued_item,
    unknown_handle,
    unreadable_thought,
];

/// Every recorded thought with what became of it, in order.
fn fates<'m, 'd>(facts: &'m Facts<'d>) -> std::vec::IntoIter<Fate<'m, 'd>> {
    facts.matched.as_ref().map(LedgerMatch::fates).unwrap_or_default().into_iter()
}

/// The response that a thought came in.
fn recorded<'d>(facts: &Facts<'d>, fate: &Fate<'_, 'd>) -> Option<&'d Answer> {
    Some(facts.matched.as_ref()?.answers.get(fate.answer)?.recorded)
}

/// Returns `true` if a thought is another vendor's, service's or account's: a request that leaves it out is right.
fn is_foreign(facts: &Facts<'_>, fate: &Fate<'_, '_>) -> bool {
    facts.matched.as_ref().and_then(|matched| matched.answers.get(fate.answer)).is_some_and(|answer| answer.is_foreign)
}

/// Whether a thought came before another model took over; then it shall not go back.
fn is_passed_over(facts: &Facts<'_>, fate: &Fate<'_, '_>) -> bool {
    let later = recorded(facts, fate).map(|recorded| recorded.parts.iter().skip(fate.part));
    later.is_some_and(|mut later| later.any(|part| part.trace.sort == "fallback"))
}

/// Where the handles in a request came from: the spot, the response and the part of it.
fn issued<'m, 'd>(facts: &'m Facts<'d>) -> impl Iterator<Item = (&'m SentPart<'d>, &'d Answer, &'d EmittedPart)> {
    spots(facts).iter().filter_map(|spot| {
        let (recorded, emitted) = facts.matched.as_ref()?.emitted(spot.from?)?;
        Some((spot, recorded, emitted))
    })
}

/// Every part of the request, with what was recorded of it.
fn sent<'m, 'd>(facts: &'m Facts<'d>) -> impl Iterator<Item = (&'m SentPart<'d>, Option<(&'d Answer, &'d EmittedPart)>)> {
    spots(facts).iter().map(|spot| (spot, spot.of.and_then(|of| facts.matched.as_ref()?.emitted(of))))
}

/// All that a model said in the request.
fn spots<'m, 'd>(facts: &'m Facts<'d>) -> &'m [SentPart<'d>] {
    facts.matched.as_ref().map_or(&[], |matched| &matched.sent)
}

/// The part at which something was found.
fn spot<'m, 'd>(facts: &'m Facts<'d>, finding: &Finding<'d>) -> Option<&'m SentPart<'d>> {
    spots(facts).iter().find(|spot| spot.value == finding.place)
}

/// Where a fate shows: the part, or the message or item at which it is missed.
fn place<'d>(facts: &Facts<'d>, fate: &Fate<'_, 'd>) -> Option<Value<'d>> {
    match fate.sent {
        Some(spot) => Some(spot.value),
        None => facts.entries.get(next(facts, fate).map_or_else(|| home(facts, fate), |spot| Some(spot.entry))?).map(|entry| entry.value),
    }
}

/// The next part of the same response that is in the request.
fn next<'m, 'd>(facts: &'m Facts<'d>, fate: &Fate<'_, 'd>) -> Option<&'m SentPart<'d>> {
    let matched = facts.matched.as_ref()?;
    let at = matched.answers.get(fate.answer)?.parts.iter().skip(fate.part + 1).flatten().next()?;
    matched.sent.get(*at)
}

/// The entry at which what is left of a response ends.
fn home(facts: &Facts<'_>, fate: &Fate<'_, '_>) -> Option<usize> {
    facts.matched.as_ref()?.answers.get(fate.answer)?.entries.as_ref().map(|entries| *entries.end())
}

/// Whether the response of a thought is in the round that is open, and has called something there.
fn is_open(facts: &Facts<'_>, fate: &Fate<'_, '_>) -> bool {
    let turn = facts.matched.as_ref().and_then(|matched| matched.answers.get(fate.answer));
    turn.is_some_and(|turn| turn.is_from(facts.round) && turn.calls())
}

/// Whether the response of a thought has called something that is in the request.
fn has_calls(facts: &Facts<'_>, fate: &Fate<'_, '_>) -> bool {
    facts.matched.as_ref().and_then(|matched| matched.answers.get(fate.answer)).is_some_and(|turn| turn.calls())
}

/// Whether the request says that there shall be no thinking, or says nothing to a model that then does none.
fn is_off(facts: &Facts<'_>) -> bool {
    let asked = facts.body.get("additionalModelRequestFields").unwrap_or(facts.body);
    // What OpenRouter does of its own accord is not known.
    let silent = !asked.fits("thinking") && !facts.profile.fits("thinks,wire=openrouter-chat");
    asked.fits("thinking.type=disabled,reasoning.enabled=false") || silent
}

/// The model that a response came from, by the name that the tables know it by.
fn producer(recorded: &Answer) -> String {
    recorded.provenance.model.as_deref().map(profile::name).unwrap_or_default()
}

/// Whether a list of the profile has the beginning of a name.
fn lists(facts: &Facts<'_>, member: &str, name: &str) -> bool {
    let list = facts.profile.list(member);
    list.filter_map(Value::text).filter_map(|text| text.plain()).any(|head| name.starts_with(head))
}

/// Whether the model that is asked reads what another has thought, and from this account.
fn is_readable(facts: &Facts<'_>, recorded: &Answer) -> bool {
    let name = producer(recorded);
    let unread = !name.is_empty() && facts.profile.word("name") != name && lists(facts, "unread", &name);
    !(unread || is_other_account(facts, recorded) && lists(facts, "own_account", &name))
}

/// Whether two accounts are known, and are not the same.
fn is_other_account(facts: &Facts<'_>, recorded: &Answer) -> bool {
    let account = facts.profile.word("account");
    !account.is_empty() && recorded.provenance.account.as_deref().is_some_and(|then| then != account)
}

/// Whose model issued a response.
fn vendor_of(recorded: &Answer) -> &str {
    let name = producer(recorded);
    let by_name = VENDORS.iter().find(|(head, _)| name.starts_with(head)).map(|(_, vendor)| *vendor);
    recorded.provenance.vendor.as_deref().or(by_name).unwrap_or_default()
}

/// How the names of models begin, where a service does not say whose they are.
const VENDORS: [(&str, &str); 6] =
    [("claude", "anthropic"), ("gemini", "google"), ("gpt", "openai"), ("o3", "openai"), ("o4", "openai"), ("grok", "xai")];

/// The entries of the latest answer: neighbours of one role are one message.
fn latest(facts: &Facts<'_>) -> Range<usize> {
    facts.runs().rfind(|run| run.is_answer()).map_or(0..0, |run| run.start..run.end())
}

/// What Anthropic says of a block that it did not sign, of one that is redacted, and, up to 4.6, of one without a text.
const SIGNATURE: &str = "messages.{0}.content.{1}: Invalid `signature` in `thinking` block";
const MODIFIED: &str = "messages.{0}.content.{1}: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.";
const EMPTY: &str = "messages.{0}.content.{1}.thinking: each thinking block must contain thinking";

/// Which of these three it says.
fn claude_says(facts: &Facts<'_>, spot: &SentPart<'_>) -> usize {
    match () {
        () if spot.value.fits("type=redacted_thinking|reasoning.encrypted,reasoningContent.redactedContent") => {
            usize::from(latest(facts).contains(&spot.entry))
        }
        () if facts.profile.fits("display=summarized") && spot.value.fits("thinking=,text=,reasoningContent.reasoningText.text=") => 2,
        () => 0,
    }
}

/// Says by what OpenAI names a ciphertext: the item, or its first and last four characters.
fn name_item<'d>(spot: &SentPart<'d>, finding: &mut Finding<'d>) {
    let blob = handle(spot).and_then(Value::text).map(|text| text.lossy()).unwrap_or_default();
    let head = blob.char_indices().nth(4).and_then(|(end, _)| blob.get(..end));
    let tail = blob.char_indices().nth_back(3).and_then(|(start, _)| blob.get(start..));
    finding.note("id", spot.trace.item.as_deref().unwrap_or_default());
    finding.note("head", head.unwrap_or(&blob)).note("tail", tail.unwrap_or(&blob));
}

/// The handle that a part carries.
fn handle<'d>(spot: &SentPart<'d>) -> Option<Value<'d>> {
    Side::Handle.paths().iter().find_map(|path| spot.value.path(path)).filter(|handle| handle.text().is_some())
}

/// Says that a thought is not what came, and, where that was kept, from which byte on and what stands there on both sides.
fn contrast<'d>(facts: &Facts<'d>, fate: &Fate<'_, 'd>, side: Side, finding: &mut Finding<'d>) {
    finding.note("differs", side.name());
    let loose = side == Side::Handle && facts.profile.fits("vendor=google");
    if let Some(difference) = fate.sent.and_then(|spot| Difference::of(side, spot.value, fate.emitted, loose)) {
        finding.number("byte", difference.byte).note("emitted", &difference.emitted).note("sent", &difference.sent);
    }
}

/// Puts the recorded text back where a thought is not as it was.
pub(super) fn restore<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let is_off = |fate: &Fate<'_, 'd>| {
        !matches!(fate.state, State::Equal | State::Gone)
            && !is_passed_over(facts, fate)
            && !is_carried_astray(facts, [fate.answer, fate.part])
    };
    for fate in fates(facts).filter(|fate| is_off(fate) && place(facts, fate) == Some(finding.place)) {
        put(facts, &fate, changes)?;
    }
    Ok(())
}

/// Returns `true` if an answer that is not on record carries the handle of a recorded part. Nothing can be put in its place there, so to put the part
/// back would double it.
fn is_carried_astray(facts: &Facts<'_>, [answer, part]: [usize; 2]) -> bool {
    let Some(matched) = &facts.matched else { return false };
    let is_on_record = |entry: usize| matched.answers.iter().any(|answer| answer.entries.as_ref().is_some_and(|own| own.contains(&entry)));
    matched.carrier(answer, part).is_some_and(|spot| spot.of.is_none() && !is_on_record(spot.entry))
}

fn put<'d>(facts: &Facts<'d>, fate: &Fate<'_, 'd>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let raw = &fate.emitted.raw;
    if raw.is_empty() {
        return Ok(());
    }
    if let Some(spot) = fate.sent {
        // A call under another id has results under that id.
        let renamed = fate.emitted.kind == PartKind::Call && spot.trace.call != fate.emitted.trace.call;
        return if renamed { Ok(()) } else { changes.replace(spot.value, raw) };
    }
    let next = next(facts, fate);
    let Some(message) = home(facts, fate).and_then(|entry| facts.entries.get(entry)).map(|entry| entry.value) else { return Ok(()) };
    match &fate.emitted.attachment {
        Some(Attachment::Tag { .. }) => message.get("content").map_or(Ok(()), |content| changes.replace(content, raw)),
        Some(Attachment::Field { name }) if name != DETAILS => changes.set(message, name, raw),
        Some(Attachment::Field { .. } | Attachment::Item { .. }) if facts.wire.as_str().ends_with("-chat") => {
            changes.set(message, DETAILS, &details(facts, fate.answer))
        }
        _ => match next.filter(|next| next.value.kind() == Kind::Object) {
            Some(next) => changes.insert(next.value, raw),
            None => {
                let list = message.get("content").or_else(|| message.get("parts")).or_else(|| facts.body.get("input"));
                list.filter(|list| list.kind() == Kind::Array).map_or(Ok(()), |list| changes.append(list, raw))
            }
        },
    }
}

/// The recorded text of a thought that is missing in a message, if it came in a member of one of these names.
pub(super) fn lost_text<'d>(facts: &Facts<'d>, finding: &Finding<'d>, names: &[&str]) -> Option<&'d [u8]> {
    let is_text = |emitted: &EmittedPart| {
        matches!(&emitted.attachment, Some(Attachment::Field { name }) if names.contains(&name.as_str()))
            && emitted.raw.first() == Some(&b'"')
    };
    let mut lost = fates(facts).filter(|fate| fate.state == State::Missing && is_text(fate.emitted));
    lost.find(|fate| place(facts, fate) == Some(finding.place)).map(|fate| fate.emitted.raw.as_slice())
}

/// Takes a thought away, or the handle from the part that carries it.
fn forget<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let own = facts.thoughts().find(|(_, part, _)| part.value == finding.place);
    match own.filter(|(_, part, thinking)| part.kind != PartKind::Thought && thinking.attachment != Attachment::Empty) {
        Some((_, _, thinking)) => thinking.handles.iter().try_for_each(|handle| changes.remove(*handle)),
        None => changes.remove(facts.all_of(finding.place)),
    }
}

/// Puts the recorded text of a part in its place.
fn as_recorded<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let Some(matched) = &facts.matched else { return Ok(()) };
    let own = spot(facts, finding).and_then(|spot| matched.emitted(spot.of.or(spot.from)?));
    own.filter(|(_, emitted)| !emitted.raw.is_empty()).map_or(Ok(()), |(_, emitted)| changes.replace(finding.place, &emitted.raw))
}

/// The list of a response's reasoning, as it came.
fn details(facts: &Facts<'_>, turn: usize) -> Vec<u8> {
    let mut list = Writer::default();
    list.open(b'[');
    for fate in facts.matched.as_ref().map(|matched| matched.of_answer(turn)).unwrap_or_default() {
        let of_list = !matches!(&fate.emitted.attachment, Some(Attachment::Field { name }) if name != DETAILS);
        if of_list && fate.emitted.kind == PartKind::Thought {
            list.raw(&fate.emitted.raw);
        }
    }
    list.close(b']');
    list.finish()
}

const DETAILS: &str = "reasoning_details";

/// Puts a message back in the order in which its responses came.
fn rebuild<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let Some(matched) = &facts.matched else { return Ok(()) };
    let Some(at) = spot(facts, finding).map(|spot| spot.entry) else { return Ok(()) };
    let Some(message) = facts.entries.get(at).map(|entry| entry.value) else { return Ok(()) };
    let own = |spot: &&SentPart<'d>| spot.entry == at;
    if matched.sent.iter().filter(own).any(|spot| spot.of.is_none() && spot.from.is_none()) {
        return Ok(());
    }
    let mut list = Writer::default();
    list.open(b'[');
    let (mut chat, mut whole) = (None, true);
    for (nth, turn) in matched.answers.iter().enumerate() {
        let Some(home) = turn.entries.as_ref().filter(|home| home.contains(&at)) else { continue };
        whole &= home.start() == home.end();
        chat = Some(nth);
        for (part, emitted) in turn.recorded.parts.iter().enumerate() {
            let kept = matched.at(nth, part).filter(|_| !emitted.is_thought()).map(|spot| spot.value.raw());
            list.raw(kept.unwrap_or(&emitted.raw));
        }
    }
    list.close(b']');
    match (message.get(DETAILS), message.get("content").filter(|content| content.kind() == Kind::Array && whole)) {
        (Some(there), _) => chat.map_or(Ok(()), |turn| changes.replace(there, &details(facts, turn))),
        (None, Some(content)) => changes.replace(content, &list.finish()),
        _ => Ok(()),
    }
}

/// Whether a part carries one of the strings that Google documents for calls that no Gemini made, raw or in base64.
pub(in crate::audit) fn is_placeholder(part: Value<'_>) -> bool {
    let strings = [
        part.get("thoughtSignature"),
        part.get("thought_signature"),
        part.path("extra_content.google.thought_signature"),
        part.get("data"),
    ];
    strings.into_iter().flatten().any(is_skip)
}

/// The parts that carry one where a signature was recorded.
pub(super) fn placeholders<'m, 'd>(facts: &'m Facts<'d>) -> impl Iterator<Item = Value<'d>> + use<'m, 'd> {
    let replaced = fates(facts).filter(|fate| fate.state == State::Handle).filter_map(|fate| fate.sent);
    replaced.map(|spot| spot.value).filter(|part| is_placeholder(*part))
}
