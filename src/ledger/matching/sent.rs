//! The parts of a request that a model may have said, in runs, each with its prefix.

use std::ops::Range;

use super::branches::LastAnswer;
use super::known::KnownPrefix;
use crate::json::{Digest, Value};
use crate::ledger::EmittedPart;
use crate::model::{Entry, Part, PartKind};
use crate::request::{Context, Position, PrefixChain, RequestFacts, Side, Trace, Walk, called};

/// The parts of a request that a model may have said.
pub(crate) struct Sent<'d> {
    /// The parts, in order.
    pub(in crate::ledger) parts: Vec<SentPart<'d>>,
    /// The runs of consecutive parts: one model's output before the next input.
    pub(in crate::ledger) runs: Vec<Run>,
    /// The walk, at the end of the request.
    pub(crate) walk: Walk<'d>,
    /// The position of the walk at the beginning and at the end of each run.
    pub(in crate::ledger) stops: Vec<Stop>,
    /// The first entry that was read.
    pub(in crate::ledger) from: usize,
    /// The recorded context before it, if the request has another one.
    pub(in crate::ledger) along: Option<Context>,
    /// The known last answers before it.
    pub(in crate::ledger) last: Vec<LastAnswer>,
}

/// The position of a walk before an entry.
pub(in crate::ledger) struct Stop {
    pub(in crate::ledger) entry: usize,
    pub(in crate::ledger) at: Position,
    /// The number of finished runs.
    pub(in crate::ledger) runs: usize,
    /// The number of prompts so far.
    pub(in crate::ledger) prompts: usize,
}

/// Consecutive parts of a model.
pub(in crate::ledger) struct Run {
    /// Their numbers among the parts.
    pub(in crate::ledger) parts: Range<usize>,
    /// The entries that contain them.
    pub(in crate::ledger) entries: Range<usize>,
    /// The context before them.
    pub(in crate::ledger) context: Context,
    /// The digest of all messages before them, including instructions.
    pub(in crate::ledger) messages: Digest,
    /// The last thought before them.
    pub(in crate::ledger) before: Before,
    /// For each visible part of the run: its number, and the context that ends with it.
    pub(in crate::ledger) spoken: Vec<(usize, Digest)>,
}

/// The last thought before a run: its handle, or its text if there are no handles.
pub(in crate::ledger) struct Before {
    pub(in crate::ledger) handle: Option<Digest>,
    pub(in crate::ledger) thought: Option<Digest>,
}

impl<'d> Sent<'d> {
    /// Reads a request from its first message. The walk may start after answers that the provider holds.
    pub(in crate::ledger) fn read(facts: &RequestFacts<'d>, walk: Walk<'d>, last: Vec<LastAnswer>) -> Self {
        let (parts, runs, stops) = (Vec::new(), Vec::new(), Vec::new());
        Self { parts, runs, walk, stops, from: 0, along: None, last }.through(facts)
    }

    /// Reads a request from the end of the known prefix.
    pub(in crate::ledger) fn read_on(facts: &RequestFacts<'d>, known: &KnownPrefix) -> Self {
        let from = facts.entries.partition_point(|entry| entry.value.span().start < known.end);
        let (parts, runs, stops) = (Vec::new(), Vec::new(), Vec::new());
        let (walk, along, last) = (known.walk(facts.wire), known.along.clone(), known.last.clone());
        Self { parts, runs, walk, stops, from, along, last }.through(facts)
    }

    fn through(self, facts: &RequestFacts<'d>) -> Self {
        let mut sent = self;
        let mut open = None;
        for (nth, entry) in facts.entries.iter().enumerate().skip(sent.from) {
            if sent.walk.turns(entry) {
                sent.stop(nth);
                open = None;
            }
            sent.walk.enter(entry);
            match Side::of(entry.role) {
                Some(Side::Answer) => sent.push(nth, entry, facts, &mut open),
                _ => sent.pass(nth, entry, facts),
            }
            sent.walk.leave(entry);
        }
        sent
    }

    fn stop(&mut self, entry: usize) {
        self.stops.push(Stop { entry, at: self.walk.at.clone(), runs: self.runs.len(), prompts: self.walk.prompts.len() });
    }

    /// Reads an entry outside of runs. It still keeps the thoughts in it.
    fn pass(&mut self, nth: usize, entry: &Entry<'d>, facts: &RequestFacts<'d>) {
        for (inner, part) in entry.parts.iter().enumerate() {
            let (trace, before) =
                (part.thinking.is_some().then(|| Trace::of(part, facts.wire)), (self.walk.at.chain, self.walk.at.summaries));
            self.walk.step(entry, inner, part, trace.as_ref());
            self.parts.extend(trace.map(|trace| SentPart::new(nth, part, trace, before)));
        }
    }

