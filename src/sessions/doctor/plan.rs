//! What the provider will refuse in the next request, and what has to be removed from the file for that.

use super::blame::{Blame, blamed_parts};
use super::handle::{HandleState, JudgedHandle, JudgedPart, judge_handle};
use super::options::DoctorOptions;
use super::removal::{Loss, Removal};
use super::request::NextRequest;
use crate::audit::{Facts, Finding, Options, Report, RuleTexts, Verdict, audit};
use crate::error::Error;
use crate::json::{Document, Places, Span, Value, lossy, scan};
use crate::model::{Part, PartKind};
use crate::sessions::resumed::Source;

/// A finding in the next request.
pub struct NextFinding {
    pub rule: &'static str,
    pub verdict: Verdict,
    pub message: String,
    pub pointer: String,
    pub source: Option<Source>,
}

/// The outcome of the audit of the next request.
pub struct Plan {
    pub verdict: Verdict,
    pub findings: Vec<NextFinding>,
    pub removals: Vec<Removal>,
    /// The number of genuine handles that stay.
    pub kept: usize,
}

/// Audits the next request and plans the removals.
pub fn plan(next: &NextRequest, blame: Option<&Blame>, options: &DoctorOptions) -> Result<Plan, Error> {
    let document = scan(&next.text)?;
    audit(&document, &next.target, &Options::default(), |facts, report| {
        Planner::new(next, facts, &document, &report).plan(&report, blame, options)
    })
}

struct Planner<'p, 'd> {
    next: &'p NextRequest,
    facts: &'p Facts<'d>,
    document: &'d Document<'d>,
    thoughts: Vec<JudgedPart<'d>>,
}

impl<'p, 'd> Planner<'p, 'd> {
    fn new(next: &'p NextRequest, facts: &'p Facts<'d>, document: &'d Document<'d>, report: &Report<'d>) -> Self {
        let refused: Vec<Span> = report.findings.iter().filter(|finding| is_refusal(finding)).map(|finding| finding.place.span()).collect();
        let judged = |(entry, part, thinking)| {
            let part: &'d Part<'d> = part;
            let JudgedHandle { handle, state } = judge_handle(facts, part, thinking);
            let is_found = part.kind == PartKind::Thought && !state.is_dead() && refused.contains(&part.value.span());
            JudgedPart { entry, part, handle, state: if is_found { HandleState::Damaged } else { state }, is_linked: false }
        };
        Self { next, facts, document, thoughts: facts.thoughts().map(judged).collect() }
    }

    fn plan(mut self, report: &Report<'d>, blame: Option<&Blame>, options: &DoctorOptions) -> Plan {
        let is_own_account = !options.is_other_account || self.facts.profile.word("vendor") != "openai";
        if !is_own_account {
            self.refuse(|part| part.state == HandleState::Genuine);
        }
        // An error is explained by what is visibly wrong. If nothing is, it is about a handle of the right form.
        if let Some(blame) = blame.filter(|_| !self.thoughts.iter().any(|part| part.state.is_dead())) {
            let blamed = blamed_parts(blame, self.facts, &self.thoughts);
            self.refuse(|part| blamed.contains(&part.part.value.span()));
        }
        self.link();
        let mut removals = self.thought_removals();
        removals.extend(self.other_removals(report));
        let findings = self.findings(report);
        let worst = findings.iter().map(|finding| finding.verdict).max().unwrap_or(Verdict::Accepted);
        let is_unjudged = !self.thoughts.is_empty() && self.facts.profile.word("vendor").is_empty();
        let least = if is_unjudged { Verdict::Unknown } else { Verdict::Accepted };
        let kept = self.thoughts.iter().filter(|part| part.state == HandleState::Genuine && !part.is_linked).count();
        Plan { verdict: worst.max(report.verdict).max(least), findings, removals, kept }
    }

