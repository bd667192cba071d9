//! The result of a repair.

use crate::audit::{Fix, Rule, Safety};
use crate::json::{Edit, Span};

/// A request, repaired as far as was allowed.
pub struct Repaired {
    /// Its text.
    pub request: Vec<u8>,
    /// The steps, in order. The edits of each are meant against the text that the step before left.
    pub steps: Vec<Step>,
    /// The fixes that were tried and left out, because each adds a refusal.
    pub skipped: Vec<SkippedFix>,
}

/// One pass over a request.
#[derive(Default)]
pub struct Step {
    /// The fixes that it applied.
    pub applied: Vec<AppliedFix>,
    /// The place and the words of each.
    pub places: Vec<FixedPlace>,
    /// The edits that they come to.
    pub edits: Vec<Edit>,
}

/// The place of an applied fix.
pub struct FixedPlace {
    /// The place of the finding, in the text before the step.
    pub span: Span,
    /// The message of the finding, if it has one of its own.
    pub message: Option<String>,
    /// The edit in words.
    pub title: String,
}

/// A fix of one finding that was applied.
#[derive(Clone, PartialEq, Eq)]
pub struct AppliedFix {
    /// The rule.
    pub rule: &'static Rule,
    /// Where it was found, before the step.
    pub pointer: String,
    /// The fix.
    pub fix: &'static Fix,
    /// The risk of the fix.
    pub safety: Safety,
}

/// A fix that was left out, because it adds a refusal.
#[derive(Clone, PartialEq, Eq)]
pub struct SkippedFix {
    /// The finding that it was for.
    pub fix: AppliedFix,
    /// The rules whose refusals it would have added.
    pub adds: Vec<&'static Rule>,
}
