//! The calls of a host language, over bytes: requests, targets and options are JSON, and answers are [records](super::records).

use super::records::{RepairStep, Report, SkippedFix};
use super::repair::{skipped_fixes, steps_of};
use super::report::report_record;
use crate::audit::{self, AuditedWhole, Auditor, Options, Repaired, Rule, Safety, rules};
use crate::convert::{self, Conversion};
use crate::error::{Code, Error};
use crate::formats;
use crate::json::{Document, Value, scan};
use crate::ledger::Received;
use crate::model::Target;
use crate::wires::resolve_target;

/// The options of a caller as they cross.
#[derive(Clone, Copy, Default)]
pub struct Choices<'c> {
    /// The rows of models and hosts, as a JSON array; nothing for those of the crate.
    pub models: &'c [u8],
    /// The rules that are off and the number of findings to list, as a JSON object: `{"off":["thinking-in-text"],"maxFindings":10}`; nothing for none.
    pub choices: &'c [u8],
}

/// A repaired request.
pub struct Repair {
    /// The request after all steps.
    pub request: Vec<u8>,
    /// The steps, in order.
    pub applied: Vec<RepairStep>,
    /// The fixes that were left out.
    pub skipped: Vec<SkippedFix>,
    /// The report on the repaired request.
    pub report: Report,
}

/// Audits a request.
///
/// # Errors
/// A request, a target or options that cannot be read.
pub fn audit(request: &[u8], target: &[u8], choices: Choices<'_>) -> Result<Report, Error> {
    let document = scan(request)?;
    choices.with(|options| {
        let target = resolve_target(scan(target)?.root(), Some(&document))?;
        audit::audit(&document, &target, options, |facts, report| report_record(&report, facts, &document))
    })
}

/// Repairs a request with fixes of these safeties.
///
/// # Errors
/// A request, a target or options that cannot be read.
pub fn repair(request: &[u8], target: &[u8], choices: Choices<'_>, allowed: &[Safety]) -> Result<Repair, Error> {
    let mut report = None;
    let repaired = choices.with(|options| {
        let document = scan(request)?;
        let target = resolve_target(scan(target)?.root(), Some(&document))?;
        audit::repair_document(&document, &target, options, allowed, &mut |_, document, facts, judged| {
            report = Some(report_record(judged, facts, document));
        })
    })?;
    let report = report.map_or_else(|| self::audit(&repaired.request, target, choices), Ok)?;
    Ok(repair_record(repaired, report))
}

/// Audits the next request of a conversation by what a ledger has recorded.
///
/// # Errors
/// A request, a target or options that cannot be read.
pub fn audit_by(auditor: &mut Auditor, request: &[u8], target: &[u8], choices: Choices<'_>) -> Result<Report, Error> {
    let target = target_of(target, request)?;
    choices.with(|options| auditor.audit(request, &target, options, |document, facts, report| report_record(&report, facts, document)))
}

/// Repairs the next request of a conversation by what a ledger has recorded.
///
/// # Errors
/// A request, a target or options that cannot be read.
pub fn repair_by(auditor: &mut Auditor, request: &[u8], target: &[u8], choices: Choices<'_>, allowed: &[Safety]) -> Result<Repair, Error> {
    let target = target_of(target, request)?;
    let (repaired, report) = choices.with(|options| {
        auditor.repair(request, &target, options, allowed, |document, facts, report| report_record(report, facts, document))
    })?;
    Ok(repair_record(repaired, report))
}

/// Records an exchange.
///
/// # Errors
/// A request, a target or an answer that cannot be read.
pub fn record(auditor: &mut Auditor, request: &[u8], target: &[u8], received: Received<'_>) -> Result<(), Error> {
    let pending = auditor.prepare(&target_of(target, request)?, request)?;
    auditor.record(&pending, received)
}

/// Converts a request. `terms` is a JSON array of its source, its target and the policy. The report is on the converted request; a format that is not
/// sent has none.
///
/// # Errors
/// A request, targets, a policy or options that cannot be read, or a request that cannot be converted.
pub fn convert(request: &[u8], terms: &[u8], choices: Choices<'_>) -> Result<(Conversion, Option<Report>), Error> {
    let mut report = None;
    let conversion = choices.with(|options| {
        converted(request, terms, options, &mut |_, document, facts, judged| report = Some(report_record(judged, facts, document)))
    })?;
    Ok((conversion, report))
}