    fn refuse(&mut self, is_meant: impl Fn(&JudgedPart<'d>) -> bool) {
        let meant = self.thoughts.iter_mut().filter(|part| part.handle.is_some() && is_meant(part));
        meant.for_each(|part| part.state = HandleState::Refused);
    }

    /// Marks the thinking that Anthropic refuses without a removed block: the rest of the latest message, and, for models that bind thinking to the messages
    /// before it, all thinking before the block.
    fn link(&mut self) {
        if self.facts.profile.word("vendor") != "anthropic" {
            return;
        }
        let latest = self.facts.runs().rfind(|run| run.is_answer()).map_or(0, |run| run.start);
        let is_bound = self.facts.profile.fits("binds=prefix !enforced=false");
        let gone: Vec<(usize, usize)> =
            self.thoughts.iter().filter(|part| part.state.was_genuine()).map(|part| (part.entry, part.part.span.start)).collect();
        for part in self.thoughts.iter_mut().filter(|part| !part.state.is_dead() && part.part.kind == PartKind::Thought) {
            let is_in_latest = part.entry >= latest && gone.iter().any(|(entry, _)| *entry >= latest);
            let is_before = is_bound && gone.iter().any(|(_, start)| part.part.span.start < *start);
            part.is_linked = is_in_latest || is_before;
        }
    }

    fn thought_removals(&self) -> Vec<Removal> {
        let removal = |part: &JudgedPart<'d>| {
            let value = part.part.value;
            let is_thought = part.part.kind == PartKind::Thought;
            let handle = part.handle.and_then(Value::text).map(|text| text.raw().to_vec()).filter(|handle| !handle.is_empty());
            let loss = match part.is_linked {
                true => Loss::Linked,
                false if is_thought => Loss::Thought(part.state.reason()),
                false => Loss::Signature(part.state.reason()),
            };
            Some(Removal {
                source: self.next.source_of(value.span().start)?,
                needles: if is_thought { [Some(value.raw().to_vec()), handle].into_iter().flatten().collect() } else { vec![handle?] },
                // Gemini accepts this string on a call that lost its signature.
                replacement: (!is_thought).then_some(&b"skip_thought_signature_validator"[..]),
                loss,
            })
        };
        self.thoughts.iter().filter(|part| part.state.is_dead() || part.is_linked).filter_map(removal).collect()
    }

    /// Plans the removals of results that answer a call for a second time, if the provider refuses the request for something other than a thought.
    fn other_removals(&self, report: &Report<'d>) -> Vec<Removal> {
        let is_thought = |finding: &Finding<'d>| self.thoughts.iter().any(|part| part.part.value.span() == finding.place.span());
        if !report.findings.iter().any(|finding| is_refusal(finding) && !is_thought(finding)) {
            return Vec::new();
        }
        let mut removals = Vec::new();
        for run in self.facts.runs() {
            let mut answered: Vec<&str> = Vec::new();
            for result in run.results.iter().filter(|result| !result.id.is_empty()) {
                let source = self.next.source_of(result.place.span().start);
                if !answered.contains(&&*result.id) {
                    answered.push(&result.id);
                } else if let Some(source) = source {
                    removals.push(Removal { source, needles: vec![result.place.raw().to_vec()], replacement: None, loss: Loss::Surplus });
                }
            }
        }
        removals
    }

    /// Lists the findings of the audit, and the dead handles that it does not find.
    fn findings(&self, report: &Report<'d>) -> Vec<NextFinding> {
        let mut places = Places::new(self.document);
        let mut found: Vec<(usize, NextFinding)> = Vec::new();
        let mut add = |value: Value<'d>, rule, verdict, message| {
            let (start, pointer) = (value.span().start, lossy(places.pointer(value)));
            found.push((start, NextFinding { rule, verdict, message, pointer, source: self.next.source_of(start) }));
        };
        for finding in report.findings.iter().filter(|finding| Verdict::of(finding) >= Verdict::Degraded) {
            let is_dead = self.thoughts.iter().any(|part| part.state.is_dead() && part.part.value.span() == finding.place.span());
            let verdict = if is_dead && is_refusal(finding) { Verdict::Rejected } else { Verdict::of(finding) };
            add(finding.place, finding.rule.id, verdict, message_of(finding));
        }
        let is_listed =
            |value: Value<'d>| report.findings.iter().any(|finding| is_refusal(finding) && finding.place.span() == value.span());
        for part in self.thoughts.iter().filter(|part| part.state.is_dead() && !is_listed(part.part.value)) {
            let message = ["the handle of the thought cannot be used: ", part.state.reason()].concat();
            add(part.part.value, rule_of(self.facts, part.state), Verdict::Rejected, message);
        }
        found.sort_by_key(|(start, _)| *start);
        found.into_iter().map(|(_, finding)| finding).collect()
    }
}

/// Says what is wrong, in one clause.
fn message_of(finding: &Finding<'_>) -> String {
    let summary = || RuleTexts::of(finding.rule).map_or("", |texts| texts.summary).trim_end_matches('.').to_owned();
    finding.message().unwrap_or_else(summary)
}

/// Returns the rule whose words the provider answers with.
fn rule_of(facts: &Facts<'_>, state: HandleState) -> &'static str {
    match (facts.profile.word("vendor"), state) {
        ("anthropic", HandleState::Missing) => "thinking-without-signature",
        ("anthropic", _) => "invalid-thinking-signature",
        ("openai", HandleState::Missing) => "unstored-item",
        ("openai", HandleState::Refused) => "foreign-handle",
        ("openai", _) => "damaged-ciphertext",
        _ => "foreign-thought-signature",
    }
}

fn is_refusal(finding: &Finding<'_>) -> bool {
    Verdict::of(finding) >= Verdict::LikelyRejected
}
