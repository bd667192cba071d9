//! The records of bodies: their wire, and the notes of a replay.

use serde::Serialize;

/// The wire, dialect and side of a body.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct Detection<'b> {
    /// The format.
    #[cfg_attr(typescript, tsify(type = "Wire"))]
    pub wire: &'b str,
    /// The host's variant of it, if the address names a known host.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dialect: Option<&'static str>,
    /// The side of the exchange, or a stream of it.
    #[cfg_attr(typescript, tsify(type = "\"request\" | \"response\" | \"stream\""))]
    pub role: &'static str,
    /// From 1, a guess, to 100, certain.
    pub certainty: u8,
}

/// Something that a replay had to change.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct Note<'b> {
    /// The JSON pointer of the value in the response.
    pub pointer: &'b str,
    /// The change, and the rule that asks for it.
    pub reason: &'static str,
}
