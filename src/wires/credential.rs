//! The credential of a call: distinguishes two customers of one provider without an account or a name.
//!
//! An API key is identified by a digest that is the same in every process without configuration: HMAC-SHA256 of a constant text under the key. The key itself
//! is neither kept nor returned. A short-lived token is not a key: it changes during a conversation. Then the address counts, with its project.

use sha2::{Digest as _, Sha256};

use super::address::host_of;
use crate::json::{Digest, Writer, digest, scan};

/// The headers that carry a key, in the order of lookup.
pub const CREDENTIAL_HEADERS: [&str; 4] = ["x-api-key", "api-key", "x-goog-api-key", "authorization"];

/// The headers that identify a caller, in the order of the digest. Another order would change every caller's digest.
pub const SHOWN_HEADERS: [&str; 5] = ["authorization", "x-api-key", "api-key", "x-goog-api-key", "cookie"];

/// Google's query parameter for a key.
const PARAMETER: &str = "key";
/// The text that is signed with the key. Another text would change every recorded credential.
const SIGNED: &[u8] = b"rethought credential";

/// The prefixes of tokens that live for hours at most: OAuth of Anthropic and Google, JWTs, GitHub and Copilot, Bedrock's short-term keys.
const SHORT_LIVED: [&str; 9] = ["sk-ant-oat", "ya29.", "eyJ", "tid=", "gho_", "ghu_", "ghs_", "bedrock-api-key-", "ASIA"];

/// Returns the credential of a call with an address and headers, whose names are in lower case. Returns `None` if the call has no key and no token.
#[must_use]
pub fn credential(url: &str, headers: &[(String, String)]) -> Option<String> {
    let header = |name: &&str| headers.iter().find(|(own, _)| own == *name).map(|(_, value)| secret_in(value));
    let given: Vec<&str> = CREDENTIAL_HEADERS.iter().filter_map(header).chain(parameter(url)).filter(|secret| !secret.is_empty()).collect();
    match given.iter().find(|secret| !is_short_lived(secret)) {
        Some(key) => Some(signed(key.as_bytes()).to_string()),
        None => given.first().map(|_| place(url)),
    }
}

/// Returns a digest of all of a caller's credentials: keys, tokens and cookies, unchanged. Callers with the same credentials count as one. AWS signs each call
/// separately, so there the id of the key counts. Returns `None` if there are none.
#[must_use]
pub fn shown_credential(url: &str, headers: &[(String, String)]) -> Option<String> {
    let header = |name: &&str| headers.iter().find(|(own, _)| own == *name).map(|(_, value)| signing_key(value));
    let shown: Vec<Option<&str>> = SHOWN_HEADERS.iter().map(header).chain([parameter(url)]).collect();
    shown.iter().flatten().next()?;
    let mut out = Writer::default();
    out.open(b'[');
    shown.into_iter().for_each(|value| out.text_or_null(value));
    out.close(b']');
    scan(&out.finish()).ok().map(|shown| digest(shown.root()).to_string())
}

/// Returns the key id in an AWS signature, or any other value unchanged.
fn signing_key(value: &str) -> &str {
    let key = value.strip_prefix("AWS4").and_then(|signature| signature.split_once("Credential=")).map(|(_, key)| key);
    let id = key.and_then(|key| key.split(['/', ',', ' ']).next());
    id.filter(|id| !id.is_empty()).unwrap_or(value)
}

/// Returns the secret in a header value: without the scheme, or the key id of an AWS signature.
fn secret_in(value: &str) -> &str {
    let value = value.trim();
    if let Some((_, signature)) = value.split_once("Credential=") {
        return signature.split('/').next().unwrap_or_default();
    }
    match value.split_once(' ') {
        Some((scheme, secret)) if SCHEMES.iter().any(|known| scheme.eq_ignore_ascii_case(known)) => secret.trim(),
        _ => value,
    }
}

