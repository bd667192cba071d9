//! What the provider will refuse in the next request, and what has to be removed from the file for that.

use super::blame::{Blame, blamed_parts};
use super::handle::{HandleState, JudgedHandle, JudgedPart, judge_handle};
use super::line_form::LineForm;
use super::options::DoctorOptions;
use super::removal::{Action, Loss, Removal};
use super::request::NextRequest;
use super::served::why_unserved;
use super::structure::{STRUCTURE, Structure};
use crate::audit::{Facts, Finding, Options, Report, RuleTexts, Verdict, audit};
use crate::error::Error;
use crate::json::{Document, Places, Span, Value, decimal, lossy, scan};
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
    /// The reason why the verdict is unknown, or why a refusal leads to no edit.
    pub reason: Option<String>,
}

/// Audits the next request and plans the removals. The error is the one that the request has to avoid.
pub fn plan(next: &NextRequest, form: &LineForm, blame: Option<&Blame>, options: &DoctorOptions) -> Result<Plan, Error> {
    let document = scan(&next.text)?;
    audit(&document, &next.target, &Options::default(), |facts, report| match why_unserved(facts, options) {
        Some(reason) => Plan { verdict: Verdict::Unknown, findings: Vec::new(), removals: Vec::new(), kept: 0, reason: Some(reason) },
        None => Planner::new(next, form, facts, &document, &report, blame).plan(&report, options),
    })
}

struct Planner<'p, 'd> {
    next: &'p NextRequest,
    form: &'p LineForm,
    facts: &'p Facts<'d>,
    document: &'d Document<'d>,
    blame: Option<&'p Blame>,
    thoughts: Vec<JudgedPart<'d>>,
    /// True if the service that answers is known. Another one may ignore handles or accept any.
    is_host_known: bool,
    /// True if a problem was found, and the unknown host decides whether it is one.
    is_undecided: bool,
}

impl<'p, 'd> Planner<'p, 'd> {
    fn new(
        next: &'p NextRequest,
        form: &'p LineForm,
        facts: &'p Facts<'d>,
        document: &'d Document<'d>,
        report: &Report<'d>,
        blame: Option<&'p Blame>,
    ) -> Self {
        let refused: Vec<Span> = report.findings.iter().filter(|finding| is_refusal(finding)).map(|finding| finding.place.span()).collect();
        let is_host_known = facts.profile.fits("host,surface");
        let mut is_undecided = false;
        let judged = |(entry, part, thinking)| {
            let part: &'d Part<'d> = part;
            let JudgedHandle { handle, state } = judge_handle(facts, part, thinking);
            let is_found = part.kind == PartKind::Thought && !state.is_dead() && refused.contains(&part.value.span());
            let state = if is_found { HandleState::Damaged } else { state };
            let is_open = !is_host_known && state.is_dead() && state != HandleState::Masked;
            is_undecided |= is_open;
            JudgedPart { entry, part, handle, state: if is_open { HandleState::Unknown } else { state }, is_linked: false }
        };
        let thoughts = facts.thoughts().map(judged).collect();
        Self { next, form, facts, document, blame, thoughts, is_host_known, is_undecided }
    }

    fn plan(mut self, report: &Report<'d>, options: &DoctorOptions) -> Plan {
        let is_own_account = !options.is_other_account || self.facts.profile.word("vendor") != "openai";
        if !is_own_account {
            self.refuse(|part| part.state == HandleState::Genuine);
        }
        let unnamed = self.blame_thoughts();
        let structure = Structure { next: self.next, facts: self.facts, form: self.form };
        let is_refused = report.findings.iter().any(|finding| is_refusal(finding) && self.is_expected(finding) && is_structure(finding));
        let mut damage = structure.removals(self.blame, is_refused);
        self.link(&damage);
        let findings = self.findings(report);
        let is_damaged = !damage.is_empty();
        let mut removals = self.thought_removals();
        removals.append(&mut damage);
        let worst = findings.iter().map(|finding| finding.verdict).max().unwrap_or(Verdict::Accepted);
        let why_unknown = self.why_unknown(report);
        let least = if is_damaged {
            Verdict::Rejected
        } else if why_unknown.is_some() || report.verdict == Verdict::Unknown {
            Verdict::Unknown
        } else {
            Verdict::Accepted
        };
        let kept = self.thoughts.iter().filter(|part| part.state == HandleState::Genuine && !part.is_linked).count();
        Plan { verdict: worst.max(least), findings, removals, kept, reason: why_unknown.or(unnamed) }
    }

