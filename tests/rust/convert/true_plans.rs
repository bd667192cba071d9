//! A plan describes the request that is returned: every fate is looked up in the request itself.

use std::collections::BTreeSet;

use rethought::convert::{Conversion, PlannedThought, read};
use rethought::json::{Document, Places, Value, is_within, lossy, scan};
use rethought::ledger::Ledger;
use rethought::model::{Attachment, Conversation, Fate, Target, Thinking};

use super::home::converted;
use crate::views::lots::base64;

/// A thought of a request, in words that can be compared.
struct Thought {
    pointer: String,
    start: usize,
    handles: Vec<String>,
    texts: Vec<String>,
    /// True if it is between tags in a visible text.
    is_tagged: bool,
}

/// Lists the fates of a plan that the returned request shows to be wrong, and the thoughts of the request that no plan has.
pub fn untrue(source: &Document<'_>, from: &Target, to: &Target, conversion: &Conversion) -> Vec<String> {
    let written = scan(&conversion.request).unwrap();
    let (Ok(before), Ok(after)) = (read(source, from), read(&written, to)) else { return Vec::new() };
    let (thoughts, sent) = (thoughts(&before, source), thoughts(&after, &written));
    let mut strings = BTreeSet::new();
    list_strings(written.root(), &mut strings);
    let kept: BTreeSet<&String> =
        conversion.plan.thoughts.iter().filter(|one| keeps_handles(one.fate)).flat_map(|one| handles_of(one, &thoughts)).collect();
    let mut faults = Vec::new();
    for planned in &conversion.plan.thoughts {
        let place = planned.to.as_deref().map(|pointer| written.find(pointer));
        // A restored thought is not the one that the source has in its place.
        let is_restored = planned.reason.contains("restored");
        let thought = thoughts.iter().find(|thought| thought.start == planned.span.start && !is_restored);
        let fault = match (planned.fate, place) {
            (Fate::Elided, Some(_)) => Some("is elided and has a place"),
            (Fate::Elided, None) => {
                let is_sent = |handle: &String| strings.contains(handle) && !kept.contains(handle);
                handles_of(planned, &thoughts).iter().any(is_sent).then_some("is elided, and its handle is sent")
            }
            (_, None) => Some("has no place"),
            (_, Some(Err(_))) => Some("has a place that does not exist"),
            (fate, Some(Ok(value))) => {
                // A format may keep the parts of a thought in several places of a message.
                let message = planned.to.as_deref().and_then(|pointer| pointer.get(1..)?.split('/').next());
                let message = message.filter(|_| !to.wire.is_known()).and_then(|nth| written.root().element(nth.parse().ok()?));
                let holder = message.unwrap_or(value);
                let mut there = BTreeSet::new();
                list_strings(holder, &mut there);
                let is_thought = sent
                    .iter()
                    .any(|one| planned.to.as_deref().is_some_and(|to| is_within(to, &one.pointer) || is_within(&one.pointer, to)));
                thought.and_then(|thought| wrong_at(fate, thought, &there, is_thought || !to.wire.is_known()))
            }
        };
        faults.extend(fault.map(|fault| format!("{} ({}) {fault}", planned.fate.name(), planned.reason)));
    }
    let places: Vec<&str> = conversion.plan.thoughts.iter().filter_map(|planned| planned.to.as_deref()).collect();
    let is_planned = |pointer: &str| places.iter().any(|place| is_within(place, pointer) || is_within(pointer, place));
    let is_fated = |thought: &Thought| conversion.plan.thoughts.iter().any(|planned| planned.span.start == thought.start);
    faults.extend(thoughts.iter().filter(|thought| !is_fated(thought)).map(|thought| format!("{} has no fate", thought.pointer)));
    // The target requires reasoning where the source has none: a note names the rule.
    let has_filled = conversion.notes.iter().any(|note| note.what == "missing-reasoning-content");
    let is_kept = |thought: &Thought| !thought.handles.is_empty() && thought.handles.iter().all(|handle| kept.contains(handle));
    let is_filled = |thought: &Thought| has_filled && thought.texts.iter().all(|text| text.ends_with("was not kept.)"));
    // Tags in a visible text of one wire may mean reasoning on another.
    for thought in
        sent.iter().filter(|thought| !thought.is_tagged && !is_planned(&thought.pointer) && !is_kept(thought) && !is_filled(thought))
    {
        faults.push(format!("a thought is sent that no plan has: {:?}", thought.handles.first().or(thought.texts.first())));
    }
    faults
}

