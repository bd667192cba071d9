//! The tags with which an adapter of ADK names the wires that accept a payload.

use crate::model::Wire;

/// The tag of a thought that is only a text. Every wire accepts it.
pub const PLAIN: &str = "plain-text";

/// The tags of the wires.
const TAGS: &[(Wire, &str)] = &[
    (Wire::ANTHROPIC_MESSAGES, "anthropic-messages-thinking-v1"),
    (Wire::BEDROCK_CONVERSE, "bedrock-converse-reasoning-v1"),
    (Wire::OPENAI_RESPONSES, "openai-responses-reasoning-item-v1"),
    (Wire::GEMINI_GENERATE, "gemini-thought-signature-v1"),
    (Wire::GEMINI_INTERACTIONS, "gemini-interactions-thought-v1"),
    (Wire::OPENAI_CHAT, "chat-reasoning-v1"),
    (Wire::OPENROUTER_CHAT, "openrouter-reasoning-details-v1"),
    (Wire::MISTRAL_CHAT, "mistral-chat-thinking-v1"),
    (Wire::COHERE_CHAT, "cohere-chat-thinking-v1"),
    (Wire::OLLAMA_CHAT, "ollama-chat-thinking-v1"),
];

/// Other tags for the same wires.
const ALIASES: [(&str, Wire); 2] =
    [("openai-responses-reasoning-v1", Wire::OPENAI_RESPONSES), ("anthropic-messages-thinking", Wire::ANTHROPIC_MESSAGES)];

/// The wires that have one vendor, or whose hosts all read each other's thoughts. Their tags name no vendor.
const OWN: [(Wire, &str); 8] = [
    (Wire::ANTHROPIC_MESSAGES, "anthropic"),
    (Wire::OPENAI_RESPONSES, "openai"),
    (Wire::GEMINI_GENERATE, "google"),
    (Wire::GEMINI_INTERACTIONS, "google"),
    (Wire::MISTRAL_CHAT, "mistral"),
    (Wire::COHERE_CHAT, "cohere"),
    (Wire::OPENROUTER_CHAT, ""),
    (Wire::OLLAMA_CHAT, ""),
];

/// Returns the tag of the wires that accept a thought: the tag of its wire, and of its vendor if the wire is another vendor's.
#[must_use]
pub fn tag_of(wire: &Wire, vendor: Option<&str>) -> String {
    let own = TAGS.iter().find(|(one, _)| one == wire).map(|(_, tag)| *tag);
    let tag = own.map_or_else(|| [wire.as_str(), "-v1"].concat(), str::to_owned);
    let is_own = |vendor: &str| OWN.iter().any(|(one, named)| one == wire && (named.is_empty() || *named == vendor));
    match vendor {
        Some(vendor) if !is_own(vendor) => [vendor, "-", &tag].concat(),
        _ => tag,
    }
}

/// Returns the wire of a tag, for any vendor. `None` for a tag of another system.
#[must_use]
pub fn wire_of_tag(tag: &str) -> Option<Wire> {
    let is_tag = |own: &str| tag == own || tag.strip_suffix(own).is_some_and(|vendor| vendor.ends_with('-'));
    let alias = ALIASES.iter().find(|(alias, _)| *alias == tag).map(|(_, wire)| wire);
    alias.or_else(|| TAGS.iter().find(|(_, own)| is_tag(own)).map(|(wire, _)| wire)).cloned()
}

/// Returns the vendor of a tag: the one that it names, or the only vendor of its wire. `None` if every host of the wire reads it.
#[must_use]
pub fn vendor_of_tag(tag: &str) -> Option<&str> {
    let named = TAGS.iter().find_map(|(_, own)| tag.strip_suffix(own)?.strip_suffix('-'));
    let wire = wire_of_tag(tag)?;
    let only = OWN.iter().find(|(one, _)| *one == wire).map(|(_, vendor)| *vendor);
    named.or(only).filter(|vendor| !vendor.is_empty())
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    #[test]
    fn a_tag_names_its_wire_and_a_vendor_that_the_wire_does_not_tell() {
        for wire in Wire::KNOWN {
            for vendor in [None, Some("anthropic"), Some("deepseek")] {
                assert_eq!(wire_of_tag(&tag_of(wire, vendor)).as_ref(), Some(wire), "{wire} {vendor:?}");
            }
        }
        assert_eq!(tag_of(&Wire::ANTHROPIC_MESSAGES, Some("anthropic")), "anthropic-messages-thinking-v1");
        assert_eq!(tag_of(&Wire::OPENAI_CHAT, Some("deepseek")), "deepseek-chat-reasoning-v1");
        assert_eq!(tag_of(&Wire::OPENROUTER_CHAT, Some("google")), "openrouter-reasoning-details-v1");
        assert_eq!(wire_of_tag("mine-v1"), None);
        for (tag, vendor) in [
            ("openai-responses-reasoning-v1", Some("openai")),
            ("anthropic-messages-thinking-v1", Some("anthropic")),
            ("deepseek-chat-reasoning-v1", Some("deepseek")),
            ("chat-reasoning-v1", None),
            ("openrouter-reasoning-details-v1", None),
            ("mine-v1", None),
        ] {
            assert_eq!(vendor_of_tag(tag), vendor, "{tag}");
        }
    }
}
