//! Compaction safety: whether a stretch of a conversation can be dropped, or a summary put in its place, without breaking what is signed.
//!
//! The audit is the judge: a rewrite is safe if the audit of the rewritten request finds no refusal and no loss that it does not find
//! in the request as it is. If only a ledger could decide, and there is none, the worst is assumed: a thought after the stretch whose
//! model binds it to what precedes it is broken, and what one response answer is not parted.
//!
//! A stretch that is unsafe may be safe in another size. Only cuts between whole steps are worth a try, and of those the nearest for every sort
//! of neighbour, so that a handful of audits finds the smallest stretch around the one asked for, and the largest inside it.
//!
//! ```
//! use rethought::audit::{Options, RewriteMethod, can_rewrite};
//! use rethought::json::scan;
//! use rethought::model::{Target, Wire};
//!
//! let request = scan(br#"{"model":"claude-opus-4-8","max_tokens":9000,"thinking":{"type":"adaptive"},"messages":[
//!     {"role":"user","content":"How many?"},
//!     {"role":"assistant","content":[{"type":"thinking","thinking":"","signature":"EqQBCkYIAxgCKkDc"},{"type":"tool_use","id":"toolu_1","name":"grep","input":{}}]},
//!     {"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"3"}]},
//!     {"role":"assistant","content":"Three."},
//!     {"role":"user","content":"And now?"}]}"#)?;
//! let target = Target::new(Wire::ANTHROPIC_MESSAGES);
//! let rewrite = can_rewrite(&request, &target, &Options::default(), 2..3, RewriteMethod::Drop)?;
//! assert_eq!(rewrite.breaks.first().map(|broken| broken.pointer.as_str()), Some("/messages/1/content/1"));
//! assert_eq!((rewrite.smallest, rewrite.largest), (Some(1..3), None));
//! # Ok::<(), rethought::Error>(())
//! ```

mod rewritten;
mod steps;
mod unseen;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use super::details::Args;
use super::engine::{judge, with_facts};
use super::facts::Facts;
use super::grade::{Evidence, Severity};
use super::rule::Rule;
use super::rules::ledger::edited_prefix;
use super::sentence::Sentence;
use super::{Finding, HOST, LISTED_HOST, Options, Report, STORED, Verdict};
use crate::error::{Code, Error};
use crate::json::{Document, Places};
use crate::model::{Role, Target};
use crate::request::RequestFacts;
use rewritten::RewrittenRequest;
use steps::{EntryKind, Steps};

/// The method by which a stretch of entries is rewritten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RewriteMethod {
    /// It is removed.
    Drop,
    /// A text takes its place, the user's or the model's, whichever keeps the order of the roles.
    Summary,
}

/// The answer to the question whether a stretch of entries can be rewritten.
pub struct Rewrite {
    /// The breaks that it would cause. None, if it is safe.
    pub breaks: Vec<Break>,
    /// Whose text a summary is.
    pub role: Option<Role>,
    /// The smallest stretch around it that is safe.
    pub smallest: Option<Range<usize>>,
    /// The largest stretch inside it that is safe.
    pub largest: Option<Range<usize>>,
    /// The thoughts that would have to go with it, where thoughts are bound to what precedes them.
    pub elision: Option<Elision>,
    /// The needs that are open: with them known, the answer would be sure.
    pub open: Vec<&'static str>,
    /// How many audits it took to find out.
    pub audits: usize,
}

/// Something that a rewrite would break.
pub struct Break {
    /// The rule; nothing for an order that no rule checks.
    pub rule: Option<&'static Rule>,
    /// The reason, where no rule says it.
    pub why: &'static str,
    /// The consequence.
    pub severity: Severity,
    /// How that is known.
    pub evidence: Evidence,
    /// The thought, call or result, in the request as it is.
    pub pointer: String,
    /// The places that belong to it: the other half of a call and its result.
    pub related: Vec<String>,
    /// The provider's answer, where it would refuse.
    pub answer: Option<ProviderAnswer>,
    /// The need that would settle it, where the worst was assumed.
    pub needs: Option<&'static str>,
    /// The entry that holds it, or that it represents.
    entry: Option<usize>,
}

/// A provider's answer to the rewritten request.
pub struct ProviderAnswer {
    /// The rule's sentence, or the words themselves where there is no rule.
    pub sentence: Result<&'static Sentence, &'static str>,
    /// The details that go into it.
    pub args: Args<'static>,
    /// The place in the rewritten request, whose numbers go into it too.
    pub pointer: String,
}

impl ProviderAnswer {
    fn of(finding: &Finding<'_>, pointer: String) -> Option<Self> {
        let args = finding.args().into_iter().map(|(name, text)| (name, Cow::Owned(text.into_owned())));
        Some(Self { sentence: Ok(finding.sentence?), args: args.collect(), pointer })
    }

    fn word(words: &'static str) -> Self {
        Self { sentence: Err(words), args: Vec::new(), pointer: String::new() }
    }
}

