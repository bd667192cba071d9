//! Fixes that restore recorded parts, or remove parts that cannot be kept.

use super::fates::{fates, follows_other_call, is_before_fallback, is_in_unrecorded_answer, last_entry, next_sent_part, place_of};
use super::sent_parts::sent_part_at;
use crate::audit::{Facts, Finding};
use crate::error::Error;
use crate::json::{Changes, Kind, Value, Writer, scan};
use crate::ledger::EmittedPart;
use crate::ledger::Side;
use crate::ledger::fates::{Fate, State, has_recorded_words};
use crate::ledger::matching::SentPart;
use crate::model::{Attachment, PartKind};
use crate::wires::EntryShape;

/// Restores the recorded part if a thought was changed.
pub(in crate::audit::rules) fn restore<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let is_changed = |fate: &Fate<'_, 'd>| {
        !matches!(fate.state, State::Equal | State::Gone)
            && !is_before_fallback(facts, fate)
            && !is_in_unrecorded_answer(facts, [fate.answer, fate.part])
            && !follows_other_call(facts, fate)
    };
    for fate in fates(facts).filter(|fate| is_changed(fate) && place_of(facts, fate) == Some(finding.place)) {
        put_recorded_part(facts, &fate, changes)?;
    }
    Ok(())
}

/// Replaces a sent part with the recorded one, or inserts the recorded part if it is missing.
fn put_recorded_part<'d>(facts: &Facts<'d>, fate: &Fate<'_, 'd>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let raw = &fate.emitted.raw;
    if raw.is_empty() {
        // Only the handle is kept. It belongs beside the text that it was issued with.
        let sent = fate.sent.filter(|sent| sent.kind == fate.emitted.kind && has_recorded_words(fate.emitted, sent));
        return match (sent, scan(&fate.emitted.bare)) {
            (Some(sent), Ok(bare)) => put_members(sent.value, bare.root(), changes),
            _ => Ok(()),
        };
    }
    if let Some(sent) = fate.sent {
        // A call with another id, or without one, has results with that id. It keeps its id and gets the handle.
        let is_renamed = fate.emitted.kind == PartKind::Call && sent.trace.call != fate.emitted.trace.call;
        if is_renamed {
            return put_recorded_handle(sent.value, raw, changes);
        }
        remove_fragments(facts, fate, sent, changes)?;
        return changes.replace(sent.value, raw);
    }
    if let Some(text) = text_in_place_of(facts, fate) {
        return changes.replace(text.value, raw);
    }
    let next = first_of_message(facts, fate).or_else(|| next_sent_part(facts, fate));
    let Some(message) = last_entry(facts, fate).and_then(|entry| facts.entries.get(entry)).map(|entry| entry.value) else { return Ok(()) };
    match &fate.emitted.attachment {
        Some(Attachment::Tag { .. }) => message.get("content").map_or(Ok(()), |content| changes.replace(content, raw)),
        Some(Attachment::Field { name }) if name != DETAILS => changes.set(message, name, raw),
        Some(Attachment::Field { .. } | Attachment::Item { .. }) if facts.described.is_chat() => {
            changes.set(message, DETAILS, &recorded_details(facts, fate.answer))
        }
        Some(Attachment::Block) if facts.described.is_chat() && !message.fits("content:a") => put_chunks(facts, fate, message, changes),
        _ => match next.filter(|next| next.value.kind() == Kind::Object) {
            Some(next) => changes.insert(next.value, raw),
            None => {
                let items = || facts.body.get(facts.described.list).filter(|_| !facts.described.has_messages());
                let list = message.get("content").or_else(|| message.get("parts")).or_else(items);
                list.filter(|list| list.kind() == Kind::Array).map_or(Ok(()), |list| changes.append(list, raw))
            }
        },
    }
}

