//! The records of compaction safety.

use std::borrow::Cow;

use serde::Serialize;

use crate::audit::{Evidence, Severity, Verdict};

/// Something that a rewrite would break.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct RewriteBreak {
    /// The rule; absent where it is a matter of order that no rule is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "RuleId"))]
    pub rule: Option<&'static str>,
    /// The defect, in a sentence.
    pub message: Cow<'static, str>,
    /// The consequence.
    pub severity: Severity,
    /// The kind of evidence.
    pub evidence: Evidence,
    /// The thought, call or result, in the request as it is.
    pub pointer: String,
    /// The places that belong to it: the other half of a call and its result.
    pub related: Vec<String>,
    /// The need that would settle it, where the worst was assumed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "\"needs a ledger\""))]
    pub needs: Option<&'static str>,
    /// The provider's answer, with the numbers of the rewritten request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upstream: Option<String>,
}

/// Thoughts after a stretch that lose their validity with it, because their model binds them to the messages before them.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct RewriteElision {
    /// Their places, in the request as it is.
    pub thoughts: Vec<String>,
    /// The verdict if they are left out as well. `degraded` means that the request is accepted, and the turn continues without them.
    pub verdict: Verdict,
}

/// The answer to the question whether a stretch of entries can be rewritten. A range is the number of its first entry and the number after its last.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct Rewrite {
    /// True if nothing breaks.
    pub safe: bool,
    /// The role that the summary must have, so that the roles stay in order.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "\"user\" | \"assistant\""))]
    pub role: Option<&'static str>,
    /// The smallest safe range around it; absent where there is none. It never includes the instructions or, to be dropped, the open question.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "[start: number, end: number]"))]
    pub smallest: Option<[usize; 2]>,
    /// The largest safe range inside it; absent where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "[start: number, end: number]"))]
    pub largest: Option<[usize; 2]>,
    /// The thoughts that would have to be left out as well, where thoughts are bound to the messages before them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elision: Option<RewriteElision>,
    /// The needs that are open: with them known, the answer would be certain.
    pub open: Vec<String>,
    /// The breaks that it would cause.
    pub breaks: Vec<RewriteBreak>,
}
