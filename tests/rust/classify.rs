//! Providers' errors, as they were reported and in the wrappings in which they come, and the rules that predict them.
//!
//! A row of `tests/data/classify` says who reported an error, the wire if it is known, the error as text or JSON, and which rule it is: one of ours
//! (`rule`) or one of the catalogue (`catalogue`; which of ours that is, is said in the cards). A row with neither is about something else, unless it
//! says that a code has a `meaning`. A row also says the place, the status, the code or the `id` if they are to be read, and the `others` in their
//! order if that matters. `shared` rows are of a sentence that several rules predict: there the rule may be among the others. No rule of another wire
//! than that of the row may be named.

pub mod cards;
pub mod laws;
pub mod wrappings;

use std::fs;
use std::path::Path;

use self::cards::catalogue;
use rethought::audit::{Classified, classify as classified};
use rethought::model::Wire;
use serde_json::Value;

/// Every row, by its file and number.
fn rows() -> Vec<(String, Value)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/classify");
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

/// Returns `true` if the error is about reasoning, thinking or the order of tools.
fn is_ours(row: &Value) -> bool {
    row["catalogue"].is_string() || row["rule"].is_string() || row["meaning"] == true
}

fn classify_row(row: &Value) -> Option<Classified> {
    let wire = row["wire"].as_str().map(Wire::named);
    classified(&error(row), wire.as_ref())
}

#[test]
fn every_reported_error_is_known_by_the_rule_that_predicts_it() {
    let catalogue = catalogue();
    let mut wrong = Vec::new();
    for (name, row) in rows() {
        let found = classify_row(&row);
        let Some(found) = found else {
            if is_ours(&row) {
                wrong.push(format!("{name} is not known: {}", row["error"]));
            }
            continue;
        };
        let (rule, others) = (found.rule.map(|rule| rule.id), found.others.iter().map(|rule| rule.id).collect::<Vec<_>>());
        let lists = |id: &str| match (row["rule"].as_str(), row["catalogue"].as_str()) {
            (Some(wanted), _) => wanted == id,
            (None, slug) => slug.is_some_and(|slug| catalogue[id].iter().any(|name| name == slug)),
        };
        let is_right = match rule {
            Some(rule) => lists(rule) || row["shared"] == true && others.iter().any(|id| lists(id)),
            None => row["rule"].is_null() && row["meaning"] == true && found.meaning.is_some(),
        };
        if !is_right {
            wrong.push(format!("{name} is {rule:?} {others:?}: {}", found.message));
        }
        if let Some(wire) = row["wire"].as_str().map(Wire::named) {
            let strays: Vec<_> = found.rule.iter().chain(&found.others).filter(|rule| !rule.is_of(&wire)).map(|rule| rule.id).collect();
            if !strays.is_empty() {
                wrong.push(format!("{name} is of {wire}, but {strays:?} are not"));
            }
        }
        let wanted: Vec<&str> = row["others"].as_array().into_iter().flatten().map(|id| id.as_str().unwrap()).collect();
        if row["others"].is_array() && others != wanted {
            wrong.push(format!("{name}: others {others:?}, wanted {wanted:?}"));
        }
        let id = found.args.iter().find(|(name, _)| name == "id").map(|(_, id)| id.as_str());
        for (what, is, wanted) in [
            ("place", found.pointer.as_deref(), row["at"].as_str()),
            ("id", id.filter(|_| row["id"].is_string()), row["id"].as_str()),
            ("code", found.code.as_deref().filter(|_| row["code"].is_string()), row["code"].as_str()),
        ] {
            if is != wanted {
                wrong.push(format!("{name}: {what} {is:?}, wanted {wanted:?}"));
            }
        }
        if row["status"].is_u64() && found.status.map(u64::from) != row["status"].as_u64() {
            wrong.push(format!("{name}: status {:?}", found.status));
        }
    }
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn there_are_enough_errors_of_either_kind_and_all_are_different() {
    let rows = rows();
    let count = |file: &str| rows.iter().filter(|(name, _)| name.starts_with(file)).count();
    let ours = rows.iter().filter(|(_, row)| is_ours(row)).count();
    assert!(ours >= 400, "{ours}");
    assert!(rows.len() - ours >= 120, "{}", rows.len() - ours);
    assert!(count("wrapped") >= 25);
    let mut texts: Vec<_> = rows.iter().map(|(_, row)| (error(row), row["wire"].to_string())).collect();
    texts.sort();
    texts.dedup();
    assert_eq!(texts.len(), rows.len());
}
