//! Sentences that OpenRouter, and the providers behind it, say under several rules.

/// OpenRouter's preface to Google's refusal of a call without its signature.
pub(super) const PRESERVE: &str = "Gemini models require OpenRouter reasoning details to be preserved in each request. Please refer to our docs: https://openrouter.ai/docs/guides/best-practices/reasoning-tokens#preserving-reasoning-blocks";

/// What Anthropic answers behind it.
pub(super) const SIGNATURE: &str = "Invalid `signature` in `thinking` block";

/// What DeepSeek answers behind it.
pub(super) const PASSED_BACK: &str = "The `reasoning_content` in the thinking mode must be passed back to the API.";
