//! The vendor that encrypted an item.

use crate::json::Value;

/// A family of formats: the prefix of their names, the vendor that encrypts, and the provider that serves the model.
pub(super) struct Issuer {
    head: &'static str,
    pub(super) vendor: &'static str,
    /// OpenRouter's name for the provider; empty if any provider of the vendor can decrypt the item.
    pub(super) provider: &'static str,
}

const fn issuer(head: &'static str, vendor: &'static str, provider: &'static str) -> Issuer {
    Issuer { head, vendor, provider }
}

static OPENAI: Issuer = issuer("openai-", "openai", "openai");

static OTHERS: [Issuer; 7] = [
    issuer("azure-openai-", "openai", "azure"),
    issuer("bedrock-openai-", "openai", "amazon-bedrock"),
    issuer("xai-", "xai", ""),
    issuer("bedrock-xai-", "xai", ""),
    issuer("meta-", "meta", ""),
    issuer("google-", "google", ""),
    issuer("anthropic-", "anthropic", ""),
];

/// Finds the vendor of an encrypted item by its format. An item without a known format is OpenAI's if its data has OpenAI's prefix.
#[inline(never)]
pub(super) fn issuer_of(item: Value<'_>) -> Option<&'static Issuer> {
    if !item.fits("type=reasoning.encrypted|reasoning data:s,encrypted_content:s") {
        return None;
    }
    let format = item.word("format");
    let named = [&OPENAI].into_iter().chain(&OTHERS).find(|issuer| format.starts_with(issuer.head));
    named.or_else(|| item.fits("data^gAAAA,encrypted_content^gAAAA").then_some(&OPENAI))
}
