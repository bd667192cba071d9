//! Words that say too little alone: a sentence must have more than these.

/// Sentences that providers use for anything. A pattern must have their subject too.
pub(super) const VAGUE: [&str; 6] = [
    "Extra inputs are not permitted",
    "Field required",
    "Input should be a valid list",
    "Input should be a valid string",
    "Request contains an invalid argument",
    "string too long",
];

/// Returns `true` if a sentence that follows another says too little without it.
pub(super) fn is_vague_alone(sentence: &str) -> bool {
    ["Expected a string with maximum length", "Expected an ID that"].iter().any(|start| sentence.starts_with(start))
}

/// The settings that some models accept and others refuse.
pub(super) const SETTINGS: [&str; 18] = [
    "block_binding",
    "budget_tokens",
    "display",
    "frequencyPenalty",
    "frequency_penalty",
    "include_reasoning",
    "logit_bias",
    "logprobs",
    "n",
    "presencePenalty",
    "presence_penalty",
    "reasoningEffort",
    "reasoning_effort",
    "reasoning_format",
    "temperature",
    "top_k",
    "top_logprobs",
    "top_p",
];

/// The words after which any parameter lists its values.
pub(super) const VALUES: [&str; 2] = ["Supported values are", "Input should be low"];

/// The rules that predict those words, and the last names of the parameters that each is about.
pub(super) const PARAMETERS: [(&str, &[&str]); 2] = [
    ("unsupported-effort", &["effort", "reasoning_effort", "reasoningEffort", "reasoning"]),
    ("setting-refused-by-model", &["effort", "reasoning_effort", "summary", "verbosity"]),
];

/// How many bytes of a sentence begin other sentences too.
pub(super) fn vague_length(sentence: &str) -> usize {
    BEGINNINGS.iter().filter(|beginning| sentence.starts_with(**beginning)).map(|beginning| beginning.len()).max().unwrap_or(0)
}

/// The words with which sentences about anything begin.
const BEGINNINGS: [&str; 20] = [
    "1 validation error detected: Value at ",
    "<400> InternalError.Algo.InvalidParameter: ",
    "Extra inputs are not permitted, field: ",
    "Invalid input[",
    "Invalid messages[",
    "Invalid parameter: ",
    "Invalid value at ",
    "Invalid value for content: ",
    "Missing required parameter: input[",
    "Please ensure that ",
    "The model returned the following errors: ",
    "This model does not support ",
    "Unable to submit request because ",
    "Unrecognized request argument supplied: ",
    "Unsupported parameter: ",
    "Unsupported value: ",
    "When thinking is disabled, ",
    "When thinking is enabled, ",
    "invalid params, ",
    "max_tokens must be greater than ",
];
