//! One recorded exchange, and where it comes from.

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::PathBuf;

use flate2::read::GzDecoder;
use rethought::model::Wire;
use serde_json::Value;

use crate::data::{shared, shared_or_skip};

/// A request and its response, as recorded.
#[derive(Clone)]
pub struct Exchange {
    pub id: String,
    pub meta: Value,
    pub request: Option<String>,
    pub response: Option<Response>,
}

/// A response, whole or streamed.
#[derive(Clone)]
pub enum Response {
    Body(String),
    Stream(Vec<u8>),
}

/// The wire of each family of endpoints. A family that is not listed has no codec yet.
pub const FAMILIES: &[(&str, Wire)] = &[
    ("anthropic-messages", Wire::ANTHROPIC_MESSAGES),
    ("azure-messages", Wire::ANTHROPIC_MESSAGES),
    ("bedrock-converse", Wire::BEDROCK_CONVERSE),
    ("bedrock-invoke-anthropic", Wire::ANTHROPIC_MESSAGES),
    ("gemini-generate", Wire::GEMINI_GENERATE),
    ("gemini-interactions", Wire::GEMINI_INTERACTIONS),
    ("cohere-v2", Wire::COHERE_CHAT),
    ("ollama-chat", Wire::OLLAMA_CHAT),
    ("other-messages", Wire::ANTHROPIC_MESSAGES),
    ("vertex-anthropic", Wire::ANTHROPIC_MESSAGES),
    ("vertex-gemini-generate", Wire::GEMINI_GENERATE),
    ("azure-responses", Wire::OPENAI_RESPONSES),
    ("bedrock-responses", Wire::OPENAI_RESPONSES),
    ("chatgpt-codex-responses", Wire::OPENAI_RESPONSES),
    ("copilot-responses", Wire::OPENAI_RESPONSES),
    ("deepseek-responses", Wire::OPENAI_RESPONSES),
    ("local-responses", Wire::OPENAI_RESPONSES),
    ("openai-responses", Wire::OPENAI_RESPONSES),
    ("opencode-zen-responses", Wire::OPENAI_RESPONSES),
    ("openrouter-responses", Wire::OPENAI_RESPONSES),
    ("xai-responses", Wire::OPENAI_RESPONSES),
    ("alibaba-chat", Wire::OPENAI_CHAT),
    ("avian-chat", Wire::OPENAI_CHAT),
    ("azure-chat", Wire::OPENAI_CHAT),
    ("baseten-chat", Wire::OPENAI_CHAT),
    ("bedrock-chat", Wire::OPENAI_CHAT),
    ("cerebras-chat", Wire::OPENAI_CHAT),
    ("cloudflare-chat", Wire::OPENAI_CHAT),
    ("crusoe-chat", Wire::OPENAI_CHAT),
    ("deepseek-chat", Wire::OPENAI_CHAT),
    ("doubleword-chat", Wire::OPENAI_CHAT),
    ("groq-chat", Wire::OPENAI_CHAT),
    ("huggingface-chat", Wire::OPENAI_CHAT),
    ("llamacpp-chat", Wire::OPENAI_CHAT),
    ("local-chat", Wire::OPENAI_CHAT),
    ("mistralrs-chat", Wire::OPENAI_CHAT),
    ("openai-chat", Wire::OPENAI_CHAT),
    ("other-chat", Wire::OPENAI_CHAT),
    ("perplexity-chat", Wire::OPENAI_CHAT),
    ("together-chat", Wire::OPENAI_CHAT),
    ("venice-chat", Wire::OPENAI_CHAT),
    ("xai-chat", Wire::OPENAI_CHAT),
    ("xiaomi-chat", Wire::OPENAI_CHAT),
    ("zai-chat", Wire::OPENAI_CHAT),
    ("mistral-chat", Wire::MISTRAL_CHAT),
    ("openrouter-chat", Wire::OPENROUTER_CHAT),
    ("vercel-gateway-chat", Wire::OPENROUTER_CHAT),
    ("ollama-chat", Wire::OPENAI_CHAT),
];

/// The exchanges of a family.
pub fn exchanges(family: &str) -> Vec<Exchange> {
    let path = path_of(family);
    let file = File::open(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    BufReader::new(GzDecoder::new(file)).lines().map(|line| exchange(&line.unwrap())).collect()
}

/// Every family of which there are recordings, with a codec or without.
pub fn families() -> Vec<String> {
    let names = fs::read_dir(shared("corpus")).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
    names.filter_map(|name| name.strip_suffix(".ndjson.gz").map(str::to_owned)).collect()
}

impl Exchange {
    /// Returns `true` if the exchange speaks that wire. Some of the recordings of Ollama's chat went to its address for OpenAI's.
    pub fn speaks(&self, family: &str, wire: &Wire) -> bool {
        let compatible = self.meta["url"].as_str().is_some_and(|url| url.contains("/v1/chat/completions"));
        family != "ollama-chat" || compatible == (*wire == Wire::OPENAI_CHAT)
    }
}

/// True if there is no corpus; the running test is then skipped, and must return.
#[track_caller]
pub fn is_skipped_without_corpus() -> bool {
    shared_or_skip("corpus").is_none()
}

/// The file of a family.
pub fn path_of(family: &str) -> PathBuf {
    shared("corpus").join(format!("{family}.ndjson.gz"))
}

fn exchange(line: &str) -> Exchange {
    let row: Value = serde_json::from_str(line).unwrap();
    let text = |name: &str| row[name].as_str().filter(|text| !["", "null"].contains(text)).map(str::to_owned);
    let frames = text("eventstream_base64").map(|text| base64(&text));
    let stream = frames.or_else(|| text("sse").or_else(|| text("ndjson")).or_else(|| text("events")).map(String::into_bytes));
    Exchange {
        id: row["id"].as_str().unwrap().to_owned(),
        meta: row["meta"].clone(),
        request: text("request").map(unwrapped),
        response: text("response").map(Response::Body).or(stream.map(Response::Stream)),
    }
}

/// One recorder wraps requests in base64.
fn unwrapped(request: String) -> String {
    let wrapped = serde_json::from_str::<Value>(&request).ok().and_then(|body| body["b64"].as_str().map(base64));
    wrapped.map_or(request, |bytes| String::from_utf8(bytes).unwrap())
}

pub fn base64(text: &str) -> Vec<u8> {
    let digit = |byte: u8| {
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
            .find(char::from(byte))
            .and_then(|place| u32::try_from(place).ok())
            .unwrap()
    };
    let mut out = Vec::new();
    for group in text.trim_end_matches('=').as_bytes().chunks(4) {
        let bits = group.iter().fold(0, |bits, byte| bits << 6 | digit(*byte)) << (6 * (4 - group.len()));
        out.extend(bits.to_be_bytes()[1..].iter().take(group.len() - 1));
    }
    out
}
