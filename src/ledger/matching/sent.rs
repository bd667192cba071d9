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
    /// Those that stand together: what a model said before anybody else spoke.
    pub(in crate::ledger) runs: Vec<Run>,
    /// The walk, at the end of the request.
    pub(crate) walk: Walk<'d>,
    /// Where the walk stood at the beginning and at the end of each run.
    pub(in crate::ledger) stops: Vec<Stop>,
    /// The first entry that was read.
    pub(in crate::ledger) from: usize,
    /// The context before it as it was recorded, where the request says something else.
    pub(in crate::ledger) along: Option<Context>,
    /// The last answers before it that are known.
    pub(in crate::ledger) last: Vec<LastAnswer>,
}

/// Where a walk stood before an entry.
pub(in crate::ledger) struct Stop {
    pub(in crate::ledger) entry: usize,
    pub(in crate::ledger) at: Position,
    /// How many runs were over.
    pub(in crate::ledger) runs: usize,
    /// How many prompts were passed.
    pub(in crate::ledger) prompts: usize,
}

/// Parts that stand together.
pub(in crate::ledger) struct Run {
    /// Their numbers among the parts.
    pub(in crate::ledger) parts: Range<usize>,
    /// The entries that they stand in.
    pub(in crate::ledger) entries: Range<usize>,
    /// The context before them.
    pub(in crate::ledger) context: Context,
    /// The digest of all messages before them, instructions too.
    pub(in crate::ledger) messages: Digest,
    /// The thoughts that precede them.
    pub(in crate::ledger) before: Before,
    /// For each visible part of the run: its number, and the context with it at the end.
    pub(in crate::ledger) spoken: Vec<(usize, Digest)>,
}

/// The last thought before a run: its handle, or its text where there are no handles.
pub(in crate::ledger) struct Before {
    pub(in crate::ledger) handle: Option<Digest>,
    pub(in crate::ledger) thought: Option<Digest>,
}

impl<'d> Sent<'d> {
    /// Reads a request from its first message on. The walk may stand after answers that the provider holds.
    pub(in crate::ledger) fn read(facts: &RequestFacts<'d>, walk: Walk<'d>, last: Vec<LastAnswer>) -> Self {
        let (parts, runs, stops) = (Vec::new(), Vec::new(), Vec::new());
        Self { parts, runs, walk, stops, from: 0, along: None, last }.through(facts)
    }

    /// Reads it from what is known on.
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
            sent.walk.leave();
        }
        sent
    }

    fn stop(&mut self, entry: usize) {
        self.stops.push(Stop { entry, at: self.walk.at.clone(), runs: self.runs.len(), prompts: self.walk.prompts.len() });
    }

    /// Takes an entry that is of no run. A thought in it is one all the same.
    fn pass(&mut self, nth: usize, entry: &Entry<'d>, facts: &RequestFacts<'d>) {
        for (inner, part) in entry.parts.iter().enumerate() {
            let (trace, before) =
                (part.thinking.is_some().then(|| Trace::of(part, facts.wire)), (self.walk.at.chain, self.walk.at.summaries));
            self.walk.step(entry, inner, part, trace.as_ref());
            self.parts.extend(trace.map(|trace| SentPart::new(nth, part, trace, before)));
        }
    }

    /// Takes an entry of a run; the run, if one is open, is that of a number.
    fn push(&mut self, nth: usize, entry: &Entry<'d>, facts: &RequestFacts<'d>, open: &mut Option<usize>) {
        let run = *open.get_or_insert_with(|| {
            let mut context = self.walk.at.context.clone();
            context.close();
            let messages = self.walk.at.messages();
            // The walk still holds the thought of the last answer, not yet that of this one.
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

    /// Where the walk stood before an entry that begins or ends a run.
    pub(in crate::ledger) fn stop_at(&self, entry: usize) -> Option<&Stop> {
        self.stops.iter().find(|stop| stop.entry == entry)
    }
}

/// A part of what a model said, in the request.
#[derive(Clone)]
pub struct SentPart<'d> {
    /// The number of its entry.
    pub entry: usize,
    /// The part.
    pub value: Value<'d>,
    /// Its kind.
    pub kind: PartKind,
    /// True if it is reasoning, or carries a handle of some.
    pub thinks: bool,
    /// By what it is known.
    pub trace: Trace,
    /// The recorded part that it replays: the number of the answer, and of the part in it.
    pub of: Option<[usize; 2]>,
    /// Where its handle came from, if that is recorded: for a whole replay, the same.
    pub from: Option<[usize; 2]>,
    /// The blocks before it.
    pub chain: PrefixChain,
    /// How many summaries stand before it. What stands before the last summary of a request does not reach the model.
    pub(in crate::ledger) summaries: usize,
    /// True if its handle came from an answer in another place of the request.
    pub(in crate::ledger) is_elsewhere: bool,
}

impl<'d> SentPart<'d> {
    pub(in crate::ledger) fn new(entry: usize, part: &Part<'d>, trace: Trace, (chain, summaries): (PrefixChain, usize)) -> Self {
        let thinks = part.thinking.is_some() || trace.handle.is_some();
        Self { entry, value: part.value, kind: part.kind, thinks, trace, of: None, from: None, chain, summaries, is_elsewhere: false }
    }
}

/// The digest of the visible words of a part. A thought has none.
fn visible(part: &SentPart<'_>) -> Option<Digest> {
    match part.kind {
        PartKind::Text => part.trace.text,
        PartKind::Call => called(part.value),
        _ => None,
    }
}

/// The digest by which a part is found after the same context: of its visible words, or of the text of a thought.
pub(in crate::ledger) fn words(part: &SentPart<'_>) -> Option<Digest> {
    if part.kind == PartKind::Thought { part.trace.text } else { visible(part) }
}

pub(in crate::ledger) fn is_reference(part: &SentPart<'_>) -> bool {
    part.value.fits("type=item_reference")
}

/// Returns `true` if a part that bears a handle of a recorded one also says the same.
pub(in crate::ledger) fn is_intact(emitted: &EmittedPart, part: &SentPart<'_>) -> bool {
    let says = match emitted.kind {
        PartKind::Thought => emitted.trace.text == part.trace.text,
        _ => emitted.visible() == visible(part),
    };
    // An id that is on another item now was copied there.
    let item = emitted.trace.item.is_none() || part.trace.item.is_none() || emitted.trace.item == part.trace.item;
    emitted.kind == part.kind && says && item
}
