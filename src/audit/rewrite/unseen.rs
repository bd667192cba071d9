//! The breaks of a rewrite that the audit of a body alone does not see, and those of order, which are the same on every wire.

use std::ops::Range;

use super::steps::EntryKind;
use super::{Break, ProviderAnswer, Search};
use crate::audit::details::details;
use crate::audit::finding::{Finding, Found};
use crate::audit::rules::ledger::changed_latest_thinking::RULE as CHANGED;
use crate::audit::rules::ledger::dropped_thought::RULE as DROPPED;
use crate::audit::rules::ledger::edited_prefix::RULE as EDITED;
use crate::audit::rules::ledger::prefix::note_edit;
use crate::audit::rules::ledger::stored_item_without_reasoning::{CALL_WITHOUT_REASONING, MESSAGE_WITHOUT_REASONING, RULE as STORED};
use crate::audit::rules::responses::wording::WITHOUT_FOLLOWING_ITEM;
use crate::audit::{Evidence, Rule, Sentence, Severity};
use crate::json::{Places, Value, decimal};
use crate::ledger::fates::Edit;
use crate::ledger::matching::SentPart;
use crate::model::{Part, PartKind, Role};

impl<'d> Search<'_, 'd> {
    /// Lists the breaks of a stretch that no audit finds.
    pub(super) fn unseen(&self, range: &Range<usize>, role: Option<Role>) -> Vec<Break> {
        let mut found: Vec<Break> = Vec::new();
        if role.is_none() {
            found.extend(self.nothing_left(range));
        }
        found.extend(self.turned(range, role));
        found.extend(self.parted(range));
        found.extend(self.bound(range, role));
        found.extend(self.cut(range, role));
        found
    }

    /// A request without anything to answer, which providers refuse in words of their own (coder/coder#22819).
    fn nothing_left(&self, range: &Range<usize>) -> Option<Break> {
        let mut left = self.steps.kinds.iter().enumerate().filter(|(nth, sort)| !range.contains(nth) && **sort != EntryKind::Instruction);
        let broken = || self.of_order(range.start, "Nothing would be left to answer.", None);
        left.next().is_none().then(|| Break { severity: Severity::Reject, evidence: Evidence::Reported, ..broken() })
    }

    /// An order that providers expect and few rules check: the user begins, and is not answered yet. Converse says so
    /// (langgenius/dify#12340, strands-agents/harness-sdk#2087), others refuse one model's calls or another's prefill. A compaction may
    /// begin (pydantic/pydantic-ai#7228).
    fn turned(&self, range: &Range<usize>, role: Option<Role>) -> Option<Break> {
        let kinds = &self.steps.kinds;
        let head = kinds.iter().take_while(|sort| **sort == EntryKind::Instruction).count();
        let whose = role.map(|role| if role == Role::User { EntryKind::Input } else { EntryKind::Answer });
        let first = if range.start > head { head } else { range.end.max(head) };
        let begins = whose.filter(|_| range.start <= head).or(kinds.get(first).copied());
        let compacted = self.facts.parts().any(|(nth, part)| nth == first && part.value.fits(COMPACTION));
        if kinds.get(head) == Some(&EntryKind::Input) && begins == Some(EntryKind::Answer) && !compacted {
            let answer = self.facts.described.behaviour.on_other_beginning;
            return Some(self.of_order(range.start, "The conversation would not begin with the user.", answer));
        }
        let ends = if range.end == kinds.len() { whose.or(self.steps.before(range.start)) } else { None };
        let asks = kinds.last().is_some_and(|last| *last != EntryKind::Answer);
        (asks && ends == Some(EntryKind::Answer)).then(|| self.of_order(range.start, "The conversation would end with the model.", None))
    }

    /// Calls without their results, and results without their calls.
    fn parted(&self, range: &Range<usize>) -> Vec<Break> {
        let mut found = Vec::new();
        let mut alone = vec![true; self.facts.results.len()];
        for [_, result] in &self.steps.pairs {
            alone.get_mut(*result).into_iter().for_each(|alone| *alone = false);
        }
        // The call may be the provider's to keep.
        let stored = self.facts.is_delta();
        let kept = self.facts.results.iter().zip(alone).find(|(result, alone)| stored && *alone && range.contains(&result.entry));
        found.extend(kept.map(|(result, _)| self.of_order(result.entry, PARTED, None)));
        let mut halves = Vec::new();
        for [call, result] in &self.steps.pairs {
            let (Some(call), Some(result)) = (self.facts.calls.get(*call), self.facts.results.get(*result)) else { continue };
            match (range.contains(&call.entry), range.contains(&result.entry)) {
                (false, true) => halves.push((call, result)),
                (true, false) => halves.push((result, call)),
                _ => {}
            }
        }
        let left = self.pointers(&halves.iter().map(|(left, _)| left.place).collect::<Vec<_>>());
        let gone = self.pointers(&halves.iter().map(|(_, gone)| gone.place).collect::<Vec<_>>());
        for (((half, _), pointer), other) in halves.iter().zip(left).zip(gone) {
            found.push(Break { related: vec![other], ..order(half.entry, pointer, PARTED, None) });
        }
        found
    }

    fn of_order(&self, entry: usize, why: &'static str, upstream: Option<&'static str>) -> Break {
        let pointer = self.facts.entries.get(entry).map(|entry| self.request.place(entry.value).pointer).unwrap_or_default();
        order(entry, pointer, why, upstream)
    }

    /// The first thought after the stretch that its model binds to what precedes it, unless a ledger lets the audit see for itself.
    fn bound(&self, range: &Range<usize>, role: Option<Role>) -> Option<Break> {
        let rule = &EDITED;
        let binds = rule.is_of(self.facts.wire) && self.facts.profile.fits(rule.binds);
        // The prefix starts at the latest compaction.
        let compacted = self.facts.parts().filter(|(_, part)| part.value.fits(COMPACTION)).last();
        if !binds || compacted.is_some_and(|(nth, _)| range.end <= nth) {
            return None;
        }
        let (nth, thought) = match &self.facts.matched {
            Some(matched) => {
                let is_strange = |sent_part: &&SentPart<'d>| {
                    sent_part.entry >= range.end && sent_part.kind == PartKind::Thought && sent_part.from.is_none()
                };
                matched.sent.iter().find(is_strange).map(|sent_part| (sent_part.entry, sent_part.value))?
            }
            None => {
                let mut thoughts = self.facts.thoughts();
                thoughts
                    .find(|(nth, part, _)| *nth >= range.end && part.kind == PartKind::Thought)
                    .map(|(nth, part, _)| (nth, part.value))?
            }
        };
        let parts = self.facts.entries.get(range.start).map_or(&[][..], |entry| entry.parts);
        let place = [range.start, parts.iter().position(|part| part.kind != PartKind::Thought).unwrap_or_default()];
        let edit = if role.is_none() { Edit::Gone(place) } else { Edit::Changed(place) };
        let mut found = Found::new(rule);
        let finding = found.at(thought);
        note_edit(self.facts, finding, edit);
        let now = nth - range.len() + usize::from(role.is_some());
        // The worst of what is known without one; of what a ledger should know and does not, the worst as well.
        Some(self.assumed(finding, nth, now, self.facts.matched.as_ref().map(|_| LEDGER)))
    }

    /// Returns the break where a cut may split one response: only a ledger can distinguish neighbouring answers.
    fn cut(&self, range: &Range<usize>, role: Option<Role>) -> Option<Break> {
        let is_cut = |run: &&Range<usize>| [range.start, range.end].iter().any(|cut| run.start < *cut && *cut < run.end);
        self.steps.answers.iter().filter(is_cut).find_map(|run| self.cut_in(range, role, run))
    }

    fn cut_in(&self, range: &Range<usize>, role: Option<Role>, run: &Range<usize>) -> Option<Break> {
        let (facts, profile) = (self.facts, self.facts.profile);
        let of_run = || facts.parts().filter(|(nth, _)| run.contains(nth));
        let thoughts = || of_run().filter(|(_, part)| part.thinking.is_some());
        let is_strange = |sent_part: &SentPart<'_>| run.contains(&sent_part.entry) && sent_part.thinks && sent_part.from.is_none();
        if facts.matched.as_ref().is_some_and(|matched| !matched.sent.iter().any(is_strange)) {
            return None;
        }
        let left = of_run().find(|(nth, _)| !range.contains(nth));
        let gone = thoughts().find(|(nth, _)| range.contains(nth));
        let is_latest =
            !self.steps.kinds.iter().enumerate().any(|(nth, sort)| nth >= run.end && *sort == EntryKind::Answer && !range.contains(&nth));
        let claude = CHANGED.is_of(facts.wire) && profile.fits("vendor=anthropic");
        let named =
            of_run().find(|(nth, part)| !range.contains(nth) && gone.is_some_and(|(gone, _)| gone < *nth) && part.value.fits("id:s"));
        let orphan = of_run().find(|(nth, part)| nth + 1 == range.start && part.kind == PartKind::Thought && part.value.fits("id:s"));
        let without_reasoning =
            |part: &Part<'_>| if part.kind == PartKind::Call { &CALL_WITHOUT_REASONING } else { &MESSAGE_WITHOUT_REASONING };
        let (rule, (nth, part), sentence): (&'static Rule, _, Option<&'static Sentence>) = if claude && is_latest {
            (&CHANGED, thoughts().find(|(nth, _)| !range.contains(nth)).or(left)?, CHANGED.upstream.first())
        } else if self.is_stored() && orphan.is_some() {
            (&STORED, orphan?, Some(&WITHOUT_FOLLOWING_ITEM))
        } else if self.is_stored() && gone.is_some_and(|(_, part)| part.value.fits("id:s")) && named.is_some() {
            (&STORED, named?, Some(without_reasoning(named?.1)))
        } else if facts.described.behaviour.asks_for_all_thoughts && thoughts().next().is_some()
            || gone.is_some() && run.end > facts.round && facts.calls_now()
        {
            (&DROPPED, left?, None)
        } else {
            return None;
        };
        let word = |part: Option<Value<'_>>| part.map(|part| part.word("id").to_owned()).unwrap_or_default();
        let mut found = Found::new(rule);
        let finding = found.at(part.value).with(ResponseCut { id: word(Some(part.value)), needs: word(gone.map(|(_, part)| part.value)) });
        finding.sentence = sentence;
        // Recordings show a refusal only for reasoning without its item.
        if rule == &STORED && orphan.is_none() {
            finding.evidence = Evidence::Reported;
        }
        let now = if nth < range.start { nth } else { nth - range.len() + usize::from(role.is_some()) };
        Some(self.assumed(finding, nth, now, Some(LEDGER)))
    }

    /// A break that no audit has found, at a part of an entry that would have another number.
    fn assumed(&self, finding: &Finding<'_>, entry: usize, now: usize, needs: Option<&'static str>) -> Break {
        let holder = self.facts.entries.get(entry).map_or(finding.place, |entry| entry.value);
        let [pointer, head] = [finding.place, holder].map(|value| self.request.place(value).pointer);
        let list = head.rsplit_once('/').map_or("", |(list, _)| list);
        let tail = pointer.strip_prefix(head.as_str()).unwrap_or_default();
        let answer = ProviderAnswer::of(finding, [list, "/", &decimal(now), tail].concat());
        let Finding { rule, severity, evidence, .. } = *finding;
        Break { rule: Some(rule), why: "", severity, evidence, pointer, related: Vec::new(), answer, needs, entry: Some(entry) }
    }

    /// Returns `true` if an item with an id refers to what the provider stores under it.
    pub(super) fn is_stored(&self) -> bool {
        STORED.is_of(self.facts.wire) && self.facts.profile.fits(STORED.binds) && self.facts.body.fits(STORED.when)
    }

    /// The places of values, found in one walk.
    fn pointers(&self, values: &[Value<'_>]) -> Vec<String> {
        let mut places = Places::new(self.request);
        let mut pointers = vec![String::new(); values.len()];
        let mut pairs: Vec<_> = values.iter().zip(&mut pointers).collect();
        pairs.sort_by_key(|(value, _)| value.span().start);
        for (value, pointer) in pairs {
            *pointer = places.place(*value).pointer;
        }
        pointers
    }
}

/// Makes a break of order, which no rule finds. It is a refusal only where the provider's words are known.
fn order(entry: usize, pointer: String, why: &'static str, upstream: Option<&'static str>) -> Break {
    let (severity, evidence) = match upstream {
        Some(_) => (Severity::Reject, Evidence::Reported),
        None => (Severity::Advice, Evidence::Inferred),
    };
    let answer = upstream.map(ProviderAnswer::word);
    Break { rule: None, why, severity, evidence, pointer, related: Vec::new(), answer, needs: None, entry: Some(entry) }
}

details! {
    /// The ids of a part that would stay and of a thought of the same response that would go, for the provider's answer.
    struct ResponseCut { id: String, needs: String }
    message => "The rewrite would separate `{id}` from `{needs}` of the same response."
}

/// How a compaction calls itself.
const COMPACTION: &str = "type=compaction|compaction_summary";

const PARTED: &str = "A call and its result would be parted.";

/// The need of a break that only recorded answers can settle.
const LEDGER: &str = "needs a ledger";
