//! Compares the prefix of a thought in the request with its original prefix.

use super::matched::LedgerMatch;
use crate::json::{Digest, Value};
use crate::ledger::matching::SentPart;
use crate::ledger::{Answer, EmittedPart};
use crate::model::PartKind;
use crate::request::RequestFacts;
use crate::request::{PrefixBlock, PrefixChain, since_restart};

/// A thought whose prefix was edited.
pub struct Edited<'m, 'd> {
    /// Its place in the request.
    pub sent: &'m SentPart<'d>,
    /// The answer that it came in.
    pub recorded: &'d Answer,
    /// The part of the prefix that was changed.
    pub part: Part,
}

/// A part of a prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The instructions.
    System,
    /// The tools.
    Tools,
    /// A block, by its original place, or by its current place if there was none.
    Changed([usize; 2]),
    /// Blocks are missing from there on.
    Gone([usize; 2]),
    /// The thought before it is missing, and an earlier one is not.
    Gap,
    /// A thought is before it that was not sent when it was made.
    Returned,
    /// A later thought of the same answer is before it.
    Reordered,
}

/// Returns `true` for an answer that is bound to its prefix and must be checked.
pub type Bound<'b, 'd> = dyn Fn(&SentPart<'d>, &'d Answer) -> bool + 'b;

/// The reason why a thought has another prefix.
enum Why {
    /// One part of the prefix was changed.
    Part(Part),
    /// The blocks were changed.
    Blocks,
}

impl<'d> LedgerMatch<'d> {
    /// Returns the first thought with a changed prefix, and the changed part.
    #[must_use]
    pub fn edited(&self, facts: &RequestFacts<'d>, bound: &Bound<'_, 'd>) -> Option<Edited<'_, 'd>> {
        let (sent, why) = self.displaced(facts, bound, Some(1)).pop()?;
        let from = sent.from?;
        let part = match why {
            Why::Part(part) => part,
            Why::Blocks => self.first_change(sent, from)?,
        };
        Some(Edited { sent, recorded: self.emitted(from)?.0, part })
    }

