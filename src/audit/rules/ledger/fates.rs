//! Each recorded thought with its fate in the request, and the response that it came in.

use crate::audit::Facts;
use crate::conversation::placeholder::carries_placeholder;
use crate::json::Value;
use crate::ledger::Answer;
use crate::ledger::LedgerMatch;
use crate::ledger::fates::{Fate, MatchedAnswer, State};
use crate::ledger::matching::SentPart;
use crate::wires::EntryShape;

/// Lists the fate of every recorded thought, in order.
pub(super) fn fates<'m, 'd>(facts: &'m Facts<'d>) -> std::vec::IntoIter<Fate<'m, 'd>> {
    facts.matched.as_ref().map(LedgerMatch::fates).unwrap_or_default().into_iter()
}

/// Finds the recorded response that a thought came in.
pub(super) fn recorded_answer<'d>(facts: &Facts<'d>, fate: &Fate<'_, 'd>) -> Option<&'d Answer> {
    Some(matched_answer(facts, fate)?.recorded)
}

fn matched_answer<'m, 'd>(facts: &'m Facts<'d>, fate: &Fate<'_, 'd>) -> Option<&'m MatchedAnswer<'d>> {
    facts.matched.as_ref()?.answers.get(fate.answer)
}

/// Returns `true` if a thought comes from another vendor, service or account: a request that leaves it out is correct.
pub(super) fn is_foreign(facts: &Facts<'_>, fate: &Fate<'_, '_>) -> bool {
    matched_answer(facts, fate).is_some_and(|answer| answer.is_foreign)
}

/// Returns `true` if a thought came before a fallback to another model. It must not be sent.
pub(super) fn is_before_fallback(facts: &Facts<'_>, fate: &Fate<'_, '_>) -> bool {
    let later = recorded_answer(facts, fate).map(|recorded| recorded.parts.iter().skip(fate.part));
    later.is_some_and(|mut later| later.any(|part| part.trace.sort == "fallback"))
}

/// Finds the place of a fate: the part itself, or the message or item that lacks it.
pub(super) fn place_of<'d>(facts: &Facts<'d>, fate: &Fate<'_, 'd>) -> Option<Value<'d>> {
    let Some(sent) = fate.sent else {
        let next = next_sent_part(facts, fate).map(|next| next.entry);
        return facts.entries.get(next.or_else(|| last_entry(facts, fate))?).map(|entry| entry.value);
    };
    Some(sent.value)
}

/// Finds the next part of the same response that is in the request.
pub(super) fn next_sent_part<'m, 'd>(facts: &'m Facts<'d>, fate: &Fate<'_, 'd>) -> Option<&'m SentPart<'d>> {
    let at = matched_answer(facts, fate)?.parts.iter().skip(fate.part + 1).flatten().next()?;
    facts.matched.as_ref()?.sent.get(*at)
}

/// Returns `true` if a missing thought would be restored after a call of another response. Clients join responses in one message, and only calls may follow
/// a call.
pub(super) fn follows_other_call(facts: &Facts<'_>, fate: &Fate<'_, '_>) -> bool {
    if fate.sent.is_some() || facts.described.entries != EntryShape::Blocks {
        return false;
    }
    let Some(matched) = facts.matched.as_ref() else { return false };
    let next = next_sent_part(facts, fate);
    let entry = next.map(|next| next.entry).or_else(|| last_entry(facts, fate));
    let before =
        matched.sent.iter().filter(|sent| Some(sent.entry) == entry).take_while(|sent| next.is_none_or(|next| sent.value != next.value));
    before.filter(|sent| sent.value.fits("type=tool_use,toolUse")).any(|sent| sent.of.is_none_or(|[answer, _]| answer != fate.answer))
}

/// Finds the last entry that holds a part of the same response.
pub(super) fn last_entry(facts: &Facts<'_>, fate: &Fate<'_, '_>) -> Option<usize> {
    matched_answer(facts, fate)?.entries.as_ref().map(|entries| *entries.end())
}

/// Returns `true` if the response of a thought is in the open round and called a tool there.
pub(super) fn is_open(facts: &Facts<'_>, fate: &Fate<'_, '_>) -> bool {
    matched_answer(facts, fate).is_some_and(|answer| answer.is_from(facts.round) && answer.calls())
}

/// Returns `true` if the response of a thought made a call that is in the request.
pub(super) fn has_calls(facts: &Facts<'_>, fate: &Fate<'_, '_>) -> bool {
    matched_answer(facts, fate).is_some_and(|answer| answer.calls())
}

/// Returns `true` if an answer that is not recorded has the handle of a recorded part. Nothing can replace it there, so restoring the part would send the
/// handle twice.
pub(super) fn is_in_unrecorded_answer(facts: &Facts<'_>, [answer, part]: [usize; 2]) -> bool {
    let Some(matched) = &facts.matched else { return false };
    let is_recorded = |entry: usize| matched.answers.iter().any(|answer| answer.entries.as_ref().is_some_and(|own| own.contains(&entry)));
    matched.carrier(answer, part).is_some_and(|sent| sent.of.is_none() && !is_recorded(sent.entry))
}

/// Finds the recorded response that a part of an entry replays.
pub(in crate::audit::rules) fn answer_of<'d>(facts: &Facts<'d>, entry: usize, part: Value<'d>) -> Option<&'d Answer> {
    let matched = facts.matched.as_ref()?;
    let from = matched.sent.partition_point(|sent| sent.entry < entry);
    let own = matched.sent.iter().skip(from).take_while(|sent| sent.entry == entry).find(|sent| sent.value == part)?;
    let [answer, _] = own.of?;
    matched.answers.get(answer).filter(|answer| !answer.is_guess).map(|answer| answer.recorded)
}

/// Lists the parts that have a placeholder instead of the recorded signature.
pub(in crate::audit::rules) fn placeholders<'m, 'd>(facts: &'m Facts<'d>) -> impl Iterator<Item = Value<'d>> + use<'m, 'd> {
    let replaced = fates(facts).filter(|fate| fate.state == State::Handle).filter_map(|fate| fate.sent);
    replaced.map(|sent| sent.value).filter(|part| carries_placeholder(*part))
}
