//! The records of redacted copies and of chained logs.

use serde::Serialize;

/// Something that was redacted. Its text is not in the record.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct RedactionHit<'v> {
    /// The kind: that of a detector or of a pattern, or `cut`.
    pub kind: &'v str,
    /// The string's place in the copy.
    pub pointer: &'v str,
    /// How often in that string.
    pub count: usize,
}

/// The end of a log. Kept elsewhere, it shows whether records are missing at the end.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct LogHead<'v> {
    /// The number of the last record.
    pub seq: usize,
    /// Its hash, in hexadecimal.
    pub hash: &'v str,
}

/// The verdict on a log.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct LogVerdict<'v> {
    /// True if every record is as it was written.
    pub ok: bool,
    /// How many are, from the first.
    pub count: usize,
    /// The last of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(optional, type = "LogHead"))]
    pub head: Option<LogHead<'v>>,
    /// The first record that is not, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(optional, type = "BrokenRecord"))]
    pub broken: Option<BrokenRecord>,
}

/// A record of a log that is not as it was written.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct BrokenRecord {
    /// Its line, from 0.
    pub line: usize,
    /// The number that was expected there.
    pub seq: usize,
    /// The fault. The line is cut off or not JSON (`truncated`), is not a record (`foreign`), or has changed content (`altered`). A record is absent
    /// (`missing`), in another place (`reordered`), present again (`repeated`), or chained to another one (`relinked`).
    #[cfg_attr(
        typescript,
        tsify(type = "\"truncated\" | \"foreign\" | \"altered\" | \"missing\" | \"reordered\" | \"repeated\" | \"relinked\"")
    )]
    pub reason: &'static str,
}
