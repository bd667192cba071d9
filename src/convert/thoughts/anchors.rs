//! The place of a thought in a request: beside the parts that were beside it in its answer.

use std::collections::{BTreeMap, BTreeSet};

use super::{KeptThought, Recipient};
use crate::json::{Document, Text, Value};
use crate::model::{Entry, History, Neighbours, Part, PartKind, Role};
use crate::request::part_names;
use crate::wires::Slot;

/// A place in a request.
#[derive(Clone, Copy, Debug)]
pub(super) struct Anchor<'d> {
    /// The side of the part.
    pub(super) side: Side,
    /// The entry that holds the part.
    pub(super) entry: Value<'d>,
    /// The part, or the entry if that has none.
    pub(super) part: Value<'d>,
    /// The number of the entry.
    pub(super) nth: usize,
}

/// The side of a part on which a thought is put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// On it: the part carries the handle.
    On,
    /// Before it.
    Before,
    /// After it.
    After,
}

/// The parts of the answers in a request, by their names.
pub(super) struct Anchors<'d> {
    document: &'d Document<'d>,
    entries: Vec<Entry<'d>>,
    /// The parts by their names, as the numbers of entry and part.
    parts: BTreeMap<String, Vec<[usize; 2]>>,
    /// The answers whose thoughts name a part so.
    turns: BTreeMap<&'d str, Vec<&'d str>>,
    /// The handles in the request, with the part that has each.
    handles: BTreeMap<Vec<u8>, Value<'d>>,
    /// The answer of each thought that says nothing of its place.
    unnamed: BTreeMap<&'d str, usize>,
    is_one_answer: bool,
    /// True if an answer is several entries: the items of one list.
    has_items: bool,
}

const TWICE: &str = "the request has its answer more than once";
const ABSENT: &str = "its answer is not in the request";
const UNNAMED: &str = "its payload does not name its place, and several answers of the request have no thoughts";

impl<'d> Anchors<'d> {
    /// Names the parts of a request between which thoughts are put.
    pub(super) fn of(recipient: &Recipient<'d>, history: &'d History<'d>, thoughts: &[&'d KeptThought<'_>]) -> Self {
        let document = recipient.document;
        let entries = history.entries();
        let mut parts: BTreeMap<String, Vec<[usize; 2]>> = BTreeMap::new();
        let mut handles = BTreeMap::new();
        for (nth, entry) in entries.iter().enumerate() {
            for (place, part) in entry.parts.iter().enumerate() {
                for handle in part.thinking.iter().flat_map(|thinking| &thinking.handles).filter_map(|handle| handle.text()) {
                    handles.insert(handle.wtf8().into_owned(), part.value);
                }
                if is_answer(entry) {
                    part_names(part, document).into_iter().for_each(|name| parts.entry(name).or_default().push([nth, place]));
                }
            }
            // ADK names the item that follows a thought of Responses.
            if let Some(id) = entry.value.get("id").and_then(Value::text).filter(|_| is_answer(entry) && !entry.parts.is_empty()) {
                parts.entry(["item ", &*id.lossy()].concat()).or_default().push([nth, 0]);
            }
        }
        let mut turns: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for thought in thoughts {
            let Some(around) = neighbours_of(thought) else { continue };
            for name in around.carrier.iter().chain(&around.next).chain(&around.previous).collect::<BTreeSet<_>>() {
                let named = turns.entry(name.as_str()).or_default();
                if !named.contains(&thought.turn()) {
                    named.push(thought.turn());
                }
            }
        }
        let (is_one_answer, has_items) = (recipient.is_one_answer, recipient.has_items());
        let mut anchors = Self { document, entries, parts, turns, handles, unnamed: BTreeMap::new(), is_one_answer, has_items };
        anchors.unnamed = anchors.place_unnamed(thoughts);
        anchors
    }

