//! Wordings of providers that differ from those of the rules.

/// Wordings that no rule spells, and the rules that predict them, the likeliest first: older ones, those of gateways, codes, single sentences that people
/// quote, and the heads that vendors say will stay. As everywhere, the longer that fits outranks the shorter. Only rules of the wire are taken, so
/// a list names rules of several: a gateway hands on the words of a vendor on a wire that is not the vendor's.
pub(super) const WORDINGS: &[(&str, &[&str])] = &[
    // Anthropic
    ("Expected thinking or redacted_thinking, but found {found}", &["turn-without-thinking", "misnested-reasoning", "missing-details"]),
    ("Expected thinking or redacted_thinking", &["turn-without-thinking", "misnested-reasoning", "missing-details"]),
    ("a final assistant message must start with a thinking block", &["turn-without-thinking", "misnested-reasoning", "missing-details"]),
    ("If an assistant message contains any thinking blocks, the first block must be thinking", &["thinking-not-first"]),
    (
        "Invalid signature in thinking block",
        &[
            "invalid-thinking-signature",
            "unsigned-details",
            "unsigned-claude-reasoning",
            "foreign-handle",
            "altered-handle",
            "fragmented-details",
            "foreign-details",
            "masked-handle",
        ],
    ),
    ("Invalid signature in redacted_thinking block", &["invalid-thinking-signature", "altered-handle", "foreign-handle"]),
    ("Invalid data in redacted_thinking block", &["altered-handle", "invalid-thinking-signature", "foreign-handle"]),
    ("Invalid signature in thinking block{more}bound to a different conversation", &["edited-prefix"]),
    ("bound to a different conversation", &["edited-prefix"]),
    ("differs from the one this block was created with", &["edited-prefix"]),
    ("before this block differs from when it was created", &["edited-prefix"]),
    ("that preceded this block when it was created is missing from this request", &["edited-prefix"]),
    ("that preceded this one when it was created is missing from this request", &["edited-prefix"]),
    ("thinking.signature.str: Input should be", &["thinking-without-signature"]),
    ("thinking.signature: Field required", &["thinking-without-signature", "unsigned-details"]),
    ("thinking.thinking: Field required", &["invalid-thinking-signature", "altered-handle"]),
    (
        "blocks in the latest assistant message cannot be modified",
        &["changed-latest-thinking", "altered-thought-text", "altered-handle", "repeated-thought", "invalid-thinking-signature"],
    ),
    (
        "These blocks must remain as they were in the original response",
        &["changed-latest-thinking", "altered-thought-text", "altered-handle", "repeated-thought", "invalid-thinking-signature"],
    ),
    (
        "When providing thinking or redacted_thinking blocks, the blocks must match the parameters during the original request",
        &["changed-latest-thinking"],
    ),
    ("The final block in an assistant message cannot be", &["thinking-at-the-end"]),
    ("does not support assistant message prefill", &["unsupported-prefill", "thinking-at-the-end", "assistant-speaks-last"]),
    ("Assistant response prefill is incompatible with enable_thinking", &["assistant-speaks-last", "unsupported-prefill"]),
    (
        "output_config.effort {effort} differs from the {before} in effect before it; effort cannot change when thinking is disabled",
        &["effort-without-thinking"],
    ),
    ("is not supported when thinking is disabled on this model", &["effort-without-thinking"]),
    ("between_tools.block_binding", &["misplaced-thinking-setting"]),
    ("block_binding: Extra inputs are not permitted", &["misplaced-thinking-setting"]),
    ("thinking.cache_control: Extra inputs are not permitted", &["cache-control-on-thinking"]),
    ("compaction_block_misplaced", &["misplaced-compaction"]),
    ("compaction_block_ambiguous", &["misplaced-compaction"]),
    ("compaction_signature_invalid", &["altered-handle", "misplaced-compaction"]),
    ("compaction_content_mismatch", &["altered-handle", "misplaced-compaction"]),
    ("compaction_tool_changes_mismatch", &["altered-handle", "misplaced-compaction"]),
    (
        "ids were found without tool_result blocks immediately after",
        &["unanswered-tool-use", "content-after-tool-use", "unanswered-call", "function-call-without-output"],
    ),
    (
        "Each tool_use block must have a corresponding tool_result block in the next message",
        &["unanswered-tool-use", "content-after-tool-use", "unanswered-call", "function-call-without-output"],
    ),
    ("found in tool_result blocks", &["tool-result-without-tool-use", "result-without-call", "output-without-function-call"]),
    (
        "Each tool_result block must have a corresponding tool_use block in the previous message",
        &["tool-result-without-tool-use", "result-without-call", "output-without-function-call"],
    ),
    ("tool_use ids must be unique", &["duplicate-tool-use-id"]),
    ("each tool_use must have a single result", &["repeated-tool-result"]),
    ("all messages must have non-empty content", &["message-without-content"]),
    ("max_tokens must be greater than thinking.budget_tokens", &["thinking-budget-out-of-range"]),
    ("budget_tokens: Input should be greater than or equal to", &["thinking-budget-out-of-range"]),
    ("budget_tokens: Field required", &["thinking-budget-out-of-range"]),
    ("may only be set to 1 when thinking is enabled", &["sampling-while-thinking"]),
    ("must be unset when thinking is enabled", &["sampling-while-thinking"]),
    ("{name} is not supported when thinking is enabled", &["sampling-while-thinking"]),
    ("thinking.type must be enabled or disabled", &["unsupported-thinking-type"]),
    ("thinking type should be enabled or disabled", &["unsupported-thinking-type"]),
    ("top_p must be greater than or equal to 0.95 or unset when thinking is enabled", &["sampling-while-thinking"]),
    ("Thinking may not be enabled when tool_choice forces tool use", &["forced-tool-while-thinking"]),
    ("tool_choice parameter does not support being set to {choice} in thinking mode", &["forced-tool-while-thinking"]),
    // Bedrock
    ("reasoningContent{what}union", &["two-kinds-of-reasoning"]),
    ("reasoningText.text failed to satisfy constraint: Member must not be null", &["reasoning-without-text"]),
    ("toolResult blocks at messages", &["tool-result-without-tool-use", "repeated-tool-result"]),
    ("Expected toolResult blocks at messages", &["unanswered-tool-use", "content-after-tool-use"]),
    // OpenAI's Responses
    ("invalid_encrypted_content", CIPHERTEXT),
    ("The encrypted content for item {id} could not be verified", CIPHERTEXT),
    ("The encrypted content {handle} could not be verified", CIPHERTEXT),
    ("The encrypted content {handle} could not be verified. Reason: Encrypted content could not be decrypted or parsed", CIPHERTEXT),
    ("Encrypted content could not be decrypted or parsed", CIPHERTEXT),
    (
        "The encrypted content for item {id} could not be verified. Reason: Encrypted content organization_id did not match",
        &["foreign-handle", "foreign-details", "unpinned-details"],
    ),
    ("Encrypted content organization_id did not match", &["foreign-handle", "foreign-details", "unpinned-details"]),
    ("created under a different Azure OpenAI resource", &["foreign-handle", "unissued-item"]),
    ("encrypted_content was not issued to this caller", &["foreign-handle"]),
    ("item ID does not belong to this connection", &["foreign-handle", "unissued-item"]),
    ("Could not decrypt the provided encrypted_content", CIPHERTEXT),
    ("Could not decode the compaction blob", &["reasoning-without-summary", "foreign-handle", "altered-handle", "damaged-ciphertext"]),
    ("of type reasoning was provided without its required", &["reasoning-without-following-item", "stored-item-without-reasoning"]),
    ("was provided without its required{what}reasoning", &["stored-item-without-reasoning"]),
    ("was provided without its required preceding item of type reasoning", &["stored-item-without-reasoning"]),
    ("Referenced reasoning item {id} was not found or has expired", &["unissued-item"]),
    ("Item with id {id} not found", &["unissued-item"]),
    ("Items are not persisted when store is set to false", &["unstored-item"]),
    ("missing required field summary", &["reasoning-without-summary"]),
    ("Missing required parameter: input[{nth}].id", &["blank-item-id"]),
    ("No tool output found for", &["function-call-without-output", "unanswered-call", "unanswered-tool-use"]),
    ("No tool call found for", &["output-without-function-call", "result-without-call", "tool-result-without-tool-use"]),
    ("Reasoning input items can only be provided to a reasoning", &["reasoning-to-plain-model"]),
    // Gemini
    ("Function call is missing a thought_signature", UNSIGNED_CALL),
    ("function call {function} in the {nth}. content block is missing a thought_signature", UNSIGNED_CALL),
    ("is missing a thought_signature", UNSIGNED_CALL),
    ("missing thought_signature may lead to degraded model performance", UNSIGNED_CALL),
    ("Corrupted thought signature", FOREIGN_SIGNATURE),
    ("Invalid thought signature", FOREIGN_SIGNATURE),
    ("Thought signature is not valid", FOREIGN_SIGNATURE),
    (
        "Invalid value at {place}thought_signature (TYPE_BYTES), Base64 decoding failed",
        &["undecodable-thought-signature", "altered-handle"],
    ),
    ("Invalid value at {place}thoughtSignature (TYPE_BYTES), Base64 decoding failed", &["undecodable-thought-signature", "altered-handle"]),
    (
        "number of function response parts is equal to {the}number of function call parts",
        &["unequal-function-responses", "unanswered-call", "result-without-call", "unanswered-tool-use", "function-call-without-output"],
    ),
    (
        "function response turn comes immediately after a function call turn",
        &["stray-function-response", "result-without-call", "tool-result-without-tool-use", "output-without-function-call"],
    ),
    ("function call turn{spelling} immediately after a user turn", &["function-call-out-of-turn"]),
    ("Requests ending with a model turn are not supported", &["trailing-model-turn"]),
    ("The thinking budget {budget} is invalid", &["unsupported-thinking-budget"]),
    ("Budget {budget} is invalid. This model only works in thinking mode", &["unsupported-thinking-budget"]),
    ("This model only works in thinking mode", &["unsupported-thinking-budget"]),
    ("thinking_budget is out of range", &["unsupported-thinking-budget"]),
    ("Thinking level is not supported for this model", &["unsupported-thinking-level"]),
    ("Thinking level {level} is not supported for this model", &["unsupported-thinking-level"]),
    ("thinking_level is not supported by this model", &["unsupported-thinking-level"]),
    ("thinking is not supported by this model", &["unsupported-thinking-config"]),
    ("You can only set only one of thinking budget and thinking level", &["thinking-budget-and-level"]),
    // Chat and its hosts
    ("reasoning_content in the thinking mode must be passed back", UNRETURNED_TEXT),
    ("reasoning_content is missing in assistant tool call message", UNRETURNED_TEXT),
    (
        "content[].thinking in the thinking mode must be passed back",
        &["tool-use-without-thinking", "missing-reasoning-content", "missing-details"],
    ),
    ("reasoning_text in the thinking mode must be passed back", &["function-call-without-reasoning-text", "missing-reasoning-content"]),
    ("Missing reasoning_content field in the assistant message", UNRETURNED_TEXT),
    ("property reasoning is unsupported", &["unsupported-reasoning-field"]),
    ("property reasoning_content is unsupported", &["unsupported-reasoning-field"]),
    ("assistant.{field}: Extra inputs are not permitted", &["unsupported-reasoning-field"]),
    ("messages.{nth}.{field}: Extra inputs are not permitted", &["unsupported-reasoning-field"]),
    ("messages[{nth}].{field}: Extra inputs are not permitted", &["unsupported-reasoning-field"]),
    ("Extra inputs are not permitted, field: messages[{nth}].{field}, value", &["unsupported-reasoning-field"]),
    (
        "errors: reasoning: Extra inputs are not permitted",
        &["unsupported-reasoning-field", "setting-refused-by-model", "misplaced-thinking-setting"],
    ),
    ("reasoning_effort: Extra inputs are not permitted", &["unsupported-effort"]),
    ("output_config.effort: Extra inputs are not permitted", &["unsupported-effort"]),
    ("reasoning is not supported with this model", &["unsupported-reasoning-field"]),
    ("thinking.thinking: Input should be a valid list", &["string-for-thinking-chunks"]),
    ("reasoning_format and include_reasoning", &["exclusive-settings"]),
    (
        "An assistant message with tool_calls must be followed by tool messages responding to each tool_call_id",
        &["unanswered-call", "unanswered-tool-use", "function-call-without-output", "unequal-function-responses"],
    ),
    (
        "The following tool_call_ids did not have response messages",
        &["unanswered-call", "unanswered-tool-use", "function-call-without-output", "unequal-function-responses"],
    ),
    (
        "insufficient tool messages following tool_calls message",
        &["unanswered-call", "unanswered-tool-use", "function-call-without-output", "unequal-function-responses"],
    ),
    (
        "messages with role tool must be a response to a prece{spelling}ing message with tool_calls",
        &["result-without-call", "tool-result-without-tool-use", "output-without-function-call", "stray-function-response"],
    ),
    ("roles must alternate user and assistant roles", &["messages-do-not-alternate"]),
    ("does not support the parameter {name}", &["sampling-while-reasoning", "setting-refused-by-model"]),
    ("must be a-z, A-Z, 0-9, with a length of 9", &["foreign-tool-call-id"]),
    ("tool call and result not match", &["unanswered-call", "unanswered-tool-use", "function-call-without-output"]),
    ("Not the same number of function calls and responses", &["unanswered-call", "result-without-call", "unanswered-tool-use"]),
    // OpenRouter
    ("Gemini models require OpenRouter reasoning details to be preserved", &["missing-details", "unlinked-details"]),
    ("Reasoning is mandatory for", &["mandatory-reasoning-disabled"]),
];

/// The rules that predict a ciphertext which cannot be read. Accounts that are switched, by people or by the pool of a gateway, are reported most; but
/// what stands in the request can be seen, so damage comes first.
const CIPHERTEXT: &[&str] = &[
    "damaged-ciphertext",
    "foreign-handle",
    "altered-handle",
    "stub-ciphertext",
    "wrapped-handle",
    "foreign-details",
    "unpinned-details",
    "masked-handle",
];
/// The rules that predict a function call of Gemini's without its signature.
const UNSIGNED_CALL: &[&str] =
    &["missing-thought-signature", "missing-details", "nested-thought-signature", "moved-thought", "unlinked-details"];
/// The rules that predict a thought signature which Google did not issue, or not to this surface.
const FOREIGN_SIGNATURE: &[&str] = &["foreign-thought-signature", "foreign-details", "foreign-handle", "altered-handle"];
/// The rules that predict reasoning text which a host wants back.
const UNRETURNED_TEXT: &[&str] = &[
    "missing-reasoning-content",
    "missing-details",
    "details-without-text",
    "tool-use-without-thinking",
    "function-call-without-reasoning-text",
];
