//! The changes that a provider made to its request before the model saw it.

use std::borrow::Cow;

/// One thought of a request that failed a check of its provider, from the report in the response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputTransformation<'d> {
    /// The fate of the thought: `thinking_dropped`, `thinking_mismatch_allowed`, or an unknown word.
    pub kind: Cow<'d, str>,
    /// The check that it failed, such as `model_binding_mismatch`.
    pub reason: Cow<'d, str>,
    /// The JSON pointer of the thought in the request, if the report has its place.
    pub pointer: Option<String>,
}
