//! What a rule found: data, with its place. How it is said is for others.

use super::auditor::CarriedFinding;
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
    pub args: Vec<(&'static str, String)>,
    /// Which of the rule's sentences the provider says; of those that are not there, none.
    pub upstream: usize,
    /// From which of the rule's fixes on they fit.
    pub fixes: usize,
    /// How it was told before, if its messages were not judged again: its places are in another document then.
    pub(crate) carried: Option<&'d CarriedFinding>,
}

impl<'d> Finding<'d> {
    /// Says something of it.
    #[inline(never)]
    pub fn note(&mut self, name: &'static str, value: &str) -> &mut Self {
        self.args.push((name, value.to_owned()));
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

    /// Names another place that has to do with it.
    #[inline(never)]
    pub fn beside(&mut self, place: Value<'d>) -> &mut Self {
        self.related.push(place);
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
    pub fn upstream(&self, pointer: &str) -> Option<String> {
        self.rule.says(self.upstream, pointer, &self.args)
    }
}

impl Rule {
    /// What the provider answers: a sentence of the rule, with the numbers of a pointer and what there is to say in it.
    #[must_use]
    #[inline(never)]
    pub fn says(&self, nth: usize, pointer: &str, args: &[(&'static str, String)]) -> Option<String> {
        let template = self.upstream.get(nth)?;
        let mut said = String::with_capacity(template.len() + 16);
        let mut rest = *template;
        while let Some((before, after)) = rest.split_once('{') {
            let (name, after) = after.split_once('}').unwrap_or((after, ""));
            said.push_str(before);
            match name.parse::<usize>() {
                Ok(nth) => said.push_str(numbers(pointer).nth(nth).unwrap_or_default()),
                Err(_) => said.push_str(args.iter().find(|(known, _)| *known == name).map_or("…", |(_, value)| value)),
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
        let Rule { severity, evidence, .. } = *self.rule;
        self.last.insert(Finding {
            rule: self.rule,
            severity,
            evidence,
            place,
            related: Vec::new(),
            args: Vec::new(),
            upstream: 0,
            fixes: 0,
            carried: None,
        })
    }

    /// Something is wrong at the first of these places, and the others have to do with it; nothing, where there is none.
    #[inline(never)]
    pub fn all(&mut self, places: &[Value<'d>]) -> Option<&mut Finding<'d>> {
        let (first, others) = places.split_first()?;
        let finding = self.at(*first);
        finding.related.extend_from_slice(others);
        Some(finding)
    }

    /// It cannot be decided without that.
    pub fn needs(&mut self, what: &'static str) {
        self.unknown = Some(what);
    }
}
