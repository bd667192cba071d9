//! YAML as recorders of HTTP write it, turned into JSON.
//!
//! VCR.py (PyYAML), VCR (Ruby's Psych), go-vcr and httpmock keep their recordings in YAML; all of them write through libyaml or a port
//! of it. So this reads YAML 1.1 as PyYAML does: `yes` is true, `017` is 15, U+2028 is a line break, and a time is a text.
//!
//! Some of YAML has no counterpart in JSON: a key is the text of its scalar, whatever it would mean as a value; keys may repeat and keep their
//! order; `!!binary` is a string where its bytes are UTF-8 and otherwise `{"base64_string": …}`, the name VCR uses for it; `.inf` and
//! `.nan` stay texts; unknown tags say nothing about maps and lists, and make a scalar a string; `<<` is a key like any other. A key that
//! is a map, a list or an alias is refused.
//!
//! ```
//! use rethought::sessions::yaml::to_json;
//!
//! let cassette = b"body: '{\"text\":\n  \"it''s\"}'\nheaders: {accept: ['*/*']}\nparsed_body:\n- n: 1.0\n";
//! assert_eq!(to_json(cassette)?, br#"{"body":"{\"text\": \"it's\"}","headers":{"accept":["*/*"]},"parsed_body":[{"n":1.0}]}"#);
//! # Ok::<(), rethought::Error>(())
//! ```
//!
//! A cassette may be larger than anyone wants to hold: [`YamlItems`] cuts it into its recordings first.

mod block;
mod cursor;
mod flow;
mod items;
mod line;
mod output;
mod parser;
mod properties;
mod resolve;
mod scalar;

pub use items::{YamlItem, YamlItems, YamlRest};

use crate::error::{Code, Error};
use crate::json::Limits;

/// Converts a YAML text with one document to JSON. An empty text is `null`.
///
/// # Errors
///
/// `E_YAML` where the text breaks the grammar or holds a second document, `E_JSON_UTF8` where it is not UTF-8, `E_JSON_DEPTH` and
/// `E_JSON_SIZE` past the limits of a JSON text; all with the byte at which reading stopped.
pub fn to_json(text: &[u8]) -> Result<Vec<u8>, Error> {
    convert(text, false)
}

/// Converts one of the [`YamlItems`] of a text. An alias to a value in another item is `null`. PyYAML names maps and lists that it meets again,
/// which in a cassette are headers, and never a text.
///
/// # Errors
///
/// As for [`to_json`].
pub fn item_to_json(text: &[u8]) -> Result<Vec<u8>, Error> {
    convert(text, true)
}

fn convert(text: &[u8], part: bool) -> Result<Vec<u8>, Error> {
    let limit = Limits::default().bytes;
    if text.len() > limit {
        return Err(Error::new(Code::JsonSize, "the text is too long").at(limit));
    }
    if let Err(error) = std::str::from_utf8(text) {
        return Err(Error::new(Code::JsonUtf8, "not UTF-8").at(error.valid_up_to()));
    }
    parser::Parser::new(text, part).document()
}
