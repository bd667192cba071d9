//! One request there, and back.

use rethought::audit::{Options, rules};
use rethought::convert::{Conversion, Policy, convert};
use rethought::json::scan;
use rethought::model::Target;

/// Converts a request.
pub fn there(request: &str, from: &Target, to: &Target) -> Conversion {
    let document = scan(request.as_bytes()).unwrap();
    convert(&document, from, to, &Policy::default(), &Options::default()).unwrap()
}

/// Converts a converted request back.
pub fn back(conversion: &Conversion, from: &Target, to: &Target) -> Conversion {
    there(&sent(conversion), from, to)
}

/// The text of a converted request.
pub fn sent(conversion: &Conversion) -> String {
    String::from_utf8(conversion.request.clone()).unwrap()
}

/// The words of notes that the types of the package do not list, and that are not rules.
pub fn unlisted(conversion: &Conversion) -> Vec<String> {
    let types = include_str!("../../../src/api/records/convert.rs");
    let listed = types.lines().find(|line| line.contains("| RuleId")).unwrap();
    let is_listed = |what: &str| listed.contains(&format!("'{what}'")) || rules::all().any(|rule| rule.id == what);
    conversion.notes.iter().filter(|note| !is_listed(&note.what)).map(|note| format!("no listed word: {}", note.what)).collect()
}

/// The names of everything that was told.
pub fn noted(conversion: &Conversion) -> Vec<String> {
    conversion.notes.iter().map(|note| note.what.clone()).collect()
}
