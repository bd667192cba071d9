//! The findings of a rule: data with its place. Others put it in words.

use std::any::Any;
use std::borrow::Cow;
use std::sync::Arc;

use super::details::{Args, Details};
use super::grade::{Evidence, Safety, Severity};
use super::rule::{Fix, Rule};
use super::sentence::Sentence;
use crate::json::{Edit, Span, Value};
use crate::ledger::matching::Proof;

/// One defect of a request.
#[derive(Clone)]
pub struct Finding<'d> {
    /// The rule.
    pub rule: &'static Rule,
    /// How grave it is.
    pub severity: Severity,
    /// How that is known.
    pub evidence: Evidence,
    /// Where.
    pub place: Value<'d>,
    /// Other places that belong to it.
    pub related: Vec<Value<'d>>,
    /// Its details, for sentences and readers. Nothing, if its rule says all.
    pub details: Option<Arc<dyn Details>>,
    /// The proof that the request continues the recorded answer that it is about.
    pub proof: Option<Proof>,
    /// The sentence of the rule that the provider says, if its answer is known.
    pub sentence: Option<&'static Sentence>,
    /// The fixes of the rule that fit.
    pub fixes: &'static [Fix],
    /// The finding of an earlier report, if its messages were not checked again. Its places are in another document then.
    pub(crate) carried: Option<&'d CarriedFinding>,
}

impl<'d> Finding<'d> {
    /// Gives it its details.
    pub fn with(&mut self, details: impl Details) -> &mut Self {
        self.details = Some(Arc::new(details));
        self
    }

    /// Returns its details, if they are of that type.
    #[must_use]
    pub fn details<T: Details>(&self) -> Option<&T> {
        let details: &dyn Any = self.details.as_deref()?;
        details.downcast_ref()
    }

    /// Lists its arguments by name: its details, and last what shows the recorded answer.
    #[must_use]
    pub fn args(&self) -> Args<'_> {
        list_args(self.details.as_deref(), self.proof.as_ref())
    }

    /// Says what is wrong in this finding. Nothing, if its rule has no details: then the summary of the rule's card says it.
    #[must_use]
    pub fn message(&self) -> Option<String> {
        self.details.as_ref().map(|details| details.message())
    }

    /// Adds another place that belongs to it.
    #[inline(never)]
    pub fn beside(&mut self, place: Value<'d>) -> &mut Self {
        self.related.push(place);
        self
    }

    /// Sets the sentence that the provider answers.
    #[inline(never)]
    pub fn says(&mut self, sentence: &'static Sentence) -> &mut Self {
        self.sentence = Some(sentence);
        self
    }

    /// Sets the provider's answer to the rule's sentence of that name; to nothing if the rule has none of that name.
    #[inline(never)]
    pub fn says_named(&mut self, name: &str) -> &mut Self {
        self.sentence = self.rule.sentence(name);
        self
    }

    /// Removes the provider's answer: it accepts the request, or its answer is not known.
    #[inline(never)]
    pub fn says_nothing(&mut self) -> &mut Self {
        self.sentence = None;
        self
    }

    /// Offers these fixes instead of all fixes of the rule.
    #[inline(never)]
    pub fn offers(&mut self, fixes: &'static [Fix]) -> &mut Self {
        self.fixes = fixes;
        self
    }

    /// Returns `true` if the provider will certainly refuse the request: that takes an observation or the provider's documentation.
    #[must_use]
    #[inline(never)]
    pub fn is_certain(&self) -> bool {
        self.severity == Severity::Reject && self.evidence >= Evidence::Documented
    }

    /// Writes what the provider would answer, literally.
    #[must_use]
    pub fn upstream(&self, pointer: &str) -> Option<String> {
        self.sentence.map(|sentence| sentence.fill(pointer, &self.args()))
    }
}

/// The findings of one rule so far.
pub struct Found<'d> {
    pub(super) rule: &'static Rule,
    pub(super) unknown: Option<&'static str>,
    findings: Vec<Finding<'d>>,
    /// The finding that the check may still add to.
    last: Option<Finding<'d>>,
}

impl<'d> Found<'d> {
    pub(super) fn new(rule: &'static Rule) -> Self {
        Self { rule, unknown: None, findings: Vec::new(), last: None }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.last.is_none()
    }

    /// Returns all findings.
    pub(super) fn finish(mut self) -> Vec<Finding<'d>> {
        self.findings.extend(self.last);
        self.findings
    }

    /// Adds a finding at that place, to which the check may add details.
    #[inline(never)]
    pub fn at(&mut self, place: Value<'d>) -> &mut Finding<'d> {
        self.findings.extend(self.last.take());
        let Rule { severity, evidence, upstream, fixes, .. } = *self.rule;
        self.last.insert(Finding {
            rule: self.rule,
            severity,
            evidence,
            place,
            related: Vec::new(),
            details: None,
            proof: None,
            sentence: upstream.first(),
            fixes,
            carried: None,
        })
    }

    /// Adds a finding at the first of these places, with the others as related places. Returns `None` if there is no place.
    #[inline(never)]
    pub fn all(&mut self, places: &[Value<'d>]) -> Option<&mut Finding<'d>> {
        let (first, others) = places.split_first()?;
        let finding = self.at(*first);
        finding.related.extend_from_slice(others);
        Some(finding)
    }

    /// Notes that the rule cannot be decided without that.
    pub fn needs(&mut self, what: &'static str) {
        self.unknown = Some(what);
    }
}

/// Lists details by name, and last what shows the recorded answer.
fn list_args<'a>(details: Option<&'a dyn Details>, proof: Option<&Proof>) -> Args<'a> {
    let mut args = details.map(Details::args).unwrap_or_default();
    args.extend(proof.map(|proof| ("shown", Cow::Owned(proof.words()))));
    args
}

/// A finding without the request that it points into. The report on a longer request can have it again without judging its messages again.
pub(crate) struct CarriedFinding {
    pub(crate) rule: &'static Rule,
    pub(crate) severity: Severity,
    pub(crate) evidence: Evidence,
    pub(crate) place: CarriedPlace,
    pub(crate) related: Vec<CarriedPlace>,
    pub(crate) details: Option<Arc<dyn Details>>,
    pub(crate) proof: Option<Proof>,
    pub(crate) sentence: Option<&'static Sentence>,
    pub(crate) fixes: &'static [Fix],
    /// Its fix; nothing, if it was one of so many findings that none was made.
    pub(crate) fix: Option<MadeFix>,
}

impl CarriedFinding {
    /// Lists its arguments as [`Finding::args`] does.
    pub(crate) fn args(&self) -> Args<'_> {
        list_args(self.details.as_deref(), self.proof.as_ref())
    }
}

/// The place of a value.
pub(crate) struct CarriedPlace {
    pub(crate) span: Span,
    pub(crate) pointer: Vec<u8>,
}

/// The fix of a finding. `None` if no fix changes anything.
pub type MadeFix = Option<ProposedFix>;

/// The edits that fix a finding.
#[derive(Clone, PartialEq, Eq)]
pub struct ProposedFix {
    /// The risk of applying them.
    pub safety: Safety,
    /// The edits in words.
    pub title: String,
    /// The edits, in order.
    pub edits: Vec<Edit>,
}
