//! The fix that restores the recorded order of the latest answers.

use std::collections::BTreeSet;
use std::ops::Range;

use super::restore::{DETAILS, recorded_details};
use super::sent_parts::sent_part_at;
use crate::audit::{Facts, Finding};
use crate::error::Error;
use crate::json::{Changes, Kind, Value, Writer, scan};
use crate::ledger::Answer;
use crate::ledger::LedgerMatch;
use crate::ledger::Side;
use crate::ledger::matching::SentPart;
use crate::model::PartKind;
use crate::wires::EntryShape;

/// Restores the recorded order of the parts of a message. An answer that was split over several messages becomes one message again.
pub(super) fn rebuild_message<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let Some((matched, at)) = facts.matched.as_ref().zip(sent_part_at(facts, finding).map(|sent| sent.entry)) else { return Ok(()) };
    let Some(run) = facts.runs().find(|run| run.is_answer() && (run.start..run.end()).contains(&at)).map(|run| run.start..run.end()) else {
        return Ok(());
    };
    let answers = answers_at(matched, at, &run);
    let mut entries: BTreeSet<usize> = answers.iter().filter_map(|nth| matched.answers.get(*nth)?.entries.clone()).flatten().collect();
    entries.insert(at);
    let is_within = entries.iter().all(|entry| run.contains(entry));
    let is_known =
        |sent: &SentPart<'d>| sent.of.is_some() || sent.from.is_some() || answers.iter().any(|nth| joins_texts(sent, matched, *nth));
    let is_whole = matched.sent.iter().filter(|sent| entries.contains(&sent.entry)).all(is_known);
    if !is_within || !is_whole || answers.is_empty() {
        return Ok(());
    }
    let mut messages: Vec<Value<'d>> = entries.iter().filter_map(|entry| facts.entries.get(*entry)).map(|entry| entry.value).collect();
    let Some(message) = messages.pop() else { return Ok(()) };
    if let Some(details) = message.get(DETAILS) {
        return answers.last().map_or(Ok(()), |answer| changes.replace(details, &recorded_details(facts, *answer)));
    }
    // An item of Responses is an entry by itself, and its content holds no other items.
    let has_blocks = facts.described.entries == EntryShape::Blocks;
    let Some(content) = message.get("content").filter(|content| has_blocks && content.kind() == Kind::Array) else { return Ok(()) };
    messages.into_iter().try_for_each(|emptied| changes.remove(emptied))?;
    changes.replace(content, &parts_in_order(matched, &answers))
}

/// Lists the answers that a message replays. If it replays none, lists the answers that its handles were issued with.
fn answers_at(matched: &LedgerMatch<'_>, at: usize, run: &Range<usize>) -> Vec<usize> {
    let replayed = |nth: &usize| matched.answers.get(*nth).and_then(|answer| answer.entries.as_ref()).is_some_and(|own| own.contains(&at));
    let answers: Vec<usize> = (0..matched.answers.len()).filter(replayed).collect();
    if !answers.is_empty() {
        return answers;
    }
    let is_within = |nth: &usize| {
        let entries = matched.answers.get(*nth).and_then(|answer| answer.entries.as_ref());
        entries.is_some_and(|own| run.contains(own.start()) && run.contains(own.end()))
    };
    let with_handles: BTreeSet<usize> =
        matched.sent.iter().filter(|sent| sent.entry == at).filter_map(|sent| sent.from).map(|[nth, _]| nth).collect();
    with_handles.into_iter().filter(is_within).collect()
}

/// Writes the parts of answers in order: the client's version of texts and calls, and the recorded version of thoughts and of missing parts.
fn parts_in_order(matched: &LedgerMatch<'_>, answers: &[usize]) -> Vec<u8> {
    let mut list = Writer::default();
    list.open(b'[');
    for (nth, answer) in answers.iter().filter_map(|nth| Some((*nth, matched.answers.get(*nth)?))) {
        for (part, emitted) in answer.recorded.parts.iter().enumerate() {
            let kept = matched.at(nth, part).filter(|_| !emitted.is_thought()).map(|sent| sent.value.raw());
            list.raw(kept.unwrap_or(&emitted.raw));
        }
    }
    list.close(b']');
    list.finish()
}

/// Returns `true` if a text is all texts of an answer, joined: the client merged the texts between thoughts.
fn joins_texts(sent: &SentPart<'_>, matched: &LedgerMatch<'_>, answer: usize) -> bool {
    let (Some(answer), PartKind::Text) = (matched.answers.get(answer), sent.kind) else { return false };
    let texts = texts_of(answer.recorded);
    let joined = Side::Text.of(sent.value).unwrap_or_default();
    let mut rest = joined.as_slice();
    for text in &texts {
        match rest.trim_ascii_start().strip_prefix(text.trim_ascii()) {
            Some(after) => rest = after,
            None => return false,
        }
    }
    texts.len() > 1 && rest.trim_ascii().is_empty()
}

fn texts_of(answer: &Answer) -> Vec<Vec<u8>> {
    let texts = answer.parts.iter().filter(|part| part.kind == PartKind::Text);
    texts.filter_map(|part| Side::Text.of(scan(&part.raw).ok()?.root())).collect()
}