/// Returns the handles of a request, without their spelling.
pub fn handles(request: &[u8], target: &Target) -> BTreeSet<String> {
    let document = scan(request).unwrap();
    let conversation = read(&document, target).unwrap();
    thoughts(&conversation, &document).into_iter().flat_map(|thought| thought.handles).collect()
}

/// Does the same for a conversion with a ledger, and for the way back, on which the ledger restores thoughts.
pub fn untrue_with_a_ledger(request: &str, from: &Target, to: &Target) -> Vec<String> {
    let mut ledger = Ledger::default();
    let (there, conversion) = converted(request, from, to, &mut ledger);
    let (_, back) = converted(&there, to, from, &mut ledger);
    let on_the_way =
        untrue(&scan(request.as_bytes()).unwrap(), from, to, &conversion).into_iter().map(|fault| format!("with a ledger: {fault}"));
    let on_the_way_back =
        untrue(&scan(there.as_bytes()).unwrap(), to, from, &back).into_iter().map(|fault| format!("on the way back: {fault}"));
    on_the_way.chain(on_the_way_back).collect()
}

/// Says what a place of the request lacks for a thought to have its fate.
fn wrong_at(fate: Fate, thought: &Thought, there: &BTreeSet<String>, is_thought: bool) -> Option<&'static str> {
    let has_handles = thought.handles.iter().all(|handle| is_in(there, handle));
    let has_texts = thought.texts.iter().all(|text| there.iter().any(|string| string.contains(text.as_str())));
    match fate {
        Fate::Verbatim if !has_handles || !has_texts => Some("is not there whole"),
        Fate::Routed if !has_handles && (thought.texts.is_empty() || !has_texts) => Some("is not there"),
        Fate::Degraded if !has_texts => Some("has no text there"),
        Fate::Degraded if thought.texts.is_empty() && !has_handles && !is_thought => Some("has nothing there"),
        Fate::Placeholder if !thought.handles.is_empty() && has_handles => Some("is there itself"),
        _ => None,
    }
}

/// Returns `true` if strings have a handle, or the data of a redacted block with one layer of base64 more or less: Converse has a second one.
fn is_in(there: &BTreeSet<String>, handle: &str) -> bool {
    there.contains(handle) || there.contains(&base64(handle.as_bytes())) || there.iter().any(|one| base64(one.as_bytes()) == handle)
}

fn keeps_handles(fate: Fate) -> bool {
    matches!(fate, Fate::Verbatim | Fate::Routed)
}

fn handles_of<'t>(planned: &PlannedThought, thoughts: &'t [Thought]) -> &'t [String] {
    thoughts.iter().find(|thought| thought.start == planned.span.start).map_or(&[], |thought| &thought.handles)
}

fn thoughts(conversation: &Conversation<'_>, document: &Document<'_>) -> Vec<Thought> {
    let mut places = Places::new(document);
    let contents = conversation.messages.iter().flat_map(|message| &message.contents);
    let with_thinking = contents.filter_map(|content| Some((content, content.thinking.as_ref()?)));
    with_thinking
        .map(|(content, thinking)| Thought {
            pointer: lossy(places.pointer(content.value)),
            start: content.span.start,
            handles: strings_of(&thinking.handles),
            texts: texts_of(thinking),
            is_tagged: matches!(thinking.attachment, Attachment::Tag { .. }),
        })
        .collect()
}

fn texts_of(thinking: &Thinking<'_>) -> Vec<String> {
    strings_of(&thinking.texts).into_iter().map(|text| text.trim().to_owned()).filter(|text| !text.is_empty()).collect()
}

fn strings_of(values: &[Value<'_>]) -> Vec<String> {
    values.iter().filter_map(|value| value.text()).map(|text| text.lossy().into_owned()).collect()
}

/// Collects every string of a value, decoded, and the strings of JSON texts in it.
fn list_strings(value: Value<'_>, strings: &mut BTreeSet<String>) {
    if let Some(text) = value.text() {
        strings.insert(text.lossy().into_owned());
    }
    value.members().for_each(|(_, member)| list_strings(member, strings));
    value.elements().for_each(|element| list_strings(element, strings));
}
