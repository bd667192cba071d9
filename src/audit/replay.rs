//! The smallest audit: the reasoning items of one turn against a contract, in clark's words and with its meaning.
//!
//! Clark looks for one signature anywhere in the turn. Here each format answers for itself, an empty payload is none, a turn without
//! any reasoning breaks nothing, and all that is wrong is told, clark's own violation first.

use crate::model::{ReasoningFormat, ReasoningItem, ThinkingKind};

/// When reasoning must be sent back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplayContract {
    /// Never asked for.
    Stateless,
    /// Asked for beside tools.
    RequiredWithTools,
    /// Asked for on every request.
    AlwaysRequired,
}

impl ReplayContract {
    const NAMES: [(&str, Self); 3] = [
        ("stateless", ReplayContract::Stateless),
        ("required-with-tools", ReplayContract::RequiredWithTools),
        ("always-required", ReplayContract::AlwaysRequired),
    ];

    /// The contract of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(known, _)| *known == name).map(|(_, contract)| *contract)
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, contract)| *contract == self).map_or("", |(name, _)| name)
    }

    /// What a format's issuer asks for.
    #[must_use]
    pub fn of(format: &ReasoningFormat) -> Self {
        let strict = [
            ReasoningFormat::ANTHROPIC_CLAUDE,
            ReasoningFormat::GOOGLE_GEMINI,
            ReasoningFormat::OPENAI_RESPONSES,
            ReasoningFormat::AZURE_OPENAI_RESPONSES,
        ];
        if strict.contains(format) { ReplayContract::RequiredWithTools } else { ReplayContract::Stateless }
    }
}

/// How a turn breaks its contract.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplayViolation {
    /// Nothing of these formats is signed.
    MissingSignatures(Vec<ReasoningFormat>),
    /// The item at that place is not signed, although each of its kind must be.
    UnsignedItem(usize),
    /// The sealed item at that place has nothing in it.
    EmptyPayload(usize),
    /// The item at that place is a piece of the one at the other: a stream's pieces were not put together.
    RepeatedItem(usize, usize),
    /// No one model emitted items of all these formats.
    MixedIssuers(Vec<ReasoningFormat>),
}

/// What an audit of one turn comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayAudit {
    /// How many items there are.
    pub item_count: usize,
    /// How many of them are signed.
    pub signed_count: usize,
    /// Their formats, in order and each once.
    pub formats: Vec<ReasoningFormat>,
    /// All that is wrong.
    pub violations: Vec<ReplayViolation>,
}

/// Audits the reasoning of one turn that is about to be sent back.
#[must_use]
pub fn audit_replay(items: &[ReasoningItem<'_>], contract: ReplayContract, next_turn_carries_tools: bool) -> ReplayAudit {
    let mut formats: Vec<ReasoningFormat> = Vec::new();
    for item in items {
        let format = item.format();
        if let Err(place) = formats.binary_search_by(|known| known.as_str().cmp(format.as_str())) {
            formats.insert(place, format);
        }
    }
    let signed_count = items.iter().filter(|item| item.is_signed()).count();
    let asked = match contract {
        ReplayContract::Stateless => false,
        ReplayContract::RequiredWithTools => next_turn_carries_tools,
        ReplayContract::AlwaysRequired => true,
    };
    let violations = if asked { violations(items, &formats) } else { Vec::new() };
    ReplayAudit { item_count: items.len(), signed_count, formats, violations }
}

fn violations(items: &[ReasoningItem<'_>], formats: &[ReasoningFormat]) -> Vec<ReplayViolation> {
    let mut found = Vec::new();
    let signed = |format: &ReasoningFormat| items.iter().any(|item| item.format() == *format && item.is_signed());
    let unsigned: Vec<ReasoningFormat> = formats.iter().filter(|format| !signed(format)).cloned().collect();
    if !unsigned.is_empty() {
        found.push(ReplayViolation::MissingSignatures(unsigned));
    }
    for (nth, item) in items.iter().enumerate() {
        // Each block of Claude's bears its own signature; the others seal a turn once.
        let own = item.kind() == ThinkingKind::Text && item.format() == ReasoningFormat::ANTHROPIC_CLAUDE;
        if own && !item.is_signed() && signed(&ReasoningFormat::ANTHROPIC_CLAUDE) {
            found.push(ReplayViolation::UnsignedItem(nth));
        }
        if matches!(item.kind(), ThinkingKind::Encrypted | ThinkingKind::Redacted) && !item.is_signed() {
            found.push(ReplayViolation::EmptyPayload(nth));
        }
        let alike = |other: &ReasoningItem<'_>| (other.kind(), other.format(), other.index()) == (item.kind(), item.format(), item.index());
        if let Some(first) = items.iter().take(nth).position(|other| item.index().is_some() && alike(other)) {
            found.push(ReplayViolation::RepeatedItem(nth, first));
        }
    }
    let known: Vec<ReasoningFormat> = formats.iter().filter(|format| **format != ReasoningFormat::UNKNOWN).cloned().collect();
    if known.len() > 1 {
        found.push(ReplayViolation::MixedIssuers(known));
    }
    found
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;
    use crate::json::scan;

    fn judged(items: &str, contract: ReplayContract, tools: bool) -> Vec<ReplayViolation> {
        let document = scan(items.as_bytes()).unwrap();
        let items: Vec<_> = document.root().elements().map(|item| ReasoningItem::read(item).unwrap()).collect();
        audit_replay(&items, contract, tools).violations
    }

    const CLAUDE: &str = r#"{"type":"reasoning.text","format":"anthropic-claude-v1","index":0,"text":"x","signature":"S"}"#;

    #[test]
    fn what_clark_judges_wrongly_is_judged_rightly() {
        let strict = |items: &str| judged(items, ReplayContract::RequiredWithTools, true);
        let empty = strict(r#"[{"type":"reasoning.encrypted","format":"google-gemini-v1","data":""}]"#);
        assert_eq!(empty, [ReplayViolation::MissingSignatures(vec![ReasoningFormat::GOOGLE_GEMINI]), ReplayViolation::EmptyPayload(0)]);
        let mixed = strict(
            r#"[{"type":"reasoning.text","format":"anthropic-claude-v1","text":"x"},{"type":"reasoning.encrypted","format":"google-gemini-v1","data":"AA"}]"#,
        );
        assert_eq!(mixed.first(), Some(&ReplayViolation::MissingSignatures(vec![ReasoningFormat::ANTHROPIC_CLAUDE])));
        assert_eq!(mixed.len(), 2);
        assert_eq!(strict("[]"), []);
    }

    #[test]
    fn each_block_of_claude_bears_its_own_signature_and_pieces_are_told() {
        let unsigned = CLAUDE.replace(r#","signature":"S""#, "").replace("\"index\":0", "\"index\":1");
        let of = |items: &str| judged(items, ReplayContract::AlwaysRequired, false);
        assert_eq!(of(&format!("[{CLAUDE}]")), []);
        assert_eq!(of(&format!("[{CLAUDE},{unsigned}]")), [ReplayViolation::UnsignedItem(1)]);
        assert_eq!(of(&format!("[{CLAUDE},{CLAUDE}]")), [ReplayViolation::RepeatedItem(1, 0)]);
        assert_eq!(judged(&format!("[{unsigned}]"), ReplayContract::Stateless, true), []);
        assert_eq!(judged(&format!("[{unsigned}]"), ReplayContract::RequiredWithTools, false), []);
    }
}