    /// Reads an entry of a run. `open` is the number of the open run, if any.
    fn push(&mut self, nth: usize, entry: &Entry<'d>, facts: &RequestFacts<'d>, open: &mut Option<usize>) {
        let run = *open.get_or_insert_with(|| {
            let mut context = self.walk.at.context.clone();
            context.close();
            let messages = self.walk.at.messages();
            // The walk still has the thought of the last answer, not yet that of this one.
            let before = Before { handle: self.walk.at.handle, thought: self.walk.at.parent.thought };
            self.runs.push(Run {
                parts: self.parts.len()..self.parts.len(),
                entries: nth..nth,
                context,
                messages,
                before,
                spoken: Vec::new(),
            });
            self.runs.len() - 1
        });
        let mut spoken = Vec::new();
        for (inner, part) in entry.parts.iter().enumerate() {
            let (trace, before) = (Trace::of(part, facts.wire), (self.walk.at.chain, self.walk.at.summaries));
            self.walk.step(entry, inner, part, Some(&trace));
            if matches!(part.kind, PartKind::Text | PartKind::Call) {
                spoken.extend(self.walk.at.context.hash().map(|hash| (self.parts.len(), hash)));
            }
            self.parts.push(SentPart::new(nth, part, trace, before));
        }
        if let Some(run) = self.runs.get_mut(run) {
            (run.parts.end, run.entries.end) = (self.parts.len(), nth + 1);
            run.spoken.extend(spoken);
        }
    }

    /// Returns the position of the walk before an entry that begins or ends a run.
    pub(in crate::ledger) fn stop_at(&self, entry: usize) -> Option<&Stop> {
        self.stops.iter().find(|stop| stop.entry == entry)
    }
}

/// A part of a model's output, in the request.
#[derive(Clone)]
pub struct SentPart<'d> {
    /// The number of its entry.
    pub entry: usize,
    /// The part.
    pub value: Value<'d>,
    /// Its kind.
    pub kind: PartKind,
    /// True if it is reasoning, or has a handle.
    pub thinks: bool,
    /// The digests and ids that identify it.
    pub trace: Trace,
    /// The recorded part that it replays: the number of the answer, and of the part in it.
    pub of: Option<[usize; 2]>,
    /// The recorded part that issued its handle, if any. For a whole replay it equals `of`.
    pub from: Option<[usize; 2]>,
    /// The blocks before it.
    pub chain: PrefixChain,
    /// The number of summaries before it. Content before the last summary of a request does not reach the model.
    pub(in crate::ledger) summaries: usize,
    /// True if its handle came from an answer elsewhere in the request.
    pub(in crate::ledger) is_elsewhere: bool,
}

impl<'d> SentPart<'d> {
    pub(in crate::ledger) fn new(entry: usize, part: &Part<'d>, trace: Trace, (chain, summaries): (PrefixChain, usize)) -> Self {
        let thinks = part.thinking.is_some() || trace.handle.is_some();
        Self { entry, value: part.value, kind: part.kind, thinks, trace, of: None, from: None, chain, summaries, is_elsewhere: false }
    }
}

/// Returns the digest of the visible text of a part. A thought has none.
fn visible(part: &SentPart<'_>) -> Option<Digest> {
    match part.kind {
        PartKind::Text => part.trace.text,
        PartKind::Call => called(part.value),
        _ => None,
    }
}

/// Returns the digest that finds a part after the same context: of its visible text, or of the text of a thought.
pub(in crate::ledger) fn words(part: &SentPart<'_>) -> Option<Digest> {
    if part.kind == PartKind::Thought { part.trace.text } else { visible(part) }
}

pub(in crate::ledger) fn is_reference(part: &SentPart<'_>) -> bool {
    part.value.fits("type=item_reference")
}

/// Returns `true` if a part with a recorded handle also has the recorded text.
pub(in crate::ledger) fn is_intact(emitted: &EmittedPart, part: &SentPart<'_>) -> bool {
    let says = match emitted.kind {
        PartKind::Thought => emitted.trace.text == part.trace.text,
        _ => emitted.visible() == visible(part),
    };
    // An id on another item was copied there.
    let item = emitted.trace.item.is_none() || part.trace.item.is_none() || emitted.trace.item == part.trace.item;
    emitted.kind == part.kind && says && item
}
