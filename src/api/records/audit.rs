//! The records of audits, repairs and classified errors.

use serde::Serialize;

use super::checks::Checks;
use super::{WrittenString, as_members, json_of};
use crate::audit::{Evidence, RuleDocs, Safety, Severity, Tier, Verdict};

/// Bytes of the request that a text replaces.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct TextEdit {
    /// The first byte that is replaced.
    pub start: usize,
    /// The byte after the last one that is replaced.
    pub end: usize,
    /// The new text.
    pub text: String,
}

/// The edit that fixes a finding.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct Fix {
    /// The risk of applying it.
    pub safety: Safety,
    /// The edit for this finding, in words.
    pub title: String,
    /// Its edits, in order.
    pub edits: Vec<TextEdit>,
}

/// A place of the request.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct FoundPlace {
    /// The place as a JSON pointer.
    #[cfg_attr(typescript, tsify(type = "string"))]
    pub pointer: WrittenString,
    /// Its first byte.
    pub start: usize,
    /// The byte after its last.
    pub end: usize,
}

/// One defect of a request.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct Finding {
    /// The rule.
    #[cfg_attr(typescript, tsify(type = "RuleId"))]
    pub rule: &'static str,
    /// The consequence.
    pub severity: Severity,
    /// The kind of evidence.
    pub evidence: Evidence,
    /// The verdict on a request that has this finding and no other.
    pub verdict: Verdict,
    /// The problem, in one clause.
    pub message: String,
    /// The reason why it matters.
    pub why: &'static str,
    /// The provider's answer, literally, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upstream: Option<String>,
    /// The place as a JSON pointer.
    #[cfg_attr(typescript, tsify(type = "string"))]
    pub pointer: WrittenString,
    /// The first byte there.
    pub start: usize,
    /// The byte after its last.
    pub end: usize,
    /// Other places that belong to it.
    pub related: Vec<FoundPlace>,
    /// The values of the finding, by name.
    #[serde(serialize_with = "as_members")]
    #[cfg_attr(typescript, tsify(type = "Record<string, string>"))]
    pub args: Vec<(&'static str, String)>,
    /// The safest fix, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "Fix | undefined"))]
    pub fix: Option<Fix>,
}

/// A model as it was named, and as the tables have it.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct JudgedModel {
    /// The name as given.
    pub given: String,
    /// Its place in the tables: `known`, or a `variant` or snapshot of a known one. `nearest`: checked as the nearest version of its line, so results are
    /// likely and not certain. `latest`: an alias, checked as the latest of its line. `unknown`: only the contracts of its vendor and host apply.
    #[cfg_attr(typescript, tsify(type = "\"known\" | \"variant\" | \"nearest\" | \"latest\" | \"unknown\""))]
    pub standing: String,
    /// The name that it was checked by.
    pub name: String,
}

/// The result of an audit.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct Report {
    /// The version of this shape.
    #[cfg_attr(typescript, tsify(type = "1"))]
    pub schema: u8,
    /// The wire that the request was read as.
    #[cfg_attr(typescript, tsify(type = "Wire"))]
    pub wire: String,
    /// The prediction for the request.
    pub verdict: Verdict,
    /// The reason why the rules do not fit the request, such as the format of another vendor; absent if they do.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "string | undefined"))]
    pub reason: Option<String>,
    /// The model, if the request or the target names one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "JudgedModel | undefined"))]
    pub model: Option<JudgedModel>,
    /// How many thoughts the request carries.
    pub items: usize,
    /// How many of them carry a handle that the provider will check.
    pub signed: usize,
    /// Whose formats they are in.
    pub formats: Vec<String>,
    /// The findings, in the order of the text. If there are more than `maxFindings`, the most severe are listed, and `omitted` counts the others.
    pub findings: Vec<Finding>,
    /// The number of findings that are not listed, by rule; absent if all are.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "as_members")]
    #[cfg_attr(typescript, tsify(optional, type = "Partial<Record<RuleId, number>> | undefined"))]
    pub omitted: Vec<(&'static str, usize)>,
    /// The number of listed findings whose fix is left out, because the fixes before it have a megabyte; absent if there is none. `repair` makes them.
    #[serde(rename = "omittedFixes", skip_serializing_if = "is_zero")]
    #[cfg_attr(typescript, tsify(optional, type = "number | undefined"))]
    pub omitted_fixes: usize,
    /// The result of each rule: `passed`, `failed`, `not applicable`, `off`, or `unknown: ` and what is needed to decide it.
    #[cfg_attr(typescript, tsify(type = "Record<RuleId, \"passed\" | \"failed\" | \"not applicable\" | \"off\" | `unknown: ${string}`>"))]
    pub checks: Checks,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

impl Report {
    /// Its JSON, as [`json_of`](super::json_of) writes it. The JSON of equal checks is written once and reused.
    #[must_use]
    pub fn into_json(mut self) -> Vec<u8> {
        let checks = std::mem::replace(&mut self.checks, Checks::new(&[])).json();
        let mut json = json_of(&self);
        // The checks come last, and are empty now: `{}}` is what they and the report end with.
        json.truncate(json.len().saturating_sub(b"{}}".len()));
        json.extend_from_slice(&checks);
        json.push(b'}');
        json
    }
}

/// One finding that a repair fixed.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct AppliedFix {
    /// The rule.
    #[cfg_attr(typescript, tsify(type = "RuleId"))]
    pub rule: &'static str,
    /// The place of the finding, in the text before its step.
    pub pointer: String,
    /// The risk of the fix.
    pub safety: Safety,
}

