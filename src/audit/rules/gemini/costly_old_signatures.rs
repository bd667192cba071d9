//! Signatures of earlier turns use more than half of the request.
//!
//! # What it checks
//!
//! The signatures before the open turn have at most half of the bytes of the request. The rule applies to models that read them: Gemini
//! 3.5 Flash and later.
//!
//! Earlier models read only the open turn.
//!
//! # Why
//!
//! The model reads the reasoning of all earlier turns that have signatures, and it counts as input tokens.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"gemini-generate","model":"gemini-3.5-flash"},"request":{"contents":[
//!   {"role":"user","parts":[{"text":"Hello"}]},
//!   {"role":"model","parts":[{"text":"Hello.","thoughtSignature":"RXF1YWwgYnl0ZXMRXF1YWwgYnl0ZXMRXF1YWwgYnl0ZXMRXF1YWwgYnl0ZXMRXF1YWwgYnl0ZXMRXF1YWwgYnl0ZXMRXF1YWwgYnl0ZXMRXF1YWwgYnl0ZXMRXF1YWwgYnl0ZXMRXF1YWwgYnl0ZXMRXF1YWwgYnl0ZXMRXF1YWwgYnl0ZXMRXF1YWwgYnl0ZXMRXF1YWwgYnl0ZXMRXF1YWwgYnl0ZXMRXF1YWwgYnl0ZXMRXF1YWwgYnl0ZXMRXF1YWwgYnl0ZXMRXF1YWwgYnl0ZXMRXF1YWwgYnl0ZXMRXF1YWwgYnl0ZXMRXF1YWwgYnl0ZXMRXF1YWwgYnl0ZXMRXF1YWwgYnl0ZXM="}]},
//!   {"role":"user","parts":[{"text":"And now?"}]}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"gemini-generate","model":"gemini-3.5-flash"},"request":{"contents":[
//!   {"role":"user","parts":[{"text":"Hello"}]},
//!   {"role":"model","parts":[{"text":"Hello.","thoughtSignature":"RXF1YWwgYnl0ZXM="}]},
//!   {"role":"user","parts":[{"text":"And now?"}]}]}}
//! ```
//!
//! # Fix
//!
//! By hand: decide if the model should remember its reasoning, or if the tokens matter more. Without the signatures it does not remember.
//!
//! # Evidence
//!
//! - documented, 2026-06-05: <https://ai.google.dev/gemini-api/docs/thought-signatures>
//! - catalogue: gem-history-cost

use super::signatures::signature_of;
use crate::audit::details::details;
use crate::audit::{Evidence, Facts, Found, Rule, Severity, Tier};

/// The rule.
pub static RULE: Rule = Rule {
    id: "costly-old-signatures",
    binds: "wire=gemini-generate vendor=google name recalls",
    severity: Severity::Advice,
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    judges_all: true,
    weighs_handles: true,
    check,
    ..Rule::DEFAULT
};

details! {
    /// The length of the signatures in bytes.
    struct OldSignatures { length: usize }
    message => "The signatures of earlier turns use {length} bytes, more than half of the request"
}

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let (mut first, mut long) = (None, 0);
    for (nth, part, _) in facts.thoughts() {
        if let Some(handle) = signature_of(part)
            && nth < facts.round
        {
            first = first.or(Some(handle));
            long += handle.raw().len();
        }
    }
    if let Some(first) = first
        && long > facts.body.raw().len() / 2
    {
        found.at(first).with(OldSignatures { length: long });
    }
}
