//! Answers of OpenRouter, and of the providers behind it, that several rules quote.

use crate::audit::Sentence;

/// OpenRouter's text before Google's refusal of a call without its signature.
pub(super) const PRESERVE: Sentence = Sentence::new(
    "preserve",
    "Gemini models require OpenRouter reasoning details to be preserved in each request. Please refer to our docs: https://openrouter.ai/docs/guides/best-practices/reasoning-tokens#preserving-reasoning-blocks",
);

/// Anthropic's answer behind OpenRouter to a thought that it did not sign.
pub(super) const SIGNATURE: Sentence = Sentence::new("invalid-signature", "Invalid `signature` in `thinking` block");

/// DeepSeek's answer behind OpenRouter to a call without its reasoning.
pub(super) const PASSED_BACK: Sentence =
    Sentence::new("passed-back", "The `reasoning_content` in the thinking mode must be passed back to the API.");
