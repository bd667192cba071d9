//! Bodies that people reported, rebuilt from public threads: the audit predicts what the provider refused, and is quiet about what it accepted.
//!
//! A row of `tests/data/reported` has the thread and its date, the target and the smallest body that the thread describes. A refused one says what the
//! provider said (`says`), if the thread has it, and the `rule` that predicts it. `classified` is another rule that has the same sentence. The words of a
//! `shared` row fit several causes; those of any other name its rule first.

use std::fs;
use std::path::Path;

use rethought::audit::{Options, Severity, audit, classify};
use rethought::json::scan;
use rethought::model::Target;
use rethought::wires::resolve_target;
use serde_json::Value;

fn rows(file: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/reported").join(file);
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

/// The rules that predict a refusal.
fn refusals(row: &Value) -> Vec<&'static str> {
    let (target, request) = (target_of(row), row["request"].to_string());
    let document = scan(request.as_bytes()).unwrap();
    audit(&document, &target, &Options::default(), |_, report| {
        let refused = report.findings.iter().filter(|finding| finding.severity == Severity::Reject);
        refused.map(|finding| finding.rule.id).collect()
    })
    .unwrap()
}

fn target_of(row: &Value) -> Target {
    let (target, request) = (row["target"].to_string(), row["request"].to_string());
    resolve_target(scan(target.as_bytes()).unwrap().root(), Some(&scan(request.as_bytes()).unwrap())).unwrap()
}

#[test]
fn bodies_that_providers_refused_are_predicted() {
    let rows = rows("refused.json");
    let mut wrong = Vec::new();
    let mut predicted = 0;
    for row in &rows {
        let found = refusals(row);
        predicted += usize::from(!found.is_empty());
        let rule = row["rule"].as_str();
        if !rule.is_some_and(|rule| found.contains(&rule)) {
            wrong.push(format!("{} {rule:?} {found:?}: {}", row["name"], row["says"]));
        }
    }
    println!("{predicted} of {} refusals of public threads are predicted", rows.len());
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn bodies_that_providers_accepted_are_quiet() {
    let rows = rows("accepted.json");
    let wrong: Vec<_> = rows.iter().map(|row| (&row["name"], refusals(row))).filter(|(_, found)| !found.is_empty()).collect();
    println!("{} of {} acceptances of public threads are quiet", rows.len() - wrong.len(), rows.len());
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// A thread mostly shows the answer of the provider alone, and the classifier names the rule of the body.
#[test]
fn the_answers_are_classified_by_the_rule_that_predicts_them() {
    let rows = rows("refused.json");
    let (mut texts, mut wrong) = (0, Vec::new());
    for row in rows.iter().filter(|row| row["says"].is_string()) {
        let Some(found) = classify(row["says"].as_str().unwrap().as_bytes(), Some(&target_of(row).wire)) else {
            wrong.push(format!("{} is not known: {}", row["name"], row["says"]));
            continue;
        };
        texts += 1;
        let rules: Vec<_> = found.rule.iter().chain(&found.others).map(|rule| rule.id).collect();
        let wanted = row["classified"].as_str().or(row["rule"].as_str());
        // Words that fit several causes leave the order open.
        let is_right = |rule| if row["shared"] == true { rules.contains(&rule) } else { rules.first() == Some(&rule) };
        if !wanted.is_some_and(is_right) {
            wrong.push(format!("{} {} {rules:?}: {}", row["name"], row["rule"], row["says"]));
        }
    }
    println!("{texts} answers of providers, {} of them not known or by another rule", wrong.len());
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
}
