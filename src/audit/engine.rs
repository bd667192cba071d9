//! Runs the rules over a request: reads its facts, asks each rule that binds, puts the report together.

use super::binding::binding_of;
use super::facts::Facts;
use super::finding::{Finding, Found};
use super::grade::{Evidence, LEDGER, Needs, Presumed, STORED, Severity};
use super::options::Options;
use super::report::{Check, Report};
use super::rule::Rule;
use super::rules;
use crate::error::{Code, Error};
use crate::json::{Document, Value, scan};
use crate::knowledge::profile::profile;
use crate::ledger::Settings;
use crate::ledger::fates::{LedgerMatch, Shown};
use crate::ledger::matching::{KnownPrefix, identify};
use crate::model::Target;
use crate::request::RequestFacts;
use crate::wires::codec;

/// Audits a request that is about to go to a target, and hands the report to a reader while the request that it points into is there.
///
/// # Errors
/// Tables of the caller that cannot be read.
pub fn audit<T>(
    request: &Document<'_>,
    target: &Target,
    options: &Options<'_>,
    read: impl for<'d> FnOnce(&Facts<'d>, Report<'d>) -> T,
) -> Result<T, Error> {
    let (mut read, mut answer) = (Some(read), None);
    with_facts(request, target, options, None, &mut |facts| {
        answer = read.take().map(|read| read(facts, judge(facts, options)));
    })?;
    // The reader was called, once, since there was no error.
    answer.ok_or_else(|| Error::new(Code::Input, "no report"))
}

/// Reads a request, all of it or around a known prefix. Not generic: the code exists once, whoever looks at the facts.
pub(super) fn with_facts(
    request: &Document<'_>,
    target: &Target,
    options: &Options<'_>,
    known: Option<&KnownPrefix>,
    look: &mut dyn for<'d> FnMut(&Facts<'d>),
) -> Result<(), Error> {
    let body = request.root();
    let profile = profile(target, body, options.models)?;
    let profile = scan(&profile)?;
    let history = codec(&target.wire).map(|codec| codec.request(body)).unwrap_or_default();
    let entries = history.entries();
    let facts = RequestFacts::new(body, profile.root(), &target.wire, &entries);
    let identified = options.ledger.map(|ledger| {
        let settings = known.map_or_else(|| Settings::of(body, target), |known| known.settings.clone().sent_to(target));
        (ledger, identify(&facts, ledger, settings, known))
    });
    let matched = identified.as_ref().map(|(ledger, identified)| LedgerMatch::new(&facts, ledger, identified));
    look(&Facts::new(facts, matched));
    Ok(())
}

/// Runs every rule.
pub(super) fn judge<'d>(facts: &Facts<'d>, options: &Options<'_>) -> Report<'d> {
    #[cfg(all(test, not(target_arch = "wasm32")))]
    crate::json::work::note(crate::json::work::Work::Judge, facts.body.raw());
    let mut report = Report::new(facts, options.most_findings.unwrap_or(super::report::MOST_FINDINGS));
    for (rule, settled) in rules::all().zip(binding_of(facts).iter()) {
        let settled = if options.off.contains(&rule) { Some(Check::Off) } else { *settled };
        if let Some(check) = settled {
            report.checks.push(check);
            continue;
        }
        let mut found = Found::new(rule);
        let check = apply(rule, facts, &mut found);
        let mut findings = found.finish();
        for finding in &mut findings {
            temper(finding, facts);
            explain(finding, facts);
        }
        report.add(check, findings);
    }
    report.order();
    report.decide();
    report
}

/// Makes a finding as sure as the target is known. Findings for a model that the tables do not have are at most reported. Those about a setting are too, at a
/// gateway or an unlisted host: it may translate or drop the setting.
fn temper<'d>(finding: &mut Finding<'d>, facts: &Facts<'d>) {
    let is_unknown = matches!(facts.profile.word("standing"), "nearest" | "unknown");
    if is_unknown || is_between(facts.profile) && is_setting(finding.place, facts) && !is_of_host(finding.rule, facts.profile) {
        finding.evidence = finding.evidence.min(Evidence::Reported);
    }
}

/// Returns `true` if the host may change a request on its way to the vendor.
fn is_between(profile: Value<'_>) -> bool {
    profile.fits("host !listed,gateway=true")
}

/// Returns `true` if a place is in the settings of a request, or in those of a message.
fn is_setting<'d>(place: Value<'d>, facts: &Facts<'d>) -> bool {
    let is_entry = || facts.entries.iter().any(|entry| entry.value == place);
    facts.holder(place).is_none() || facts.parts_around(place).next().is_none() && !is_entry()
}

/// Returns `true` if a rule follows from what the tables say of this host.
fn is_of_host(rule: &Rule, profile: Value<'_>) -> bool {
    rule.binds.split([' ', ',']).any(|condition| {
        let name = condition.split(['=', '^', '~', '<', '>']).next().unwrap_or_default();
        matches!(name, "dialect" | "surface") && name != condition || profile.fits(&["own.*=", name].concat())
    })
}

/// Says what shows the recorded answer that a finding is about. Nothing is restored from an answer that is only guessed, so the finding is advice.
fn explain<'d>(finding: &mut Finding<'d>, facts: &Facts<'d>) {
    if finding.rule.needs != Needs::Ledger || finding.proof.is_some() {
        return;
    }
    let Some(matched) = facts.matched.as_ref() else { return };
    match matched.shown_at(facts, finding.place) {
        Shown::By(proof) => finding.proof = Some(proof.clone()),
        Shown::Guessed => (finding.severity, finding.fixes) = (Severity::Advice, &[]),
        Shown::NotRecorded => {}
    }
}

/// Runs a rule that binds, if the request has what it looks at.
fn apply<'d>(rule: &'static Rule, facts: &Facts<'d>, found: &mut Found<'d>) -> Check {
    if let Some(part) = rule.presumes.iter().find(|part| is_unrecorded(**part, facts)) {
        return Check::Unknown(part.need());
    }
    if let Some(condition) = facts.body.unmet(rule.when) {
        // The request does not contain what the provider holds of the conversation.
        let stored = ["!previous_response_id", "!conversation"].iter().any(|name| condition.starts_with(name.as_bytes()));
        return if stored { Check::Unknown(STORED) } else { Check::NotApplicable };
    }
    if rule.reaches_back && facts.is_delta() {
        return Check::Unknown(STORED);
    }
    if rule.needs == Needs::Ledger && facts.matched.is_none() {
        return Check::Unknown(LEDGER);
    }
    (rule.check)(facts, found);
    match (found.is_empty(), found.unknown) {
        (false, _) => Check::Failed,
        (true, Some(what)) => Check::Unknown(what),
        (true, None) => Check::Passed,
    }
}

/// Returns `true` if a part that is not in the request may have been sent: a transcript did not record it.
fn is_unrecorded(part: Presumed, facts: &Facts<'_>) -> bool {
    if !facts.profile.list("unrecorded").any(|what| what.fits(&["=", part.name()].concat())) {
        return false;
    }
    match part {
        Presumed::Setting("thinking") if facts.profile.fits("thinks=always") => false,
        Presumed::Setting(name) => facts.body.path(name).is_none(),
        Presumed::Messages | Presumed::Handles => true,
    }
}
