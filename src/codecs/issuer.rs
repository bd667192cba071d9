//! Who answers at a host: whose model it is, and the service it is reached through.

use super::address::is_within;
use super::chat::dialect;
use crate::model::{Provenance, Target, Wire};

impl Provenance {
    /// The issuer of the answers that come from a target. Members that the target does not tell are left open, never guessed.
    #[must_use]
    pub fn of(target: &Target) -> Self {
        let [vendor, surface] = issuer(target).map(|name| name.map(str::to_owned));
        Self { vendor, surface, account: target.account.clone(), model: target.model.clone(), ..Self::default() }
    }
}

/// The vendor and the service that answer at a target, as far as it says.
#[must_use]
pub fn issuer(target: &Target) -> [Option<&str>; 2] {
    let host = target.host.as_deref().unwrap_or_default();
    let (vendor, surface) = match known(host) {
        // Several vendors' models are reached through it, and the wire may say whose.
        Some((_, "", surface)) if target.wire == Wire::ANTHROPIC_MESSAGES => ("anthropic", *surface),
        Some((_, "", surface)) if target.wire == Wire::GEMINI_GENERATE => ("google", *surface),
        Some((_, vendor, surface)) => (*vendor, *surface),
        None => (dialect(host).map_or("", |dialect| dialect.name), host),
    };
    [vendor, surface].map(|name| Some(name).filter(|name| !name.is_empty()))
}

fn known(host: &str) -> Option<&'static (&'static str, &'static str, &'static str)> {
    HOSTS.iter().find(|(part, _, _)| is_within(host, part))
}

/// The name of a host's variant of its wire: the dialect of a chat, or the service that carries another vendor's wire.
pub(super) fn surface(host: &str) -> Option<&'static str> {
    let host = host.to_ascii_lowercase();
    let service = known(&host).map(|(_, _, surface)| *surface).filter(|surface| *surface != "api");
    dialect(&host).map(|dialect| dialect.name).or(service)
}

/// A domain, with all below it, or the end of one; the vendor, if there is but one; the service.
const HOSTS: &[(&str, &str, &str)] = &[
    ("api.anthropic.com", "anthropic", "api"),
    ("amazonaws.com", "", "bedrock"),
    ("aiplatform.googleapis.com", "", "vertex"),
    ("-aiplatform.googleapis.com", "", "vertex"),
    ("googleapis.com", "google", "api"),
    ("azure.com", "", "azure"),
    ("api.openai.com", "openai", "api"),
    ("chatgpt.com", "openai", "codex"),
    ("githubcopilot.com", "", "copilot"),
    ("openrouter.ai", "", "openrouter"),
    ("ai-gateway.vercel.sh", "", "vercel-gateway"),
    ("router.huggingface.co", "", "huggingface"),
    ("api.cohere.com", "cohere", "api"),
];

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
        assert_eq!(of(Wire::OPENAI_CHAT, "localhost:8000"), " localhost:8000");
        assert_eq!(of(Wire::OPENAI_CHAT, ""), " ");
    }
}
