//! The records of compaction safety, as TypeScript.

use serde::{Deserialize, Serialize};
use tsify::Tsify;

use super::audit::{Evidence, Severity, Verdict};

/// Something that a rewrite would break.
#[derive(Serialize, Deserialize, Tsify)]
pub struct RewriteBreak {
    /// The rule; absent where it is a matter of order that no rule tells of.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(type = "RuleId")]
    pub rule: Option<String>,
    /// The defect, in a sentence.
    pub message: String,
    /// The consequence.
    pub severity: Severity,
    /// How that is known.
    pub evidence: Evidence,
    /// The thought, call or result, in the request as it is.
    pub pointer: String,
    /// The places that belong to it: the other half of a call and its result.
    pub related: Vec<String>,
    /// The provider's answer, with the numbers of the rewritten request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upstream: Option<String>,
    /// The need that would settle it, where the worst was assumed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(type = "\"needs a ledger\"")]
    pub needs: Option<String>,
}

/// Thoughts after a stretch that lose their validity with it, because their model binds them to what precedes them.
#[derive(Serialize, Deserialize, Tsify)]
pub struct RewriteElision {
    /// Where they are, in the request as it is.
    pub thoughts: Vec<String>,
    /// The verdict if they are left out as well: `accepted` is allowed, `degraded` is taken, and the turn goes on without them.
    pub verdict: Verdict,
}

/// The answer to the question whether a stretch of entries can be rewritten. A range is the number of its first entry and the number after its last.
#[derive(Serialize, Deserialize, Tsify)]
pub struct Rewrite {
    /// True if nothing breaks.
    pub safe: bool,
    /// Whose text the summary has to be, so that the roles stay in order.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(type = "\"user\" | \"assistant\"")]
    pub role: Option<String>,
    /// The breaks that it would cause.
    pub breaks: Vec<RewriteBreak>,
    /// The smallest safe range around it; absent where there is none. It never takes in the instructions or, to be dropped, the open question.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(type = "[start: number, end: number]")]
    pub smallest: Option<[u32; 2]>,
    /// The largest safe range inside it; absent where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(type = "[start: number, end: number]")]
    pub largest: Option<[u32; 2]>,
    /// The thoughts that would have to be left out as well, where thoughts are bound to what precedes them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elision: Option<RewriteElision>,
    /// The needs that are open: with them known, the answer would be sure.
    pub open: Vec<String>,
}
