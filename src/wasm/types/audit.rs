//! The records of an audit, as TypeScript.

use serde::{Deserialize, Serialize};
use tsify::Tsify;

use super::exchange::Wire;
use super::{Record, unknown};

/// The prediction for a request: `accepted` nothing is known against it, `degraded` it will be taken and reasoning in it will be lost,
/// `likely rejected` others were refused for the like, `rejected` it will be refused.
#[derive(Serialize, Deserialize, Tsify)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Nothing is known against it.
    Accepted,
    /// It will be taken, and reasoning in it will be lost.
    Degraded,
    /// Others were refused for the like.
    #[serde(rename = "likely rejected")]
    LikelyRejected,
    /// It will be refused.
    Rejected,
}

/// The consequence of a finding: `reject` the request is refused, `degrade` it is taken and reasoning is lost, `advice` it costs
/// something or is fragile.
#[derive(Serialize, Deserialize, Tsify)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Refused.
    Reject,
    /// Taken, at a loss.
    Degrade,
    /// Taken.
    Advice,
}

/// How a rule is known: it was `observed` in recorded traffic or a public probe, is `documented` by the provider, `reported` by
/// people or read in code, or `inferred`, which is never more than advice.
#[derive(Serialize, Deserialize, Tsify)]
#[serde(rename_all = "lowercase")]
pub enum Evidence {
    /// Recorded or probed.
    Observed,
    /// The provider says so.
    Documented,
    /// People say so.
    Reported,
    /// It follows.
    Inferred,
}

/// How settled a rule is: a `stable` one was seen, documented or reported, one in the `nursery` is inferred. Both run.
#[derive(Serialize, Deserialize, Tsify)]
#[serde(rename_all = "lowercase")]
pub enum Tier {
    /// Someone saw, documented or reported the defect.
    Stable,
    /// Nobody has reported the defect yet.
    Nursery,
}

/// How much a fix takes upon itself: `safe` keeps the meaning and all reasoning, `unsafe` drops something or asks for it
/// differently, `placeholder` puts in what no model emitted.
#[derive(Serialize, Deserialize, Tsify)]
#[serde(rename_all = "lowercase")]
pub enum Safety {
    /// Nothing is lost.
    Safe,
    /// Something is.
    Unsafe,
    /// Something is made up.
    Placeholder,
}

/// Bytes of the request that a text takes the place of.
#[derive(Serialize, Deserialize, Tsify)]
pub struct TextEdit {
    /// The first byte that goes.
    pub start: u32,
    /// The first byte that stays.
    pub end: u32,
    /// The new text.
    pub text: String,
}

/// The edit that mends a finding.
#[derive(Serialize, Deserialize, Tsify)]
pub struct Fix {
    /// How much it takes upon itself.
    pub safety: Safety,
    /// A sentence that says what it does.
    pub title: String,
    /// Its edits, in order.
    pub edits: Vec<TextEdit>,
}

/// A place of the request.
#[derive(Serialize, Deserialize, Tsify)]
pub struct FoundPlace {
    /// As a JSON pointer.
    pub pointer: String,
    /// Its first byte.
    pub start: u32,
    /// The byte after its last.
    pub end: u32,
}

/// One defect of a request.
#[derive(Serialize, Deserialize, Tsify)]
pub struct Finding {
    /// The rule.
    #[tsify(type = "RuleId")]
    pub rule: String,
    /// The consequence.
    pub severity: Severity,
    /// How that is known.
    pub evidence: Evidence,
    /// The defect, in a sentence.
    pub message: String,
    /// Why that matters.
    pub why: String,
    /// The provider's answer, literally, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upstream: Option<String>,
    /// Where, as a JSON pointer.
    pub pointer: String,
    /// The first byte there.
    pub start: u32,
    /// The byte after its last.
    pub end: u32,
    /// Other places that have to do with it.
    pub related: Vec<FoundPlace>,
    /// The arguments of the finding, by name.
    pub args: Record<String, String>,
    /// The safest fix there is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(type = "Fix | undefined")]
    pub fix: Option<Fix>,
}

/// A model as it was named, and as the tables know it.
#[derive(Serialize, Deserialize, Tsify)]
pub struct JudgedModel {
    /// The name as given.
    pub given: String,
    /// How it stands to the tables: `known`; a `variant` or snapshot of a known one; judged as the `nearest` version of its line, by which nothing is
    /// sure; an alias, judged as the `latest` of its line; or `unknown`, so that only its vendor and host tell something of it.
    #[tsify(type = "\"known\" | \"variant\" | \"nearest\" | \"latest\" | \"unknown\"")]
    pub standing: String,
    /// The name that it was judged by.
    pub name: String,
}