impl Break {
    /// Returns the provider's answer, literally.
    #[must_use]
    pub fn upstream(&self) -> Option<String> {
        let answer = self.answer.as_ref()?;
        match answer.sentence {
            Ok(sentence) => Some(sentence.fill(&answer.pointer, &answer.args)),
            Err(words) => Some(words.to_owned()),
        }
    }
}

/// Thoughts that a rewrite makes invalid although they are not in its stretch.
#[derive(Debug)]
pub struct Elision {
    /// Where they are, in the request as it is.
    pub thoughts: Vec<String>,
    /// The verdict if they are left out as well.
    pub verdict: Verdict,
}

/// Tells whether entries of a request, by their numbers on the wire, can be dropped or summarised on the way to a target.
///
/// # Errors
/// A stretch that is empty or not in the request; tables of the caller that cannot be read.
pub fn can_rewrite(
    request: &Document<'_>,
    target: &Target,
    options: &Options<'_>,
    range: Range<usize>,
    method: RewriteMethod,
) -> Result<Rewrite, Error> {
    let mut answer = None;
    with_facts(request, target, options, None, &mut |facts| {
        let mut search = Search { request, target, options, facts, steps: Steps::new(facts), known: Known::default(), method, audits: 1 };
        search.known = search.grave(&judge(facts, options));
        answer = Some(search.answer(range.clone()));
    })?;
    answer.unwrap_or_else(|| Err(Error::new(Code::Input, "no report")))
}

struct Search<'s, 'd> {
    request: &'s Document<'s>,
    target: &'s Target,
    options: &'s Options<'s>,
    facts: &'s Facts<'d>,
    steps: Steps,
    /// The grave findings of the request as it is.
    known: Known,
    method: RewriteMethod,
    audits: usize,
}

/// The grave findings of a request, looked up for each finding of a rewritten one.
#[derive(Default)]
struct Known {
    /// The gravest severity of each rule at each place.
    places: BTreeMap<(&'static str, String), Severity>,
    /// How many findings each rule has.
    counts: BTreeMap<&'static str, usize>,
}

/// The outcome of one attempt at a rewrite.
#[derive(Default)]
struct Attempt {
    breaks: Vec<Break>,
    role: Option<Role>,
}

impl Attempt {
    /// Adds what no audit sees. If an audit has reported an entry, its finding only gets the related places.
    fn add(&mut self, unseen: Vec<Break>) {
        let mut order: Vec<usize> = (0..self.breaks.len()).collect();
        order.sort_by_key(|nth| self.entry(*nth));
        for one in unseen {
            let at = order.binary_search_by(|nth| self.entry(*nth).cmp(&one.entry)).ok();
            match at.and_then(|at| order.get(at)).and_then(|nth| self.breaks.get_mut(*nth)) {
                Some(reported) if one.rule.is_none() || one.needs.is_some() => reported.related.extend(one.related),
                _ => self.breaks.push(one),
            }
        }
    }

    fn entry(&self, nth: usize) -> Option<usize> {
        self.breaks.get(nth).and_then(|broken| broken.entry)
    }
}

impl Search<'_, '_> {
    fn answer(mut self, asked: Range<usize>) -> Result<Rewrite, Error> {
        if asked.is_empty() || asked.end > self.steps.kinds.len() {
            return Err(Error::new(Code::Input, "the range must hold entries of the request, and at least one").in_value("/range"));
        }
        let Attempt { breaks, role } = self.attempt(&asked, true)?;
        let (mut smallest, mut largest, mut elision) = (Some(asked.clone()), Some(asked.clone()), None);
        if !breaks.is_empty() {
            let bound = breaks.iter().filter(|broken| is_bound(broken)).filter_map(|broken| broken.entry).max();
            smallest = self.first(self.around(&asked), bound)?;
            largest = self.first(self.within(&asked), bound)?;
            elision = bound.map(|_| self.elide(&asked, role)).transpose()?;
        }
        Ok(Rewrite { breaks, role, smallest, largest, elision, open: self.open(), audits: self.audits })
    }

    /// Tries a stretch: what it breaks, all of it or enough to know that it does.
    fn attempt(&mut self, range: &Range<usize>, all: bool) -> Result<Attempt, Error> {
        let mut best: Option<Attempt> = None;
        for role in self.roles(range) {
            let unseen = self.unseen(range, role);
            if !all && !unseen.is_empty() {
                best = best.or(Some(Attempt { breaks: unseen, role }));
                continue;
            }
            let rewritten = RewrittenRequest::new(self, range, role, &[])?;
            let mut attempt = self.judged(&rewritten)?;
            attempt.add(unseen);
            let is_safe = attempt.breaks.is_empty();
            if best.as_ref().is_none_or(|best| attempt.breaks.len() < best.breaks.len()) {
                best = Some(attempt);
            }
            if is_safe {
                break;
            }
        }
        Ok(best.unwrap_or_default())
    }

