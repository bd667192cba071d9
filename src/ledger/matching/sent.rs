//! The parts of a request that a model may have said, in runs, each with its prefix.

use std::ops::Range;

use super::known::KnownPrefix;
use super::owner::LastAnswer;
use super::sent_part::SentPart;
use crate::json::Digest;
use crate::model::{Entry, PartKind};
use crate::request::RequestFacts;
use crate::request::{Context, Position, Side, Trace, Walk};

/// The parts of a request that a model may have said.
pub(crate) struct Sent<'d> {
    /// The parts, in order.
    pub(super) parts: Vec<SentPart<'d>>,
    /// Those that stand together: what a model said before anybody else spoke.
    pub(super) runs: Vec<Run>,
    /// The walk, at the end of the request.
    pub(crate) walk: Walk<'d>,
    /// Where the walk stood at the beginning and at the end of each run.
    pub(super) stops: Vec<Stop>,
    /// The first entry that was read.
    pub(super) from: usize,
    /// The context before it as it was recorded, where the request says something else.
    pub(super) along: Option<Context>,
    /// The last answers before it that are known.
    pub(super) last: Vec<LastAnswer>,
}

/// Where a walk stood before an entry.
pub(super) struct Stop {
    pub(super) entry: usize,
    pub(super) at: Position,
    /// How many runs were over.
    pub(super) runs: usize,
    /// How many prompts were passed.
    pub(super) prompts: usize,
}

/// Parts that stand together.
pub(super) struct Run {
    /// Their numbers among the parts.
    pub(super) parts: Range<usize>,
    /// The entries that they stand in.
    pub(super) entries: Range<usize>,
    /// The context before them.
    pub(super) context: Context,
    /// The digest of all messages before them, instructions too.
    pub(super) messages: Digest,
    /// The thoughts that precede them.
    pub(super) before: Before,
    /// For each visible part of the run: its number, and the context with it at the end.
    pub(super) spoken: Vec<(usize, Digest)>,
}

/// The last thought before a run: its handle, or its text where there are no handles.
pub(super) struct Before {
    pub(super) handle: Option<Digest>,
    pub(super) thought: Option<Digest>,
}

impl<'d> Sent<'d> {
    /// Reads a request from its first message on. The walk may stand after answers that the provider holds.
    pub(super) fn read(facts: &RequestFacts<'d>, walk: Walk<'d>, last: Vec<LastAnswer>) -> Self {
        let (parts, runs, stops) = (Vec::new(), Vec::new(), Vec::new());
        Self { parts, runs, walk, stops, from: 0, along: None, last }.through(facts)
    }

    /// Reads it from what is known on.
    pub(super) fn read_on(facts: &RequestFacts<'d>, known: &KnownPrefix) -> Self {
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
    pub(super) fn stop_at(&self, entry: usize) -> Option<&Stop> {
        self.stops.iter().find(|stop| stop.entry == entry)
    }
}
