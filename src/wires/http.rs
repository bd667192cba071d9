//! HTTP calls to providers: recognises provider addresses and streaming requests, and describes how to call the vendor of a wire.

use super::address::{host_of, name_in_address, path_of};
use super::codec::Side;
use super::description::{Endpoint, ErrorEnvelope, HttpFacts, NDJSON, Purpose};
use super::detect::{LIKELY, detect, of_url, purpose};
use super::hosts::{has_domain_in, host_row, host_rows};
use super::issuer::variant;
use super::registry::{CODECS, codec, description};
use crate::error::Error;
use crate::json::{Changes, Document, Value, scan};
use crate::model::Wire;

/// The header that names the version of Anthropic's API.
pub const VERSION_HEADER: &str = "anthropic-version";
/// The header that names Anthropic's beta features.
pub const BETA_HEADER: &str = "anthropic-beta";

/// The endings of addresses that accept a similar request but answer with something else. Endings that begin with `embed` count too.
const WITHOUT_ANSWER: [&str; 8] =
    ["count_tokens", "counttokens", "input_tokens", "moderation", "moderations", "rerank", "tokenize", "batches"];

/// The facts about a call in its address.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CallAddress {
    /// Its wire, if it ends like an address of one.
    pub wire: Option<Wire>,
    /// True if it has a wire, or its host is a provider's.
    pub is_provider: bool,
    /// True if its host is known to support the wire. Then the body need not look like a request.
    pub is_certain: bool,
}

/// Reads the address of a call; `own` are the caller's rows of hosts. Returns `None` if it returns no model answers.
#[must_use]
pub fn call_address(url: &str, own: Value<'_>) -> Option<CallAddress> {
    if purpose(url) == Some(Purpose::Count) || is_without_answer(url) {
        return None;
    }
    let (host, wire) = (host_of(url), of_url(url));
    let is_named = || wire.as_ref().is_some_and(|wire| host_row(host).is_some_and(|row| row.speaks(wire)));
    let is_certain = wire.is_some() && (variant(host).is_some() || is_named());
    let is_provider = wire.is_some() || variant(host).is_some() || own.elements().any(|row| has_domain_in(host, row));
    Some(CallAddress { wire, is_provider, is_certain })
}

fn is_without_answer(url: &str) -> bool {
    let path = path_of(url).to_ascii_lowercase();
    let end = path.rsplit(['/', ':']).next().unwrap_or_default();
    let is_word = |letter: u8| letter.is_ascii_alphanumeric() || letter == b'_';
    WITHOUT_ANSWER.contains(&end) || end.starts_with("embed") && end.bytes().all(is_word)
}

/// Finds the wire of a request by body and address. Returns `None` if neither the provider is certain nor the body a likely request.
#[must_use]
pub fn wire_of_request(body: &[u8], url: &str, is_certain: bool) -> Option<Wire> {
    let found = detect(body, Some(url))?;
    (is_certain || found.side == Side::Request && found.certainty >= LIKELY).then_some(found.wire)
}

/// Returns the model of a call: from its address, or from its body.
#[must_use]
pub fn model_of_call(url: &str, body: &[u8]) -> Option<String> {
    let deployed = || path_of(url).split_once("/deployments/")?.1.split('/').next().map(str::to_owned);
    let in_body = || scan(body).ok()?.root().get("model")?.text().map(|model| model.lossy().into_owned());
    name_in_address(url).or_else(deployed).or_else(in_body).filter(|model| !model.is_empty())
}

/// Returns `true` if an address always answers with a stream, as those of Gemini, Vertex and Bedrock do.
#[must_use]
pub fn is_streaming_address(url: &str) -> bool {
    streaming(url).is_some()
}

/// Returns `true` if a stream is a list without a certain parameter, and the address does not have it.
#[must_use]
pub fn answers_with_list(url: &str) -> bool {
    let query = url.split('#').next().unwrap_or_default().split_once('?').map_or("", |(_, query)| query);
    let has = |[name, value]: [&str; 2]| {
        // The first of several counts.
        query.split('&').filter_map(|pair| pair.split_once('=')).find(|(own, _)| *own == name).is_some_and(|(_, own)| own == value)
    };
    streaming(url).and_then(|http| http.sse_parameter).is_some_and(|parameter| !has(parameter))
}

