//! Whose seal an item is.

use crate::json::Value;

/// A family of formats: how their names begin, the vendor who issues them, and the provider that carries them.
pub(super) struct Issuer {
    head: &'static str,
    pub(super) vendor: &'static str,
    /// OpenRouter's name for the provider; empty where any provider of the vendor takes the seal.
    pub(super) carrier: &'static str,
}

const fn issuer(head: &'static str, vendor: &'static str, carrier: &'static str) -> Issuer {
    Issuer { head, vendor, carrier }
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

/// Finds the issuer of an item, if it is a seal and says whose. A seal that says nothing is OpenAI's if it looks like one.
#[inline(never)]
pub(super) fn issuer_of(item: Value<'_>) -> Option<&'static Issuer> {
    if !item.fits("type=reasoning.encrypted|reasoning data:s,encrypted_content:s") {
        return None;
    }
    let format = item.word("format");
    let named = [&OPENAI].into_iter().chain(&OTHERS).find(|issuer| format.starts_with(issuer.head));
    named.or_else(|| item.fits("data^gAAAA,encrypted_content^gAAAA").then_some(&OPENAI))
}
