//! The origin of a thought.

use super::time::Moment;
use crate::json::Digest;

/// The issuer of a thought, and where it was issued. They decide whether a provider accepts the thought again.
///
/// It is recorded when the response is read, and kept from then on. It is never guessed from the handle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Provenance {
    /// The company whose model produced it, such as `anthropic`.
    pub vendor: Option<String>,
    /// The service, such as `bedrock`, `vertex` or `api`.
    pub surface: Option<String>,
    /// A hint that distinguishes accounts, never a key.
    pub account: Option<String>,
    /// The model that the response names.
    pub model: Option<String>,
    /// The response's id.
    pub response: Option<String>,
    /// Its place among the response's parts.
    pub position: Option<usize>,
    /// The time at which it was received.
    pub time: Option<Moment>,
    /// The digest of everything before it in the request.
    pub prefix: Option<Digest>,
    /// True if it arrived whole. A stream that was cut leaves a thought that must not be replayed.
    pub complete: bool,
}
