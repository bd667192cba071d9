//! The report of an audit. The catalogue of the package adds the sentences for people.
//!
//! A check is 0 for passed, 1 for failed, 2 for not applicable, 3 for off, or a string that names what is needed to decide it. Checks stand in the
//! order of [`rules::all`](crate::audit::rules::all), and a rule is its number there.

use super::findings::FindingsWriter;
use super::{write_number, write_texts};
use crate::audit::{Check, Facts, PREVIEWED, Report};
use crate::json::Document;

/// Writes a report with the fix of every finding.
#[must_use]
pub fn write_report<'d>(report: &Report<'d>, facts: &Facts<'d>, document: &'d Document<'d>) -> Vec<u8> {
    write(report, facts, document, true)
}

/// Writes a report. If it has more than [`PREVIEWED`] findings, their fixes are left for [`write_fixes`](super::write_fixes).
#[must_use]
pub fn write_report_preview<'d>(report: &Report<'d>, facts: &Facts<'d>, document: &'d Document<'d>) -> Vec<u8> {
    write(report, facts, document, report.findings.len() <= PREVIEWED)
}

/// Findings come last, so that JavaScript may leave them unread.
fn write<'d>(report: &Report<'d>, facts: &Facts<'d>, document: &'d Document<'d>, with_fixes: bool) -> Vec<u8> {
    let mut writer = FindingsWriter::new(facts, document);
    let out = &mut writer.out;
    out.open(b'{');
    out.member("wire", facts.wire.as_str());
    out.member("verdict", report.verdict.name());
    // How the model stands to the tables, and the name that it was judged by.
    if facts.profile.get("standing").is_some() {
        out.name("model");
        out.open(b'{');
        for (name, member) in [("given", "model"), ("standing", "standing"), ("name", "name")] {
            out.name(name);
            out.text(facts.profile.word(member));
        }
        out.close(b'}');
    }
    write_number("items", report.items, out);
    write_number("signed", report.signed, out);
    write_texts("formats", &mut report.formats.iter().copied(), out);
    out.name("previewed");
    out.flag(with_fixes);
    out.name("checks");
    out.open(b'[');
    for check in &report.checks {
        match check {
            Check::Passed => out.number(0),
            Check::Failed => out.number(1),
            Check::NotApplicable => out.number(2),
            Check::Off => out.number(3),
            Check::Unknown(what) => out.text(what),
        }
    }
    out.close(b']');
    out.name("findings");
    out.open(b'[');
    writer.write_findings(&report.findings, with_fixes);
    writer.out.close(b']');
    writer.out.close(b'}');
    writer.out.finish()
}
