//! The records of the JSON layer.

use serde::Serialize;

/// The result of a scan.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct Scan {
    /// How many values and keys the text has.
    pub nodes: usize,
    /// True if it starts with a byte order mark, which is kept.
    pub bom: bool,
    /// The kind of the value that the text is.
    #[cfg_attr(typescript, tsify(type = "\"null\" | \"boolean\" | \"number\" | \"string\" | \"array\" | \"object\""))]
    pub kind: &'static str,
}

/// The place of a value in its text.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct Place {
    /// The JSON pointer that names it.
    pub pointer: String,
    /// True if the pointer leads back to this very value. It does not if a later duplicate key hides it.
    pub exact: bool,
    /// The kind of the value.
    #[cfg_attr(typescript, tsify(type = "\"null\" | \"boolean\" | \"number\" | \"string\" | \"array\" | \"object\""))]
    pub kind: &'static str,
    /// Its first byte.
    pub start: usize,
    /// The byte after its last.
    pub end: usize,
}
