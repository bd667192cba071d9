//! The origin of a thought.

use super::time::Moment;
use crate::json::Digest;

/// The issuer of a thought and its setting. They decide whether a provider takes the thought back.
///
/// It is recorded when the response is read and carried along from then on. It is never guessed from the blob.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Provenance {
    /// The company whose model thought it, such as `anthropic`.
    pub vendor: Option<String>,
    /// The service it was reached through, such as `bedrock`, `vertex` or `api`.
    pub surface: Option<String>,
    /// A hint that tells accounts apart, never a key.
    pub account: Option<String>,
    /// The model as the response names it.
    pub model: Option<String>,
    /// The response's id.
    pub response: Option<String>,
    /// Its place among the response's parts.
    pub position: Option<usize>,
    /// The time at which it was received.
    pub time: Option<Moment>,
    /// The digest of everything that preceded it in the request.
    pub prefix: Option<Digest>,
    /// True if it arrived whole. A stream that was cut leaves a thought that must not be replayed.
    pub complete: bool,
}
