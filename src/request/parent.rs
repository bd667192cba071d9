//! The answer that a request continues, as the request shows it.

use crate::json::{Digest, Value};

/// The last answer in a request, by the evidence that finds the answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parent {
    /// One of its handles.
    pub handle: Option<Digest>,
    /// One of its ids, if that is unique.
    pub id: Option<String>,
    /// The hash of the context that ends with it.
    pub spoken: Option<Digest>,
    /// The digest of the complete input that it answered, with the settings of the request that sends it back.
    pub input: Option<Digest>,
    /// The digest of the text of its first thought, which distinguishes it from another with the same words.
    pub thought: Option<Digest>,
}

/// Returns the id of the response that a request continues. Returns `None` if the request holds the whole history.
#[must_use]
pub fn held_response(request: Value<'_>) -> Option<String> {
    let thread = request.get("thread").filter(|thread| thread.fits("type=continue"))?;
    thread.get("previous_message_id").and_then(Value::text).map(|id| id.lossy().into_owned())
}