    /// Returns the reason why nothing certain is known about the handles.
    fn why_unknown(&self, report: &Report<'d>) -> Option<String> {
        let is_left_out =
            || report.findings.iter().any(|finding| is_refusal(finding) && !is_structure(finding) && !self.is_expected(finding));
        if !self.is_host_known && (self.is_undecided || is_left_out()) {
            return Some("The file does not say which host answers, so the handles were not judged. Name it with --host.".to_owned());
        }
        let is_unjudged = !self.thoughts.is_empty() && self.facts.profile.word("vendor").is_empty();
        is_unjudged.then(|| "It is unknown whose model answers, so the handles were not judged. Name it with --model or --host.".to_owned())
    }

    /// Marks the thoughts that the provider refused. An error is explained by what is visibly wrong. If nothing is, it is about a handle of the right form,
    /// which stays unless the error names it. Returns the reason if it names none.
    fn blame_thoughts(&mut self) -> Option<String> {
        let blame = self.blame.filter(|blame| blame.is_about_thoughts())?;
        if self.thoughts.iter().any(|part| part.state.is_dead()) {
            return None;
        }
        match blamed_parts(blame, self.facts, &self.thoughts) {
            Some(named) if !named.is_empty() => self.refuse(|part| named.contains(&part.part.value.span())),
            // The caller says that it is about this session.
            None if blame.is_given => self.refuse(|_| true),
            Some(_) if blame.is_given && self.facts.profile.word("vendor") == "openai" => self.refuse(|_| true),
            // The file still records the error about a part that was removed.
            Some(_) => {}
            None => {
                let count = self.thoughts.iter().filter(|part| part.handle.is_some()).count();
                let all = [if count == 1 { "the thought has" } else { "all thoughts have" }, " the right form"].concat();
                let text = [
                    "The recorded error names no thought, and ",
                    &all,
                    ". To remove ",
                    &decimal(count),
                    ", give the error with --because.",
                ];
                return (count > 0).then(|| text.concat());
            }
        }
        None
    }

    /// Returns `true` if the provider will probably refuse the request for a finding: its host is known, and the agent does not repair it.
    fn is_expected(&self, finding: &Finding<'d>) -> bool {
        let is_dead = || self.thoughts.iter().any(|part| part.state.is_dead() && part.part.value.span() == finding.place.span());
        let is_blamed = || self.blame.is_some_and(|blame| blame.is_about(&[finding.rule.id]));
        let is_repaired = || is_structure(finding) && !self.form.sends_as_stored && !is_blamed();
        is_dead() || self.is_host_known && !is_repaired()
    }

