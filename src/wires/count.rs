//! Token counts: requests and answers of a vendor's counting endpoint, and an estimate for vendors without one.

use super::registry::description;
use crate::json::{Document, Kind, Value, Writer, is_base64, quote};
use crate::model::Wire;

/// Returns the request in the body of a counting call: some vendors wrap it.
#[must_use]
pub fn counted_request<'d>(body: Value<'d>, wire: &Wire) -> Value<'d> {
    let wrappers = description(wire).http.counting.as_ref().map_or(&[][..], |counting| counting.wrappers);
    body.path(&wrappers.join(".")).filter(|inner| !wrappers.is_empty() && inner.kind() == Kind::Object).unwrap_or(body)
}

/// Writes the body of a call that counts the tokens of a request. Returns `None` if the vendor has no counting.
#[must_use]
pub fn write_count_request(request: &Document<'_>, wire: &Wire, model: &str) -> Option<Vec<u8>> {
    let counting = description(wire).http.counting.as_ref()?;
    let mut out = Writer::default();
    out.open(b'{');
    for wrapper in counting.wrappers {
        out.name(wrapper);
        out.open(b'{');
    }
    if let Some(prefix) = counting.model_prefix {
        out.name("model");
        out.raw(quote(&[prefix, model].concat()).as_bytes());
    }
    for (name, value) in request.root().members() {
        if counting.members.is_empty() || counting.members.iter().any(|one| name == **one) {
            out.written_name(name.raw());
            out.raw(value.raw());
        }
    }
    counting.wrappers.iter().for_each(|_| out.close(b'}'));
    out.close(b'}');
    Some(out.finish())
}

/// Reads the count in a vendor's answer.
#[must_use]
pub fn read_count(answer: Value<'_>, wire: &Wire) -> Option<u64> {
    let counting = description(wire).http.counting.as_ref()?;
    answer.get(counting.count)?.whole().and_then(|count| u64::try_from(count).ok())
}

/// Writes a count in the form of a vendor's answer. Returns `None` if the vendor has no counting.
#[must_use]
pub fn write_count(count: u64, wire: &Wire) -> Option<Vec<u8>> {
    let counting = description(wire).http.counting.as_ref()?;
    let mut out = Writer::default();
    out.open(b'{');
    if let Some([name, word]) = counting.kind {
        out.member(name, word);
    }
    out.name(counting.count);
    out.long(count);
    out.close(b'}');
    Some(out.finish())
}

/// Characters per token, roughly, in English, programs and JSON. Every other character counts as one token, which is nearly right for Chinese and Japanese.
const LETTERS_A_TOKEN: u64 = 4;
/// The maximum token count of a picture or a file: the largest picture that Claude accepts.
const MOST_OF_A_FILE: u64 = 1600;
/// The shortest text that counts as a file if it is all base64.
const SHORTEST_FILE: usize = 512;

/// Estimates the tokens of a request by its characters. JSON has more of them than a prompt, so the estimate is rather too high. A client that compacts by it
/// compacts in time.
#[must_use]
pub fn estimate_tokens(request: &Document<'_>) -> u64 {
    let mut all = Letters::of(request.source());
    let mut files = 0;
    for text in request.values().filter_map(Value::text).map(|text| text.raw()).filter(|text| is_file(text)) {
        let letters = Letters::of(text);
        files += letters.tokens().min(MOST_OF_A_FILE);
        all.plain -= letters.plain;
        all.others -= letters.others;
    }
    all.tokens() + files
}

fn is_file(text: &[u8]) -> bool {
    text.len() >= SHORTEST_FILE && (text.starts_with(b"data:") || is_base64(text))
}

/// The characters of a text, without white space at the beginning of lines.
struct Letters {
    plain: u64,
    others: u64,
}

impl Letters {
    fn of(text: &[u8]) -> Self {
        let count = |is_one: fn(u8) -> bool| u64::try_from(text.iter().filter(|byte| is_one(**byte)).count()).unwrap_or_default();
        Self { plain: count(|byte| byte.is_ascii_graphic() || byte == b' '), others: count(|byte| byte >= 0xc0) }
    }

    fn tokens(&self) -> u64 {
        self.plain.div_ceil(LETTERS_A_TOKEN) + self.others
    }
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;
    use crate::json::scan;

