//! Providers' errors, as they were reported and in the wrappings in which they come, and the rules that predict them.
//!
//! A row of `tests/classify` says who reported an error, the wire if it is known, the error as text or JSON, and which rule of the catalogue it
//! is (`null` if it is none of ours); also the place, the status, the code or the `id` if they are to be read. `shared` rows are of a
//! sentence that several rules predict: there the rule may be among the others. Which rule of the catalogue is which of ours is said in
//! the cards.

pub mod cards;
pub mod laws;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use self::cards::catalogue;
use rethought::audit::{Classified, classify as classified};
use rethought::model::Wire;
use serde_json::Value;

/// Every row, by its file and number.
fn rows() -> Vec<(String, Value)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/classify");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    let named = |path: &Path| {
        let rows: Vec<Value> = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        rows.into_iter().enumerate().map(move |(nth, row)| (format!("{name} {nth}"), row))
    };
    files.iter().flat_map(|path| named(path)).collect()
}

/// The error of a row, as bytes.
fn error(row: &Value) -> Vec<u8> {
    row["error"].as_str().map_or_else(|| row["error"].to_string(), str::to_owned).into_bytes()
}

fn classify_row(row: &Value) -> Option<Classified> {
    let wire = row["wire"].as_str().map(Wire::named);
    classified(&error(row), wire.as_ref())
}

#[test]
fn every_reported_error_is_known_by_the_rule_that_predicts_it() {
    let catalogue = catalogue();
    let (mut wrong, mut unwritten, mut right) = (Vec::new(), BTreeMap::<String, usize>::new(), 0);
    for (name, row) in rows() {
        let found = classify_row(&row);
        let Some(slug) = row["catalogue"].as_str() else {
            match found {
                Some(found) => wrong.push(format!("{name} is not ours, but {}", found.rule.id)),
                None => right += 1,
            }
            continue;
        };
        let lists = |id: &str| catalogue[id].iter().any(|name| name == slug);
        if !catalogue.keys().any(|id| lists(id)) {
            *unwritten.entry(slug.to_owned()).or_default() += 1;
            continue;
        }
        let Some(found) = found else {
            wrong.push(format!("{name} ({slug}) is not known"));
            continue;
        };
        let others: Vec<&str> = found.others.iter().map(|rule| rule.id).collect();
        if !(lists(found.rule.id) || row["shared"] == true && others.iter().any(|id| lists(id))) {
            wrong.push(format!("{name} ({slug}) is {} {others:?}: {}", found.rule.id, found.message));
        }
        let id = found.args.iter().find(|(name, _)| name == "id").map(|(_, id)| id.as_str());
        for (what, is, wanted) in [
            ("place", found.pointer.as_deref(), row["at"].as_str()),
            ("id", id.filter(|_| row["id"].is_string()), row["id"].as_str()),
            ("code", found.code.as_deref().filter(|_| row["code"].is_string()), row["code"].as_str()),
        ] {
            if is != wanted {
                wrong.push(format!("{name} ({slug}): {what} {is:?}, wanted {wanted:?}"));
            }
        }
        if row["status"].is_u64() && found.status.map(u64::from) != row["status"].as_u64() {
            wrong.push(format!("{name} ({slug}): status {:?}", found.status));
        }
        right += 1;
    }
    wrong.iter().for_each(|one| println!("{one}"));
    println!(
        "{right} right, {} wrong; {} rows of rules that are not written: {unwritten:?}",
        wrong.len(),
        unwritten.values().sum::<usize>()
    );
    assert!(wrong.is_empty() && unwritten.is_empty());
}

#[test]
fn there_are_enough_errors_of_either_kind_and_all_are_different() {
    let rows = rows();
    let count = |file: &str| rows.iter().filter(|(name, _)| name.starts_with(file)).count();
    assert!(rows.iter().filter(|(_, row)| row["catalogue"].is_null()).count() >= 40);
    assert!(count("wrapped") >= 25);
    let mut texts: Vec<_> = rows.iter().map(|(_, row)| (error(row), row["wire"].to_string())).collect();
    texts.sort();
    texts.dedup();
    assert_eq!(texts.len(), rows.len());
}
