//! A request as it would be: with a stretch of entries dropped or summarised, and thoughts left out; and what the audit says of it.

use std::collections::BTreeMap;
use std::ops::Range;

use super::{Attempt, Break, Elision, ProviderAnswer, Search};
use crate::audit::engine::{judge, with_facts};
use crate::audit::{Evidence, Facts, Finding, Severity, Verdict};
use crate::error::Error;
use crate::json::{Changes, Kind, Places, Value, decimal, scan};
use crate::model::{Entry, PartKind, Role};
use crate::wires::WireDescription;

/// The text of a rewritten request, and which of its entries are new.
pub(super) struct RewrittenRequest {
    text: Vec<u8>,
    role: Option<Role>,
    /// For each entry that is left, the number that it had.
    kept: Vec<usize>,
    /// The place of the summary, or the place where it would be.
    start: usize,
}

impl RewrittenRequest {
    /// Drops a stretch, or puts a summary in its place, and leaves out thoughts.
    pub(super) fn new(search: &Search<'_, '_>, range: &Range<usize>, role: Option<Role>, without: &[Value<'_>]) -> Result<Self, Error> {
        let mut changes = Changes::new(search.request);
        let mut kept = Vec::with_capacity(search.facts.entries.len());
        let is_out = |value: Value<'_>| without.binary_search_by_key(&value.span(), |out| out.span()).is_ok();
        for (nth, entry) in search.facts.entries.iter().enumerate() {
            let all_out = !entry.parts.is_empty() && entry.parts.iter().all(|part| is_out(part.value));
            match role.filter(|_| nth == range.start) {
                Some(role) => {
                    kept.push(nth);
                    changes.replace(entry.value, &summary(search.facts.described, role, entry))?;
                }
                None if range.contains(&nth) || all_out => changes.remove(entry.value)?,
                None => {
                    kept.push(nth);
                    for part in entry.parts.iter().filter(|part| is_out(part.value)) {
                        changes.remove(part.value)?;
                    }
                }
            }
        }
        Ok(Self { text: changes.apply()?, role, kept, start: range.start })
    }
}

impl Search<'_, '_> {
    /// Lists the findings in the rewritten request that the request does not have.
    pub(super) fn judged(&mut self, rewritten: &RewrittenRequest) -> Result<Attempt, Error> {
        self.audits += 1;
        let mut attempt = Attempt { role: rewritten.role, ..Attempt::default() };
        let document = scan(&rewritten.text)?;
        with_facts(&document, self.target, self.options, None, &mut |facts| {
            let report = judge(facts, self.options);
            // Entries and what is in them are walked apart: each walk moves forward.
            let mut places = [Places::new(&document), Places::new(&document)];
            let mut counts = BTreeMap::new();
            for finding in report.findings.iter().filter(|finding| finding.severity >= Severity::Degrade) {
                *counts.entry(finding.rule.id).or_default() += 1;
            }
            for finding in report.findings.iter().filter(|finding| Verdict::of(finding) > Verdict::Accepted) {
                let broken = self.broken(rewritten, facts, finding, &mut places);
                if self.is_new(&broken, &counts) {
                    attempt.breaks.push(broken);
                }
            }
        })?;
        Ok(attempt)
    }

    /// A loss that is only reported at another place, because the first is gone, is not new; a refusal is.
    fn is_new(&self, broken: &Break, counts: &BTreeMap<&str, usize>) -> bool {
        let Some(rule) = broken.rule else { return true };
        let there = self.known.places.get(&(rule.id, broken.pointer.clone()));
        if there.is_some_and(|severity| *severity >= broken.severity) {
            return false;
        }
        broken.severity == Severity::Reject || self.known.counts.get(rule.id) < counts.get(rule.id)
    }