    /// The part of a thought that is in the request already: its handles are.
    pub(super) fn present(&self, handles: &[Vec<u8>]) -> Option<Value<'d>> {
        let first = handles.first()?;
        handles.iter().all(|handle| self.handles.contains_key(handle)).then(|| self.handles.get(first).copied()).flatten()
    }

    /// Finds the part of a thought that is only text, between tags in a text of the request.
    pub(super) fn spoken(&self, content: &str) -> Option<Value<'d>> {
        let text_of = |part: &Part<'d>| Text::written(self.document.source().get(part.span.range()).unwrap_or_default()).wtf8();
        let is_it = |part: &&Part<'d>| {
            let is_tag = part.thinking.as_ref().is_some_and(|thinking| !thinking.attachment.is_native());
            is_tag && *text_of(part) == *content.as_bytes()
        };
        self.entries.iter().flat_map(|entry| entry.parts).find(is_it).map(|part| part.value)
    }

    /// The number of the first entry after the last input of the user.
    pub(super) fn round(&self) -> usize {
        let is_input = |entry: &Entry<'_>| {
            entry.role == Some(Role::User) && (entry.parts.is_empty() || entry.parts.iter().any(|part| part.kind != PartKind::Result))
        };
        self.entries.iter().rposition(is_input).map_or(0, |last| last + 1)
    }

    /// The place for an answer that somebody else gave: before the last input of the user if an answer precedes it, else the front of the first answer.
    pub(super) fn for_text(&self) -> Option<Insertion<'d>> {
        let round = self.round();
        let earlier = self.entries.get(..round).unwrap_or_default().iter().rposition(is_spoken);
        if let (Some(answer), Some(input)) = (earlier, round.checked_sub(1).and_then(|nth| self.entries.get(nth))) {
            let last = self.entries.get(answer).filter(|_| answer + 2 == round).map(|entry| entry.value);
            return Some(Insertion::Message { before: input.value, after: last });
        }
        let (nth, entry) = self.entries.iter().enumerate().skip(round).find(|(_, entry)| is_spoken(entry))?;
        Some(Insertion::Part(self.anchor(Side::Before, [nth, 0], entry)))
    }

    /// Finds the part that a thought is attached to, or that follows or precedes it.
    ///
    /// # Errors
    /// Why there is none.
    pub(super) fn find(&self, thought: &KeptThought<'_>) -> Result<Anchor<'d>, &'static str> {
        let mut is_unclear = false;
        if let Some(around) = neighbours_of(thought) {
            for (side, names) in [(Side::On, &around.carrier), (Side::Before, &around.next), (Side::After, &around.previous)] {
                for (order, name) in names.iter().enumerate() {
                    let found = self.parts.get(name.as_str()).map(Vec::as_slice).unwrap_or_default();
                    is_unclear |= !found.is_empty();
                    let Some(place) = self.choose(name, found, thought.turn()) else { continue };
                    // The text after the thought was edited. A thought that began its answer is still put first.
                    let is_first = side == Side::Before && order > 0 && around.previous.is_empty() && around.carrier.is_empty();
                    // A member of a message says nothing of its order: reasoning precedes what is said.
                    if side != Side::On && (is_first || stood_beside(thought)) {
                        return self.entry_at(Side::Before, self.front_of(*place)).ok_or(ABSENT);
                    }
                    return self.entry_at(side, *place).ok_or(ABSENT);
                }
            }
        }
        if self.is_one_answer {
            return self.entry_at(Side::Before, [0, 0]).ok_or(ABSENT);
        }
        match (self.unnamed.get(thought.turn()), is_unnamed(thought)) {
            (Some(nth), true) => self.entry_at(Side::Before, [*nth, 0]).ok_or(ABSENT),
            (None, true) if self.bare_answers(0).next().is_some() => Err(UNNAMED),
            _ if is_unclear => Err(TWICE),
            _ => Err(ABSENT),
        }
    }

    /// Chooses the part that is meant. Several answers may have the same text. If there is a thought for each, they are used in order. Otherwise the answer is unknown.
    fn choose<'p>(&self, name: &str, found: &'p [[usize; 2]], turn: &str) -> Option<&'p [usize; 2]> {
        let turns = self.turns.get(name).map(Vec::as_slice).unwrap_or_default();
        match (found, turns) {
            ([only], [_]) => Some(only),
            _ if found.len() == turns.len() => found.get(turns.iter().position(|one| *one == turn)?),
            _ => None,
        }
    }

    /// Finds the first part of the answer that has a part: that of its message, or of the first item since the last input or result.
    fn front_of(&self, [nth, _]: [usize; 2]) -> [usize; 2] {
        let before = self.entries.get(..nth).unwrap_or_default();
        let first = before.iter().rposition(|entry| !is_answer(entry)).map_or(0, |last| last + 1);
        [if self.has_items { first } else { nth }, 0]
    }

    fn entry_at(&self, side: Side, place: [usize; 2]) -> Option<Anchor<'d>> {
        self.entries.get(place[0]).map(|entry| self.anchor(side, place, entry))
    }

    fn anchor(&self, side: Side, [nth, place]: [usize; 2], entry: &Entry<'d>) -> Anchor<'d> {
        Anchor { side, entry: entry.value, part: entry.parts.get(place).map_or(entry.value, |part| part.value), nth }
    }

    /// The answers that have no thoughts, from an entry on. Items of one answer count once.
    fn bare_answers(&self, from: usize) -> impl Iterator<Item = usize> {
        let mut bare = Vec::new();
        let mut nth = 0;
        for run in self.entries.chunk_by(|one, next| self.has_items && is_answer(one) && is_answer(next)) {
            let is_native = |part: &Part<'_>| part.thinking.as_ref().is_some_and(|thinking| thinking.attachment.is_native());
            let has_thought = run.iter().flat_map(|entry| entry.parts).any(is_native);
            if nth >= from && run.first().is_some_and(is_spoken) && !has_thought {
                bare.push(nth);
            }
            nth += run.len();
        }
        bare.into_iter()
    }

    /// The entries for the thoughts whose payloads do not say where they belong: as many answers as there are without thoughts, in order, in the whole request or
    /// after the last input.
    fn place_unnamed(&self, thoughts: &[&'d KeptThought<'_>]) -> BTreeMap<&'d str, usize> {
        let mut turns: Vec<&str> = Vec::new();
        for thought in thoughts.iter().filter(|thought| is_unnamed(thought)) {
            if !turns.contains(&thought.turn()) {
                turns.push(thought.turn());
            }
        }
        for from in [0, self.round()] {
            let bare: Vec<usize> = self.bare_answers(from).collect();
            if bare.len() == turns.len() {
                return turns.into_iter().zip(bare).collect();
            }
        }
        BTreeMap::new()
    }
}