/// The result of an audit.
#[derive(Serialize, Deserialize, Tsify)]
pub struct Report {
    /// The version of this shape.
    #[tsify(type = "1")]
    pub schema: u8,
    /// The wire that the request was read as.
    pub wire: Wire,
    /// The prediction for the request.
    pub verdict: Verdict,
    /// The model, if the request or the target names one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(type = "JudgedModel | undefined")]
    pub model: Option<JudgedModel>,
    /// The findings, in the order of the text.
    pub findings: Vec<Finding>,
    /// The result of each rule: `passed`, `failed`, `not applicable`, `off`, or `unknown: ` and what is needed to decide it.
    #[tsify(type = "Record<RuleId, \"passed\" | \"failed\" | \"not applicable\" | \"off\" | `unknown: ${string}`>")]
    pub checks: unknown,
    /// How many thoughts the request carries.
    pub items: u32,
    /// How many of them carry a handle that the provider will check.
    pub signed: u32,
    /// Whose formats they are in.
    pub formats: Vec<String>,
}

/// The choices of a caller.
#[derive(Serialize, Deserialize, Tsify)]
pub struct AuditOptions {
    /// Rules that shall not run, by their ids.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(type = "readonly RuleId[] | undefined")]
    pub off: Option<unknown>,
    /// Tables to judge by instead of the package's own: a newer `tables.json`, parsed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(type = "Tables | undefined")]
    pub tables: Option<unknown>,
    /// Rows that outrank the tables of models.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(type = "readonly ModelRow[] | undefined")]
    pub models: Option<unknown>,
    /// Rows that outrank the table of hosts and dialects.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(type = "readonly HostRow[] | undefined")]
    pub hosts: Option<unknown>,
}

/// The same for a repair, which makes safe edits unless more is allowed.
#[derive(Serialize, Deserialize, Tsify)]
pub struct RepairOptions {
    /// The options of an audit.
    #[serde(flatten)]
    pub audit: AuditOptions,
    /// The edits that are allowed beside safe ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(type = "readonly (\"unsafe\" | \"placeholder\")[] | undefined")]
    pub allow: Option<unknown>,
}

/// One finding that a repair mended.
#[derive(Serialize, Deserialize, Tsify)]
pub struct Mended {
    /// The rule.
    #[tsify(type = "RuleId")]
    pub rule: String,
    /// Where it was found, in the text before its step.
    pub pointer: String,
    /// How much the fix took upon itself.
    pub safety: Safety,
}

/// One pass of a repair. Its edits are meant against the text that the step before left.
#[derive(Serialize, Deserialize, Tsify)]
pub struct RepairStep {
    /// The findings that it mended.
    pub mended: Vec<Mended>,
    /// How.
    pub edits: Vec<TextEdit>,
}

/// The card of a rule.
#[derive(Serialize, Deserialize, Tsify)]
pub struct RuleCard {
    /// The rule.
    #[tsify(type = "RuleId")]
    pub id: String,
    /// The defect, in a sentence.
    pub summary: String,
    /// The check, in words.
    pub what: String,
    /// Why that matters, with the provider's own words.
    pub why: String,
    /// An example that fails: a target and a request.
    pub bad: String,
    /// The same, mended.
    pub good: String,
    /// The fix, in words.
    pub fix: String,
    /// Who says so, and when, a line each.
    pub sources: String,
    /// The consequence.
    pub severity: Severity,
    /// How that is known.
    pub evidence: Evidence,
    /// The version of the package in which the rule first appeared.
    pub since: String,
    /// How settled the rule is.
    pub tier: Tier,
    /// The wires it is about.
    pub wires: Vec<Wire>,
    /// The answers of providers, with braces where something is filled in.
    pub upstream: Vec<String>,
    /// The kinds of fixes there are.
    pub fixes: Vec<Safety>,
    /// True if it needs a ledger.
    pub ledger: bool,
}

/// A provider's error, classified.
#[derive(Serialize, Deserialize, Tsify)]
pub struct Classified {
    /// The rule that predicts it, the likeliest if there are several. Absent if none does and only the code says what it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(type = "RuleId | undefined")]
    pub rule: Option<String>,
    /// The provider's message, out of all wrappings.
    pub message: String,
    /// Where in the request, as a JSON pointer, if that was said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pointer: Option<String>,
    /// The code or type of the error, if it was said: the most stable one that the provider gives, such as Anthropic's `details.error_code`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// The meaning of the code, if it is one that Anthropic promises to keep.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub meaning: Option<String>,
    /// The status, if it was said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// The arguments of the message, by name: `id` is the first item or call that it names.
    pub args: Record<String, String>,
    /// Other rules that predict the same words, the likeliest first.
    #[tsify(type = "RuleId[]")]
    pub others: Vec<String>,
    /// The fixes that `repair` knows for it, by their safety, and what each does; empty if there is none. Apply one, once, and send the request again.
    #[tsify(type = "Partial<Record<Safety, string>>")]
    pub recovery: unknown,
}
