//! Each text is scanned and judged once, over all cases of the rules: by a repair, by a repair with a ledger, and by a conversion.

use std::fs;
use std::path::PathBuf;

use crate::audit::{Auditor, Options, Report, Safety, audit, repair_document};
use crate::convert::{Policy, convert_and_read};
use crate::json::work::{Work, texts, watch};
use crate::json::{Document, scan};
use crate::ledger::{Ledger, PendingRequest};
use crate::model::{Target, Wire};
use crate::wires::{CODECS, resolve_target};

const ALL: [Safety; 4] = [Safety::Safe, Safety::Dead, Safety::Unsafe, Safety::Placeholder];

/// A request of a rule's cases, its target, and what was recorded before it.
struct Case {
    name: String,
    request: Vec<u8>,
    target: Target,
    ledger: Ledger,
}

fn cases() -> Vec<Case> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/rules");
    let mut cases = Vec::new();
    for folder in fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()) {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            let text = fs::read(&path).unwrap();
            let document = scan(&text).unwrap();
            let (Ok(request), Ok(target)) = (document.find("/request"), document.find("/target")) else { continue };
            // Tables of the case would be texts of their own.
            if document.root().get("models").is_none() {
                let target = resolve_target(target, Some(&scan(request.raw()).unwrap())).unwrap();
                cases.push(Case { name: path.display().to_string(), request: request.raw().to_vec(), target, ledger: emitted(&document) });
            }
        }
    }
    cases
}

fn emitted(case: &Document<'_>) -> Ledger {
    let mut ledger = Ledger::default();
    for exchange in case.root().list("emitted") {
        let request = exchange.get("request").unwrap().raw();
        let target = resolve_target(exchange.get("target").unwrap(), Some(&scan(request).unwrap())).unwrap();
        if let Some(response) = exchange.get("response") {
            ledger.record(&target, request, response.raw()).unwrap();
        }
    }
    ledger
}

/// Fails if the first or the last text was judged or scanned twice. Between them, one that did not help by itself is looked at again when an attempt begins with it.
fn assert_once(name: &str, done: &[(Work, Vec<u8>)], ends: [&[u8]; 2]) {
    for work in [Work::Scan, Work::Judge] {
        for end in ends {
            let count = texts(done, work).into_iter().filter(|text| *text == end).count();
            assert_eq!(count, 1, "{name}: {work:?} of {}", String::from_utf8_lossy(end));
        }
    }
}

#[test]
fn a_repair_judges_the_request_once_and_each_text_that_it_tries() {
    let (mut clean, mut repaired_cases) = (0, 0);
    for case in cases() {
        let options = Options { ledger: Some(&case.ledger), ..Options::default() };
        let mut left = None;
        let (repaired, done) = watch(|| {
            let document = scan(&case.request).unwrap();
            repair_document(&document, &case.target, &options, &ALL, &mut |_, _, _, report: &Report<'_>| left = Some(report.findings.len()))
        });
        let repaired = repaired.unwrap();
        let count = texts(&done, Work::Judge).len();
        assert_once(&case.name, &done, [&case.request, &repaired.request]);
        let document = scan(&repaired.request).unwrap();
        let after = audit(&document, &case.target, &options, |_, report| report.findings.len()).unwrap();
        assert_eq!(left, Some(after), "{}: the report that was read is not that of the repaired request", case.name);
        if repaired.steps.is_empty() && after == 0 {
            assert_eq!(count, 1, "{}: a request without findings", case.name);
            clean += 1;
        } else if !repaired.steps.is_empty() {
            assert!(count > repaired.steps.len(), "{}", case.name);
            repaired_cases += 1;
        }
    }
    assert!(clean > 300 && repaired_cases > 300, "{clean} {repaired_cases}");
}

#[test]
fn a_ledger_repairs_and_reports_by_one_judgement_of_each_text() {
    for case in cases() {
        let mut auditor = Auditor::new(case.ledger.clone());
        let (repaired, done) = watch(|| {
            auditor.repair(&case.request, &case.target, &Options::default(), &[Safety::Safe], |_, _, report| report.findings.len())
        });
        let (repaired, found) = repaired.unwrap();
        assert_once(&case.name, &done, [&case.request, &repaired.request]);
        let pending = auditor.pending().map(PendingRequest::text);
        let again = auditor.audit(&repaired.request, &case.target, &Options::default(), |_, _, report| report.findings.len()).unwrap();
        assert_eq!((found, pending), (again, auditor.pending().map(PendingRequest::text)), "{}", case.name);
    }
}

#[test]
fn a_conversion_judges_the_converted_request_once_and_each_text_that_it_tries() {
    let (mut converted, mut with_fixes) = (0, 0);
    for case in cases() {
        for wire in CODECS.iter().map(|codec| codec.wire()).filter(|wire| *wire != case.target.wire) {
            let to = Target::new(Wire::named(wire.as_str()));
            let mut reports = 0;
            let (result, done) = watch(|| {
                let document = scan(&case.request).unwrap();
                convert_and_read(&document, [&case.target, &to], &Policy::default(), &Options::default(), &mut |_, _, _| reports += 1)
            });
            let Ok(result) = result else { continue };
            assert_eq!(reports, 1, "{} to {wire}", case.name);
            let judged = texts(&done, Work::Judge);
            // Two wires may have the same text.
            if judged.contains(&case.request.as_slice()) {
                continue;
            }
            assert_once(&format!("{} to {wire}", case.name), &done, [judged[0], &result.request]);
            converted += 1;
            with_fixes += usize::from(texts(&done, Work::Judge).len() > 1);
        }
    }
    assert!(converted > 5_000 && with_fixes > 100, "{converted} {with_fixes}");
}
