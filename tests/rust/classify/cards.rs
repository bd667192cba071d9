//! The sentences that the cards of the rules list.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use rethought::audit::rules;

/// The rules of the catalogue that each rule's card names.
pub fn catalogue() -> BTreeMap<&'static str, Vec<String>> {
    let folders = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/audit/rules")).unwrap();
    let folders: Vec<_> = folders.map(|entry| entry.unwrap().path()).collect();
    let names = |id: &str| {
        let files = folders.iter().map(|folder| folder.join(format!("{}.rs", id.replace('-', "_")))).filter(|file| file.exists());
        let text: String = files.map(|file| fs::read_to_string(file).unwrap()).collect();
        let lines = text.lines().filter_map(|line| line.strip_prefix("//! - catalogue:"));
        lines.flat_map(|line| line.split(',').map(|name| name.trim().trim_matches('`').to_owned())).collect()
    };
    rules::all().map(|rule| (rule.id, names(rule.id))).collect()
}
