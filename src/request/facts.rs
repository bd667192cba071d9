//! The facts of a request by itself: its messages, calls, results, thoughts and turns. They are computed once; rules only read them.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use super::tool::Tool;
use crate::json::{Kind, Value};
use crate::model::{Attachment, Entry, Part, PartKind, Role, Thinking, Wire};
use crate::wires::{EntryShape, WireDescription, description};

/// A request to send, and its target.
pub struct RequestFacts<'d> {
    /// The request.
    pub body: Value<'d>,
    /// The target, with its facts from the tables: see [`crate::knowledge::profile`].
    pub profile: Value<'d>,
    /// The wire.
    pub wire: &'d Wire,
    /// The facts about the wire.
    pub described: &'static WireDescription,
    /// The messages or items, in order.
    pub entries: &'d [Entry<'d>],
    /// The beginning of the open turn: the entry after the last user input that is more than tool results.
    pub round: usize,
    /// The calls of tools that the caller runs, in order.
    pub calls: Vec<Tool<'d>>,
    /// Their results, in order.
    pub results: Vec<Tool<'d>>,
    /// Every part with the number of its entry. Flat, because a loop over a slice compiles to the least code, and every rule has one.
    parts: Vec<(usize, &'d Part<'d>)>,
    /// The same for the parts with reasoning.
    thoughts: Vec<(usize, &'d Part<'d>, &'d Thinking<'d>)>,
    /// The entries of a model.
    answers: Vec<(usize, &'d Entry<'d>)>,
    /// The number of entries, calls and results up to the end of each run.
    ends: Vec<[usize; 3]>,
    /// The first byte of each entry and each part, in the order of the text, and the number of the entry. Built on first use by a fix: most audits need none.
    begins: OnceCell<Vec<(usize, usize)>>,
    /// The results in the order of their ids, by their numbers. Built on first use by a fix.
    by_id: OnceCell<Vec<usize>>,
    /// The numbers of the parts by their first byte. Built on first use by a fix.
    parts_by_start: OnceCell<BTreeMap<usize, Vec<usize>>>,
    /// The numbers of the calls by their first byte. Built on first use by a fix.
    calls_by_start: OnceCell<BTreeMap<usize, usize>>,
    /// The numbers of the messages of the role `tool`, in the order of the ids that they answer. Built on first use by a rule.
    tool_messages: OnceCell<Vec<usize>>,
}

/// Neighbours that a provider treats as one message.
pub struct Run<'f, 'd> {
    /// The number of the first.
    pub start: usize,
    /// The messages.
    pub entries: &'d [Entry<'d>],
    /// Their calls.
    pub calls: &'f [Tool<'d>],
    /// Their results.
    pub results: &'f [Tool<'d>],
}

impl Run<'_, '_> {
    /// Returns `true` if it is from the model.
    #[must_use]
    pub fn is_answer(&self) -> bool {
        self.entries.first().is_some_and(|entry| entry.role == Some(Role::Assistant))
    }

    /// Returns the number after the last.
    #[must_use]
    pub fn end(&self) -> usize {
        self.start + self.entries.len()
    }
}

