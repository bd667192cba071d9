//! Every rule over its card and its cases: `tests/data/rules/<id>/{bad-*,good-*}.json`.
//!
//! A case is `{"target": …, "request": …}`. A bad one may say `"at"`, the pointer of its finding, `"says"`, what the provider
//! answers, `"verdict"`, what the report predicts, `"args"`, some of what is said of it by name, and `"also"`, the ids of other rules that it breaks; beside it stands `bad-*.fixed.json`, the request with every fix of the
//! rule's own and of those others applied. A good one has no finding, but for what it lists under `"also"`, and may say under `"unknown"` what the rule needs to
//! decide it. `"models"` are rows
//! of the caller's, `"emitted"` a list of exchanges, `{"target": …, "request": …, "response": …}` or `"stream"` with its text, that are
//! recorded in a ledger beforehand. `BLESS=1 cargo test --test rust rules::` writes the fixed requests; read them before you commit them.

mod cards;
mod escaped;
mod messages;
mod titles;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use rethought::audit::{Check, Facts, Finding, Options, Report, Rule, Safety, Severity, audit, repair, rules};
use rethought::json::{Changes, Document, Value, scan, splice};
use rethought::ledger::Ledger;
use rethought::model::Target;
use rethought::wires::resolve_target;

const ALL: [Safety; 4] = [Safety::Safe, Safety::Dead, Safety::Unsafe, Safety::Placeholder];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The files of a rule's folder that begin and end so.
fn cases(rule: &Rule, begin: &str) -> Vec<PathBuf> {
    let folder = root().join("tests/data/rules").join(rule.id);
    let mut found: Vec<PathBuf> = fs::read_dir(&folder)
        .unwrap_or_else(|_| panic!("{} has no folder of cases", rule.id))
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            let name = path.file_name().unwrap().to_string_lossy();
            name.starts_with(begin) && name.ends_with(".json") && !name.ends_with(".fixed.json")
        })
        .collect();
    found.sort();
    found
}

