//! The subject of each string of a body: reasoning, visible text, the arguments of a call, a word of the protocol, or data that only a vendor can read.
//!
//! The names of members decide. Wires and stores of messages share them, so a piece of a stream or a single message is understood too. If the body is
//! one of a known wire, its codec adds more.

use crate::json::{Document, Kind, Value, find_bytes};
use crate::model::Part;
use crate::wires::{CODECS, Codec, Recognition, Side};

/// The subject of a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// Reasoning that can be read.
    Thinking,
    /// Visible text, by whomever.
    Text,
    /// The arguments of a tool call.
    Arguments,
    /// A word of the protocol, such as a role or an id.
    Frame,
    /// Data that only its vendor can read. It must be sent back unchanged.
    Opaque,
}

/// Members that mean the same at every place.
const NAMES: &[(Subject, &[&str])] = &[
    (
        Subject::Opaque,
        &[
            "signature",
            "thoughtSignature",
            "thought_signature",
            "encrypted_content",
            "encryptedContent",
            "encrypted_index",
            "encrypted_stdout",
            "redactedContent",
            "redacted_content",
            "redactedReasoning",
            "thinking_signature",
            "thinkingSignature",
            "reasoning_signature",
            "reasoningSignature",
            "reasoning_opaque",
            "reasoningOpaque",
            "providerMeta",
        ],
    ),
    (Subject::Arguments, &["arguments", "args", "partial_json", "toolUse"]),
    (
        Subject::Thinking,
        &[
            "thinking",
            "reasoning",
            "reasoning_content",
            "reasoning_text",
            "reasoningContent",
            "reasoningText",
            "reasoning_details",
            "thinkingBlocks",
            "thinking_blocks",
            "thoughts",
            "inner_thoughts",
            "internal_monologue",
            "tool_plan",
        ],
    ),
    (
        Subject::Frame,
        &[
            "type",
            "role",
            "id",
            "model",
            "object",
            "status",
            "stop_reason",
            "stopReason",
            "finish_reason",
            "finishReason",
            "tool_call_id",
            "toolCallId",
            "tool_use_id",
            "toolUseId",
            "call_id",
            "response_id",
            "responseId",
            "previous_response_id",
            "previous_message_id",
            "item_id",
            "service_tier",
            "system_fingerprint",
            "media_type",
            "mimeType",
            "format",
            "modelVersion",
            "effort",
            "phase",
            "ephemeral",
        ],
    ),
];
/// Members that are something where the object around them fits a query.
const WHERE: &[(&str, &str, Subject)] = &[
    ("data", "type=redacted_thinking|reasoning.encrypted|reasoning.redacted", Subject::Opaque),
    // ADK's thought: the payload is its provider's.
    ("payload", "replayCompatibility", Subject::Opaque),
    ("input", "name,toolUseId,id type=tool_use|server_tool_use|mcp_tool_use|custom_tool_call", Subject::Arguments),
    ("delta", "type~arguments|call_input", Subject::Arguments),
];
/// An object whose strings are reasoning.
const THINKS: &str = "type~reasoning|thinking|thought,thought=true";

/// A value of a body that may be redacted: a string, a key or a number.
pub(super) struct SubjectPlace<'d> {
    pub(super) value: Value<'d>,
    /// Its number in the order of the text.
    pub(super) nth: usize,
    pub(super) subject: Subject,
    /// The member that it is the value of.
    pub(super) name: Option<Value<'d>>,
}

/// Calls `found` with the subject of every string, key and number of a document.
pub(super) fn each_subject<'d>(document: &'d Document<'d>, found: &mut dyn FnMut(&SubjectPlace<'d>)) {
    let known = CodecSubjects::new(document);
    // The containers that are open, and the subject of each.
    let mut open: Vec<(Value<'d>, Subject)> = Vec::new();
    let mut name = None;
    for (nth, value) in document.values().enumerate() {
        while open.last().is_some_and(|(container, _)| container.span().end <= value.span().start) {
            open.pop();
        }
        let (holder, around) = open.last().map_or((None, Subject::Text), |(value, subject)| (Some(*value), *subject));
        if value.kind() == Kind::Key {
            name = Some(value);
            // A name is nobody's text: it is looked at for secrets alone.
            let subject = if around == Subject::Opaque { Subject::Opaque } else { Subject::Frame };
            found(&SubjectPlace { value, nth, subject, name: None });
            continue;
        }
        let named = name.take();
        let subject = known.subject(value).unwrap_or_else(|| subject_of(named, holder, around));
        match value.kind() {
            Kind::Object | Kind::Array => {
                let thinks = matches!(subject, Subject::Text | Subject::Frame) && value.fits(THINKS);
                open.push((value, if thinks { Subject::Thinking } else { subject }));
            }
            Kind::String | Kind::Number => found(&SubjectPlace { value, nth, subject, name: named }),
            _ => {}
        }
    }
}

/// Returns the subject of a value by its name and by what is around it.
fn subject_of(name: Option<Value<'_>>, holder: Option<Value<'_>>, around: Subject) -> Subject {
    let Some(name) = name.and_then(Value::text).map(|text| text.wtf8()) else { return around };
    if matches!(around, Subject::Opaque | Subject::Arguments) {
        return around;
    }
    for (subject, names) in NAMES {
        if names.iter().any(|one| one.as_bytes() == &*name) {
            return *subject;
        }
    }
    let fits = |query: &str| holder.is_some_and(|holder| holder.fits(query));
    let row = WHERE.iter().find(|(member, query, _)| member.as_bytes() == &*name && fits(query));
    row.map_or(if around == Subject::Frame { Subject::Text } else { around }, |(_, _, subject)| *subject)
}

/// Returns `true` if a text has reasoning between tags in it, beside visible text.
pub(super) fn has_tags(text: &[u8]) -> bool {
    find_bytes(text, b"<think").is_some()
}

/// The subjects that the codec of a body has, by the first byte of each string, in order.
struct CodecSubjects {
    starts: Vec<(usize, Subject)>,
}

impl CodecSubjects {
    fn new<'d>(document: &'d Document<'d>) -> Self {
        let mut found = Vec::new();
        let root = document.root();
        let mut best: Option<(&dyn Codec, Recognition)> = None;
        for codec in CODECS {
            let Some(recognition) = codec.recognise(root) else { continue };
            if best.is_none_or(|(_, best)| best.certainty < recognition.certainty) {
                best = Some((*codec, recognition));
            }
        }
        if let Some((codec, Recognition { side: Side::Request, .. })) = best {
            add_subjects(&codec.request(root).parts, &mut found);
        } else if let Some((codec, _)) = best {
            add_subjects(&codec.response(root).parts, &mut found);
        }
        found.sort_by_key(|(start, _)| *start);
        Self { starts: found }
    }

    fn subject(&self, value: Value<'_>) -> Option<Subject> {
        // A tag's text is a stretch of a string that holds more than reasoning; its value is the whole string.
        let nth = self.starts.binary_search_by(|(start, _)| start.cmp(&value.span().start)).ok()?;
        let (_, subject) = self.starts.get(nth)?;
        (value.kind() == Kind::String).then_some(*subject)
    }
}

/// Adds the subjects of the strings of some parts.
fn add_subjects(parts: &[Part<'_>], found: &mut Vec<(usize, Subject)>) {
    for thinking in parts.iter().filter_map(|part| part.thinking.as_ref()) {
        thinking.handles.iter().for_each(|handle| found.push((handle.span().start, Subject::Opaque)));
        thinking.texts.iter().for_each(|text| found.push((text.span().start, Subject::Thinking)));
    }
}
