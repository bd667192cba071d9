//! The providers that formats name, and the wires on which their thoughts are issued.

use crate::json::Value;
use crate::model::{Target, Wire};
use crate::wires::host_rows;

/// The providers that have a wire of their own: the names that frameworks have for each, the wire, and the host where the wire alone does not say whose it is.
const PROVIDERS: &[(&[&str], Wire, &str)] = &[
    (&["anthropic"], Wire::ANTHROPIC_MESSAGES, ""),
    (&["bedrock", "amazonBedrock", "amazon-bedrock", "bedrock_converse", "bedrock-converse", "aws"], Wire::BEDROCK_CONVERSE, ""),
    (&["openai"], Wire::OPENAI_RESPONSES, ""),
    (&["azure", "azure_openai"], Wire::OPENAI_RESPONSES, "azure.com"),
    (&["xai"], Wire::OPENAI_RESPONSES, "x.ai"),
    (&["google", "google-gla", "google_genai", "google-genai", "gemini", "google_ai"], Wire::GEMINI_GENERATE, ""),
    (
        &["vertex", "googleVertex", "google-vertex", "google_vertexai", "google-vertexai", "google_vertex", "vertex_ai", "google-cloud"],
        Wire::GEMINI_GENERATE,
        "aiplatform.googleapis.com",
    ),
    (&["openrouter"], Wire::OPENROUTER_CHAT, ""),
    (&["mistral", "mistralai"], Wire::MISTRAL_CHAT, ""),
    (&["cohere"], Wire::COHERE_CHAT, ""),
    (&["ollama"], Wire::OLLAMA_CHAT, ""),
];

/// Other names of hosts of chats.
const ALIASES: &[(&str, &str)] =
    &[("moonshotai", "kimi"), ("moonshot", "kimi"), ("zai", "glm"), ("alibaba", "qwen"), ("togetherai", "together"), ("xiaomi", "mimo")];

/// The issuer that a format names. A name that nobody here knows is no issuer.
pub(crate) fn issuer_named(name: &str, model: Option<String>) -> Option<Target> {
    let own = PROVIDERS.iter().find(|(names, ..)| names.contains(&name));
    if let Some((_, wire, host)) = own {
        return Some(Target { host: (!host.is_empty()).then(|| (*host).to_owned()), model, ..Target::new(wire.clone()) });
    }
    let name = ALIASES.iter().find(|(alias, _)| *alias == name).map_or(name, |(_, name)| name);
    let row = host_rows().iter().find(|row| row.name == name)?;
    let host = row.domains.first().map_or(name, String::as_str).trim_start_matches('-').to_owned();
    Some(Target { host: Some(host), model, ..Target::new(Wire::OPENAI_CHAT) })
}

/// The beginnings of models' names, and the providers that issue their thoughts.
const MODELS: &[(&str, &str)] = &[
    ("claude", "anthropic"),
    ("gemini", "google"),
    ("gpt-", "openai"),
    ("o1", "openai"),
    ("o3", "openai"),
    ("o4", "openai"),
    ("grok", "xai"),
    ("magistral", "mistral"),
    ("mistral", "mistral"),
    ("command", "cohere"),
    ("deepseek", "deepseek"),
    ("kimi", "kimi"),
    ("glm", "glm"),
    ("qwen", "qwen"),
    ("minimax", "minimax"),
];

/// The issuer of a model's thoughts. Letta writes the provider before the model, and Bedrock the maker.
pub(crate) fn issuer_of_model(model: &str) -> Option<Target> {
    if let Some((provider, own)) = model.split_once('/')
        && let Some(issuer) = issuer_named(provider, Some(own.to_owned()).filter(|own| !own.is_empty()))
    {
        return Some(issuer);
    }
    if model.contains("anthropic.") {
        return issuer_named("bedrock", Some(model.to_owned()));
    }
    let (_, provider) = MODELS.iter().find(|(start, _)| model.starts_with(start))?;
    issuer_named(provider, Some(model.to_owned()))
}

/// The model of an issuer as Letta names it, by its profile: the provider before it.
pub(crate) fn model_of_issuer(issuer: Value<'_>) -> String {
    [provider_of(issuer), "/", issuer.word("model")].concat()
}

/// The name of an issuer, by its profile: the first that formats have for it.
pub(crate) fn provider_of<'p>(issuer: Value<'p>) -> &'p str {
    let (wire, vendor) = (issuer.word("wire"), issuer.word("vendor"));
    match wire {
        "openai-responses" if issuer.fits("surface=azure") => return "azure",
        "gemini-generate" | "gemini-interactions" if issuer.fits("surface=vertex") => return "vertex",
        // These are spoken for several vendors.
        "anthropic-messages" | "openai-responses" | "openai-chat" if !vendor.is_empty() => return vendor,
        "gemini-interactions" => return "google",
        _ => {}
    }
    let own = PROVIDERS.iter().find(|(_, own, _)| own.as_str() == wire).and_then(|(names, ..)| names.first());
    own.copied().unwrap_or_default()
}

/// The issuer of a thought that is only a text: at OpenAI and its kin it comes from a chat.
pub(crate) fn chat_of(issuer: Target) -> Target {
    if issuer.wire != Wire::OPENAI_RESPONSES {
        return issuer;
    }
    Target { wire: Wire::OPENAI_CHAT, host: issuer.host.or_else(|| Some("api.openai.com".to_owned())), ..issuer }
}
