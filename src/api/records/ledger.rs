//! The records of a ledger's answers.

use serde::Serialize;
use serde_json::value::RawValue;

use crate::model::PartKind;

/// A conversation of a ledger, and the branch that a request follows.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct Conversation<'l> {
    /// The name of the conversation: that of its first answer, the same in every ledger. `forget` accepts it.
    pub id: String,
    /// The answers that the request continues, by their numbers in the ledger, the first one first.
    #[cfg_attr(typescript, tsify(type = "number[]"))]
    pub branch: &'l [usize],
}

/// A recorded part, and its fate in a request.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct Followed<'l> {
    /// Its pointer in the snapshot, which `restore` accepts: `/responses/2/parts/0`.
    pub from: String,
    /// Its kind; `thought` is reasoning and nothing else.
    #[cfg_attr(typescript, tsify(type = "\"thought\" | \"text\" | \"call\" | \"result\" | \"other\""))]
    pub kind: PartKind,
    /// Its fate. `equal`: it is there, and its text and its handle are the original ones, however they are written. `moved`: its handle is there, in another
    /// place. `missing`: the rest of its response is there, and it is not. `gone`: nothing of its response is in the request.
    #[cfg_attr(typescript, tsify(type = "\"equal\" | \"changed\" | \"moved\" | \"missing\" | \"gone\""))]
    pub fate: &'static str,
    /// The way in which it was changed. `text`: the text that can be read of it; of a call its tool or its arguments. `handle`: it has another. `bare`: it is
    /// there without its handle. `stub`: with a handle that was issued before there was anything in it. `id`: a call is there under another.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(optional, type = "\"text\" | \"handle\" | \"bare\" | \"stub\" | \"id\""))]
    pub how: Option<&'static str>,
    /// Its place in the request; if its handle has moved, the part that carries it now. Nothing if it is missing or gone, or was an empty text and is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pointer: Option<&'l str>,
    /// The number of its response in the ledger.
    pub response: usize,
    /// The number of the part in it.
    pub part: usize,
    /// The first byte there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<usize>,
    /// The byte after the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<usize>,
    /// The first byte of the request at which its text, its handle or its arguments differ from the original. Spacing and escapes do not count. It is absent if
    /// the bytes were not kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub differs: Option<usize>,
    /// True if it is reasoning, or carries a handle of some: a call or a text can.
    pub thinks: bool,
    /// True if it has the original bytes. Left out where it is not there, or only digests were kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes: Option<bool>,
}

/// A ledger as JSON: versioned, stable, fit for a database or `localStorage`. The ledger writes it itself, line by line.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct LedgerSnapshot<'l> {
    /// The kind of the record.
    #[cfg_attr(typescript, tsify(type = "\"ledger\""))]
    pub rethought: &'static str,
    /// The version of this shape.
    pub version: u32,
    /// `full` keeps what was emitted; `handles` keeps no readable text of it; `digests` keeps no handle either.
    #[cfg_attr(typescript, tsify(type = "\"full\" | \"handles\" | \"digests\""))]
    pub form: &'static str,
    /// One for each response, in order. Members that a later version writes are kept.
    #[cfg_attr(typescript, tsify(type = "object[]"))]
    pub responses: Vec<&'l RawValue>,
}
