//! The end and the usage of a response of any wire.

/// Why a model stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stop {
    /// It finished.
    Done,
    /// It calls tools.
    Calls,
    /// The answer reached its maximum length.
    Length,
    /// It reached a stop sequence.
    Sequence,
    /// It declined, or a filter did.
    Refused,
    /// It paused, and continues with the next request.
    Paused,
}

/// The tokens of a response. Counts are separated where the wire combines them: `input` is all input, from a cache or not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// All input.
    pub input: Option<i64>,
    /// All output, thoughts included.
    pub output: Option<i64>,
    /// The part of the input that came from a cache.
    pub cached: Option<i64>,
    /// The part of the input that was put into a cache.
    pub stored: Option<i64>,
    /// The part of the output that is reasoning.
    pub thought: Option<i64>,
}