/// Returns the facts of the wire of a streaming address.
fn streaming(url: &str) -> Option<&'static HttpFacts> {
    let path = path_of(url).to_ascii_lowercase();
    all_facts().find(|http| http.streaming_addresses.iter().any(|end| path.ends_with(end)))
}

fn all_facts() -> impl Iterator<Item = &'static HttpFacts> {
    CODECS.iter().map(|codec| &codec.description().http)
}

/// Returns `true` if a request asks for a stream, by its address or by its body.
#[must_use]
pub fn asks_for_stream(request: Value<'_>, url: &str) -> bool {
    is_streaming_address(url) || request.get("stream").and_then(Value::boolean) == Some(true)
}

/// Returns `true` if an answer is a stream: by its content type, or by its first bytes, because gateways change headers.
#[must_use]
pub fn is_stream(answer: &[u8], content_type: &str, wire: &Wire) -> bool {
    let content_type = content_type.to_ascii_lowercase();
    if STREAM_TYPES.iter().any(|name| content_type.contains(name)) {
        return true;
    }
    match answer.iter().find(|byte| **byte > b' ') {
        // Several objects are lines, one is a body.
        Some(b'{') => description(wire).http.stream_type == NDJSON && has_lines(answer),
        Some(b'[') => true,
        // AWS frames begin with a zero.
        _ => answer.first() == Some(&0) || begins_as_event(answer),
    }
}

const STREAM_TYPES: [&str; 6] = ["eventstream", "event-stream", "ndjson", "jsonl", "json-seq", "stream+json"];

/// Returns `true` if an object ends at the end of a line and another begins on the next.
fn has_lines(answer: &[u8]) -> bool {
    let mut lines = answer.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii).filter(|line| !line.is_empty()).peekable();
    while let Some(line) = lines.next() {
        if line.ends_with(b"}") && lines.peek().is_some_and(|next| next.starts_with(b"{")) {
            return true;
        }
    }
    false
}

fn begins_as_event(answer: &[u8]) -> bool {
    let text = answer.trim_ascii_start();
    let text = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text);
    ["", "data", "event", "id", "retry"].iter().any(|field| text.strip_prefix(field.as_bytes()).is_some_and(|rest| rest.starts_with(b":")))
}

/// Returns the format of a refusal at an address.
#[must_use]
pub fn refusal_envelope(url: &str, wire: &Wire) -> ErrorEnvelope {
    let path = path_of(url).to_ascii_lowercase();
    let at_address = all_facts().flat_map(|http| http.refusals_at).find(|(end, _)| path.ends_with(end));
    let behaviour = &description(wire).behaviour;
    at_address.map(|(_, envelope)| *envelope).or(behaviour.refusals).unwrap_or(behaviour.errors)
}

/// Returns `true` if a turn of one wire can be sent on another: the wires are equal, or both write the same message.
#[must_use]
pub fn share_messages(one: &Wire, other: &Wire) -> bool {
    one == other || [one, other].iter().all(|wire| codec(wire).is_some_and(|codec| codec.description().behaviour.shares_messages))
}

/// Returns the wires that calls are converted to, with their vendor's host and endpoint.
pub fn endpoints() -> impl Iterator<Item = (&'static Wire, &'static str, &'static Endpoint)> {
    CODECS.iter().filter_map(|codec| {
        let described = codec.description();
        let endpoint = described.http.endpoint.as_ref()?;
        Some((&described.wire, host_named(endpoint.host)?, endpoint))
    })
}

