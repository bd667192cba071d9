//! The records of thoughts apart from their answers.

use serde::Serialize;

use crate::model::Fate;

/// The fate of a thought, and why.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct RoutedThought<'p> {
    /// The id of the thought.
    pub id: &'p str,
    /// Its fate.
    #[cfg_attr(typescript, tsify(type = "ThoughtFate"))]
    pub fate: Fate,
    /// The reason for the fate.
    pub reason: &'static str,
    /// Its place in the request, if it has one there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
}
