//! One request there, and back.

use rethought::audit::Options;
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

/// The names of everything that was told.
pub fn noted(conversion: &Conversion) -> Vec<String> {
    conversion.notes.iter().map(|note| note.what.clone()).collect()
}