    /// A finding of the rewritten request, with its places in the request.
    fn broken(&self, rewritten: &RewrittenRequest, facts: &Facts<'_>, finding: &Finding<'_>, places: &mut [Places<'_>; 2]) -> Break {
        let [_, inner] = &mut *places;
        let now = inner.place(finding.place).pointer;
        let answer = ProviderAnswer::of(finding, now.clone());
        let (pointer, entry) = self.back(rewritten, facts, finding.place, now, places);
        let mut related: Vec<String> = Vec::new();
        for place in &finding.related {
            let [_, inner] = &mut *places;
            let now = inner.place(*place).pointer;
            related.push(self.back(rewritten, facts, *place, now, places).0);
        }
        let Finding { rule, severity, evidence, .. } = *finding;
        Break { rule: Some(rule), why: "", severity, evidence, pointer, related, answer, needs: None, entry }
    }

    /// The pointer that a place of the rewritten request has in the request, and the number of its entry.
    fn back(
        &self,
        rewritten: &RewrittenRequest,
        facts: &Facts<'_>,
        place: Value<'_>,
        now: String,
        [entries, _]: &mut [Places<'_>; 2],
    ) -> (String, Option<usize>) {
        let at = facts.entries.partition_point(|entry| entry.value.span().end <= place.span().start);
        let holder = facts.entries.get(at).filter(|entry| entry.value.span().start <= place.span().start);
        let (Some(entry), Some(was)) = (holder, rewritten.kept.get(at)) else { return (now, None) };
        let head = entries.place(entry.value).pointer;
        let tail = now.strip_prefix(head.as_str()).filter(|_| rewritten.role.is_none() || *was != rewritten.start).unwrap_or_default();
        match head.rsplit_once('/').filter(|(_, number)| number.parse::<usize>().is_ok()) {
            Some((list, _)) => ([list, "/", &decimal(*was), tail].concat(), Some(*was)),
            // An input that is not a list.
            None => (now, Some(*was)),
        }
    }

    /// The thoughts after a stretch that it makes invalid, and what comes of it if they are left out as well.
    pub(super) fn elide(&mut self, range: &Range<usize>, role: Option<Role>) -> Result<Elision, Error> {
        let later = self.facts.thoughts().filter(|(nth, part, _)| *nth >= range.end && part.kind == PartKind::Thought);
        let later: Vec<(usize, Value<'_>)> = later.map(|(nth, part, _)| (nth, part.value)).collect();
        let mut places = Places::new(self.request);
        let thoughts = later.iter().map(|(_, thought)| places.place(*thought).pointer).collect();
        let values: Vec<Value<'_>> = later.iter().map(|(_, thought)| *thought).collect();
        let rewritten = RewrittenRequest::new(self, range, role, &values)?;
        let mut verdict = self.judged(&rewritten)?.breaks.iter().map(Break::verdict).max().unwrap_or(Verdict::Accepted);
        // "Inside a tool-use turn … required": nothing is refused, and the turn continues without its thoughts.
        if self.facts.calls_now() && later.last().is_some_and(|(nth, _)| *nth >= self.facts.round) {
            verdict = verdict.max(Verdict::Degraded);
        }
        // An item that the provider stores under an id needs the reasoning before it.
        if self.is_stored() && values.iter().any(|item| item.fits("id:s")) {
            verdict = verdict.max(Verdict::LikelyRejected);
        }
        Ok(Elision { thoughts, verdict })
    }
}

impl Break {
    fn verdict(&self) -> Verdict {
        match self.severity {
            Severity::Reject if self.evidence >= Evidence::Documented => Verdict::Rejected,
            Severity::Reject => Verdict::LikelyRejected,
            Severity::Degrade => Verdict::Degraded,
            Severity::Advice => Verdict::Accepted,
        }
    }
}

/// A text in the place of a stretch, as the wire writes it.
fn summary(described: &WireDescription, role: Role, first: &Entry<'_>) -> Vec<u8> {
    // An input may be a text and nothing more.
    if first.value.kind() == Kind::String {
        return TEXT.into();
    }
    let [user, answer] = described.summaries;
    let [before, after] = if role == Role::User { user } else { answer };
    [before, TEXT, after].concat().into_bytes()
}

/// The text of a summary. Only its presence matters to the audit.
const TEXT: &str = "\"What was said so far, in short.\"";
