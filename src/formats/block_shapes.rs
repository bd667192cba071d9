//! The shapes of reasoning on each wire, for systems that keep a text and a handle but not the block.

use crate::json::quote;
use crate::model::{Target, Wire};
use crate::wires::{description, dialect};

/// A wire's blocks of reasoning: the wire, the place, and five shapes: text and handle, only text, only a handle, withheld, empty. An empty shape means that
/// there is no such block.
///
/// `$t` is the text, `$h` the handle, `$p` the parts of a summary, `$i` the member with the item's id, `$f` the name of the field.
pub(crate) type BlockShapes = (&'static str, &'static str, [&'static str; 5]);

const ROWS: &[BlockShapes] = &[
    (
        "anthropic-messages",
        "content",
        [
            r#"{"type":"thinking","thinking":$t,"signature":$h}"#,
            r#"{"type":"thinking","thinking":$t}"#,
            r#"{"type":"thinking","thinking":"","signature":$h}"#,
            r#"{"type":"redacted_thinking","data":$h}"#,
            "",
        ],
    ),
    (
        "bedrock-converse",
        "content",
        [
            r#"{"reasoningContent":{"reasoningText":{"text":$t,"signature":$h}}}"#,
            r#"{"reasoningContent":{"reasoningText":{"text":$t}}}"#,
            r#"{"reasoningContent":{"reasoningText":{"text":"","signature":$h}}}"#,
            r#"{"reasoningContent":{"redactedContent":$h}}"#,
            "",
        ],
    ),
    (
        "openai-responses",
        "input",
        [
            r#"{$i"type":"reasoning","summary":[$p],"encrypted_content":$h}"#,
            r#"{$i"type":"reasoning","summary":[$p]}"#,
            r#"{$i"type":"reasoning","summary":[],"encrypted_content":$h}"#,
            "",
            r#"{$i"type":"reasoning","summary":[]}"#,
        ],
    ),
    (
        "gemini-generate",
        "parts",
        [r#"{"text":$t,"thought":true,"thoughtSignature":$h}"#, r#"{"text":$t,"thought":true}"#, r#"{"thoughtSignature":$h}"#, "", ""],
    ),
    (
        "gemini-interactions",
        "steps",
        [r#"{"type":"thought","signature":$h,"summary":[{"type":"text","text":$t}]}"#, "", r#"{"type":"thought","signature":$h}"#, "", ""],
    ),
    (
        "openrouter-chat",
        "reasoning_details",
        [
            r#"{"type":"reasoning.text","text":$t,"signature":$h}"#,
            r#"{"type":"reasoning.text","text":$t}"#,
            r#"{"type":"reasoning.encrypted","data":$h}"#,
            r#"{"type":"reasoning.encrypted","data":$h}"#,
            "",
        ],
    ),
    (
        "mistral-chat",
        "content",
        [
            r#"{"type":"thinking","thinking":[{"type":"text","text":$t}],"signature":$h}"#,
            r#"{"type":"thinking","thinking":[{"type":"text","text":$t}]}"#,
            r#"{"type":"thinking","thinking":[],"signature":$h}"#,
            "",
            "",
        ],
    ),
    ("cohere-chat", "content", ["", r#"{"type":"thinking","thinking":$t}"#, "", "", ""]),
    ("openai-chat", "message", [CHAT, CHAT, r#"{"extra_content":{"google":{"thought_signature":$h}}}"#, "", r#"{$f:""}"#]),
    ("ollama-chat", "message", [CHAT, CHAT, "", "", r#"{$f:""}"#]),
];

const CHAT: &str = "{$f:$t}";

/// Copilot's chat has a separate member for the handle.
pub(super) const COPILOT: [&str; 5] = [r#"{$f:$t,"reasoning_opaque":$h}"#, CHAT, r#"{"reasoning_opaque":$h}"#, "", r#"{$f:""}"#];

/// The strings of a block, each as JSON. An empty one is absent.
#[derive(Default)]
pub(super) struct Pieces {
    /// The readable text.
    pub(super) text: Vec<u8>,
    /// The string that only the issuer can read.
    pub(super) handle: Vec<u8>,
    /// The id of the item.
    pub(super) id: Vec<u8>,
    /// The parts of a summary.
    pub(super) summary: Vec<Vec<u8>>,
}

/// Returns the shapes of a wire.
pub(super) fn shapes_of(wire: &Wire) -> Option<&'static BlockShapes> {
    ROWS.iter().find(|(name, ..)| *name == wire.as_str())
}

/// Fills a shape with strings.
pub(super) fn fill(shape: &str, pieces: &Pieces, target: &Target) -> Vec<u8> {
    let mut parts = shape.as_bytes().split(|byte| *byte == b'$');
    let mut out = parts.next().unwrap_or_default().to_vec();
    for part in parts {
        let (name, rest) = part.split_first().unwrap_or((&0, &[]));
        match name {
            b't' => out.extend_from_slice(&pieces.text),
            b'h' => out.extend_from_slice(&pieces.handle),
            b'i' if pieces.id.is_empty() => {}
            b'i' => out.extend_from_slice(&[b"\"id\":", &*pieces.id, b","].concat()),
            b'f' => out.extend_from_slice(quote(reasoning_field(target)).as_bytes()),
            _ => {
                let items = pieces.summary.iter().map(|text| [b"{\"type\":\"summary_text\",\"text\":", &**text, b"}"].concat());
                out.extend_from_slice(&items.collect::<Vec<_>>().join(&b","[..]));
            }
        }
        out.extend_from_slice(rest);
    }
    out
}

/// Returns the member of a chat message that holds reasoning at a host.
fn reasoning_field(target: &Target) -> &str {
    let preferred = target.host.as_deref().and_then(dialect).and_then(|dialect| dialect.reads.first()).map(String::as_str);
    preferred.or(description(&target.wire).reasoning_field).unwrap_or("reasoning_content")
}

/// Writes the block of a text and a handle, each a JSON string, for a target. `None` if its wire has no such block.
pub(super) fn native_block(target: &Target, text: Option<&[u8]>, handle: Option<&[u8]>) -> Option<Vec<u8>> {
    let (_, _, [both, text_alone, handle_alone, ..]) = shapes_of(&target.wire)?;
    let shape = match (text, handle) {
        (Some(_), Some(_)) => both,
        (Some(_), None) => text_alone,
        (None, Some(_)) => handle_alone,
        (None, None) => "",
    };
    let [text, handle] = [text, handle].map(|piece| piece.unwrap_or_default().to_vec());
    let summary = if text.is_empty() { Vec::new() } else { vec![text.clone()] };
    (!shape.is_empty()).then(|| fill(shape, &Pieces { text, handle, summary, ..Pieces::default() }, target))
}
