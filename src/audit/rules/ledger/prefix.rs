//! The cost of an edited prefix, and how the provider words it.

use crate::audit::rules::anthropic::parameters::mismatch_behavior;
use crate::audit::{Evidence, Facts, Finding, Severity};
use crate::json::decimal;
use crate::ledger::fates::Edit;

/// Notes what an edit of the prefix costs the thoughts after it, and how the provider words that.
pub(in crate::audit) fn note_edit(facts: &Facts<'_>, finding: &mut Finding<'_>, part: Edit) {
    let (refused, disputed) = match mismatch_behavior(facts) {
        // A host that says that it does not enforce the check may not hand the setting on.
        "error" => (true, facts.profile.fits("dialect enforced=false|disputed")),
        "" => (facts.profile.fits("binds=prefix enforced=true|disputed"), facts.profile.fits("enforced=disputed")),
        _ => (false, false),
    };
    let beta = if facts.profile.fits("betas.*=thinking-binding-controls-2026-08-01,betas_needed=false") { "" } else { BETA };
    finding.severity = if refused { Severity::Reject } else { Severity::Degrade };
    if disputed {
        finding.evidence = Evidence::Reported;
    }
    if facts.profile.fits("binds=silently") {
        finding.says_nothing().evidence = Evidence::Documented;
    }
    let (what, said, place) = match part {
        Edit::System => ("system", " The `system` prompt differs from the one this block was created with.", None),
        Edit::Tools => ("tools", "", None),
        Edit::Gap => ("gap", GAP, None),
        Edit::Returned => ("re-inserted", GAP, None),
        Edit::Reordered => ("reordered", GAP, None),
        Edit::Changed(place) => {
            ("changed", " Content before this block differs from when it was created, first at `messages.", Some(place))
        }
        Edit::Gone(place) => (
            "gone",
            " Content that preceded this block when it was created is missing from this request, starting at `messages.",
            Some(place),
        ),
    };
    let mut part = said.to_owned();
    if let Some([message, block]) = place {
        let [message, block] = [message, block].map(decimal);
        part.extend([message.as_str(), ".content.", &block, "`."]);
        finding.note("message", &message).note("block", &block);
    }
    finding.note("edited", what);
    // These are pieces of a sentence that only Anthropic says.
    if finding.sentence.is_some() {
        finding.note("beta", beta).note("part", &part);
    }
}

const GAP: &str = " The `thinking` block that preceded this one when it was created is missing from this request.";

const BETA: &str = " That setting requires the `thinking-binding-controls-2026-08-01` value in the `anthropic-beta` header.";
