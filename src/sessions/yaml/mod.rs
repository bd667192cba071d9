//! Converts the YAML of HTTP recorders to JSON.
//!
//! VCR.py (PyYAML), VCR (Ruby's Psych), go-vcr and httpmock keep their recordings in YAML. All of them write with libyaml or a port of it. This module
//! therefore reads YAML 1.1 like PyYAML: `yes` is true, `017` is 15, U+2028 is a line break, and a time is a text.
//!
//! Some of YAML has no counterpart in JSON. A key is the text of its scalar, whatever its meaning as a value. Keys may repeat and keep their order. `!!binary`
//! is a string if its bytes are UTF-8 and otherwise `{"base64_string": …}`, VCR's name for it. `.inf` and `.nan` stay texts. Unknown tags are ignored on maps
//! and lists, and make a scalar a string. `<<` is a normal key. A key that is a map, a list or an alias is refused.
//!
//! ```
//! use rethought::sessions::yaml::to_json;
//!
//! let cassette = b"body: '{\"text\":\n  \"it''s\"}'\nheaders: {accept: ['*/*']}\nparsed_body:\n- n: 1.0\n";
//! assert_eq!(to_json(cassette)?, br#"{"body":"{\"text\": \"it's\"}","headers":{"accept":["*/*"]},"parsed_body":[{"n":1.0}]}"#);
//! # Ok::<(), rethought::Error>(())
//! ```
//!
//! A cassette may be too large for memory: [`YamlItems`] cuts it into its recordings first.

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
/// `E_YAML` if the text breaks the grammar or holds a second document, `E_JSON_UTF8` if it is not UTF-8, `E_JSON_DEPTH` and `E_JSON_SIZE` past the limits of a
/// JSON text; all with the byte at which reading stopped.
pub fn to_json(text: &[u8]) -> Result<Vec<u8>, Error> {
    convert(text, false)
}

/// Converts one of the [`YamlItems`] of a text. An alias to a value in another item is `null`. PyYAML makes anchors for repeated maps and lists, which are
/// headers in a cassette, and never for a text.
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
