//! The file of every rule: its card, its metadata, and that rules, files and folders of cases are the same.

use std::collections::BTreeSet;
use std::fs;

use rethought::audit::{Evidence, Needs, Rule, Severity, Tier, rules};
use rethought::json::scan;

use super::{each_rule, findings_of, root};

/// The file of a rule, by its id.
fn source(rule: &Rule) -> String {
    let name = format!("{}.rs", rule.id.replace('-', "_"));
    let folders = fs::read_dir(root().join("src/audit/rules")).unwrap().map(|entry| entry.unwrap().path());
    let file = folders.map(|folder| folder.join(&name)).find(|file| file.exists());
    fs::read_to_string(file.unwrap_or_else(|| panic!("{} has no file", rule.id))).unwrap()
}

/// The card of a rule: its summary, and its sections by name.
fn card(rule: &Rule) -> (String, Vec<(String, String)>) {
    let source = source(rule);
    let lines = source.lines().map_while(|line| line.strip_prefix("//!")).map(|line| line.strip_prefix(' ').unwrap_or(line));
    let mut sections = vec![(String::new(), String::new())];
    for line in lines {
        match line.strip_prefix("# ") {
            Some(name) => sections.push((name.to_owned(), String::new())),
            None => {
                let text = &mut sections.last_mut().unwrap().1;
                text.push_str(line);
                text.push('\n');
            }
        }
    }
    let summary = sections.remove(0).1.trim().to_owned();
    (summary, sections)
}

/// The example in a section.
fn example(rule: &Rule, section: &str) -> String {
    let (_, sections) = card(rule);
    let text = &sections.iter().find(|(name, _)| name == section).unwrap_or_else(|| panic!("{} has no {section}", rule.id)).1;
    let (_, after) = text.split_once("```json").unwrap_or_else(|| panic!("{}: {section} has no json block", rule.id));
    after.split_once("```").unwrap().0.to_owned()
}

#[test]
fn a_card_says_what_why_and_how_sure() {
    each_rule(|rule| {
        let (summary, sections) = card(rule);
        assert!(!summary.is_empty() && !summary.contains("\n\n") && summary.ends_with('.'), "{}: one sentence first", rule.id);
        let names: Vec<_> = sections.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["What it checks", "Why", "Bad", "Good", "Fix", "Evidence"], "{}", rule.id);
        let evidence = &sections[5].1;
        let known = ["observed", "documented", "reported", "inferred"].iter().any(|word| evidence.contains(&format!("- {word}")));
        assert!(known && evidence.contains(", 202"), "{}: evidence says how it is known and when", rule.id);
        let fix = &sections[4].1;
        for known in rule.fixes {
            let word = format!("{:?}:", known.safety);
            assert!(fix.contains(&word), "{}: the fix section does not say «{word}»", rule.id);
        }
        assert!(
            !rule.fixes.is_empty() || fix.trim().starts_with("By hand: "),
            "{}: the fix section does not say what to do by hand",
            rule.id
        );
        assert!(rule.evidence != Evidence::Inferred || rule.severity == Severity::Advice, "{}: inferred is advice", rule.id);
        assert!(rule.binds.starts_with("wire="), "{}: a rule binds wires first", rule.id);
    });
}

#[test]
fn a_rule_says_since_when_it_is_there_and_how_settled_it_is() {
    let is_version = |text: &str| text.split('.').count() == 3 && text.split('.').all(|part| part.parse::<u32>().is_ok());
    each_rule(|rule| {
        assert!(is_version(rule.since), "{}: since {:?}", rule.id, rule.since);
        let metadata = source(rule);
        assert!(metadata.contains("\n    since: \"") && metadata.contains("\n    tier: Tier::"), "{}: the file says both", rule.id);
        assert_eq!(rule.tier == Tier::Nursery, rule.evidence == Evidence::Inferred, "{}: what is inferred is in the nursery", rule.id);
    });
}

#[test]
fn sentences_and_fixes_of_a_rule_have_names_of_their_own() {
    each_rule(|rule| {
        for names in [rule.upstream.iter().map(|one| one.name).collect::<Vec<_>>(), rule.fixes.iter().map(|one| one.name).collect()] {
            let known: BTreeSet<_> = names.iter().collect();
            assert!(known.len() == names.len() && !names.contains(&""), "{}: {names:?}", rule.id);
        }
        assert!(rule.upstream.iter().all(|sentence| !sentence.text.is_empty()), "{}: a sentence without words", rule.id);
    });
}

#[test]
fn the_examples_of_a_card_are_true() {
    each_rule(|rule| {
        for (section, expected) in [("Bad", 1), ("Good", 0)] {
            let text = example(rule, section);
            let case = scan(text.as_bytes()).unwrap_or_else(|error| panic!("{} {section}: {error}", rule.id));
            assert_eq!(rule.needs == Needs::Ledger, case.root().get("emitted").is_some(), "{}: what was emitted", rule.id);
            let seen = findings_of(&case, case.find("/request").unwrap().raw());
            assert_eq!(seen.len(), expected, "{} {section}: {seen:?}", rule.id);
            assert!(seen.iter().all(|(id, ..)| *id == rule.id), "{} {section}: {seen:?}", rule.id);
        }
    });
}

#[test]
fn every_rule_that_the_manual_names_is_one() {
    let manual = fs::read_to_string(root().join("src/audit/mod.rs")).unwrap();
    let rows = manual.lines().filter(|line| line.starts_with("//! | ")).filter_map(|line| line.rsplit('|').nth(1));
    let named: Vec<_> = rows.flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect();
    assert!(named.len() >= 15);
    named.iter().for_each(|id| assert!(rules::all().any(|rule| rule.id == *id), "{id}"));
}

#[test]
fn rules_files_and_folders_of_cases_are_the_same() {
    let mut ids: Vec<_> = rules::all().map(|rule| rule.id.to_owned()).collect();
    ids.sort();
    assert!(ids.windows(2).all(|pair| pair[0] != pair[1]), "two rules of one name");
    let mut folders: Vec<_> = fs::read_dir(root().join("tests/data/rules"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    folders.sort();
    assert_eq!(folders, ids);
    let mut files: Vec<String> = Vec::new();
    for folder in fs::read_dir(root().join("src/audit/rules")).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir()) {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            // The other files of a folder are rooms that several of its rules use.
            if fs::read_to_string(&path).unwrap().contains("pub static RULE: Rule") {
                files.push(path.file_stem().unwrap().to_string_lossy().replace('_', "-"));
            }
        }
    }
    files.sort();
    assert_eq!(files, ids);
}
