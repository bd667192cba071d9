//! What a rewrite breaks that the audit of a body alone does not see, and what is a matter of order on every wire.

use std::ops::Range;

use super::steps::Sort;
use super::{Break, Search};
use crate::audit::finding::{Finding, Found};
use crate::audit::memory::{Edit, Spot};
use crate::audit::rules::emitted::{changed_latest_thinking, dropped_thought, edited_prefix, stored_item_without_reasoning};
use crate::audit::{Evidence, Rule, Severity, is_of};
use crate::json::{Places, Value, decimal};
use crate::model::{PartKind, Role};

impl<'d> Search<'_, 'd> {
    /// What a stretch breaks, whatever the audit says.
    pub(super) fn unseen(&self, range: &Range<usize>, role: Option<Role>) -> Vec<Break> {
        let mut found: Vec<Break> = Vec::new();
        if role.is_none() {
            found.extend(self.nothing_left(range));
        }
        found.extend(self.begins(range, role));
        found.extend(self.parted(range));
        found.extend(self.bound(range, role));
        found.extend(self.cut(range, role));
        found
    }

    /// A request without anything to answer.
    fn nothing_left(&self, range: &Range<usize>) -> Option<Break> {
        let mut left = self.steps.sorts.iter().enumerate().filter(|(nth, sort)| !range.contains(nth) && **sort != Sort::Instruction);
        left.next().is_none().then(|| self.of_order(range.start, "nothing would be left to answer", None))
    }

    /// Converse wants the user first (langgenius/dify#12340, strands-agents/harness-sdk#2087). Anthropic's own wire takes an answer there.
    fn begins(&self, range: &Range<usize>, role: Option<Role>) -> Option<Break> {
        let sorts = &self.steps.sorts;
        let first = match role {
            Some(role) if range.start == 0 => Some(if role == Role::User { Sort::Input } else { Sort::Answer }),
            _ => sorts.get(if range.start == 0 { range.end } else { 0 }).copied(),
        };
        let turned = sorts.first() == Some(&Sort::Input) && first == Some(Sort::Answer) && self.facts.wire.as_str() == "bedrock-converse";
        turned.then(|| self.of_order(range.start, "the conversation would not begin with the user", Some(BEGINS)))
    }

    /// Calls without their results, and results without their calls.
    fn parted(&self, range: &Range<usize>) -> Vec<Break> {
        let mut found = Vec::new();
        for [call, result] in &self.steps.pairs {
            let (Some(call), Some(result)) = (self.facts.calls.get(*call), self.facts.results.get(*result)) else { continue };
            let (left, gone) = match (range.contains(&call.entry), range.contains(&result.entry)) {
                (false, true) => (call, result),
                (true, false) => (result, call),
                _ => continue,
            };
            let [pointer, other] = self.pointers([left.place, gone.place]);
            let broken = self.of_order(left.entry, "a call and its result would be parted", None);
            found.push(Break { pointer, related: vec![other], ..broken });
        }
        found
    }

    fn of_order(&self, entry: usize, why: &'static str, upstream: Option<&str>) -> Break {
        let pointer = self.facts.entries.get(entry).map(|entry| self.request.place(entry.value).pointer).unwrap_or_default();
        let upstream = upstream.map(str::to_owned);
        let (severity, evidence) = (Severity::Reject, Evidence::Reported);
        Break { rule: None, why, severity, evidence, pointer, related: Vec::new(), upstream, needs: None, entry: Some(entry) }
    }

    /// The first thought after the stretch that its model binds to what precedes it, unless a ledger lets the audit see for itself.
    fn bound(&self, range: &Range<usize>, role: Option<Role>) -> Option<Break> {
        let rule = &edited_prefix::RULE;
        let binds = is_of(rule, self.facts.wire) && rule.binds.split(' ').all(|condition| self.facts.profile.fits(condition));
        // The prefix starts at the latest compaction.
        let compacted = self.facts.parts().filter(|(_, part)| part.value.fits("type=compaction|compaction_summary")).last();
        if !binds || compacted.is_some_and(|(nth, _)| range.end <= nth) {
            return None;
        }
        let (nth, thought) = match &self.facts.memory {
            Some(memory) => {
                let is_strange = |spot: &&Spot<'d>| spot.entry >= range.end && spot.kind == PartKind::Thought && spot.from.is_none();
                memory.spots.iter().find(is_strange).map(|spot| (spot.entry, spot.value))?
            }
            None => {
                let mut thoughts = self.facts.thoughts();
                thoughts
                    .find(|(nth, part, _)| *nth >= range.end && part.kind == PartKind::Thought)
                    .map(|(nth, part, _)| (nth, part.value))?
            }
        };
        let parts = self.facts.entries.get(range.start).map_or(&[][..], |entry| &entry.parts);
        let place = [range.start, parts.iter().position(|part| part.kind != PartKind::Thought).unwrap_or_default()];
        let edit = if role.is_none() { Edit::Gone(place) } else { Edit::Changed(place) };
        let finding = edited_prefix::told(self.facts, Found::new(rule).finding(thought), edit);
        let now = nth - range.len() + usize::from(role.is_some());
        // The worst of what is known without one; of what a ledger should know and does not, the worst as well.
        Some(self.assumed(&finding, nth, now, self.facts.memory.as_ref().map(|_| LEDGER)))
    }

    /// What one response may have said, parted: the answers next to each other are told apart only by a ledger.
    fn cut(&self, range: &Range<usize>, role: Option<Role>) -> Option<Break> {
        let is_cut = |run: &&Range<usize>| [range.start, range.end].iter().any(|cut| run.start < *cut && *cut < run.end);
        self.steps.answers.iter().filter(is_cut).find_map(|run| self.cut_in(range, role, run))
    }

    fn cut_in(&self, range: &Range<usize>, role: Option<Role>, run: &Range<usize>) -> Option<Break> {
        let (facts, profile) = (self.facts, self.facts.profile);
        let of_run = || facts.parts().filter(|(nth, _)| run.contains(nth));
        let thoughts = || of_run().filter(|(_, part)| part.thinking.is_some());
        let is_strange = |spot: &Spot<'_>| run.contains(&spot.entry) && spot.thinks && spot.from.is_none();
        if facts.memory.as_ref().is_some_and(|memory| !memory.spots.iter().any(is_strange)) {
            return None;
        }
        let left = of_run().find(|(nth, _)| !range.contains(nth));
        let gone = thoughts().find(|(nth, _)| range.contains(nth));
        let is_latest =
            !self.steps.sorts.iter().enumerate().any(|(nth, sort)| nth >= run.end && *sort == Sort::Answer && !range.contains(&nth));
        let claude = is_of(&changed_latest_thinking::RULE, facts.wire) && profile.fits("vendor=anthropic");
        let named =
            of_run().find(|(nth, part)| !range.contains(nth) && gone.is_some_and(|(gone, _)| gone < *nth) && part.value.fits("id:s"));
        let (rule, (nth, part)): (&'static Rule, _) = match () {
            () if claude && is_latest => (&changed_latest_thinking::RULE, thoughts().find(|(nth, _)| !range.contains(nth)).or(left)?),
            () if self.is_stored() && gone.is_some_and(|(_, part)| part.value.fits("id:s")) && named.is_some() => {
                (&stored_item_without_reasoning::RULE, named?)
            }
            // Interactions asks for the thoughts of every round.
            () if facts.wire.as_str() == "gemini-interactions" && thoughts().next().is_some() => (&dropped_thought::RULE, left?),
            () if gone.is_some() && run.end > facts.round && facts.calls_now() => (&dropped_thought::RULE, left?),
            () => return None,
        };
        let word = |part: Option<Value<'_>>| part.map(|part| part.word("id").to_owned()).unwrap_or_default();
        let kind = usize::from(part.kind != PartKind::Call);
        let finding =
            Found::new(rule).finding(part.value).arg("id", word(Some(part.value))).arg("needs", word(gone.map(|(_, part)| part.value)));
        let now = if nth < range.start { nth } else { nth - range.len() + usize::from(role.is_some()) };
        Some(self.assumed(&finding.says(kind.min(rule.upstream.len().saturating_sub(1))), nth, now, Some(LEDGER)))
    }

    /// A break that no audit has found, at a part of an entry that would have another number.
    fn assumed(&self, finding: &Finding<'_>, entry: usize, now: usize, needs: Option<&'static str>) -> Break {
        let holder = self.facts.entries.get(entry).map_or(finding.place, |entry| entry.value);
        let [pointer, head] = self.pointers([finding.place, holder]);
        let list = head.rsplit_once('/').map_or("", |(list, _)| list);
        let tail = pointer.strip_prefix(head.as_str()).unwrap_or_default();
        let upstream = finding.upstream(&[list, "/", &decimal(now), tail].concat());
        let Finding { rule, severity, evidence, .. } = *finding;
        Break { rule: Some(rule), why: "", severity, evidence, pointer, related: Vec::new(), upstream, needs, entry: Some(entry) }
    }

    /// Whether what has an id stands for what the provider keeps under it.
    pub(super) fn is_stored(&self) -> bool {
        let stored = &stored_item_without_reasoning::RULE;
        let binds = is_of(stored, self.facts.wire) && stored.binds.split(' ').all(|condition| self.facts.profile.fits(condition));
        binds && stored.when.split(' ').all(|condition| self.facts.body.fits(condition))
    }

    fn pointers(&self, values: [Value<'_>; 2]) -> [String; 2] {
        let mut places = Places::new(self.request);
        values.map(|value| places.place(value).pointer)
    }
}

/// What would settle it.
const LEDGER: &str = "needs a ledger";

/// What Converse answers to a conversation that begins with the model.
const BEGINS: &str = "A conversation must start with a user message. Try again with a conversation that starts with a user message.";
