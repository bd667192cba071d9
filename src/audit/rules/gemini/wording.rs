//! Sentences that Google says under several rules.

/// Vertex's sentence about a call without a signature.
pub(super) const VERTEX: &str = "Unable to submit request because function call `default_api:{name}` in the {position}. content block is missing a `thought_signature`. Learn more: https://docs.cloud.google.com/vertex-ai/generative-ai/docs/thought-signatures";

pub(super) const MISSING: &[&str] = &[
    "Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call `default_api:{name}` , position {position}. Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for more details.",
    VERTEX,
];
