//! Clark's audit: the reasoning items of one turn against a contract.

use std::borrow::Cow;

use super::{ReasoningFormat, ReasoningItem};
use crate::json::Value;
use crate::model::ThinkingKind;

/// A rule that says when reasoning must be sent back, from the mildest to the strictest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ReplayContract {
    /// Never required.
    Stateless,
    /// Required with tools.
    RequiredWithTools,
    /// Required on every request.
    AlwaysRequired,
}

impl ReplayContract {
    const NAMES: [(&str, Self); 3] = [
        ("stateless", ReplayContract::Stateless),
        ("required-with-tools", ReplayContract::RequiredWithTools),
        ("always-required", ReplayContract::AlwaysRequired),
    ];

    /// Returns the contract of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(known, _)| *known == name).map(|(_, contract)| *contract)
    }

    /// Returns its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, contract)| *contract == self).map_or("", |(name, _)| name)
    }

    /// Returns the contract of a format's issuer.
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

    /// Returns the strictest contract of the issuers of items.
    #[must_use]
    pub fn strictest(items: &[ReasoningItem<'_>]) -> Self {
        items.iter().map(|item| Self::of(&item.format())).max().unwrap_or(ReplayContract::Stateless)
    }
}

/// One way in which a turn breaks its contract.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplayViolation<'d> {
    /// Nothing of these formats is signed.
    MissingSignatures(Vec<Cow<'d, str>>),
    /// The item at that place is not signed, although each of its kind must be.
    UnsignedItem(usize),
    /// The encrypted item at that place is empty.
    EmptyPayload(usize),
    /// The item at that place is a piece of the one at the other: the pieces of a stream were not joined.
    RepeatedItem(usize, usize),
    /// No single model emits items of all these formats.
    MixedIssuers(Vec<Cow<'d, str>>),
}

/// The result of an audit of one turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayAudit<'d> {
    /// The number of items.
    pub item_count: usize,
    /// The number of signed items.
    pub signed_count: usize,
    /// Their formats, in order and each once.
    pub formats: Vec<Cow<'d, str>>,
    /// Every violation, clark's first.
    pub violations: Vec<ReplayViolation<'d>>,
}

/// Audits the reasoning of one turn that is about to be sent back.
#[must_use]
pub fn audit_replay<'d>(items: &[ReasoningItem<'d>], contract: ReplayContract, next_turn_carries_tools: bool) -> ReplayAudit<'d> {
    let items: Vec<ItemFacts<'d>> = items.iter().map(ItemFacts::of).collect();
    let formats = formats_of(items.iter());
    let asked = match contract {
        ReplayContract::Stateless => false,
        ReplayContract::RequiredWithTools => next_turn_carries_tools,
        ReplayContract::AlwaysRequired => true,
    };
    let violations = if asked { violations(&items, &formats) } else { Vec::new() };
    ReplayAudit { item_count: items.len(), signed_count: items.iter().filter(|item| item.signed).count(), formats, violations }
}

/// The facts of an item that the audit needs.
#[derive(Clone)]
struct ItemFacts<'d> {
    kind: ThinkingKind,
    format: Cow<'d, str>,
    index: &'d [u8],
    signed: bool,
}

impl<'d> ItemFacts<'d> {
    fn of(item: &ReasoningItem<'d>) -> Self {
        let format = item.value().get("format").and_then(Value::text).map_or(Cow::Borrowed("unknown"), |text| text.lossy());
        let index = item.value().get("index").filter(|index| !index.is_null()).map(Value::raw).unwrap_or_default();
        Self { kind: item.kind(), format, index, signed: item.is_signed() }
    }
}

/// Returns the formats of items, in order, each once.
fn formats_of<'i, 'd: 'i>(items: impl Iterator<Item = &'i ItemFacts<'d>>) -> Vec<Cow<'d, str>> {
    let mut formats: Vec<Cow<'d, str>> = items.map(|item| item.format.clone()).collect();
    formats.sort_unstable();
    formats.dedup();
    formats
}