/// Converts a request by what a ledger has recorded. The ledger keeps the audit, so that the answer can be recorded.
///
/// # Errors
/// Those of [`convert`].
pub fn convert_by(
    auditor: &mut Auditor,
    request: &[u8],
    terms: &[u8],
    choices: Choices<'_>,
) -> Result<(Conversion, Option<Report>), Error> {
    let (mut report, mut whole) = (None, None);
    let conversion = choices.with(|options| {
        let options = auditor.options(options);
        converted(request, terms, &options, &mut |to, document, facts, judged| {
            report = Some(report_record(judged, facts, document));
            whole = Some(AuditedWhole::of(document, facts, judged, to, &options));
        })
    })?;
    if whole.is_some() {
        auditor.keep_audited(&conversion.request, whole);
    }
    Ok((conversion, report))
}

/// The source and the target of a conversion: the first two elements of a JSON array.
///
/// # Errors
/// A source or a target that cannot be read.
pub fn both_targets(terms: &[u8], body: Option<&Document<'_>>) -> Result<[Target; 2], Error> {
    let terms = scan(terms)?;
    let [from, to] = [0, 1].map(|nth| terms.root().element(nth).unwrap_or(terms.root()));
    let from = formats::resolve_end(from, body).map_err(|error| error.in_member("from"))?;
    let to = formats::resolve_end(to, None).map_err(|error| error.in_member("to"))?;
    Ok([from, to])
}

/// Reads a target. The request is looked at only if the target does not name the wire: it may be long, and most of it known.
///
/// # Errors
/// A target that cannot be read, or a request whose wire is unknown.
pub fn target_of(target: &[u8], request: &[u8]) -> Result<Target, Error> {
    let target = scan(target)?;
    if target.root().get("wire").is_some() {
        resolve_target(target.root(), None)
    } else {
        resolve_target(target.root(), Some(&scan(request)?))
    }
}

impl Choices<'_> {
    /// Runs something with the options.
    ///
    /// # Errors
    /// Options that cannot be read, and the errors of what runs.
    pub fn with<T>(self, run: impl FnOnce(&Options<'_>) -> Result<T, Error>) -> Result<T, Error> {
        let choices = scan(if self.choices.is_empty() { b"{}" } else { self.choices })?;
        let off = choices.root().list("off").map(rule_named).collect::<Result<_, _>>()?;
        let most_findings = choices.root().get("maxFindings").and_then(Value::whole).and_then(|most| usize::try_from(most).ok());
        run(&Options { models: self.models, off, ledger: None, most_findings })
    }
}

/// The rule that a caller names.
fn rule_named(name: Value<'_>) -> Result<&'static Rule, Error> {
    let id = name.text().map(|text| text.lossy()).unwrap_or_default();
    let unknown = || Error::new(Code::Input, format!("there is no rule {id}")).in_value("/off");
    rules::all().find(|rule| rule.id == id).ok_or_else(unknown)
}

fn converted(request: &[u8], terms: &[u8], options: &Options<'_>, read: &mut ReadConverted<'_>) -> Result<Conversion, Error> {
    let (document, given) = (scan(request)?, scan(terms)?);
    let [from, to] = both_targets(terms, Some(&document))?;
    let policy = super::read_policy(given.root().element(2).unwrap_or(given.root()))?;
    convert::convert_and_read(&document, [&from, &to], &policy, options, &mut |document, facts, report| read(&to, document, facts, report))
}

/// A reader of the report on a converted request, with its target.
type ReadConverted<'r> = dyn for<'d> FnMut(&Target, &'d Document<'d>, &audit::Facts<'d>, &audit::Report<'d>) + 'r;

fn repair_record(repaired: Repaired, report: Report) -> Repair {
    Repair { applied: steps_of(&repaired), skipped: skipped_fixes(&repaired), request: repaired.request, report }
}
