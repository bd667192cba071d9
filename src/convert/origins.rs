//! The entries that a conversion keeps, so that the conversation can be restored: those of the source, and those of other wires that the source came from.

use sha2::{Digest as _, Sha256};

use super::restore::{Originals, SeenEntries, SourceRun, inner};
use super::spoken::spoken;
use crate::json::{Digest, Document, Value, Writer};
use crate::ledger::{FoundOrigin, Origin, Spoken};
use crate::model::{Conversation, Message, Provenance, Reasoning, Target, Wire};
use crate::wires::description;

impl Originals<'_> {
    /// Lists what the ledger is to keep: the entries of the source, under what the target says.
    pub(super) fn seen(
        &self,
        source: &Document<'_>,
        [from, to]: [&Target; 2],
        target: &Conversation<'_>,
        places: &[(usize, usize)],
    ) -> Vec<SeenEntries> {
        let mut seen = Vec::new();
        let issuer = Provenance::of(from);
        let (head, runs) = spoken(target, to, &|_| None);
        let mut keep = |wire: &Wire, issuer: &Provenance, origin: Origin, last: Option<Digest>| {
            seen.push(SeenEntries { wire: wire.clone(), issuer: issuer.clone(), origin, last });
        };
        let Spoken { key, digits, .. } = head;
        keep(&from.wire, &issuer, Origin { key, digits, entries: head_of(source), runs: 1 }, None);
        for (wire, issuer, origin) in self.others(&self.head, from) {
            keep(&wire, &issuer, Origin { key, digits, ..origin }, None);
        }
        let list: Vec<Value<'_>> = source.root().list(description(&from.wire).list).collect();
        let starts: Vec<usize> =
            runs.iter().map(|run| first_entry(target.messages.get(run.messages.clone()).unwrap_or_default())).collect();
        let ends = self.ends(&list, &starts, places);
        let before = |nth: usize| nth.checked_sub(1).and_then(|nth| ends.get(nth)).copied().unwrap_or_default();
        for (end, run) in (1..).zip(&runs) {
            let Spoken { key, digits, .. } = run.key;
            let [first, after] = [ends.partition_point(|own| *own < end), ends.partition_point(|own| *own <= end)];
            let Some([own @ .., last]) = self.runs.get(first..after) else { continue };
            let stop = self.runs.get(after).map_or(usize::MAX, |next| next.start);
            let start = own.first().unwrap_or(last).start;
            let [from_nth, to_nth] = [start, stop].map(|start| list.partition_point(|entry| entry.span().start < start));
            if let Some(entries @ [_, ..]) = list.get(from_nth..to_nth) {
                keep(&from.wire, &issuer, Origin { key, digits, entries: list_of(entries), runs: end - before(first) }, last.last);
            }
            for (wire, issuer, origin) in self.others(&last.spoken.key, from) {
                if let Some((entries, start)) = self.join(after - 1, origin, &wire, &issuer, &ends) {
                    keep(&wire, &issuer, Origin { key, digits, entries, runs: end - before(start) }, last.last);
                }
            }
        }
        seen
    }

    /// For each run of the source the run of the target in which it ends, counted from one.
    fn ends(&self, list: &[Value<'_>], starts: &[usize], places: &[(usize, usize)]) -> Vec<usize> {
        // Instructions may come after the list.
        let list_end = list.last().map_or(usize::MAX, |last| last.span().end);
        // Where the last content of each run went.
        let mut lasts: Vec<Option<usize>> = vec![None; self.runs.len()];
        for (at, to) in places.iter().filter(|(at, _)| *at < list_end) {
            let run = self.runs.partition_point(|run| run.start <= *at).checked_sub(1);
            run.and_then(|nth| lasts.get_mut(nth)).into_iter().for_each(|last| *last = (*last).max(Some(*to)));
        }
        let mut ends: Vec<usize> = Vec::with_capacity(lasts.len());
        for last in lasts {
            let own = last.map_or(1, |to| starts.partition_point(|start| *start <= to));
            // A late result is moved to its call, and restored with the entries that were before it.
            ends.push(own.max(ends.last().copied().unwrap_or(1)));
        }
        ends
    }

    /// Takes back that the model is not to reason, if a conversion asked for that and not the caller; gives the place that says it.
    pub(super) fn switch_on<'d>(&self, reasoning: &mut Reasoning<'d>) -> Option<Value<'d>> {
        let is_ours = |run: &SourceRun| !self.ledger.origins(&Spoken { key: off_key(run.spoken.key.key), ..run.spoken.key }).is_empty();
        reasoning.on.take_if(|(on, _)| !*on && self.runs.iter().any(is_ours)).map(|(_, value)| value)
    }

    /// The entries of other wires under a key of the source: they were converted to it before.
    fn others(&self, key: &Spoken, from: &Target) -> impl Iterator<Item = (Wire, Provenance, Origin)> {
        let (wire, own) = (from.wire.clone(), Provenance::of(from));
        let is_own = move |issuer: &Provenance| issuer.vendor == own.vendor && issuer.surface == own.surface;
        self.ledger.origins(key).into_iter().filter(move |(one, issuer, _)| *one != wire || !is_own(issuer))
    }

    /// Finds the entries of another wire that a run of the source was, with earlier ones that became the same run. Returns also the run with which they begin.
    fn join(&self, nth: usize, origin: Origin, wire: &Wire, issuer: &Provenance, ends: &[usize]) -> Option<(Vec<u8>, usize)> {
        let mut start = self.begin(nth, origin.runs)?;
        let mut entries = origin.entries;
        while start > 0 && ends.get(start - 1) == ends.get(start) {
            let key = &self.runs.get(start - 1)?.spoken.key;
            let FoundOrigin::One(earlier) = self.ledger.find_origin(key, wire, issuer) else { return None };
            start = self.begin(start - 1, earlier.runs)?;
            entries = [b"[", inner(&earlier.entries), b",", inner(&entries), b"]"].concat();
        }
        Some((entries, start))
    }

    /// The run with which as many runs begin as end with one.
    fn begin(&self, nth: usize, count: usize) -> Option<usize> {
        let mut sum = 0;
        for (start, run) in self.runs.iter().enumerate().take(nth + 1).rev() {
            sum += run.count;
            if sum >= count {
                return (sum == count).then_some(start);
            }
        }
        None
    }
}

