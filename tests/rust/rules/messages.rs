//! The messages of findings, and the details that sentences of providers need, over all cases.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use rethought::audit::{Auditor, Finding, Options, Rule, audit, rules};
use rethought::json::{quote, scan};
use rethought::ledger::Ledger;
use rethought::model::{Target, Wire};

use super::{cases, judged};

/// Reads every finding of every case that breaks a rule, whichever rule found it.
fn each_finding(mut read: impl FnMut(&Finding<'_>, &str)) {
    for path in rules::all().flat_map(|rule| cases(rule, "bad-")) {
        let text = fs::read(&path).unwrap();
        let case = scan(&text).unwrap();
        let request = case.find("/request").unwrap().raw();
        judged(&case, request, |_, _, report| report.findings.iter().for_each(|finding| read(finding, &path.display().to_string())));
    }
}

/// A message with a word in the place of every value and member in backticks.
fn without_values(message: &str) -> String {
    message.split('`').enumerate().map(|(nth, piece)| if nth % 2 == 0 { piece } else { "value" }).collect()
}

#[test]
fn a_message_is_short_and_whole() {
    each_finding(|finding, case| {
        let Some(message) = finding.message() else { return };
        let plain = without_values(&message);
        assert!(!plain.ends_with('.') && !plain.contains(['{', '}', '\n']) && !plain.contains("  "), "{case}: {message}");
        assert!(message.matches('`').count() % 2 == 0 && !message.contains("``"), "{case}: {message}");
        assert!(plain.split_whitespace().count() <= 25, "{case}: {message}");
    });
}

#[test]
fn a_rule_has_a_message_for_all_of_its_findings_or_for_none() {
    let mut told: BTreeMap<&str, BTreeSet<bool>> = BTreeMap::new();
    each_finding(|finding, _| {
        told.entry(finding.rule.id).or_default().insert(finding.message().is_some());
    });
    let mixed: Vec<_> = told.iter().filter(|(_, told)| told.len() > 1).collect();
    assert!(mixed.is_empty(), "{mixed:?}");
    assert!(told.values().filter(|told| told.contains(&true)).count() > 50);
}

/// The names in the braces of a sentence. A number stands for one of the pointer.
fn names(text: &str) -> impl Iterator<Item = &str> {
    text.split('{').skip(1).filter_map(|piece| piece.split_once('}')).map(|(name, _)| name).filter(|name| name.parse::<usize>().is_err())
}

/// Sentences that no check chooses. `classify` knows the rule by them.
const UNSAID: [(&str, &str); 1] = [("content-after-tool-use", "unanswered-in-converse")];

#[test]
fn the_details_of_a_finding_fill_the_sentence_that_the_provider_says() {
    let mut said = BTreeSet::new();
    each_finding(|finding, case| {
        let Some(sentence) = finding.sentence else { return };
        let args = finding.args();
        for name in names(sentence.text) {
            assert!(args.iter().any(|(known, _)| *known == name), "{case}: {} says {name}, which it has not", finding.rule.id);
        }
        said.insert((finding.rule.id, sentence.name));
    });
    // A sentence that no case says was not tried.
    let with_names = |rule: &'static Rule| {
        rule.upstream.iter().filter(|sentence| names(sentence.text).next().is_some()).map(|sentence| (rule.id, sentence.name))
    };
    let untried: Vec<_> = rules::all().flat_map(with_names).filter(|sentence| !said.contains(sentence)).collect();
    assert_eq!(untried, UNSAID);
}

#[test]
fn a_message_cuts_and_escapes_what_a_request_holds_and_the_arguments_have_all_of_it() {
    let id = ["`\n\u{1b}[31m\u{202e}", &"x".repeat(10_000_000)].concat();
    let request = [r#"{"model":"gpt-5","input":[{"role":"user","content":"Hi"},{"type":"message","id":"#, &quote(&id), "}]}"].concat();
    let document = scan(request.as_bytes()).unwrap();
    audit(&document, &Target::new(Wire::OPENAI_RESPONSES), &Options::default(), |_, report| {
        let finding = report.findings.iter().find(|finding| finding.rule.id == "blank-item-id").unwrap();
        assert_eq!(finding.args(), [("id", id.as_str().into())]);
        let message = finding.message().unwrap();
        assert!(message.starts_with(r"`id` is `\u{60}\u{a}\u{1b}[31m\u{202e}xx"), "{message}");
        assert!(message.contains("x…`, but only letters") && message.chars().count() < 200, "{message}");
    })
    .unwrap();
}

#[test]
fn what_keeps_findings_can_move_to_another_thread() {
    fn is_send<T: Send>(_: T) {}
    is_send(Auditor::default());
    is_send(Ledger::default());
}