/// Returns for each item the first one that has the same kind, format and index.
fn first_alike(items: &[ItemFacts<'_>]) -> Vec<Option<usize>> {
    let place = |nth: usize| items.get(nth).map(|item| (item.kind.name(), &item.format, &item.index));
    let mut order: Vec<usize> = (0..items.len()).collect();
    order.sort_by_key(|nth| place(*nth));
    let (mut found, mut first) = (vec![None; items.len()], None);
    for nth in order.into_iter().filter(|nth| items.get(*nth).is_some_and(|item| !item.index.is_empty())) {
        match first.filter(|first| place(*first) == place(nth)) {
            Some(first) => found.get_mut(nth).into_iter().for_each(|slot| *slot = Some(first)),
            None => first = Some(nth),
        }
    }
    found
}

fn violations<'d>(items: &[ItemFacts<'d>], formats: &[Cow<'d, str>]) -> Vec<ReplayViolation<'d>> {
    let (mut found, first) = (Vec::new(), first_alike(items));
    let of_signed = formats_of(items.iter().filter(|item| item.signed));
    let signed = |format: &str| of_signed.binary_search_by(|known| (**known).cmp(format)).is_ok();
    let mut unsigned = formats.to_vec();
    unsigned.retain(|format| !signed(format));
    if !unsigned.is_empty() {
        found.push(ReplayViolation::MissingSignatures(unsigned));
    }
    for (nth, item) in items.iter().enumerate() {
        match item.kind {
            // Each block of Claude's has a signature; the others sign a turn once.
            ThinkingKind::Text if !item.signed && item.format == CLAUDE && signed(CLAUDE) => found.push(ReplayViolation::UnsignedItem(nth)),
            ThinkingKind::Encrypted | ThinkingKind::Redacted if !item.signed => found.push(ReplayViolation::EmptyPayload(nth)),
            _ => {}
        }
        if let Some(first) = first.get(nth).copied().flatten() {
            found.push(ReplayViolation::RepeatedItem(nth, first));
        }
    }
    let mut known = formats.to_vec();
    known.retain(|format| format != "unknown");
    if known.len() > 1 {
        found.push(ReplayViolation::MixedIssuers(known));
    }
    found
}

const CLAUDE: &str = "anthropic-claude-v1";

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;
    use crate::json::scan;

    fn judged(items: &str, contract: ReplayContract, tools: bool) -> Vec<String> {
        let document = scan(items.as_bytes()).unwrap();
        let items: Vec<_> = document.root().elements().map(|item| ReasoningItem::read(item).unwrap()).collect();
        audit_replay(&items, contract, tools).violations.iter().map(|violation| format!("{violation:?}")).collect()
    }

    const CLAUDE: &str = r#"{"type":"reasoning.text","format":"anthropic-claude-v1","index":0,"text":"x","signature":"S"}"#;

    #[test]
    fn what_clark_judges_wrongly_is_judged_rightly() {
        let strict = |items: &str| judged(items, ReplayContract::RequiredWithTools, true);
        let empty = strict(r#"[{"type":"reasoning.encrypted","format":"google-gemini-v1","data":""}]"#);
        assert_eq!(empty, ["MissingSignatures([\"google-gemini-v1\"])", "EmptyPayload(0)"]);
        let mixed = strict(
            r#"[{"type":"reasoning.text","format":"anthropic-claude-v1","text":"x"},{"type":"reasoning.encrypted","format":"google-gemini-v1","data":"AA"}]"#,
        );
        assert_eq!(mixed.first().map(String::as_str), Some("MissingSignatures([\"anthropic-claude-v1\"])"));
        assert_eq!(mixed.len(), 2);
        assert_eq!(strict("[]"), [""; 0]);
    }

    #[test]
    fn each_block_of_claude_bears_its_own_signature_and_pieces_are_told() {
        let unsigned = CLAUDE.replace(r#","signature":"S""#, "").replace("\"index\":0", "\"index\":1");
        let of = |items: &str| judged(items, ReplayContract::AlwaysRequired, false);
        assert_eq!(of(&format!("[{CLAUDE}]")), [""; 0]);
        assert_eq!(of(&format!("[{CLAUDE},{unsigned}]")), ["UnsignedItem(1)"]);
        assert_eq!(of(&format!("[{CLAUDE},{CLAUDE}]")), ["RepeatedItem(1, 0)"]);
        assert_eq!(judged(&format!("[{unsigned}]"), ReplayContract::Stateless, true), [""; 0]);
        assert_eq!(judged(&format!("[{unsigned}]"), ReplayContract::RequiredWithTools, false), [""; 0]);
    }
}
