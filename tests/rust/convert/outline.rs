//! A conversation as lines of text, so that two of them can be compared: one line for each thing that a reader must find again.

use rethought::json::{Document, Places, Text, canonical, lossy, scan};
use rethought::model::{
    CallInput, Content, ContentKind, Conversation, Format, Media, MediaSource, Output, Speaker, Thinking, ToolChoice, ToolKind,
};

/// One thing, and its place in the request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub pointer: String,
    pub text: String,
    pub is_thought: bool,
}

/// The lines of a conversation, in order.
pub fn outline(conversation: &Conversation<'_>, document: &Document<'_>) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut add = |value: rethought::json::Value<'_>, text: String, is_thought: bool| {
        let pointer = lossy(Places::new(document).pointer(value));
        lines.push(Line { pointer, text, is_thought });
    };
    for message in &conversation.messages {
        let speaker = match message.speaker {
            Speaker::Developer => Speaker::System,
            other => other,
        };
        for content in &message.contents {
            if let Some(thinking) = &content.thinking {
                add(content.value, format!("{speaker:?} thought {}", thought(thinking)), true);
            }
            for text in said(content) {
                add(content.value, format!("{speaker:?} {text}"), false);
            }
        }
    }
    for tool in conversation.tools.iter().filter(|tool| tool.kind != ToolKind::Server) {
        let schema = tool.schema.as_deref().map(json).unwrap_or_default();
        let description = tool.description.map(|text| lossy(text.raw())).unwrap_or_default();
        add(tool.value, format!("tool {} {description} {schema}", lossy(&tool.name)), false);
    }
    let settings = &conversation.settings;
    for (setting, value) in &settings.plain {
        let value_text = lossy(value.raw());
        let listed = if value_text.starts_with('"') && setting.name() == "stop" { format!("[{value_text}]") } else { value_text };
        add(*value, format!("{} {}", setting.name(), json(listed.as_bytes())), false);
    }
    if let Some((choice, value)) = &settings.tool_choice {
        let text = match choice {
            ToolChoice::Tool(name) => format!("tool {}", lossy(name)),
            other => format!("{other:?}"),
        };
        add(*value, format!("tool choice {text}"), false);
    }
    if let Some((parallel, value)) = settings.parallel {
        add(value, format!("parallel {parallel}"), false);
    }
    if let Some((Format::Schema { schema, .. }, value)) = &settings.format {
        add(*value, format!("format {}", json(schema)), false);
    }
    lines
}

fn said(content: &Content<'_>) -> Vec<String> {
    match &content.kind {
        ContentKind::Text(text) if text.is_empty() => Vec::new(),
        ContentKind::Text(text) => vec![format!("text {}", plain(text))],
        ContentKind::Refusal(text) => vec![format!("refusal {}", plain(text))],
        ContentKind::Thought | ContentKind::Opaque => Vec::new(),
        ContentKind::Call(call) => {
            let id = call.id.as_deref().map(plain).unwrap_or_default();
            let input = match &call.input {
                CallInput::Json(input) => json(input),
                CallInput::Text(text) => plain(text),
            };
            vec![format!("call {} {} {input}", without_made(id), plain(&call.name))]
        }
        ContentKind::Result(result) => {
            let id = without_made(result.id.as_deref().map(plain).unwrap_or_default());
            let failed = if result.failed { " failed" } else { "" };
            let outputs = match &result.output {
                Output::Empty => vec!["text ".to_owned()],
                Output::Text(text) => vec![format!("text {}", as_text(&plain(text)))],
                Output::Json(output) => vec![format!("text {}", as_text(&lossy(output)))],
                Output::Contents(contents) => contents.iter().flat_map(said).collect(),
            };
            outputs.into_iter().map(|output| format!("result {id}{failed} {output}")).collect()
        }
        ContentKind::Media(media) => vec![medium(media)],
    }
}

fn medium(media: &Media<'_>) -> String {
    let source = match &media.source {
        MediaSource::Url(url) => format!("at {}", plain(url)),
        MediaSource::Data(data) => format!("data {}", plain(data)),
        MediaSource::Text(text) => format!("text {}", plain(text)),
        MediaSource::File(file) => format!("file {}", plain(file)),
    };
    format!("{} {source}", media.kind.name())
}

fn thought(thinking: &Thinking<'_>) -> String {
    let strings = |all: &[rethought::json::Value<'_>]| all.iter().map(|one| lossy(one.raw())).collect::<Vec<_>>().join(" ");
    format!("{} {}", strings(&thinking.texts), strings(&thinking.handles))
}

/// True if an id has the form of those that a conversion makes.
fn is_made(id: &str) -> bool {
    id.len() == 9 && id.starts_with("rt") && id.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// A text in which the ids that a conversion made are counted: the first is `callrt000`.
pub fn counted(text: &str) -> String {
    let mut made: Vec<&str> = Vec::new();
    let mut counted = Vec::new();
    for word in text.split('"') {
        if !is_made(word) {
            counted.push(word.to_owned());
            continue;
        }
        let known = made.iter().position(|id| *id == word);
        counted.push(format!("callrt{:03}", known.unwrap_or(made.len())));
        if known.is_none() {
            made.push(word);
        }
    }
    counted.join("\"")
}

fn without_made(id: String) -> String {
    if is_made(&id) || id.starts_with("callrt") { String::new() } else { id }
}

fn plain(written: &[u8]) -> String {
    Text::written(written).lossy().into_owned()
}

/// JSON in one spelling; anything else as it is.
fn json(text: &[u8]) -> String {
    scan(text).map_or_else(|_| lossy(text), |document| lossy(&canonical(document.root())))
}

fn as_text(text: &str) -> String {
    if text.starts_with('{') { json(text.as_bytes()) } else { text.to_owned() }
}
