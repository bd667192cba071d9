//! How a response ended and what it cost, whatever its wire.

/// Why a model stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stop {
    /// It was done.
    Done,
    /// It calls tools.
    Calls,
    /// The answer was as long as it may be.
    Length,
    /// It came to a text at which it was to end.
    Sequence,
    /// It declined, or a filter did.
    Refused,
    /// It paused, and goes on when it is asked again.
    Paused,
}

/// The tokens that a response cost. What the wire counts in another number is taken apart: `input` is everything that was read, from a cache or not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Everything that was read.
    pub input: Option<i64>,
    /// Everything that was written, thoughts included.
    pub output: Option<i64>,
    /// The part of the input that came from a cache.
    pub cached: Option<i64>,
    /// The part of the input that was put into a cache.
    pub stored: Option<i64>,
    /// The part of the output that was thought.
    pub thought: Option<i64>,
}
