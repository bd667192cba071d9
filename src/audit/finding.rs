//! What a rule found: data, with its place. How it is said is for others.

use std::borrow::Cow;

use super::rule::{Evidence, Rule, Severity};
use crate::json::{Value, decimal};

/// One defect of a request.
#[derive(Clone)]
pub struct Finding<'d> {
    /// The rule.
    pub rule: &'static Rule,
    /// What comes of it.
    pub severity: Severity,
    /// How that is known.
    pub evidence: Evidence,
    /// Where.
    pub place: Value<'d>,
    /// What else has to do with it.
    pub related: Vec<Value<'d>>,
    /// What there is to say of it, by name.
    pub args: Vec<(&'static str, Cow<'d, str>)>,
    /// Which of the rule's sentences the provider says.
    pub upstream: usize,
    /// From which of the rule's fixes on they fit.
    pub fixes: usize,
}

impl<'d> Finding<'d> {
    /// Says something of it, here and now.
    #[inline(never)]
    pub fn note(&mut self, name: &'static str, value: &str) -> &mut Self {
        self.args.push((name, Cow::Owned(value.to_owned())));
        self
    }

    /// Says of it what a string of the request is.
    #[inline(never)]
    pub fn tell(&mut self, name: &'static str, value: Value<'_>) -> &mut Self {
        self.note(name, &value.text().map(|text| text.lossy()).unwrap_or_default())
    }

    /// Says a number of it.
    #[inline(never)]
    pub fn number(&mut self, name: &'static str, value: usize) -> &mut Self {
        self.note(name, &decimal(value))
    }

    /// Names another place that has to do with it, here and now.
    #[inline(never)]
    pub fn beside(&mut self, place: Value<'d>) -> &mut Self {
        self.related.push(place);
        self
    }

    /// Says something of it.
    #[must_use]
    #[inline(never)]
    pub fn arg(mut self, name: &'static str, value: impl Into<Cow<'d, str>>) -> Self {
        self.args.push((name, value.into()));
        self
    }

    /// Names another place that has to do with it.
    #[must_use]
    #[inline(never)]
    pub fn with(mut self, place: Value<'d>) -> Self {
        self.related.push(place);
        self
    }

    /// The provider says another of the rule's sentences; of those that are not there, none.
    #[must_use]
    #[inline(never)]
    pub fn says(mut self, nth: usize) -> Self {
        self.upstream = nth;
        self
    }

    /// Here it is known otherwise than the rule in general.
    #[must_use]
    #[inline(never)]
    pub fn known(mut self, evidence: Evidence) -> Self {
        self.evidence = evidence;
        self
    }

    /// Here something else comes of it than of the rule in general.
    #[must_use]
    #[inline(never)]
    pub fn costs(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }

    /// The rule's fixes fit only from this one on.
    #[must_use]
    #[inline(never)]
    pub fn mends(mut self, from: usize) -> Self {
        self.fixes = from;
        self
    }

    /// Whether the provider will refuse the request for it: only what was observed or is documented is certain.
    #[must_use]
    #[inline(never)]
    pub fn is_certain(&self) -> bool {
        self.severity == Severity::Reject && self.evidence >= Evidence::Documented
    }

    /// What the provider would answer, literally.
    #[must_use]
    #[inline(never)]
    pub fn upstream(&self, pointer: &str) -> Option<String> {
        let template = self.rule.upstream.get(self.upstream)?;
        let mut said = String::with_capacity(template.len() + 16);
        let mut rest = *template;
        while let Some((before, after)) = rest.split_once('{') {
            let (name, after) = after.split_once('}').unwrap_or((after, ""));
            said.push_str(before);
            match name.parse::<usize>() {
                Ok(nth) => said.push_str(numbers(pointer).nth(nth).unwrap_or_default()),
                Err(_) => said.push_str(self.args.iter().find(|(known, _)| *known == name).map_or("…", |(_, value)| value)),
            }
            rest = after;
        }
        said.push_str(rest);
        Some(said)
    }
}

/// The numbers of a pointer, in order.
fn numbers(pointer: &str) -> impl Iterator<Item = &str> {
    pointer.split('/').filter(|piece| !piece.is_empty() && piece.bytes().all(|byte| byte.is_ascii_digit()))
}

/// What the rules have found so far.
pub struct Found<'d> {
    pub(super) rule: &'static Rule,
    pub(super) unknown: Option<&'static str>,
    findings: Vec<Finding<'d>>,
    /// The one of which more may be said yet.
    last: Option<Finding<'d>>,
}

impl<'d> Found<'d> {
    pub(super) fn new(rule: &'static Rule) -> Self {
        Self { rule, unknown: None, findings: Vec::new(), last: None }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.last.is_none()
    }

    /// All of it.
    pub(super) fn finish(mut self) -> Vec<Finding<'d>> {
        self.findings.extend(self.last);
        self.findings
    }

    /// Something is wrong there, of which there may be more to say.
    #[inline(never)]
    pub fn at(&mut self, place: Value<'d>) -> &mut Finding<'d> {
        self.findings.extend(self.last.take());
        let finding = self.finding(place);
        self.last.insert(finding)
    }

    /// Something is wrong at the first of these places, and the others have to do with it; nothing, where there is none.
    #[inline(never)]
    pub fn all(&mut self, places: &[Value<'d>]) -> Option<&mut Finding<'d>> {
        let (first, others) = places.split_first()?;
        let finding = self.at(*first);
        finding.related.extend_from_slice(others);
        Some(finding)
    }

    /// Something is wrong there, of which there is more to say before it is [pushed](Found::push).
    #[must_use]
    #[inline(never)]
    pub fn finding(&self, place: Value<'d>) -> Finding<'d> {
        let Rule { severity, evidence, .. } = *self.rule;
        Finding { rule: self.rule, severity, evidence, place, related: Vec::new(), args: Vec::new(), upstream: 0, fixes: 0 }
    }

    /// Takes a finding.
    #[inline(never)]
    pub fn push(&mut self, finding: Finding<'d>) {
        self.findings.extend(self.last.replace(finding));
    }

    /// It cannot be decided without that.
    pub fn needs(&mut self, what: &'static str) {
        self.unknown = Some(what);
    }
}
