//! Wordings of providers that differ from those of the rules.

/// Wordings that no rule spells, and the rule that is meant: older ones, those of gateways, and the heads that vendors say will stay. As everywhere,
/// the longer that fits outranks the shorter. Where several rules predict the same words, the one that stands here is meant first.
pub(super) const WORDINGS: &[(&str, &str)] = &[
    // Anthropic
    ("Expected thinking or redacted_thinking, but found {found}", "turn-without-thinking"),
    ("Invalid signature in thinking block", "invalid-thinking-signature"),
    ("Invalid signature in thinking block{more}bound to a different conversation", "edited-prefix"),
    ("bound to a different conversation", "edited-prefix"),
    ("thinking.signature.str: Input should be", "thinking-without-signature"),
    ("blocks in the latest assistant message cannot be modified", "changed-latest-thinking"),
    (
        "When providing thinking or redacted_thinking blocks, the blocks must match the parameters during the original request",
        "changed-latest-thinking",
    ),
    (
        "output_config.effort {effort} differs from the {before} in effect before it; effort cannot change when thinking is disabled",
        "effort-without-thinking",
    ),
    ("between_tools.block_binding", "misplaced-thinking-setting"),
    ("compaction_block_misplaced", "misplaced-compaction"),
    ("compaction_block_ambiguous", "misplaced-compaction"),
    ("compaction_signature_invalid", "altered-handle"),
    ("compaction_signature_invalid", "misplaced-compaction"),
    ("compaction_content_mismatch", "altered-handle"),
    ("compaction_content_mismatch", "misplaced-compaction"),
    ("compaction_tool_changes_mismatch", "altered-handle"),
    ("compaction_tool_changes_mismatch", "misplaced-compaction"),
    ("ids were found without tool_result blocks immediately after", "unanswered-tool-use"),
    // Bedrock
    ("reasoningContent{what}union", "two-kinds-of-reasoning"),
    // OpenAI's Responses
    ("invalid_encrypted_content", "damaged-ciphertext"),
    ("invalid_encrypted_content", "altered-handle"),
    ("The encrypted content for item {id} could not be verified", "damaged-ciphertext"),
    (
        "The encrypted content for item {id} could not be verified. Reason: Encrypted content organization_id did not match",
        "foreign-handle",
    ),
    ("Encrypted content organization_id did not match", "foreign-handle"),
    ("created under a different Azure OpenAI resource", "foreign-handle"),
    ("encrypted_content was not issued to this caller", "foreign-handle"),
    ("of type reasoning was provided without its required", "reasoning-without-following-item"),
    ("was provided without its required{what}reasoning", "stored-item-without-reasoning"),
    ("Referenced reasoning item {id} was not found or has expired", "unissued-item"),
    ("Item with id {id} not found", "unissued-item"),
    ("missing required field summary", "reasoning-without-summary"),
    ("Missing required parameter: input[{nth}].id", "blank-item-id"),
    // Gemini
    ("Function call is missing a thought_signature", "missing-thought-signature"),
    ("function call {function} in the {nth}. content block is missing a thought_signature", "missing-thought-signature"),
    ("is missing a thought_signature", "missing-thought-signature"),
    ("Corrupted thought signature", "foreign-thought-signature"),
    ("Invalid thought signature", "foreign-thought-signature"),
    ("Thought signature is not valid", "foreign-thought-signature"),
    // Chat and its hosts
    ("reasoning_content in the thinking mode must be passed back", "missing-reasoning-content"),
    ("reasoning_content is missing in assistant tool call message", "missing-reasoning-content"),
    ("property reasoning is unsupported", "unsupported-reasoning-field"),
    ("assistant.reasoning_content: Extra inputs are not permitted", "unsupported-reasoning-field"),
    ("assistant.reasoning: Extra inputs are not permitted", "unsupported-reasoning-field"),
    ("assistant.reasoning_details: Extra inputs are not permitted", "unsupported-reasoning-field"),
    ("assistant.thinking_blocks: Extra inputs are not permitted", "unsupported-reasoning-field"),
    ("thinking.thinking: Input should be a valid list", "string-for-thinking-chunks"),
    ("reasoning_format and include_reasoning", "exclusive-settings"),
    // OpenRouter
    ("Gemini models require OpenRouter reasoning details to be preserved", "missing-details"),
    ("Reasoning is mandatory for", "mandatory-reasoning-disabled"),
];
