//! The titles of fixes, over all cases: each states the edit that is made for its finding.

use std::fs;

use rethought::api::report_record;
use rethought::audit::rules;
use rethought::json::scan;

use super::{cases, judged};

/// The titles of all fixes of a case that breaks a rule, each with its rule.
fn titles(request: &[u8], case: &rethought::json::Document<'_>) -> Vec<(&'static str, String)> {
    judged(case, request, |document, facts, report| {
        let record = report_record(&report, facts, document);
        record.findings.into_iter().filter_map(|finding| Some((finding.rule, finding.fix?.title))).collect()
    })
}

#[test]
fn a_title_is_a_whole_sentence() {
    let mut seen = 0;
    for path in rules::all().flat_map(|rule| cases(rule, "bad-")) {
        let text = fs::read(&path).unwrap();
        let case = scan(&text).unwrap();
        for (rule, title) in titles(case.find("/request").unwrap().raw(), &case) {
            let plain: String = title.split('`').step_by(2).collect::<Vec<_>>().join("x");
            let words = plain.split_whitespace().count();
            assert!(title.starts_with(char::is_uppercase) && title.ends_with('.'), "{rule}: {title}");
            assert!(title.matches('`').count() % 2 == 0 && !title.contains("``") && words <= 25, "{rule}: {title}");
            seen += 1;
        }
    }
    assert!(seen > 300, "{seen}");
}