impl<'d> RequestFacts<'d> {
    /// Reads the facts of a request whose messages a codec has listed.
    #[must_use]
    pub fn new(body: Value<'d>, profile: Value<'d>, wire: &'d Wire, entries: &'d [Entry<'d>]) -> Self {
        let mut facts = Self {
            body,
            profile,
            wire,
            described: description(wire),
            entries,
            round: 0,
            calls: Vec::new(),
            results: Vec::new(),
            parts: Vec::with_capacity(2 * entries.len()),
            thoughts: Vec::with_capacity(entries.len()),
            answers: Vec::with_capacity(entries.len()),
            ends: Vec::with_capacity(entries.len()),
            begins: OnceCell::new(),
            by_id: OnceCell::new(),
            parts_by_start: OnceCell::new(),
            calls_by_start: OnceCell::new(),
            tool_messages: OnceCell::new(),
        };
        let WireDescription { call, result, entries: shape, .. } = *facts.described;
        for (nth, entry) in entries.iter().enumerate() {
            if entry.role == Some(Role::Assistant) {
                facts.answers.push((nth, entry));
            }
            // More than tool results, or nothing at all, is an input.
            let mut is_input = entry.parts.is_empty();
            for part in entry.parts {
                facts.parts.push((nth, part));
                if let Some(thinking) = &part.thinking {
                    facts.thoughts.push((nth, part, thinking));
                }
                match part.kind {
                    PartKind::Call => facts.calls.push(Tool::read(nth, part.value, part.value, call)),
                    // In chat a result is a message, and the part is only its content.
                    PartKind::Result if part.value.kind() != Kind::Object || shape == EntryShape::Chat => {
                        facts.results.push(Tool::read(nth, part.value, entry.value, result));
                    }
                    PartKind::Result => facts.results.push(Tool::read(nth, part.value, part.value, result)),
                    _ => {}
                }
                is_input |= part.kind != PartKind::Result;
            }
            if is_input && entry.role == Some(Role::User) {
                facts.round = nth + 1;
            }
            let is_alike =
                |next: &Entry<'_>| next.role == entry.role || shape == EntryShape::Contents && !is_answer(next) && !is_answer(entry);
            if !entries.get(nth + 1).is_some_and(is_alike) {
                facts.ends.push([nth + 1, facts.calls.len(), facts.results.len()]);
            }
        }
        facts
    }

    /// Returns every part with the number of its entry, in order.
    pub fn parts(&self) -> impl Iterator<Item = (usize, &'d Part<'d>)> {
        self.parts.iter().copied()
    }

    /// Returns every part that is reasoning or has a handle, with the number of its entry, in order.
    pub fn thoughts(&self) -> impl Iterator<Item = (usize, &'d Part<'d>, &'d Thinking<'d>)> {
        self.thoughts.iter().copied()
    }

    /// Returns the thoughts, each once: OpenRouter repeats the text of its items.
    pub fn items(&self) -> impl Iterator<Item = (usize, &'d Part<'d>, &'d Thinking<'d>)> {
        self.thoughts().filter(|(nth, _, thinking)| {
            let is_field = matches!(&thinking.attachment, Attachment::Field { name } if name == "reasoning");
            !is_field || !self.entries.get(*nth).is_some_and(|entry| entry.value.fits("reasoning_details.*"))
        })
    }

    /// Returns the entries of a model, with their numbers, in order.
    pub fn answers(&self) -> impl Iterator<Item = (usize, &'d Entry<'d>)> {
        self.answers.iter().copied()
    }

    /// Returns the messages as a provider merges them: neighbours of one role, and at Gemini all between two answers.
    pub fn runs(&self) -> impl DoubleEndedIterator<Item = Run<'_, 'd>> {
        (0..self.ends.len()).filter_map(|nth| self.run(nth))
    }

    /// Returns the run of that number.
    #[must_use]
    #[inline(never)]
    pub fn run(&self, nth: usize) -> Option<Run<'_, 'd>> {
        let [end, after, last] = *self.ends.get(nth)?;
        let [start, calls, results] = nth.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or_default();
        Some(Run {
            start,
            entries: self.entries.get(start..end).unwrap_or_default(),
            calls: self.calls.get(calls..after).unwrap_or_default(),
            results: self.results.get(results..last).unwrap_or_default(),
        })
    }

    /// Returns the run that contains an entry.
    #[must_use]
    #[inline(never)]
    pub fn run_of(&self, entry: usize) -> Option<Run<'_, 'd>> {
        self.run(self.ends.partition_point(|[end, ..]| *end <= entry))
    }

    /// Returns the number of the entry that is a value, or has it as a part.
    #[must_use]
    #[inline(never)]
    pub fn holder(&self, value: Value<'_>) -> Option<usize> {
        // No two values begin at one byte.
        self.at(value).next()
    }

    /// Returns the parts around a value, at any depth: those that begin last before it.
    pub fn parts_around(&self, value: Value<'_>) -> impl Iterator<Item = &'d Part<'d>> {
        let parts = self.parts_by_start.get_or_init(|| {
            let mut by_start: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
            for (nth, (_, part)) in self.parts.iter().enumerate() {
                by_start.entry(part.value.span().start).or_default().push(nth);
            }
            by_start
        });
        let start = value.span().start;
        let nearest = parts.range(..=start).next_back().map_or(&[][..], |(_, parts)| parts);
        let parts = nearest.iter().filter_map(|nth| self.parts.get(*nth)).map(|(_, part)| *part);
        parts.filter(move |part| part.value.span().range().contains(&start))
    }

    /// Returns the call that is a value.
    #[must_use]
    pub fn call_at(&self, value: Value<'_>) -> Option<&Tool<'d>> {
        let start_of = |(nth, call): (usize, &Tool<'d>)| (call.place.span().start, nth);
        let calls = self.calls_by_start.get_or_init(|| self.calls.iter().enumerate().map(start_of).collect());
        calls.get(&value.span().start).and_then(|nth| self.calls.get(*nth))
    }

    /// Returns the number of the first message of the role `tool`, from an entry on, that answers a call of that id.
    #[must_use]
    pub fn tool_message_from(&self, entry: usize, id: &str) -> Option<usize> {
        let id_of = |nth: usize| self.entries.get(nth).map_or("", |entry| entry.value.word("tool_call_id"));
        let messages = self.tool_messages.get_or_init(|| {
            let tools = self.entries.iter().enumerate().filter(|(_, entry)| entry.role == Some(Role::Tool));
            let mut messages: Vec<usize> = tools.map(|(nth, _)| nth).collect();
            messages.sort_by_cached_key(|nth| id_of(*nth));
            messages
        });
        let first = messages.partition_point(|nth| (id_of(*nth), *nth) < (id, entry));
        messages.get(first).copied().filter(|nth| id_of(*nth) == id)
    }

    /// Returns the number of the entry around a value, at any depth.
    #[must_use]
    #[inline(never)]
    pub fn around(&self, value: Value<'_>) -> Option<usize> {
        let (begins, start) = (self.begins.get_or_init(|| begins(self.entries)), value.span().start);
        let before = begins.partition_point(|(at, _)| *at <= start).checked_sub(1);
        let holds = |nth: &usize| self.entries.get(*nth).is_some_and(|entry| entry.value.span().range().contains(&start));
        before.and_then(|before| begins.get(before)).map(|(_, nth)| *nth).filter(holds)
    }

    /// Returns the results that answer a call of that id, in order.
    pub fn results_of(&self, id: &str) -> impl Iterator<Item = &Tool<'d>> {
        let id_of = |nth: &usize| self.results.get(*nth).map_or("", |result| &*result.id);
        let order = self.by_id.get_or_init(|| {
            let mut order: Vec<usize> = (0..self.results.len()).collect();
            order.sort_by_key(id_of);
            order
        });
        let first = order.partition_point(|nth| id_of(nth) < id);
        order.iter().skip(first).take_while(move |nth| id_of(nth) == id).filter_map(|nth| self.results.get(*nth))
    }

    /// Returns the numbers of the entries that begin where a value does, or have a part that does: mostly one, for a request of any length.
    fn at(&self, value: Value<'_>) -> impl Iterator<Item = usize> {
        let (begins, start) = (self.begins.get_or_init(|| begins(self.entries)), value.span().start);
        let first = begins.partition_point(|(at, _)| *at < start);
        begins.iter().skip(first).take_while(move |(at, _)| *at == start).map(|(_, nth)| *nth)
    }

    /// Returns `true` if the open turn has calls.
    #[must_use]
    #[inline(never)]
    pub fn calls_now(&self) -> bool {
        self.calls.last().is_some_and(|call| call.entry >= self.round)
    }

    /// Returns the last entry.
    #[must_use]
    pub fn last(&self) -> Option<&'d Entry<'d>> {
        self.entries.last()
    }

    /// Returns `true` if an entry has a part of that kind.
    #[must_use]
    #[inline(never)]
    pub fn has(&self, nth: usize, kind: PartKind) -> bool {
        self.entries.get(nth).is_some_and(|entry| entry.parts.iter().any(|part| part.kind == kind))
    }

    /// Returns `true` if the model will think: because the request asks for it, or by the profile.
    #[must_use]
    #[inline(never)]
    pub fn thinks(&self) -> bool {
        if self.profile.fits("thinks=always") {
            return true;
        }
        if self.body.fits(OFF) {
            return false;
        }
        self.body.fits(ON) || self.profile.fits("thinks=default")
    }

    /// Returns `true` if the request holds only new messages, and the provider holds the previous ones, which are unknown.
    #[must_use]
    #[inline(never)]
    pub fn is_delta(&self) -> bool {
        self.body.fits(DELTA)
    }

    /// Returns a value, or its entry if the value is the only part.
    #[must_use]
    #[inline(never)]
    pub fn all_of(&self, place: Value<'d>) -> Value<'d> {
        let alone = |entry: &&Entry<'d>| entry.parts.len() == 1 && entry.parts.iter().all(|part| part.value == place);
        self.at(place).filter_map(|nth| self.entries.get(nth)).find(alone).map_or(place, |entry| entry.value)
    }
}

/// Returns the first byte of each entry and each part, in the order of the text, and the number of the entry.
fn begins(entries: &[Entry<'_>]) -> Vec<(usize, usize)> {
    let mut begins = Vec::with_capacity(3 * entries.len());
    for (nth, entry) in entries.iter().enumerate() {
        begins.push((entry.value.span().start, nth));
        begins.extend(entry.parts.iter().map(|part| (part.value.span().start, nth)));
    }
    begins.sort_unstable();
    begins
}

fn is_answer(entry: &Entry<'_>) -> bool {
    entry.role == Some(Role::Assistant)
}

/// The members of requests on all wires that disable thinking, and that enable it.
const OFF: &str = "thinking.type=disabled,enable_thinking=false,reasoning_effort=none,reasoning.effort=none,reasoning.enabled=false,chat_template_kwargs.enable_thinking=false,think=false";
const ON: &str = "thinking.type=enabled|adaptive|between_tools,enable_thinking=true,reasoning_effort,reasoning.effort,reasoning.max_tokens,reasoning.enabled=true,chat_template_kwargs.enable_thinking=true,think=true,think:s";

/// The members of requests on all wires that continue a conversation at the provider. A rule that needs the whole history declares `reaches_back`, and does not
/// run then.
const DELTA: &str = "thread.type=continue,previous_response_id:s,conversation:s|o,previous_interaction_id:s";
