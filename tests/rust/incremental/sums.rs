//! Rules that go by all messages together, found by an audit that goes on when they begin to be true.

use rethought::api::write_report;
use rethought::audit::{Auditor, Options};
use rethought::json::scan;
use rethought::wires::{replay, resolve_target};

use super::talks::appended;

#[test]
fn handles_that_come_to_more_than_half_of_a_request_are_reported_when_they_do() {
    let target = resolve_target(scan(br#"{"wire":"gemini-generate","model":"gemini-3.5-flash"}"#).unwrap().root(), None).unwrap();
    let mut request = format!(r#"{{"contents":[{{"role":"user","parts":[{{"text":"{}"}}]}}]}}"#, "Begin. ".repeat(300));
    let (mut auditor, mut told, mut went_on) = (Auditor::default(), Vec::new(), 0);
    for nth in 0..20 {
        let expected = super::whole(auditor.ledger(), &request, &target);
        let audited = auditor.audit(request.as_bytes(), &target, &Options::default(), |document, facts, report| {
            let is_told = report.findings.iter().any(|finding| finding.rule.id == "costly-old-signatures");
            (is_told, write_report(&report, facts, document))
        });
        let (is_told, found) = audited.unwrap();
        assert_eq!(String::from_utf8_lossy(&found), String::from_utf8_lossy(&expected), "turn {nth}, {} skipped", auditor.skipped());
        told.push(is_told);
        went_on += usize::from(auditor.skipped() > 0);
        let signature = format!("t{nth:03}").repeat(100);
        let response = format!(
            r#"{{"candidates":[{{"content":{{"role":"model","parts":[{{"text":"Said {nth}.","thoughtSignature":"{signature}"}}]}}}}],"modelVersion":"gemini-3.5-flash"}}"#
        );
        auditor.answer(response.as_bytes(), false).unwrap();
        let replayed = String::from_utf8(replay(request.as_bytes(), response.as_bytes(), &target).unwrap().request).unwrap();
        request = appended(&replayed, "/contents", &format!(r#"{{"role":"user","parts":[{{"text":"Now {nth}."}}]}}"#));
    }
    assert!(went_on > 0 && told.contains(&false) && told.last() == Some(&true), "{went_on} went on, {told:?}");
}