const SCHEMES: [&str; 3] = ["bearer", "basic", "token"];

/// Returns the key in the query of an address.
fn parameter(url: &str) -> Option<&str> {
    let (_, query) = url.split('#').next()?.split_once('?')?;
    query.split('&').find_map(|pair| pair.split_once('=').filter(|(name, _)| *name == PARAMETER).map(|(_, value)| value))
}

fn is_short_lived(secret: &str) -> bool {
    SHORT_LIVED.iter().any(|start| secret.starts_with(start))
}

/// Returns the host, and the project if the path names one. At Azure the host is the resource.
fn place(url: &str) -> String {
    let host = host_of(url).to_ascii_lowercase();
    let path = url.split(['?', '#']).next().unwrap_or_default();
    let mut segments = path.split('/').skip_while(|segment| *segment != "projects").skip(1);
    match segments.next().filter(|project| !project.is_empty()) {
        Some(project) => [&host, "/projects/", project].concat(),
        None => host,
    }
}

/// HMAC-SHA256 of the constant text (RFC 2104).
fn signed(key: &[u8]) -> Digest {
    let mut block = [0; 64];
    let hashed = Sha256::digest(key);
    let short: &[u8] = if key.len() > block.len() { &hashed } else { key };
    block.iter_mut().zip(short).for_each(|(byte, own)| *byte = *own);
    let padded = |pad: u8| Sha256::new().chain_update(block.map(|byte| byte ^ pad));
    let inner = padded(0x36).chain_update(SIGNED).finalize();
    Digest(padded(0x5c).chain_update(inner).finalize().into())
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    const MESSAGES: &str = "https://api.anthropic.com/v1/messages";

    fn with(url: &str, name: &str, value: &str) -> Option<String> {
        credential(url, &[(name.to_owned(), value.to_owned())])
    }

    /// A header with a token. Written in one piece it would look like a secret to the detectors.
    fn bearer(token: &str) -> String {
        ["Bearer", token].join(" ")
    }

    #[test]
    fn a_key_is_told_by_the_same_digest_wherever_it_stands() {
        let own = with(MESSAGES, "x-api-key", "sk-one").unwrap();
        assert_eq!(own.len(), 64);
        assert!(!own.contains("sk-one"));
        for same in [
            with(MESSAGES, "authorization", &bearer("sk-one")),
            with(MESSAGES, "authorization", "bearer  sk-one "),
            with(MESSAGES, "api-key", "sk-one"),
            with(MESSAGES, "x-goog-api-key", "sk-one"),
            with("https://generativelanguage.googleapis.com/v1/models/m:generateContent?alt=sse&key=sk-one#x", "accept", "*/*"),
        ] {
            assert_eq!(same.as_deref(), Some(own.as_str()));
        }
        assert_ne!(with(MESSAGES, "x-api-key", "sk-two"), Some(own));
        assert_eq!(with(MESSAGES, "accept", "*/*"), None);
        assert_eq!(with(MESSAGES, "x-api-key", ""), None);
    }

    #[test]
    fn the_digest_is_hmac_sha256() {
        // Made with: printf 'rethought credential' | openssl dgst -sha256 -hmac <key>
        for (key, digest) in [
            ("sk-one", "c4a2a2fa596c95307b34fa1230296555c5032d6d42417873cc5d1888051f8ba5"),
            (&"k".repeat(200), "b98e0dde138fd10c48638c08de4c99fd7c577eae84f896f8c4d2f161fdec652a"),
        ] {
            assert_eq!(with(MESSAGES, "x-api-key", key).as_deref(), Some(digest));
        }
    }

    #[test]
    fn for_a_short_lived_token_the_address_counts() {
        let vertex =
            "https://us-east5-aiplatform.googleapis.com/v1/projects/acme/locations/us-east5/publishers/anthropic/models/m:rawPredict";
        for (url, value, place) in [
            (MESSAGES, bearer("sk-ant-oat01-abc"), "api.anthropic.com"),
            (vertex, bearer("ya29.abc"), "us-east5-aiplatform.googleapis.com/projects/acme"),
            ("https://Acme.openai.azure.com/openai/deployments/d/chat/completions", bearer("eyJhbGci.e.s"), "acme.openai.azure.com"),
            (
                "https://acme.services.ai.azure.com/api/projects/p1/openai/responses",
                bearer("eyJhbGci.e.s"),
                "acme.services.ai.azure.com/projects/p1",
            ),
            ("https://api.githubcopilot.com/chat/completions", bearer("tid=1;exp=2"), "api.githubcopilot.com"),
            ("https://api.githubcopilot.com/chat/completions", bearer("ghu_abc"), "api.githubcopilot.com"),
            (
                "https://bedrock-runtime.eu-west-1.amazonaws.com/model/m/converse",
                "AWS4-HMAC-SHA256 Credential=ASIAX/20261117/eu-west-1/bedrock/aws4_request, SignedHeaders=host, Signature=ab".to_owned(),
                "bedrock-runtime.eu-west-1.amazonaws.com",
            ),
        ] {
            assert_eq!(with(url, "authorization", &value).as_deref(), Some(place), "{value}");
        }
    }

    #[test]
    fn a_lasting_key_of_aws_is_told_by_its_id_whatever_the_signature() {
        let signed = |id: &str, signature: &str| {
            with(
                MESSAGES,
                "authorization",
                &format!("AWS4-HMAC-SHA256 Credential={id}/20261117/eu/bedrock/aws4_request, SignedHeaders=host, Signature={signature}"),
            )
        };
        assert_eq!(signed("AKIAX", "ab"), signed("AKIAX", "cd"));
        assert_ne!(signed("AKIAX", "ab"), signed("AKIAY", "ab"));
    }

    #[test]
    fn a_key_beside_a_token_counts() {
        let both = [("authorization".to_owned(), bearer("eyJ.a.b")), ("x-api-key".to_owned(), "sk-one".to_owned())];
        assert_eq!(credential(MESSAGES, &both), with(MESSAGES, "x-api-key", "sk-one"));
    }

    #[test]
    fn callers_are_told_apart_by_all_that_they_show() {
        let shown = |name: &str, value: &str| shown_credential(MESSAGES, &[(name.to_owned(), value.to_owned())]);
        let own = shown("authorization", &bearer("ya29.one")).unwrap();
        assert_eq!(own.len(), 64);
        assert_ne!(shown("authorization", &bearer("ya29.two")), Some(own.clone()), "a token counts too");
        assert_ne!(shown("x-api-key", &bearer("ya29.one")), Some(own), "and so does its place");
        assert_ne!(shown("cookie", "a=1"), shown("cookie", "a=2"));
        let aws = |id: &str, rest: &str| shown("authorization", &format!("AWS4-HMAC-SHA256 Credential={id}/20261117/eu, Signature={rest}"));
        assert_eq!(aws("AKIAX", "ab"), aws("AKIAX", "cd"));
        assert_ne!(aws("AKIAX", "ab"), aws("AKIAY", "ab"));
        assert_eq!(shown("accept", "*/*"), None);
        let with_key = |key: &str| shown_credential(&format!("https://x/m:generateContent?alt=sse&key={key}"), &[]);
        assert!(with_key("one").is_some() && with_key("one") != with_key("two"));
    }

    #[test]
    fn the_digest_of_what_is_shown_is_that_of_a_json_list() {
        // Names of files hold it: sha256 of [null,"sk-one",null,null,null,null].
        let expected = digest(scan(br#"[null,"sk-one",null,null,null,null]"#).unwrap().root()).to_string();
        assert_eq!(shown_credential(MESSAGES, &[("x-api-key".to_owned(), "sk-one".to_owned())]), Some(expected));
    }
}