    fn refuse(&mut self, is_meant: impl Fn(&JudgedPart<'d>) -> bool) {
        let meant = self.thoughts.iter_mut().filter(|part| part.handle.is_some() && is_meant(part));
        meant.for_each(|part| part.state = HandleState::Refused);
    }

    /// Marks the thinking that a provider refuses without a removed part. At Anthropic: the rest of the latest message, and, for models that bind thinking to
    /// the messages before it, all thinking before the block. At OpenAI: the thought directly before a removed call.
    fn link(&mut self, removed: &[Removal]) {
        let vendor = self.facts.profile.word("vendor");
        if vendor == "openai" {
            let calls: Vec<usize> =
                self.facts.calls.iter().filter(|call| is_removed(call.place, removed)).map(|call| call.place.span().start).collect();
            for part in self.thoughts.iter_mut().filter(|part| !part.state.is_dead() && part.part.kind == PartKind::Thought) {
                part.is_linked = calls.contains(&(part.part.value.span().end + 1));
            }
        }
        if vendor != "anthropic" {
            return;
        }
        let latest = self.facts.runs().rfind(|run| run.is_answer()).map_or(0, |run| run.start);
        let is_bound = self.facts.profile.fits("binds=prefix !enforced=false");
        let gone = || self.thoughts.iter().filter(|part| part.state.was_genuine());
        let is_latest_gone = gone().any(|part| part.entry >= latest);
        let last = gone().map(|part| part.part.span.start).max().filter(|_| is_bound);
        for part in self.thoughts.iter_mut().filter(|part| !part.state.is_dead() && part.part.kind == PartKind::Thought) {
            part.is_linked = part.entry >= latest && is_latest_gone || last.is_some_and(|last| part.part.span.start < last);
        }
    }

    fn thought_removals(&self) -> Vec<Removal> {
        let is_google = self.facts.profile.word("vendor") == "google";
        let removal = |part: &JudgedPart<'d>| {
            let value = part.part.value;
            let is_thought = part.part.kind == PartKind::Thought;
            // Gemini accepts this string on a call that lost its signature. At other providers nothing replaces a handle.
            let is_replaced = !is_thought && is_google;
            let handle = part.handle.and_then(Value::text).map(|text| text.raw().to_vec()).filter(|handle| !handle.is_empty());
            let loss = match part.is_linked {
                true => Loss::Linked,
                false if is_thought => Loss::Thought(part.state.reason()),
                false if is_replaced => Loss::Signature(part.state.reason()),
                false => Loss::Item(part.state.reason()),
            };
            let block = value.raw().to_vec();
            let (needles, action) = match handle {
                Some(handle) if is_replaced => (vec![handle], Action::ReplaceHandle(b"skip_thought_signature_validator")),
                Some(handle) => (vec![block, handle], Action::Remove),
                None if is_thought => ([vec![block], names_of(value)].concat(), Action::RemoveUnsigned),
                None => (vec![block], Action::Remove),
            };
            Some(Removal { source: self.next.source_of(value.span().start)?, needles, action, loss })
        };
        self.thoughts.iter().filter(|part| part.state.is_dead() || part.is_linked).filter_map(removal).collect()
    }

    /// Lists the findings of the audit, and the dead handles that it does not find.
    fn findings(&self, report: &Report<'d>) -> Vec<NextFinding> {
        let mut places = Places::new(self.document);
        let mut found: Vec<(usize, NextFinding)> = Vec::new();
        let mut add = |value: Value<'d>, rule, verdict, message| {
            let (start, pointer) = (value.span().start, lossy(places.pointer(value)));
            found.push((start, NextFinding { rule, verdict, message, pointer, source: self.next.source_of(start) }));
        };
        let is_shown =
            |finding: &&Finding<'d>| Verdict::of(finding) >= Verdict::Degraded && (!is_refusal(finding) || self.is_expected(finding));
        for finding in report.findings.iter().filter(is_shown) {
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

/// Returns the id and the texts of a thought, as JSON.
fn names_of(thought: Value<'_>) -> Vec<Vec<u8>> {
    let paths = ["id", "thinking", "text", "reasoningContent.reasoningText.text", "summary.*.text"];
    let mut names = Vec::new();
    paths.iter().for_each(|path| thought.visit(path, &mut |name| names.extend(name.text().map(|_| name.raw().to_vec()))));
    names
}

fn is_structure(finding: &Finding<'_>) -> bool {
    STRUCTURE.contains(&finding.rule.id)
}

fn is_removed(part: Value<'_>, removals: &[Removal]) -> bool {
    removals.iter().any(|removal| removal.needles.first().is_some_and(|needle| needle == part.raw()))
}

fn is_refusal(finding: &Finding<'_>) -> bool {
    Verdict::of(finding) >= Verdict::LikelyRejected
}
