//! Google's answers that belong to several rules.

use crate::audit::Sentence;

/// Google's answer to a call without a signature.
pub(super) const MISSING: Sentence = Sentence::new(
    "missing-signature",
    "Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call `default_api:{name}` , position {position}. Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for more details.",
);

/// Vertex's answer to the same defect.
pub(super) const MISSING_ON_VERTEX: Sentence = Sentence::new(
    "missing-signature-on-vertex",
    "Unable to submit request because function call `default_api:{name}` in the {position}. content block is missing a `thought_signature`. Learn more: https://docs.cloud.google.com/vertex-ai/generative-ai/docs/thought-signatures",
);

/// Google's answer to a signature that is not from Google.
pub(in crate::audit::rules) const CORRUPTED: Sentence = Sentence::new("corrupted", "Corrupted thought signature.");

/// Vertex's answer to the same defect.
pub(in crate::audit::rules) const NOT_VALID: Sentence = Sentence::new(
    "not-valid",
    "Unable to submit request because Thought signature is not valid.. Learn more: https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/gemini",
);
