//! A request that is longer than the context of the model: how vendors say it, and the words and codes on which their clients compact the conversation.

use crate::json::{decimal, find_bytes};

/// OpenAI's code for it.
pub(super) const CODE: &str = "context_length_exceeded";
/// The codes of vendors for it: OpenAI's, and GitHub Copilot's.
const CODES: [&str; 2] = [CODE, "model_max_prompt_tokens_exceeded"];
/// The beginning of Anthropic's message.
const WORDS: &str = "prompt is too long";
/// The sentences of vendors, in small letters: OpenAI, Anthropic (two), Google, Amazon, Mistral, xAI, Copilot, hosts of open models (three).
const SAID: &[&str] = &[
    "maximum context length",
    WORDS,
    "exceed context limit",
    "exceeds the maximum number of tokens",
    "input is too long for requested model",
    "too large for model with",
    "maximum prompt length",
    "prompt token count of",
    "longer than the model's context length",
    "exceeds max context window",
    "exceeds the available context size",
];
/// The words before the limit in such a message.
const LIMITS: &[&str] = &[
    "maximum context length",
    "maximum prompt length",
    "maximum number of tokens",
    "model's context length",
    "max context window",
    "exceeds the limit of",
    "too large for model with",
    " > ",
];

/// Returns `true` if an error says that the request is longer than the context of the model.
pub(super) fn is_overflow(code: Option<&[u8]>, message: &[u8]) -> bool {
    let said = message.to_ascii_lowercase();
    code.is_some_and(|code| CODES.iter().any(|one| one.as_bytes() == code)) || SAID.iter().any(|words| holds(&said, words))
}

/// The message as Anthropic says it. Claude Code looks for its words, and reads both counts to decide how much to compact:
/// `/prompt is too long[^0-9]*(\d+)\s*tokens?\s*>\s*(\d+)/i`. The vendor's own message follows them.
pub(super) fn as_anthropic(message: &[u8]) -> Vec<u8> {
    let said = message.to_ascii_lowercase();
    // Claude Code lowers `max_tokens` by the numbers in the second sentence.
    if holds(&said, WORDS) || holds(&said, "exceed context limit") {
        return message.to_vec();
    }
    match counts(&said) {
        Some([asked, limit]) => {
            let [asked, limit] = [asked, limit].map(decimal);
            [WORDS, ": ", &asked, " tokens > ", &limit, " maximum ("]
                .concat()
                .into_bytes()
                .into_iter()
                .chain(message.iter().copied())
                .chain(*b")")
                .collect()
        }
        None => [WORDS.as_bytes(), b": ", message].concat(),
    }
}

/// How many tokens a message says that the request has, and how many the model allows.
fn counts(said: &[u8]) -> Option<[usize; 2]> {
    let (at, words) = LIMITS.iter().find_map(|words| Some((find_bytes(said, words.as_bytes())?, words)))?;
    let (before, after) = said.split_at_checked(at + words.len())?;
    // Mistral: "with 32768 maximum context length".
    let limit = numbers(after).next().or_else(|| numbers(before).last())?;
    let asked = numbers(said).max().filter(|asked| *asked > limit)?;
    Some([asked, limit])
}

/// The whole numbers in a text. A comma may part thousands.
fn numbers(text: &[u8]) -> impl Iterator<Item = usize> {
    let is_part = |byte: &u8| byte.is_ascii_digit() || *byte == b',';
    text.split(move |byte| !is_part(byte)).filter_map(|run| {
        let digits: Vec<u8> = run.iter().copied().filter(u8::is_ascii_digit).collect();
        std::str::from_utf8(&digits).ok()?.parse().ok()
    })
}

fn holds(text: &[u8], words: &str) -> bool {
    find_bytes(text, words.as_bytes()).is_some()
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    /// The sentences are as providers write them; the sources are issues and documents of 2025 and 2026.
    #[test]
    fn claude_code_reads_both_counts_of_every_vendor() {
        for (said, asked, limit) in [
            (
                "This model's maximum context length is 128000 tokens. However, you requested 130000 tokens (129500 in the messages, 500 in the completion).",
                130_000,
                128_000,
            ),
            ("This model's maximum context length is 196608 tokens. However, your messages resulted in 199906 tokens.", 199_906, 196_608),
            ("The input token count (1048577) exceeds the maximum number of tokens allowed (1048576).", 1_048_577, 1_048_576),
            ("Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length", 40_000, 32_768),
            ("This model's maximum prompt length is 131072 but the request contains 153123 tokens.", 153_123, 131_072),
            ("prompt token count of 74490 exceeds the limit of 72000", 74_490, 72_000),
            ("The input (345,516 tokens) is longer than the model's context length (262,144 tokens).", 345_516, 262_144),
            ("Prompt too long: 32799 tokens exceeds max context window of 32768 tokens", 32_799, 32_768),
        ] {
            assert!(is_overflow(None, said.as_bytes()), "{said}");
            let converted = String::from_utf8(as_anthropic(said.as_bytes())).unwrap();
            assert_eq!(converted, format!("prompt is too long: {asked} tokens > {limit} maximum ({said})"));
        }
    }

    #[test]
    fn a_message_without_both_counts_keeps_its_words() {
        let converted = |said: &str| String::from_utf8(as_anthropic(said.as_bytes())).unwrap();
        for said in [
            "Your input exceeds the context window of this model.",
            "Input is too long for requested model.",
            "The input token count exceeds the maximum number of tokens allowed (1048576).",
        ] {
            assert_eq!(converted(said), format!("prompt is too long: {said}"));
        }
        for own in ["Prompt is too long: 9 tokens > 8 maximum", "input length and `max_tokens` exceed context limit: 9 + 2 > 10"] {
            assert_eq!(converted(own), own);
        }
        assert!(is_overflow(Some(b"context_length_exceeded"), b"No."));
        assert!(!is_overflow(Some(b"rate_limit_exceeded"), b"Please reduce the length."));
    }
}
