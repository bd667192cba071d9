//! The parts of an address: its host, the domain of a host, and the model.

/// The host of an address, with its port.
pub(super) fn host_of(url: &str) -> &str {
    // The first piece is the scheme, which ends with a colon, or the host itself.
    let mut pieces = url.split(['/', '?', '#']).filter(|piece| !piece.is_empty() && !piece.ends_with(':'));
    let authority = pieces.next().unwrap_or_default();
    authority.rsplit_once('@').map_or(authority, |(_, host)| host)
}

/// Returns the host that a caller gives, which may be an address: its domain in lower case, with the port. `None` if it has no domain.
pub(crate) fn domain_of(given: &str) -> Option<String> {
    let authority = host_of(given).to_ascii_lowercase();
    let (name, port) = parted(&authority);
    let name = name.strip_suffix('.').unwrap_or(name);
    let is_port = port.bytes().all(|digit| digit.is_ascii_digit());
    if !is_port || !is_domain(name) {
        return None;
    }
    Some(if port.is_empty() { name.to_owned() } else { [name, ":", port].concat() })
}

/// Parts a host and its port, which may be empty. An IPv6 address contains colons.
fn parted(authority: &str) -> (&str, &str) {
    match authority.rsplit_once(':') {
        Some((name, port)) if name.ends_with(']') || !name.contains(':') => (name, port),
        _ => (authority, ""),
    }
}

/// Returns `true` for a domain, a name in a local network, or an IP address.
fn is_domain(name: &str) -> bool {
    let inside = name.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(name);
    if inside.contains(':') {
        return inside.bytes().all(|byte| byte.is_ascii_hexdigit() || b":.".contains(&byte));
    }
    // Recorders mask a part of a host: `<region>`, `${REGION}`.
    let is_label = |label: &str| !label.is_empty() && label.chars().all(|letter| letter.is_alphanumeric() || "-_<>${}".contains(letter));
    inside == name && name.split('.').all(is_label)
}

/// Returns `true` if an address has a scheme and no place for a host, as `urn:a` and `fixture:a/b`.
pub(super) fn has_scheme_alone(url: &str) -> bool {
    let is_scheme = |scheme: &str| !scheme.is_empty() && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    url.split_once(':').is_some_and(|(scheme, rest)| is_scheme(scheme) && !rest.starts_with("//"))
}

/// Returns `true` if a host is a domain or below it, or ends with it if the domain starts with `-`. A `*` in a domain is one name, such as a region.
pub(super) fn is_within(host: &str, domain: &str) -> bool {
    if let Some((start, end)) = domain.split_once('*') {
        let name = host.strip_prefix(start).and_then(|rest| rest.strip_suffix(end));
        return name.is_some_and(|name| !name.is_empty() && !name.contains('.'));
    }
    host.strip_suffix(domain).is_some_and(|above| above.is_empty() || above.ends_with('.') || domain.starts_with('-'))
}

/// An address without its query.
pub(super) fn path_of(url: &str) -> &str {
    url.split(['?', '#']).next().unwrap_or_default()
}

/// Returns the model in an address of Gemini, Vertex or Bedrock. The name of a custom Bedrock profile does not identify a model.
#[must_use]
pub fn model_in_address(url: &str) -> Option<String> {
    name_in_address(url).filter(|model| !model.starts_with("arn:") || model.rsplit('/').next().is_some_and(|name| name.contains('.')))
}

/// Returns the name of the model or profile in an address.
pub(super) fn name_in_address(url: &str) -> Option<String> {
    let path = path_of(url);
    let model = match path.split_once("/model/") {
        // The operation is last. A model's resource name has a slash, which not every client escapes.
        Some((_, rest)) => rest.rsplit_once('/').map_or(rest, |(model, _)| model),
        None => path.split_once("/models/")?.1.split(['/', ':']).next().unwrap_or_default(),
    };
    Some(unescape_percent(model)).filter(|model| !model.is_empty())
}

/// Decodes the percent escapes of an address. Keeps invalid ones unchanged.
fn unescape_percent(piece: &str) -> String {
    let mut plain = Vec::with_capacity(piece.len());
    let mut rest = piece.as_bytes();
    while let [first, after @ ..] = rest {
        let escaped = (*first == b'%').then(|| after.split_at_checked(2)).flatten();
        let byte = escaped.and_then(|(digits, _)| u8::from_str_radix(str::from_utf8(digits).ok()?, 16).ok());
        plain.push(byte.unwrap_or(*first));
        rest = match (byte, escaped) {
            (Some(_), Some((_, after))) => after,
            _ => after,
        };
    }
    String::from_utf8(plain).unwrap_or_else(|_| piece.to_owned())
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    #[test]
    fn a_host_is_read_from_whatever_names_it() {
        for (given, domain) in [
            ("api.mistral.ai", Some("api.mistral.ai")),
            ("https://api.mistral.ai", Some("api.mistral.ai")),
            ("https://me:p@ss@API.Mistral.AI.:443/v1?a=b#c", Some("api.mistral.ai:443")),
            ("api.mistral.ai/v1", Some("api.mistral.ai")),
            ("api.mistral.ai.", Some("api.mistral.ai")),
            ("vllm", Some("vllm")),
            ("localhost:11434", Some("localhost:11434")),
            ("http://127.0.0.1:8080/v1", Some("127.0.0.1:8080")),
            ("::1", Some("::1")),
            ("[::1]:8080", Some("[::1]:8080")),
            ("http://[fe80::1]/v1", Some("[fe80::1]")),
            ("my_gateway.internal", Some("my_gateway.internal")),
            ("bücher.example", Some("bücher.example")),
            ("runtime.<region>.example.com", Some("runtime.<region>.example.com")),
            ("", None),
            ("a b", None),
            ("https://", None),
            ("a..b", None),
            ("*.openai.com", None),
            ("api.openai.com:https", None),
            ("[api.openai.com]", None),
        ] {
            assert_eq!(domain_of(given).as_deref(), domain, "{given}");
        }
    }

    #[test]
    fn an_address_names_its_model_or_none() {
        for (url, model) in [
            ("https://x/v1beta/models/gemini-3-pro:generateContent?k=1", Some("gemini-3-pro")),
            (
                "https://x/v1/projects/p/locations/l/publishers/anthropic/models/claude-opus-4-5@20251101:rawPredict",
                Some("claude-opus-4-5@20251101"),
            ),
            ("https://x/model/us.amazon.nova/converse", Some("us.amazon.nova")),
            ("https://x/model/us.anthropic.claude-opus-5-5-v1%3A0/converse-stream", Some("us.anthropic.claude-opus-5-5-v1:0")),
            ("https://x/model/us.anthropic.claude-opus-5-5-v1:0/invoke?a=/b", Some("us.anthropic.claude-opus-5-5-v1:0")),
            (
                "https://x/model/arn%3Aaws%3Abedrock%3Aeu-west-1%3A1%3Ainference-profile%2Feu.anthropic.claude-opus-5-5/converse",
                Some("arn:aws:bedrock:eu-west-1:1:inference-profile/eu.anthropic.claude-opus-5-5"),
            ),
            ("https://x/model/arn:aws:bedrock:eu-west-1:1:application-inference-profile/ab12/converse", None),
            ("https://x/model/100%/converse", Some("100%")),
            ("https://x/v1/messages", None),
        ] {
            assert_eq!(model_in_address(url).as_deref(), model, "{url}");
        }
    }
}
