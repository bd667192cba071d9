//! The providers that formats name, and the wires of their thoughts.

use crate::json::Value;
use crate::model::{Target, Wire};
use crate::wires::host_rows;

/// The providers with a separate wire: their names in frameworks, the wire, and the host if the wire alone does not identify the provider.
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

/// Other names of chat hosts.
const ALIASES: &[(&str, &str)] =
    &[("moonshotai", "kimi"), ("moonshot", "kimi"), ("zai", "glm"), ("alibaba", "qwen"), ("togetherai", "together"), ("xiaomi", "mimo")];

/// Returns the issuer that a format names. `None` for an unknown name.
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

/// The beginnings of model names, and the providers that issue their thoughts.
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

/// Returns the issuer of a model's thoughts. Letta writes the provider before the model, and Bedrock the vendor.
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

/// Returns the service of Google that the name of a model names. Frameworks write the provider before the model. Without one it is the Gemini API.
pub(crate) fn google_service(model: Option<&str>) -> Target {
    let named = model.and_then(issuer_of_model).filter(|issuer| issuer.wire == Wire::GEMINI_GENERATE);
    Target { model: None, ..named.unwrap_or_else(|| Target::new(Wire::GEMINI_GENERATE)) }
}

/// Returns Letta's name for an issuer's model, by its profile: the provider comes first.
pub(crate) fn model_of_issuer(issuer: Value<'_>) -> String {
    [provider_of(issuer), "/", issuer.word("model")].concat()
}

/// Returns the name of an issuer, by its profile: the first that formats have for it.
pub(crate) fn provider_of<'p>(issuer: Value<'p>) -> &'p str {
    let (wire, vendor) = (issuer.word("wire"), issuer.word("vendor"));
    match wire {
        "openai-responses" if issuer.fits("surface=azure") => return "azure",
        "gemini-generate" | "gemini-interactions" if issuer.fits("surface=vertex") => return "vertex",
        // Several vendors use these wires.
        "anthropic-messages" | "openai-responses" | "openai-chat" if !vendor.is_empty() => return vendor,
        "gemini-interactions" => return "google",
        _ => {}
    }
    let own = PROVIDERS.iter().find(|(_, own, _)| own.as_str() == wire).and_then(|(names, ..)| names.first());
    own.copied().unwrap_or_default()
}

/// Returns the issuer of a thought that is only a text. For OpenAI-compatible vendors it comes from a chat.
pub(crate) fn chat_of(issuer: Target) -> Target {
    if issuer.wire != Wire::OPENAI_RESPONSES {
        return issuer;
    }
    Target { wire: Wire::OPENAI_CHAT, host: issuer.host.or_else(|| Some("api.openai.com".to_owned())), ..issuer }
}