/// A place for a visible text of somebody else.
pub(super) enum Insertion<'d> {
    /// As a message of its own.
    Message {
        /// The entry behind it.
        before: Value<'d>,
        /// The answer that it directly follows, if any.
        after: Option<Value<'d>>,
    },
    /// As a part of an answer.
    Part(Anchor<'d>),
}

/// Returns `true` if a block of a wire comes without any word about its place.
fn is_unnamed(thought: &KeptThought<'_>) -> bool {
    thought.native.is_some() && neighbours_of(thought).is_none()
}

/// An entry of the model. Items that name no role are its own too.
fn is_answer(entry: &Entry<'_>) -> bool {
    matches!(entry.role, Some(Role::Assistant) | None)
}

/// An entry in which the model says something.
fn is_spoken(entry: &Entry<'_>) -> bool {
    entry.role == Some(Role::Assistant)
}

/// Returns `true` if a thought was in a member of its message beside the content.
fn stood_beside(thought: &KeptThought<'_>) -> bool {
    let Some(native) = &thought.native else { return false };
    match Slot::of_pointer(native.pointer.as_deref(), &native.issuer.wire) {
        Slot::Member(_) => true,
        Slot::List(name) => name == "reasoning_details",
        Slot::ThoughtList(_) => false,
    }
}

fn neighbours_of<'t>(thought: &'t KeptThought<'_>) -> Option<&'t Neighbours> {
    thought.native.as_ref()?.neighbours.as_ref()
}