    /// Returns all thoughts to remove so that no thought with a changed prefix is left, in order.
    #[must_use]
    pub fn edited_prefix_thoughts(&self, facts: &RequestFacts<'d>, bound: &Bound<'_, 'd>) -> Vec<Value<'d>> {
        self.displaced(facts, bound, None).into_iter().map(|(sent, _)| sent.value).collect()
    }

    /// Returns the thoughts whose prefix was edited, up to `most` if given. A thought after one of them is compared as if that one were missing.
    fn displaced(&self, facts: &RequestFacts<'d>, bound: &Bound<'_, 'd>, most: Option<usize>) -> Vec<(&SentPart<'d>, Why)> {
        let (system, tools) = (self.identified.settings.system(), self.identified.settings.tools());
        if self.held().is_some_and(|held| !held.is_whole) {
            return Vec::new();
        }
        // OpenAI mentions only the items.
        let items = facts.described.has_items();
        let (mut displaced, mut before) = (Vec::new(), None);
        let latest = self.identified.sent.walk.at.summaries;
        let is_judged = |sent: &&SentPart<'d>| sent.kind == PartKind::Thought && sent.trace.handle.is_some() && sent.summaries == latest;
        for sent in self.sent.iter().filter(is_judged) {
            let known = sent.from.and_then(|from| Some((from, self.emitted(from)?)));
            let known = known.filter(|(_, (recorded, _))| bound(sent, recorded) && has_prefix(recorded));
            let why = known.and_then(|([_, part], (recorded, emitted))| {
                if !items && recorded.system != system {
                    Some(Why::Part(Part::System))
                } else if !items && recorded.tools != tools {
                    Some(Why::Part(Part::Tools))
                } else if recorded.chain_before(part) != sent.chain && !self.is_kept(sent, (recorded, part), bound) {
                    Some(Why::Blocks)
                } else if items {
                    None
                } else {
                    self.gap(before?, sent, emitted).map(Why::Part)
                }
            });
            match why {
                Some(why) => displaced.push((sent, why)),
                None => before = Some(sent),
            }
            if most == Some(displaced.len()) {
                break;
            }
        }
        displaced
    }

    /// Returns the fault in the thoughts before a thought. `before` is the last of them.
    fn gap(&self, before: &SentPart<'_>, sent: &SentPart<'_>, emitted: &EmittedPart) -> Option<Part> {
        if before.trace.handle.is_none_or(|handle| self.follows(emitted, handle)) {
            return None;
        }
        let is_there = |after| self.sent.iter().any(|sent| sent.trace.handle == Some(after));
        let later = |[answer, part]: [usize; 2], [of, then]: [usize; 2]| answer == of && part > then;
        Some(match before.from.zip(sent.from) {
            Some((other, own)) if later(other, own) => Part::Reordered,
            _ if emitted.after.is_none_or(is_there) => Part::Returned,
            _ => Part::Gap,
        })
    }

    /// Returns `true` if a thought was made after the one with that handle.
    fn follows(&self, emitted: &EmittedPart, handle: Digest) -> bool {
        let others = |after: Digest| {
            let known = self.sent.iter().filter_map(|sent| sent.from.and_then(|from| self.emitted(from)));
            known.into_iter().any(|(_, one)| one.issued(after) && one.issued(handle))
        };
        emitted.after.is_some_and(|after| after == handle || others(after))
    }

    /// Returns the first changed block before a thought.
    fn first_change(&self, sent: &SentPart<'_>, [answer, part]: [usize; 2]) -> Option<Part> {
        let recorded = self.answers.get(answer)?.recorded;
        let now = self.blocks_now(sent)?;
        let (skipped, then) = self.blocks_then(recorded, part);
        let is_same = |(then, now): (&PrefixBlock, &PrefixBlock)| then.digest == now.digest;
        let same = then.iter().zip(now.iter().skip(skipped)).take_while(|pair| is_same(*pair)).count();
        // The unknown part of the prefix may be the changed one.
        let at =
            if same == then.len().min(now.len().saturating_sub(skipped)) && skipped > 0 && same == then.len() { 0 } else { skipped + same };
        let place = at.checked_sub(skipped).and_then(|at| then.get(at)).or_else(|| now.get(at)).map(|block| block.place)?;
        let mut kept = now.iter().skip(skipped).map(|block| block.digest).peekable();
        for block in &then {
            kept.next_if_eq(&block.digest);
        }
        let depth = skipped + then.len();
        Some(if now.len() < depth && kept.peek().is_none() { Part::Gone(place) } else { Part::Changed(place) })
    }

    /// Returns `true` if a thought was kept after a summary that the API wrote on demand in place of the original prefix; or if that is unknown.
    ///
    /// Such a thought stays valid under two conditions. A model that binds thoughts wrote the summary, under the same instructions and tools. The content that
    /// the summary replaces, with the kept blocks after it, is the original prefix.
    fn is_kept(&self, sent: &SentPart<'d>, (recorded, part): (&'d Answer, usize), bound: &Bound<'_, 'd>) -> bool {
        let is_before = |one: &&SentPart<'d>| one.trace.sort == "compaction" && one.summaries + 1 == sent.summaries;
        let Some(summary) = self.sent.iter().rfind(is_before) else { return false };
        let Some(now) = self.blocks_now(sent) else { return true };
        let issued = summary.from.and_then(|from| self.emitted(from)).map(|(issued, _)| issued);
        let (skipped, then) = self.blocks_then(recorded, part);
        let [here, as_issued] = [now.first().map(|first| first.digest), issued.and_then(Answer::summary)];
        // A thought that was made after the summary is bound to it.
        if then.first().is_some_and(|first| skipped == 0 && first.restarts && [here, as_issued].contains(&Some(first.digest))) {
            return false;
        }
        let Some(issued) = issued else { return true };
        let prompt = issued.prompt();
        if now.iter().skip(1).fold(prompt, PrefixChain::after) == recorded.chain_before(part) {
            return bound(sent, issued) && issued.system == recorded.system && issued.tools == recorded.tools;
        }
        // The summary may include an earlier one, which replaced the original prefix.
        let before = self.ledger.blocks_before(prompt);
        issued.thread.is_some() || before.len() < prompt.depth || before.first().is_some_and(|first| first.restarts)
    }

    /// Returns the blocks before a part of the request. Returns `None` if the provider holds some that are not on record.
    fn blocks_now(&self, sent: &SentPart<'_>) -> Option<Vec<PrefixBlock>> {
        let walk = &self.identified.sent.walk;
        let unlisted = walk.at.unlisted();
        let held = walk.prompts.first().filter(|_| unlisted > 0).map(|prompt| self.ledger.blocks_before(*prompt)).unwrap_or_default();
        let listed = walk.blocks.get(..sent.chain.depth.checked_sub(unlisted)?)?;
        (held.len() == unlisted).then(|| [held.as_slice(), listed].concat())
    }

    /// Returns the original blocks before a part of an answer, and the number of unknown blocks before them.
    fn blocks_then(&self, recorded: &Answer, part: usize) -> (usize, Vec<PrefixBlock>) {
        let own: Vec<PrefixBlock> = recorded.blocks.iter().take_while(|block| block.place < [recorded.entries, part]).cloned().collect();
        if let Some(since) = since_restart(&own) {
            return (0, since.to_vec());
        }
        let PrefixChain { depth, .. } = recorded.base;
        let earlier = self.ledger.blocks_before(recorded.base);
        (depth.saturating_sub(earlier.len()), [earlier, own].concat())
    }
}

/// Returns `true` if the prefix of an answer is on record. Earlier versions did not keep it on every wire, and the beginning of a thread may be missing.
fn has_prefix(recorded: &Answer) -> bool {
    recorded.thread.is_none() && (recorded.base.depth > 0 || !recorded.blocks.is_empty() || recorded.entries == 0)
}
