//! Finds who answers at a host: the vendor of the model, and the service.

use super::description::EntryShape;
use super::hosts::{HostRow, host_row};
use super::registry::description;
use crate::model::{Provenance, Target, Wire};

impl Provenance {
    /// Returns the issuer of the answers of a target. Members that the target does not determine are left empty, never guessed.
    #[must_use]
    pub fn of(target: &Target) -> Self {
        let [vendor, surface] = issuer(target).map(|name| name.map(str::to_owned));
        Self { vendor, surface, account: target.account.clone(), model: target.model.clone(), ..Self::default() }
    }
}

/// Returns the vendor and the service of a target, if known.
#[must_use]
pub fn issuer(target: &Target) -> [Option<&str>; 2] {
    issuer_by(host_row(target.host.as_deref().unwrap_or_default()), target)
}

/// Returns the vendor and the service of a target whose host has this row or none.
#[must_use]
pub fn issuer_by<'t>(row: Option<&'t HostRow>, target: &'t Target) -> [Option<&'t str>; 2] {
    let host = target.host.as_deref().filter(|host| !host.is_empty());
    match row {
        // If the host has models of several vendors, the wire may determine the vendor.
        Some(row) if host.is_some_and(|host| row.has_domain(host)) => {
            let vendor = row.vendor.as_deref().or_else(|| description(&target.wire).vendor);
            [vendor, row.surface.as_deref().or(host)]
        }
        // A server that runs anywhere is identified by its name.
        Some(row) => [Some(&row.name), host],
        None => [None, host],
    }
}

/// Returns `false` if a host is known to accept other wires only. A host that serves the models of several vendors, or whose wires are not listed, may accept
/// any. Most vendors have an OpenAI-compatible endpoint, so chat wires are never excluded.
#[must_use]
pub fn may_accept(row: &HostRow, wire: &Wire) -> bool {
    row.vendor.is_none() || row.wires.is_empty() || row.speaks(wire) || description(wire).entries == EntryShape::Chat
}

/// Returns the name of a host's variant of its wire: the dialect of a chat, or the service that hosts another vendor's wire.
pub(super) fn variant(host: &str) -> Option<&'static str> {
    let row = host_row(host)?;
    let service = row.surface.as_deref().filter(|surface| *surface != OWN_SERVICE);
    row.dialect.as_ref().map(|dialect| dialect.name.as_str()).or(service)
}

/// A vendor's service for its own models.
const OWN_SERVICE: &str = "api";

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    #[test]
    fn a_host_says_whose_model_answers_and_through_what() {
        let of = |wire: Wire, host: &str| {
            let issuer = Provenance::of(&Target { host: Some(host.to_owned()), ..Target::new(wire) });
            [issuer.vendor, issuer.surface].map(Option::unwrap_or_default).join(" ")
        };
        assert_eq!(of(Wire::ANTHROPIC_MESSAGES, "api.anthropic.com"), "anthropic api");
        assert_eq!(of(Wire::ANTHROPIC_MESSAGES, "bedrock-runtime.eu-west-1.amazonaws.com"), "anthropic bedrock");
        assert_eq!(of(Wire::BEDROCK_CONVERSE, "bedrock-runtime.eu-west-1.amazonaws.com"), " bedrock");
        assert_eq!(of(Wire::GEMINI_GENERATE, "us-east5-aiplatform.googleapis.com"), "google vertex");
        assert_eq!(of(Wire::GEMINI_GENERATE, "generativelanguage.googleapis.com"), "google api");
        assert_eq!(of(Wire::OPENROUTER_CHAT, "openrouter.ai"), " openrouter");
        assert_eq!(of(Wire::OPENAI_CHAT, "api.deepseek.com"), "deepseek api.deepseek.com");
        assert_eq!(of(Wire::ANTHROPIC_MESSAGES, "api.deepseek.com"), "deepseek api.deepseek.com");
        assert_eq!(of(Wire::OPENAI_CHAT, "vllm"), "vllm vllm");
        assert_eq!(of(Wire::OPENAI_CHAT, "localhost:8000"), " localhost:8000");
        assert_eq!(of(Wire::OPENAI_CHAT, ""), " ");
    }
}