/// Adds the missing members that the vendor needs: `stream`, and the members of the endpoint.
///
/// # Errors
/// A request that is not an object.
pub fn complete_request(request: &Document<'_>, wire: &Wire, streams: bool) -> Result<Vec<u8>, Error> {
    let endpoint = description(wire).http.endpoint.as_ref();
    let asks_in_body = streams && endpoint.is_none_or(|endpoint| endpoint.stream_path.is_none());
    let stream = asks_in_body.then_some(("stream", "true"));
    let mut changes = Changes::new(request);
    for (name, value) in stream.iter().chain(endpoint.into_iter().flat_map(|endpoint| endpoint.members)) {
        if request.root().get(name).is_none() {
            changes.set(request.root(), name, value.as_bytes())?;
        }
    }
    changes.apply()
}

/// The routes of a proxy: names of rows in the table of hosts, and the region in the row's host.
const ROUTES: [(&str, Option<&str>); 5] =
    [("anthropic", None), ("openai", None), ("gemini", None), ("openrouter", None), ("bedrock", Some("us-east-1"))];

/// Returns the names of a proxy's routes and their hosts. `{region}` is the caller's region.
pub fn routes() -> impl Iterator<Item = (&'static str, String)> {
    ROUTES.iter().filter_map(|(name, region)| {
        let host = host_named(name)?;
        Some((*name, region.map_or_else(|| host.to_owned(), |region| host.replace(region, "{region}"))))
    })
}

fn host_named(name: &str) -> Option<&'static str> {
    host_rows().iter().find(|row| row.name == name)?.host.as_deref()
}