/// One pass of a repair. Its edits apply to the text after the previous step.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct RepairStep {
    /// The findings that it fixed.
    pub mended: Vec<AppliedFix>,
    /// The edits of their fixes.
    pub edits: Vec<TextEdit>,
}

/// A fix that a repair left out, because the request would be refused for another reason afterwards.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct SkippedFix {
    /// The rule.
    #[cfg_attr(typescript, tsify(type = "RuleId"))]
    pub rule: &'static str,
    /// The place of the finding, in the text before the fix.
    pub pointer: String,
    /// The risk of the fix.
    pub safety: Safety,
    /// The rules that would refuse the request afterwards.
    #[cfg_attr(typescript, tsify(type = "RuleId[]"))]
    pub adds: Vec<&'static str>,
}

/// The card of a rule.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct RuleCard {
    /// The rule.
    #[cfg_attr(typescript, tsify(type = "RuleId"))]
    pub id: &'static str,
    /// The consequence.
    pub severity: Severity,
    /// The kind of evidence.
    pub evidence: Evidence,
    /// The version of the package in which the rule first appeared.
    pub since: &'static str,
    /// `stable`, or `nursery` if the evidence is inferred.
    pub tier: Tier,
    /// True if the rule needs a ledger.
    pub ledger: bool,
    /// The answers of providers, with braces where something is filled in.
    pub upstream: Vec<&'static str>,
    /// The safeties of its fixes.
    pub fixes: Vec<Safety>,
    /// The wires that it checks.
    #[cfg_attr(typescript, tsify(type = "Wire[]"))]
    pub wires: Vec<&'static str>,
    /// Its documentation.
    #[serde(flatten)]
    pub docs: &'static RuleDocs,
}

/// A provider's error, classified.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct Classified {
    /// The rule that predicts it, the likeliest if there are several. Absent if no rule is known and only the code has a meaning.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "RuleId | undefined"))]
    pub rule: Option<&'static str>,
    /// The provider's message, without the wrappings of gateways and clients.
    pub message: String,
    /// The place in the request as a JSON pointer, if the message names one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pointer: Option<String>,
    /// The code or type of the error, if it has one: the most stable one that the provider gives, such as Anthropic's `details.error_code`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// The meaning of the code, if it is one that Anthropic promises to keep.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub meaning: Option<&'static str>,
    /// The status, if it is named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// The values in the message, by name: `id` is the first item or call that it names.
    #[serde(serialize_with = "as_members")]
    #[cfg_attr(typescript, tsify(type = "Record<string, string>"))]
    pub args: Vec<(String, String)>,
    /// Other rules that predict the same words, the likeliest first.
    #[cfg_attr(typescript, tsify(type = "RuleId[]"))]
    pub others: Vec<&'static str>,
    /// The fixes of the rule by their safety, in words; empty if it has none. Apply one, once, and send the request again.
    #[serde(serialize_with = "as_members")]
    #[cfg_attr(typescript, tsify(type = "Partial<Record<Safety, string>>"))]
    pub recovery: Vec<(Safety, &'static str)>,
}
