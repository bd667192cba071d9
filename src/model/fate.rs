//! The fate of a thought in a request: one word for convert, replay, Letta and the page.

use serde::Serialize;

/// The fate of a thought. `verbatim`: byte for byte in its own shape. `routed`: whole, in the shape of another wire. `degraded`: only its text. `elided`: left
/// out. `placeholder`: replaced by a documented string.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify), tsify(type_prefix = "Thought"))]
#[serde(rename_all = "lowercase")]
pub enum Fate {
    /// It is sent byte for byte, in its own shape.
    Verbatim,
    /// It is sent whole, every string byte for byte, in the shape of another wire.
    Routed,
    /// Only its text is sent.
    Degraded,
    /// It is left out.
    Elided,
    /// A documented string is sent in its place.
    Placeholder,
}

impl Fate {
    /// Returns its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Fate::Verbatim => "verbatim",
            Fate::Routed => "routed",
            Fate::Degraded => "degraded",
            Fate::Elided => "elided",
            Fate::Placeholder => "placeholder",
        }
    }
}