/// The findings of a request: the rule, the pointer, the words of the provider.
type Findings = Vec<(&'static str, String, Option<String>)>;

/// The value that the first finding of a rule has for a named argument.
fn argument_of(case: &Document<'_>, request: &[u8], rule: &Rule, name: &str) -> Option<String> {
    judged(case, request, |_, _, report| {
        let finding = report.findings.iter().find(|finding| finding.rule.id == rule.id)?;
        finding.args().iter().find(|(known, _)| *known == name).map(|(_, value)| value.to_string())
    })
}

fn findings_of(case: &Document<'_>, request: &[u8]) -> Findings {
    judged(case, request, |document, _, report| {
        let found = report.findings.iter().map(|finding| {
            let pointer = document.place(finding.place).pointer;
            let says = finding.upstream(&pointer);
            (finding.rule.id, pointer, says)
        });
        found.collect()
    })
}

/// Audits a request as its case says.
fn judged<T>(case: &Document<'_>, request: &[u8], read: impl for<'d> FnOnce(&Document<'d>, &Facts<'d>, Report<'d>) -> T) -> T {
    let (target, rows, ledger) = (aimed(case, request), rows(case), emitted(case));
    let document = scan(request).unwrap();
    let options = Options { models: rows.as_deref().unwrap_or_default(), ledger: ledger.as_ref(), ..Options::default() };
    audit(&document, &target, &options, |facts, report| read(&document, facts, report)).unwrap()
}

fn aimed(case: &Document<'_>, request: &[u8]) -> Target {
    resolve_target(case.find("/target").unwrap(), Some(&scan(request).unwrap())).unwrap()
}

/// A ledger of the exchanges that came before the request.
fn emitted(case: &Document<'_>) -> Option<Ledger> {
    let mut ledger = Ledger::default();
    for exchange in case.root().get("emitted")?.elements() {
        let request = exchange.get("request").unwrap().raw();
        let target = resolve_target(exchange.get("target").unwrap(), Some(&scan(request).unwrap())).unwrap();
        match exchange.get("response") {
            Some(response) => ledger.record(&target, request, response.raw()).unwrap(),
            None => ledger.record_stream(&target, request, &exchange.get("stream").unwrap().text().unwrap().wtf8()).unwrap(),
        }
    }
    Some(ledger)
}

fn rows(case: &Document<'_>) -> Option<Vec<u8>> {
    case.root().get("models").map(|rows| rows.raw().to_vec())
}

fn words(case: &Document<'_>, name: &str) -> Vec<String> {
    case.root().get(name).into_iter().flat_map(Value::elements).map(|word| word.text().unwrap().lossy().into_owned()).collect()
}

/// Every rule is checked before any is said to have failed.
fn each_rule(check: impl Fn(&'static Rule)) {
    let fails = |rule: &&'static Rule| std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| check(rule))).is_err();
    let failed: Vec<_> = rules::all().filter(fails).map(|rule| rule.id).collect();
    assert!(failed.is_empty(), "{failed:?}");
}

#[test]
fn a_finding_says_a_sentence_and_offers_fixes_of_its_rule() {
    each_rule(|rule| {
        for path in cases(rule, "bad-") {
            let text = fs::read(&path).unwrap();
            let case = scan(&text).unwrap();
            let own = judged(&case, case.find("/request").unwrap().raw(), |_, _, report| {
                report.findings.iter().all(|finding| {
                    finding
                        .sentence
                        .is_none_or(|sentence| finding.rule.sentence(sentence.name).is_some_and(|own| own.text == sentence.text))
                        && finding.fixes.iter().all(|fix| finding.rule.fixes.contains(fix))
                })
            });
            assert!(own, "{}", path.display());
        }
    });
}

#[test]
fn a_case_is_found_or_not_as_it_says() {
    each_rule(|rule| {
        for (begin, bad) in [("bad-", true), ("good-", false)] {
            let cases = cases(rule, begin);
            assert!(cases.len() >= 2, "{} has {} {begin}", rule.id, cases.len());
            for path in cases {
                let text = fs::read(&path).unwrap();
                let case = scan(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
                let seen = findings_of(&case, case.find("/request").unwrap().raw());
                let mut expected: BTreeSet<String> = words(&case, "also").into_iter().collect();
                if bad {
                    expected.insert(rule.id.to_owned());
                }
                let found: BTreeSet<String> = seen.iter().map(|(id, ..)| (*id).to_owned()).collect();
                assert_eq!(found, expected, "{}: {seen:#?}", path.display());
                for (name, value) in case.root().get("args").into_iter().flat_map(Value::members) {
                    let name = name.lossy();
                    let told = argument_of(&case, case.find("/request").unwrap().raw(), rule, &name);
                    assert_eq!(told, value.text().map(|text| text.lossy().into_owned()), "{} {name}", path.display());
                }
                if let Some(verdict) = case.root().get("verdict") {
                    let told = judged(&case, case.find("/request").unwrap().raw(), |_, _, report| report.verdict.name());
                    assert_eq!(Some(told), verdict.text().map(|text| text.lossy()).as_deref(), "{} verdict", path.display());
                }
                if let Some(need) = case.root().get("unknown") {
                    let nth = rules::all().position(|other| other == rule).unwrap();
                    let check = judged(&case, case.find("/request").unwrap().raw(), |_, _, report| report.checks[nth]);
                    let needs = matches!(check, Check::Unknown(told) if need.text().is_some_and(|need| need.lossy() == told));
                    assert!(needs, "{}: {check:?}", path.display());
                }
                let mine = seen.iter().find(|(id, ..)| *id == rule.id);
                for (name, value) in [("at", mine.map(|(_, at, _)| at.clone())), ("says", mine.and_then(|(.., says)| says.clone()))] {
                    if let Some(said) = case.root().get(name) {
                        assert_eq!(value.as_deref(), said.text().map(|text| text.lossy()).as_deref(), "{} {name}", path.display());
                    }
                }
            }
        }
    });
}

#[test]
fn what_is_fixed_is_clean_and_stays_so() {
    each_rule(|rule| {
        for path in cases(rule, "bad-") {
            let text = fs::read(&path).unwrap();
            let case = scan(&text).unwrap();
            let request = case.find("/request").unwrap().raw();
            let (target, rows, ledger) = (aimed(&case, request), rows(&case), emitted(&case));
            let options = Options { models: rows.as_deref().unwrap_or_default(), ledger: ledger.as_ref(), ..Options::default() };
            let repaired = repair(request, &target, &options, &ALL).unwrap();
            let left: Vec<_> = findings_of(&case, &repaired.request).into_iter().map(|(id, ..)| id).collect();
            let fixed = path.with_extension("fixed.json");
            if rule.fixes.is_empty() || left.contains(&rule.id) {
                assert!(!fixed.exists(), "{} is not mended: {left:?}", path.display());
                assert!(rule.fixes.is_empty() || case.root().get("unmended").is_some(), "{}: no fix helps, left {left:?}", path.display());
                continue;
            }
            assert!(left.is_empty() || case.root().get("left").is_some(), "{}: left {left:?}", path.display());
            if std::env::var_os("BLESS").is_some() {
                fs::write(&fixed, [&repaired.request, &b"\n"[..]].concat()).unwrap();
            }
            let expected = fs::read(&fixed).unwrap_or_else(|_| panic!("{} is missing: BLESS=1 writes it", fixed.display()));
            assert_eq!(
                String::from_utf8_lossy(&repaired.request),
                String::from_utf8_lossy(&expected).trim_end_matches('\n'),
                "{}",
                path.display()
            );
            handles_are_whole(&text, &repaired.request, &target, &path);
            let again = repair(&repaired.request, &target, &options, &ALL).unwrap();
            assert!(again.steps.is_empty(), "{}: a second repair does more", path.display());
        }
    });
}

#[test]
fn every_fix_mends_by_itself_or_changes_nothing() {
    each_rule(|rule| {
        let mut used = BTreeSet::new();
        for path in cases(rule, "bad-") {
            let text = fs::read(&path).unwrap();
            let case = scan(&text).unwrap();
            let request = case.find("/request").unwrap().raw();
            for (name, mended) in each_fixed(rule, &case, request) {
                assert!(
                    weight(rule, &case, &mended) < weight(rule, &case, request),
                    "{}: {name} mends nothing: {}",
                    path.display(),
                    String::from_utf8_lossy(&mended)
                );
                used.insert(name);
            }
        }
        let idle: Vec<_> = rule.fixes.iter().map(|fix| fix.name).filter(|name| !used.contains(name)).collect();
        assert!(idle.is_empty(), "{}: no case has use for {idle:?}", rule.id);
    });
}

#[test]
fn what_is_said_to_be_mended_was_changed() {
    each_rule(|rule| {
        for path in cases(rule, "bad-") {
            let text = fs::read(&path).unwrap();
            let case = scan(&text).unwrap();
            let request = case.find("/request").unwrap().raw();
            let (target, rows, ledger) = (aimed(&case, request), rows(&case), emitted(&case));
            let options = Options { models: rows.as_deref().unwrap_or_default(), ledger: ledger.as_ref(), ..Options::default() };
            let mut before = request.to_vec();
            for step in repair(request, &target, &options, &ALL).unwrap().steps {
                let after = splice(&before, &step.edits).unwrap();
                assert!(!step.applied.is_empty() && after != before, "{}: a step that changes nothing", path.display());
                let all = judged(&case, &before, |document, facts, report| {
                    let changes = |finding: &Finding<'_>, pointer: &str| {
                        step.applied.iter().filter(|one| one.rule == finding.rule && one.pointer == pointer).all(|one| {
                            let mut changes = Changes::new(document);
                            one.fix.edit.apply(facts, finding, &mut changes).is_ok() && changes.apply().is_ok_and(|after| after != before)
                        })
                    };
                    report.findings.iter().all(|finding| changes(finding, &document.place(finding.place).pointer))
                });
                assert!(all, "{}: a fix that changes nothing counts", path.display());
                before = after;
            }
        }
    });
}

/// How much a rule has against a request.
fn weight(rule: &Rule, case: &Document<'_>, request: &[u8]) -> usize {
    let own = |finding: &Finding<'_>| (finding.rule.id == rule.id).then_some([Severity::Advice, Severity::Degrade, Severity::Reject]);
    judged(case, request, |_, _, report| {
        let graves = report.findings.iter().filter_map(|finding| own(finding)?.iter().position(|grave| *grave == finding.severity));
        graves.map(|grave| grave + 1).sum()
    })
}

/// The request after each single fix of each finding of a rule that changes anything, with the name of the fix.
fn each_fixed(rule: &Rule, case: &Document<'_>, request: &[u8]) -> Vec<(&'static str, Vec<u8>)> {
    let (target, rows, ledger) = (aimed(case, request), rows(case), emitted(case));
    let document = scan(request).unwrap();
    let options = Options { models: rows.as_deref().unwrap_or_default(), ledger: ledger.as_ref(), ..Options::default() };
    audit(&document, &target, &options, |facts, report| {
        let mut all = Vec::new();
        for finding in report.findings.iter().filter(|finding| finding.rule.id == rule.id) {
            for fix in finding.fixes {
                let mut changes = Changes::new(&document);
                fix.edit.apply(facts, finding, &mut changes).unwrap_or_else(|error| panic!("{} {}: {error}", rule.id, fix.name));
                let mended = changes.apply().unwrap_or_else(|error| panic!("{} {}: {error}", rule.id, fix.name));
                if mended != request {
                    all.push((fix.name, mended));
                }
            }
        }
        all
    })
    .unwrap()
}

/// Every handle of a mended request was in the one before or was emitted, byte for byte, or is a placeholder that a vendor documents.
fn handles_are_whole(before: &[u8], after: &[u8], target: &Target, path: &Path) {
    let document = scan(after).unwrap();
    let codec = rethought::wires::codec(&target.wire).unwrap();
    for entry in codec.request(document.root()).entries() {
        for handle in entry.parts.iter().filter_map(|part| part.thinking.as_ref()).flat_map(|thinking| &thinking.handles) {
            let raw = handle.raw();
            let inner = &raw[1..raw.len() - 1];
            let is_known = inner == b"skip_thought_signature_validator" || inner == b"context_engineering_is_the_way_to_go";
            assert!(
                is_known || before.windows(inner.len()).any(|window| window == inner),
                "{}: {}",
                path.display(),
                String::from_utf8_lossy(raw)
            );
        }
    }
}