/// Returns the answer headers with the id of a call, on all wires.
#[must_use]
pub fn request_id_headers() -> Vec<&'static str> {
    let mut names = Vec::new();
    for name in all_facts().map(|http| http.request_id) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    fn address(url: &str) -> Option<(Option<Wire>, bool, bool)> {
        let own = scan(br#"[{"domains":["models.example.com","-llm.example.net"]},{"name":"none"},7]"#).unwrap();
        call_address(url, own.root()).map(|CallAddress { wire, is_provider, is_certain }| (wire, is_provider, is_certain))
    }

    #[test]
    fn an_address_tells_whether_a_model_answers_there() {
        let certain = |wire| Some((Some(wire), true, true));
        let spoken = |wire| Some((Some(wire), true, false));
        let (host_only, unknown) = (Some((None, true, false)), Some((None, false, false)));
        for (url, expected) in [
            ("https://api.anthropic.com/v1/messages", certain(Wire::ANTHROPIC_MESSAGES)),
            ("https://API.Anthropic.com:443/v1/messages/", certain(Wire::ANTHROPIC_MESSAGES)),
            ("https://api.openai.com/v1/chat/completions", certain(Wire::OPENAI_CHAT)),
            ("https://api.openai.com/v1/responses/compact", certain(Wire::OPENAI_RESPONSES)),
            ("https://api.cohere.com/v2/chat", certain(Wire::COHERE_CHAT)),
            ("https://us-east5-aiplatform.googleapis.com/v1/projects/p/models/gemini:generateContent", certain(Wire::GEMINI_GENERATE)),
            // A gateway with a prefix, and an unknown host that speaks OpenAI's wire.
            ("https://gateway.example.com/team/anthropic/v1/messages", spoken(Wire::ANTHROPIC_MESSAGES)),
            ("http://localhost:8000/v1/chat/completions", spoken(Wire::OPENAI_CHAT)),
            ("http://localhost:11434/api/chat", spoken(Wire::OLLAMA_CHAT)),
            ("https://api.minimax.io/v1/text/chatcompletion_v2", host_only.clone()),
            ("https://s3.amazonaws.com/bucket/key", host_only.clone()),
            ("https://eu.models.example.com:8443/run", host_only.clone()),
            ("https://eu-llm.example.net/run", host_only),
            ("https://evilmodels.example.com.attacker.net/run", unknown.clone()),
            ("https://notmodels.example.com/run", unknown.clone()),
            ("https://api.anthropic.com/v1/models", unknown.clone()),
            ("https://example.com/", unknown),
            ("https://api.anthropic.com/v1/messages/count_tokens", None),
            ("https://api.anthropic.com/v1/messages/count_tokens/", None),
            ("https://gateway.example.com/COUNT_TOKENS?x=1", None),
            ("https://generativelanguage.googleapis.com/v1beta/models/gemini:countTokens", None),
            ("https://generativelanguage.googleapis.com/v1beta/models/gemini:embedContent", None),
            ("https://api.openai.com/v1/responses/input_tokens", None),
            ("https://api.openai.com/v1/embeddings", None),
            ("https://api.openai.com/v1/moderations", None),
            ("https://api.openai.com/v1/batches", None),
            ("https://api.anthropic.com/v1/messages/batches", None),
            ("https://api.cohere.com/v2/rerank", None),
        ] {
            assert_eq!(address(url), expected, "{url}");
        }
        assert_eq!(address("https://api.example.com/embedded-chat/v1/messages"), spoken(Wire::ANTHROPIC_MESSAGES));
    }

    #[test]
    fn a_body_is_a_request_if_it_looks_like_one_or_its_address_is_certain() {
        let (chat, answer) =
            (r#"{"model":"m","messages":[{"role":"user","content":"hi"}]}"#, r#"{"type":"message","role":"assistant","content":[]}"#);
        let (openai, unknown) = ("https://api.openai.com/v1/chat/completions", "https://example.com/run");
        let wire = |body: &str, url, is_certain| wire_of_request(body.as_bytes(), url, is_certain);
        assert_eq!(wire(chat, unknown, false), Some(Wire::OPENAI_CHAT));
        assert_eq!(wire(chat, openai, false), Some(Wire::OPENAI_CHAT));
        assert_eq!(wire(r#"{"other":1}"#, openai, true), Some(Wire::OPENAI_CHAT));
        assert_eq!(wire(r#"{"other":1}"#, openai, false), None);
        assert_eq!(wire(answer, unknown, false), None);
        assert_eq!(wire("\u{feff}{}", unknown, false), None);
        assert_eq!(wire("", unknown, true), None);
    }

    #[test]
    fn a_stream_is_asked_for_by_the_address_or_by_the_last_member() {
        let asks = |body: &str, url: &str| asks_for_stream(scan(body.as_bytes()).unwrap().root(), url);
        let plain = "https://api.openai.com/v1/chat/completions";
        assert!(asks(r#"{"stream":true}"#, plain));
        assert!(asks(r#"{"stream":false,"stream":true}"#, plain));
        for body in [r#"{"stream":"true"}"#, r#"{"stream":1}"#, r#"{"stream":true,"stream":false}"#, r#"{"a":{"stream":true}}"#, "{}", "[]"]
        {
            assert!(!asks(body, plain), "{body}");
        }
        for url in [
            "https://x/v1beta/models/m:streamGenerateContent?alt=sse",
            "https://x/v1beta/models/m:STREAMGENERATECONTENT",
            "https://x/v1/publishers/anthropic/models/m:streamRawPredict",
            "https://x/model/m/converse-stream",
            "https://x/model/m/invoke-with-response-stream",
        ] {
            assert!(asks("{}", url), "{url}");
        }
    }

    #[test]
    fn an_answer_is_a_stream_by_its_type_or_by_its_first_letters() {
        let is = |answer: &str, content_type: &str, wire: Wire| is_stream(answer.as_bytes(), content_type, &wire);
        for content_type in
            ["text/event-stream; charset=utf-8", "application/vnd.amazon.eventstream", "application/x-ndjson", "APPLICATION/JSONL"]
        {
            assert!(is("{}", content_type, Wire::OPENAI_CHAT), "{content_type}");
        }
        for answer in ["data: {}", " \n event: x", ": ping", "id:1", "retry: 3", "[{}", "\0\0", "\u{feff}data: {}"] {
            assert!(is(answer, "application/json", Wire::OPENAI_CHAT), "{answer}");
        }
        for answer in ["{}", "", "<html>", "dates: 1", "{\"a\":1}\n{\"b\":2}"] {
            assert!(!is(answer, "application/json", Wire::OPENAI_CHAT), "{answer}");
        }
        assert!(is("{\"a\":1} \r\n\n {\"b\":2}", "application/json", Wire::OLLAMA_CHAT));
        assert!(!is("{\"a\":[{},\n{}]}\n", "", Wire::OLLAMA_CHAT));
    }

    #[test]
    fn a_request_gets_what_its_vendor_needs_and_keeps_what_it_says() {
        let complete = |request: &str, wire: Wire, streams| {
            String::from_utf8(complete_request(&scan(request.as_bytes()).unwrap(), &wire, streams).unwrap()).unwrap()
        };
        let responses = r#"{"input":"{","store":false,"include":["reasoning.encrypted_content"]}"#;
        assert_eq!(complete(r#"{"input":"{"}"#, Wire::OPENAI_RESPONSES, false), responses);
        assert_eq!(complete(r#"{"store":null,"include":[]}"#, Wire::OPENAI_RESPONSES, false), r#"{"store":null,"include":[]}"#);
        assert_eq!(complete("{}", Wire::OPENAI_CHAT, true), r#"{"stream":true}"#);
        assert_eq!(complete(r#"{"stream":false}"#, Wire::ANTHROPIC_MESSAGES, true), r#"{"stream":false}"#);
        assert_eq!(complete("{}", Wire::GEMINI_GENERATE, true), "{}", "the address asks for it");
        assert!(complete_request(&scan(b"[]").unwrap(), &Wire::OPENAI_CHAT, true).is_err());
    }

    #[test]
    fn a_call_names_its_model_in_the_address_or_in_the_body() {
        for (url, model) in [
            ("https://x/v1beta/models/gemini-3-pro:generateContent", Some("gemini-3-pro")),
            ("https://x/openai/deployments/gpt-5/chat/completions?v=1", Some("gpt-5")),
            (
                "https://x/model/arn%3Aaws%3Abedrock%3Aeu-west-1%3A1%3Aapplication-inference-profile%2Fab12/converse",
                Some("arn:aws:bedrock:eu-west-1:1:application-inference-profile/ab12"),
            ),
            ("https://x/v1/messages", Some("claude")),
        ] {
            assert_eq!(
                model_of_call(url, br#"{"messages":[{"content":"\"model\":\"other\""}],"model":"claude"}"#).as_deref(),
                model,
                "{url}"
            );
        }
        assert_eq!(model_of_call("https://x/v1/messages", b"{"), None);
    }

    #[test]
    fn every_endpoint_and_every_route_has_its_host() {
        let described = CODECS.iter().filter(|codec| codec.description().http.endpoint.is_some());
        assert_eq!(endpoints().count(), described.count());
        let found: Vec<String> = routes().map(|(name, host)| [name, "=", &host].concat()).collect();
        assert_eq!(
            found.join(" "),
            "anthropic=api.anthropic.com openai=api.openai.com gemini=generativelanguage.googleapis.com openrouter=openrouter.ai bedrock=bedrock-runtime.{region}.amazonaws.com"
        );
        assert_eq!(request_id_headers(), ["request-id", "x-amzn-requestid", "x-request-id"]);
        for (wire, _, endpoint) in endpoints() {
            let url = ["https://", endpoint.host, ".example", endpoint.path].concat();
            // The three chats end alike: where one is spoken, its siblings are.
            assert!(of_url(&url).is_some_and(|spoken| share_messages(wire, &spoken)), "{url}");
        }
    }

    #[test]
    fn the_chats_share_their_messages_and_no_other_wires_do() {
        assert!(share_messages(&Wire::OPENAI_CHAT, &Wire::MISTRAL_CHAT));
        assert!(share_messages(&Wire::OPENROUTER_CHAT, &Wire::OPENAI_CHAT));
        assert!(share_messages(&Wire::named("acme"), &Wire::named("acme")));
        for other in [Wire::COHERE_CHAT, Wire::OLLAMA_CHAT, Wire::OPENAI_RESPONSES, Wire::named("acme")] {
            assert!(!share_messages(&Wire::OPENAI_CHAT, &other), "{other}");
        }
    }
}