/// Lists the parts of the message that lacks a thought, on wires with blocks.
fn message_parts<'m, 'd>(facts: &'m Facts<'d>, fate: &Fate<'_, 'd>) -> &'m [SentPart<'d>] {
    let entry = next_sent_part(facts, fate).map(|next| next.entry).or_else(|| last_entry(facts, fate));
    if facts.described.entries != EntryShape::Blocks {
        return &[];
    }
    let Some((matched, entry)) = facts.matched.as_ref().zip(entry) else { return &[] };
    let [start, end] = [entry, entry + 1].map(|entry| matched.sent.partition_point(|sent| sent.entry < entry));
    matched.sent.get(start..end).unwrap_or_default()
}

/// Finds a text with the words of a missing thought: the client replaced the thought with it, before the next part of the answer.
fn text_in_place_of<'m, 'd>(facts: &'m Facts<'d>, fate: &Fate<'_, 'd>) -> Option<&'m SentPart<'d>> {
    let text = fate.emitted.trace.text?;
    let next = next_sent_part(facts, fate).map_or(usize::MAX, |next| next.value.span().start);
    let parts = message_parts(facts, fate);
    let before = parts.partition_point(|sent| sent.value.span().start < next);
    let texts = parts.get(..before).unwrap_or_default().iter().rev().take_while(|sent| sent.of.is_none() && sent.kind == PartKind::Text);
    texts.into_iter().find(|sent| sent.trace.text == Some(text))
}

/// Finds the first part of a message, if a thought belongs before it: the thought came first, and the client added texts before the other parts.
fn first_of_message<'m, 'd>(facts: &'m Facts<'d>, fate: &Fate<'_, 'd>) -> Option<&'m SentPart<'d>> {
    let parts = message_parts(facts, fate);
    let is_own = |sent: &&SentPart<'d>| matches!(sent.of, Some([answer, _]) if answer == fate.answer);
    let before: Vec<_> = parts.iter().take_while(|sent| !is_own(sent)).collect();
    let is_first = parts.iter().find(is_own).is_none_or(|first| matches!(first.of, Some([_, part]) if part > fate.part));
    parts.first().filter(|_| is_first && !before.is_empty() && before.iter().all(|sent| sent.of.is_none() && sent.kind == PartKind::Text))
}

/// Removes the fragments of a thought beside the block with its handle: a client stored the pieces of a stream as blocks.
fn remove_fragments<'d>(facts: &Facts<'d>, fate: &Fate<'_, 'd>, sent: &SentPart<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    if facts.described.entries != EntryShape::Blocks {
        return Ok(());
    }
    let Some(matched) = facts.matched.as_ref() else { return Ok(()) };
    let Some(whole) = scan(&fate.emitted.raw).ok().and_then(|raw| Side::Text.of(raw.root())) else { return Ok(()) };
    let [start, end] = [sent.entry, sent.entry + 1].map(|entry| matched.sent.partition_point(|sent| sent.entry < entry));
    let is_bare = |part: &&SentPart<'d>| part.kind == PartKind::Thought && part.of.is_none() && part.trace.handle.is_none();
    let mut rest = whole.as_slice();
    for part in matched.sent.get(start..end).unwrap_or_default().iter().filter(is_bare) {
        let piece = Side::Text.of(part.value).unwrap_or_default();
        if let Some(after) = rest.strip_prefix(piece.as_slice()) {
            rest = after;
            changes.remove(part.value)?;
        }
    }
    Ok(())
}

/// Sets the members of one object in another, and leaves its other members.
fn put_members<'d>(into: Value<'d>, members: Value<'_>, changes: &mut Changes<'d>) -> Result<(), Error> {
    for (name, member) in members.members() {
        let name = name.lossy();
        match into.get(&name).filter(|own| own.kind() == Kind::Object && member.kind() == Kind::Object) {
            Some(own) => put_members(own, member, changes)?,
            None => changes.set(into, &name, member.raw())?,
        }
    }
    Ok(())
}