    /// Who may say the summary, the likelier first; nobody says what is dropped.
    fn roles(&self, range: &Range<usize>) -> Vec<Option<Role>> {
        let between = (self.steps.before(range.start), self.steps.after(range.end));
        match (self.method, between) {
            (RewriteMethod::Drop, _) => vec![None],
            (RewriteMethod::Summary, (Some(EntryKind::Input), Some(EntryKind::Input))) => vec![Some(Role::Assistant), Some(Role::User)],
            (RewriteMethod::Summary, (_, Some(EntryKind::Input))) => vec![Some(Role::User), Some(Role::Assistant)],
            // Before an answer, a text of the model's would become its beginning; at the end, it would not be answered.
            (RewriteMethod::Summary, _) => vec![Some(Role::User)],
        }
    }

    /// The first of several stretches that is safe. Each has to reach beyond the thoughts that are known to break otherwise.
    fn first(&mut self, ranges: Vec<Range<usize>>, mut bound: Option<usize>) -> Result<Option<Range<usize>>, Error> {
        let enough = self.audits + MOST;
        for range in ranges {
            if bound.is_some_and(|bound| range.end <= bound) {
                continue;
            }
            if self.audits >= enough {
                break;
            }
            let Attempt { breaks, .. } = self.attempt(&range, false)?;
            if breaks.is_empty() {
                return Ok(Some(range));
            }
            bound = breaks.iter().filter(|broken| is_bound(broken)).filter_map(|broken| broken.entry).chain(bound).max();
        }
        Ok(None)
    }

    /// The stretches around one, the smallest first. The question that is open stays, unless it was to go or the summary asks it; so do
    /// the instructions at the head.
    fn around(&self, asked: &Range<usize>) -> Vec<Range<usize>> {
        let Steps { kinds, .. } = &self.steps;
        let question = if self.method == RewriteMethod::Drop { self.facts.round.checked_sub(1) } else { None };
        let head = kinds.iter().take_while(|sort| **sort == EntryKind::Instruction).count();
        let floor = question.filter(|nth| *nth < asked.start).map_or(0, |nth| nth + 1).max(head).min(asked.start);
        let ceiling = question.filter(|nth| *nth >= asked.end).unwrap_or(kinds.len());
        let starts = self.steps.stops((floor..=asked.start).rev(), |cut| cut.checked_sub(1));
        let mut ends = self.steps.stops(asked.end..=ceiling, Some);
        // Beyond the last thought, nothing is bound any more.
        let thought = self.facts.thoughts().last().map_or(0, |(nth, ..)| nth + 1);
        ends.extend((thought.max(asked.end)..=ceiling).find(|cut| self.steps.is_clean(*cut)));
        in_pairs(&starts, &ends, asked)
    }

    /// The stretches inside one, the largest first.
    fn within(&self, asked: &Range<usize>) -> Vec<Range<usize>> {
        let starts = self.steps.stops(asked.clone(), |cut| cut.checked_sub(1));
        let ends = self.steps.stops((asked.start + 1..=asked.end).rev(), Some);
        let mut ranges = in_pairs(&starts, &ends, asked);
        ranges.reverse();
        ranges
    }

    /// Lists the needs that are open: of the target, or of what the provider stores.
    fn open(&self) -> Vec<&'static str> {
        let RequestFacts { profile, .. } = **self.facts;
        let known = [
            (!self.facts.is_delta(), STORED),
            (profile.fits("vendor,dialect"), if profile.get("host").is_some() { LISTED_HOST } else { HOST }),
            (profile.fits("name"), "needs the model"),
        ];
        known.into_iter().filter(|(known, _)| !known).map(|(_, what)| what).collect()
    }

    /// Lists the grave findings of a report, with their places in the request as it is.
    fn grave(&self, report: &Report<'_>) -> Known {
        let mut places = Places::new(self.request);
        let mut known = Known::default();
        for finding in report.findings.iter().filter(|finding| Verdict::of(finding) > Verdict::Accepted) {
            let place = (finding.rule.id, places.place(finding.place).pointer);
            let gravest = known.places.entry(place).or_insert(finding.severity);
            *gravest = finding.severity.max(*gravest);
            *known.counts.entry(finding.rule.id).or_default() += 1;
        }
        known
    }
}

/// So many audits are enough to find a stretch: there are few kinds of neighbours.
const MOST: usize = 16;

fn is_bound(broken: &Break) -> bool {
    broken.rule.is_some_and(|rule| rule.id == edited_prefix::RULE.id)
}

/// Every stretch between two cuts, the smallest first, but for the one that was asked.
fn in_pairs(starts: &[usize], ends: &[usize], asked: &Range<usize>) -> Vec<Range<usize>> {
    let mut ranges: Vec<Range<usize>> = Vec::new();
    for range in starts.iter().flat_map(|start| ends.iter().map(|end| *start..*end)) {
        if !range.is_empty() && range != *asked && !ranges.contains(&range) {
            ranges.push(range);
        }
    }
    ranges.sort_by_key(|range| (range.len(), range.start));
    ranges
}
