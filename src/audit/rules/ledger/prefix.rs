//! The effect of an edited prefix, and the provider's answer.

use std::fmt::{Formatter, Result};

use crate::audit::details::{Field, details};
use crate::audit::rules::anthropic::parameters::mismatch_behavior;
use crate::audit::{Args, Evidence, Facts, Finding, Severity};
use crate::ledger::fates::Edit;

/// Adds to a finding the effect of an edited prefix on the thoughts after it, and the provider's answer.
pub(in crate::audit) fn note_edit(facts: &Facts<'_>, finding: &mut Finding<'_>, edit: Edit) {
    let (refused, disputed) = match mismatch_behavior(facts) {
        // A host that documents that it does not enforce the check may not pass the setting on.
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
    // Only Anthropic's sentence has these pieces.
    let said = finding.sentence.map(|_| (beta, describe(edit)));
    let (beta, part) = said.unzip();
    finding.with(EditedPrefix { edit, beta, part });
}

details! {
    /// The edit, and the pieces of Anthropic's sentence.
    struct EditedPrefix { edit: Edit, beta: Option<&'static str>, part: Option<String> }
    message => "{edit}"
}

impl Field for Edit {
    fn list<'a>(&'a self, _: &'static str, args: &mut Args<'a>) {
        if let Edit::Changed([message, block]) | Edit::Gone([message, block]) = self {
            message.list("message", args);
            block.list("block", args);
        }
        let edited = match self {
            Edit::System => "system",
            Edit::Tools => "tools",
            Edit::Gap => "gap",
            Edit::Returned => "re-inserted",
            Edit::Reordered => "reordered",
            Edit::Changed(_) => "changed",
            Edit::Gone(_) => "gone",
        };
        args.push(("edited", edited.into()));
    }

    fn show(&self, out: &mut Formatter<'_>) -> Result {
        match self {
            Edit::System => out.write_str("The system prompt was changed after the model produced this thought"),
            Edit::Tools => out.write_str("The tools were changed after the model produced this thought"),
            Edit::Gap => out.write_str("The thinking block before this one is missing"),
            Edit::Returned => out.write_str("A thinking block before this one was not there when the model produced it"),
            Edit::Reordered => out.write_str("A thinking block that the model produced after this one is before it"),
            Edit::Changed([message, block]) => {
                write!(out, "Content before this thought was changed, first in block {block} of message {message} (counted from 0)")
            }
            Edit::Gone([message, block]) => {
                write!(out, "Content before this thought is missing, from block {block} of message {message} on (counted from 0)")
            }
        }
    }
}

/// Describes an edit as Anthropic does.
fn describe(edit: Edit) -> String {
    let (head, [message, block]) = match edit {
        Edit::System => return " The `system` prompt differs from the one this block was created with.".to_owned(),
        Edit::Tools => return String::new(),
        Edit::Gap | Edit::Returned | Edit::Reordered => return GAP.to_owned(),
        Edit::Changed(place) => ("Content before this block differs from when it was created, first", place),
        Edit::Gone(place) => ("Content that preceded this block when it was created is missing from this request, starting", place),
    };
    format!(" {head} at `messages.{message}.content.{block}`.")
}

const GAP: &str = " The `thinking` block that preceded this one when it was created is missing from this request.";

const BETA: &str = " That setting requires the `thinking-binding-controls-2026-08-01` value in the `anthropic-beta` header.";