    fn asked(request: &str, wire: Wire) -> Option<String> {
        write_count_request(&scan(request.as_bytes()).unwrap(), &wire, "m\"1").map(|body| String::from_utf8(body).unwrap())
    }

    #[test]
    fn a_request_is_counted_as_its_vendor_asks_for_it() {
        let anthropic = r#"{"model":"m","max_tokens":9,"messages":[ ],"stream":true,"tools":[{"name":"t"}]}"#;
        assert_eq!(asked(anthropic, Wire::ANTHROPIC_MESSAGES).unwrap(), r#"{"model":"m","messages":[ ],"tools":[{"name":"t"}]}"#);
        let responses = r#"{"model":"m","input":"Hi","store":false,"include":[],"reasoning":{"effort":"low"}}"#;
        assert_eq!(asked(responses, Wire::OPENAI_RESPONSES).unwrap(), r#"{"model":"m","input":"Hi","reasoning":{"effort":"low"}}"#);
        let gemini = r#"{"contents":[],"generationConfig":{"temperature":1}}"#;
        assert_eq!(
            asked(gemini, Wire::GEMINI_GENERATE).unwrap(),
            r#"{"generateContentRequest":{"model":"models/m\"1","contents":[],"generationConfig":{"temperature":1}}}"#
        );
        let converse = r#"{"messages":[],"inferenceConfig":{"maxTokens":9},"system":[{"text":"s"}]}"#;
        assert_eq!(asked(converse, Wire::BEDROCK_CONVERSE).unwrap(), r#"{"input":{"converse":{"messages":[],"system":[{"text":"s"}]}}}"#);
        assert_eq!(asked("{}", Wire::OPENAI_CHAT), None);
    }

    #[test]
    fn a_wrapped_request_is_found_and_any_other_is_the_body() {
        let inner = |body: &str, wire: Wire| {
            String::from_utf8(counted_request(scan(body.as_bytes()).unwrap().root(), &wire).raw().to_vec()).unwrap()
        };
        assert_eq!(inner(r#"{"generateContentRequest":{"contents":[]}}"#, Wire::GEMINI_GENERATE), r#"{"contents":[]}"#);
        assert_eq!(inner(r#"{"contents":[]}"#, Wire::GEMINI_GENERATE), r#"{"contents":[]}"#);
        assert_eq!(inner(r#"{"input":{"converse":{"messages":[]}}}"#, Wire::BEDROCK_CONVERSE), r#"{"messages":[]}"#);
        assert_eq!(inner(r#"{"input":"Hi"}"#, Wire::OPENAI_RESPONSES), r#"{"input":"Hi"}"#);
    }

    #[test]
    fn a_count_is_read_and_written_on_every_wire_that_counts() {
        for (wire, body) in [
            (Wire::ANTHROPIC_MESSAGES, r#"{"input_tokens":2095}"#),
            (Wire::OPENAI_RESPONSES, r#"{"object":"response.input_tokens","input_tokens":2095}"#),
            (Wire::GEMINI_GENERATE, r#"{"totalTokens":2095}"#),
            (Wire::BEDROCK_CONVERSE, r#"{"inputTokens":2095}"#),
        ] {
            assert_eq!(String::from_utf8(write_count(2095, &wire).unwrap()).unwrap(), body);
            assert_eq!(read_count(scan(body.as_bytes()).unwrap().root(), &wire), Some(2095));
        }
        assert_eq!(read_count(scan(br#"{"input_tokens":-1}"#).unwrap().root(), &Wire::ANTHROPIC_MESSAGES), None);
        assert_eq!(write_count(1, &Wire::OLLAMA_CHAT), None);
    }

    #[test]
    fn an_estimate_grows_with_the_text_and_not_with_the_bytes_of_a_picture() {
        let estimate = |content: &str| estimate_tokens(&scan(format!(r#"{{"messages":[{{"content":"{content}"}}]}}"#).as_bytes()).unwrap());
        let empty = estimate("");
        assert_eq!(estimate(&"word ".repeat(800)) - empty, 1000);
        assert_eq!(estimate(&"\u{4e2d}".repeat(1000)) - empty, 1000);
        assert_eq!(estimate(&"QUJD".repeat(100_000)) - empty, 1600);
        assert_eq!(estimate(&format!("data:image/png;base64,{}", "QUJD".repeat(1000))) - empty, 1006);
    }
}
