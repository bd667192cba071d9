//! Every known wire, and values derived from all of them.

use std::sync::LazyLock;

use super::codec::Codec;
use super::description::WireDescription;
use super::{anthropic, chat, cohere, converse, gemini, interactions, ollama, responses};
use crate::model::Wire;

/// Every known wire, the most specific first.
pub const CODECS: &[&dyn Codec] = &[
    &anthropic::AnthropicMessages,
    &converse::BedrockConverse,
    &gemini::GeminiGenerate,
    &interactions::GeminiInteractions,
    &responses::OpenAiResponses,
    &cohere::CohereChat,
    &ollama::OllamaChat,
    &chat::Chat::OpenRouter,
    &chat::Chat::Mistral,
    &chat::Chat::OpenAi,
];

/// The reason of an error for a wire without a codec.
pub(crate) const NO_CODEC: &str = "This wire is not supported.";

/// Returns the codec of a wire.
#[must_use]
pub fn codec(wire: &Wire) -> Option<&'static dyn Codec> {
    CODECS.iter().copied().find(|codec| codec.description().wire == *wire)
}

/// Returns the description of a wire. A wire without a codec is treated as a plain chat, which claims the least.
#[must_use]
pub fn description(wire: &Wire) -> &'static WireDescription {
    codec(wire).unwrap_or(&chat::Chat::OpenAi).description()
}

/// Returns the names of the message list in requests, on all wires.
pub fn list_names() -> &'static [&'static str] {
    static NAMES: LazyLock<Vec<&str>> = LazyLock::new(|| of_all(|description| std::slice::from_ref(&description.list)));
    &NAMES
}

/// Returns the paths from a part to its readable strings, on all wires.
pub fn text_paths() -> &'static [&'static str] {
    static PATHS: LazyLock<Vec<&str>> = LazyLock::new(|| of_all(|description| description.texts));
    &PATHS
}

/// Returns the paths from a part to the strings that only its issuer reads, on all wires.
pub fn handle_paths() -> &'static [&'static str] {
    static PATHS: LazyLock<Vec<&str>> = LazyLock::new(|| of_all(|description| description.handles));
    &PATHS
}

/// Returns the words of all descriptions, each once, in the order of the table.
fn of_all(words: fn(&'static WireDescription) -> &'static [&'static str]) -> Vec<&'static str> {
    let mut all = Vec::new();
    for word in CODECS.iter().flat_map(|codec| words(codec.description())) {
        if !all.contains(word) {
            all.push(*word);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::super::call::Call;
    use super::super::description::ToolPlace;
    use super::*;
    use crate::json::scan;

    #[test]
    fn a_call_is_read_where_its_wire_says_it_is() {
        let nested = |path: &str, value: &str| match path.split_once('.') {
            Some((outer, inner)) => format!(r#""{outer}":{{"{inner}":"{value}"}}"#),
            None => format!(r#""{path}":"{value}""#),
        };
        let part = |place: ToolPlace| {
            let members = format!("{{{},{}}}", nested(place.id, "c1"), nested(place.name, "look"));
            place.wrapper.map_or(members.clone(), |wrapper| format!(r#"{{"{wrapper}":{members}}}"#))
        };
        for description in CODECS.iter().map(|codec| codec.description()) {
            for place in [description.call, description.result] {
                let text = part(place);
                let document = scan(text.as_bytes()).unwrap();
                let call = Call::read(document.root());
                assert_eq!((call.id.as_deref(), call.name.as_deref()), (Some("c1"), Some("look")), "{} {text}", description.wire);
            }
        }
    }

    #[test]
    fn the_words_of_all_wires_are_told_once_each() {
        assert_eq!(list_names(), ["messages", "contents", "input"]);
        for words in [list_names(), text_paths(), handle_paths()] {
            let mut sorted = words.to_vec();
            sorted.sort_unstable();
            sorted.dedup();
            assert_eq!(sorted.len(), words.len(), "{words:?}");
        }
    }
}