/// Gives a call the members of the recorded one that hold its handle.
fn put_recorded_handle<'d>(call: Value<'d>, raw: &[u8], changes: &mut Changes<'d>) -> Result<(), Error> {
    let document = scan(raw)?;
    let handles = Side::Handle.strings(document.root());
    let is_within = |member: Value<'_>| {
        handles.iter().any(|handle| member.span().start <= handle.span().start && handle.span().end <= member.span().end)
    };
    for (name, member) in document.root().members().filter(|(_, member)| is_within(*member)) {
        changes.set(call, &name.lossy(), member.raw())?;
    }
    Ok(())
}

/// Writes the content of a message as chunks: first its missing recorded thoughts, then its text.
fn put_chunks<'d>(facts: &Facts<'d>, fate: &Fate<'_, 'd>, message: Value<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let own = facts.matched.as_ref().map(|matched| matched.of_answer(fate.answer)).unwrap_or_default();
    let mut lost = own.iter().filter(|other| other.sent.is_none() && other.emitted.attachment == Some(Attachment::Block)).peekable();
    // The first missing thought writes all of them.
    if lost.peek().is_none_or(|first| first.part != fate.part) {
        return Ok(());
    }
    let mut list = Writer::default();
    list.open(b'[');
    lost.for_each(|other| list.raw(&other.emitted.raw));
    if let Some(text) = message.get("content").filter(|text| text.text().is_some_and(|text| !text.is_empty())) {
        list.open(b'{');
        list.member("type", "text");
        list.name("text");
        list.raw(text.raw());
        list.close(b'}');
    }
    list.close(b']');
    changes.set(message, "content", &list.finish())
}

/// Finds the recorded text of a thought that is missing in a message, if it came in a member with one of these names.
pub(in crate::audit::rules) fn lost_text<'d>(facts: &Facts<'d>, finding: &Finding<'d>, names: &[&str]) -> Option<&'d [u8]> {
    let is_text = |emitted: &EmittedPart| {
        matches!(&emitted.attachment, Some(Attachment::Field { name }) if names.contains(&name.as_str()))
            && emitted.raw.first() == Some(&b'"')
    };
    let mut lost = fates(facts).filter(|fate| fate.state == State::Missing && is_text(fate.emitted));
    lost.find(|fate| place_of(facts, fate) == Some(finding.place)).map(|fate| fate.emitted.raw.as_slice())
}

/// Removes a thought, or the handle of a part that is not a thought.
pub(super) fn remove_thought_or_handle<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let own = facts.thoughts().find(|(_, part, _)| part.value == finding.place);
    match own.filter(|(_, part, thinking)| part.kind != PartKind::Thought && thinking.attachment != Attachment::Empty) {
        Some((_, _, thinking)) => thinking.handles.iter().try_for_each(|handle| changes.remove(*handle)),
        None => changes.remove(facts.all_of(finding.place)),
    }
}

/// Replaces a part with the recorded one.
pub(super) fn replace_with_recorded<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let Some(matched) = &facts.matched else { return Ok(()) };
    let own = sent_part_at(facts, finding).and_then(|sent| matched.emitted(sent.of.or(sent.from)?));
    own.filter(|(_, emitted)| !emitted.raw.is_empty()).map_or(Ok(()), |(_, emitted)| changes.replace(finding.place, &emitted.raw))
}

/// Writes the recorded `reasoning_details` of a response.
pub(super) fn recorded_details(facts: &Facts<'_>, answer: usize) -> Vec<u8> {
    let mut list = Writer::default();
    list.open(b'[');
    for fate in facts.matched.as_ref().map(|matched| matched.of_answer(answer)).unwrap_or_default() {
        let of_list = !matches!(&fate.emitted.attachment, Some(Attachment::Field { name }) if name != DETAILS);
        if of_list && fate.emitted.kind == PartKind::Thought {
            list.raw(&fate.emitted.raw);
        }
    }
    list.close(b']');
    list.finish()
}

pub(super) const DETAILS: &str = "reasoning_details";