impl SeenEntries {
    /// Says that the conversion switched reasoning off in a request that ends with these entries.
    pub(super) fn switched_off(&self) -> Self {
        let origin = Origin { key: off_key(self.origin.key), entries: b"{}".to_vec(), runs: 1, ..self.origin };
        Self { origin, ..self.clone() }
    }
}

fn off_key(key: Digest) -> Digest {
    Digest(Sha256::new().chain_update(key.0).chain_update(b"off").finalize().into())
}

/// The byte at which the first entry of some messages begins.
fn first_entry(messages: &[Message<'_>]) -> usize {
    messages.iter().flat_map(|message| &message.contents).map(|content| content.entry.span().start).min().unwrap_or_default()
}

/// The members that hold instructions and tools, on all wires.
const HEAD: [&str; 5] = ["system", "instructions", "systemInstruction", "system_instruction", "tools"];

/// The members of a request that hold instructions and tools, as one object.
fn head_of(source: &Document<'_>) -> Vec<u8> {
    let mut out = Writer::default();
    out.open(b'{');
    for (name, value) in HEAD.iter().filter_map(|name| Some((name, source.root().get(name)?))) {
        out.name(name);
        out.raw(value.raw());
    }
    out.close(b'}');
    out.finish()
}

fn list_of(entries: &[Value<'_>]) -> Vec<u8> {
    let mut out = Writer::default();
    out.open(b'[');
    entries.iter().for_each(|entry| out.raw(entry.raw()));
    out.close(b']');
    out.finish()
}
