//! Where a thought comes from.

use super::time::Moment;
use crate::json::Digest;

/// Who issued a thought, and in what setting: what decides whether it will be taken back.
///
/// Recorded when the response is read and carried along from then on; never guessed from the blob.
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
    /// When it was received.
    pub time: Option<Moment>,
    /// The digest of everything that preceded it in the request.
    pub prefix: Option<Digest>,
    /// Whether it arrived whole; a stream that was cut leaves one that must not be replayed.
    pub complete: bool,
}
