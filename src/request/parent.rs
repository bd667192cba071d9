//! The answer that a request goes on from, as far as the request tells.

use crate::json::{Digest, Value};

/// The last answer in a request, by the same evidence by which that answer is found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parent {
    /// A handle that it carries.
    pub handle: Option<Digest>,
    /// An id that it bears, if that is one which nobody else is given.
    pub id: Option<String>,
    /// The hash of the context with it at the end.
    pub spoken: Option<Digest>,
    /// The digest of the complete input that it answered, with the settings of the request that sends it back.
    pub input: Option<Digest>,
    /// The digest of the text of its first thought, which tells it from another in the same words.
    pub thought: Option<Digest>,
}

/// The id of the response that a request goes on from; nothing, if the request holds the whole history.
#[must_use]
pub fn held_response(request: Value<'_>) -> Option<String> {
    let thread = request.get("thread").filter(|thread| thread.fits("type=continue"))?;
    thread.get("previous_message_id").and_then(Value::text).map(|id| id.lossy().into_owned())
}
