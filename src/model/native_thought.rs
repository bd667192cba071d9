//! A thought in its issuer's original form, separate from its answer. A store keeps it, and every system accepts it.

use super::target::Target;

/// A thought in its issuer's original form, with its provenance.
#[derive(Clone, Debug)]
pub struct NativeThought {
    /// The issuer: wire, host, model and account.
    pub issuer: Target,
    /// Its JSON text, byte for byte.
    pub block: Vec<u8>,
    /// Its place in its body, as a JSON pointer. The last names give its place in a message.
    pub pointer: Option<String>,
    /// The id of its response.
    pub response: Option<String>,
    /// True if it arrived whole.
    pub is_complete: bool,
    /// The names of the parts around it. `None` if they were not recorded.
    pub neighbours: Option<Neighbours>,
}

/// The names of the parts around a thought in its answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Neighbours {
    /// The names of the part that carries the thought.
    pub carrier: Vec<String>,
    /// The names of the next parts.
    pub next: Vec<String>,
    /// The names of the part before.
    pub previous: Vec<String>,
}
