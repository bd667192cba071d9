//! Bodies in traces: the request or the answer as text or value, or only its messages.

use super::given::{Given, Json};
use crate::json::{Kind, Value, scan};
use crate::model::Wire;
use crate::wires::{Side, detect_value};

/// A request in an export.
pub(super) struct FoundRequest {
    /// Its body.
    pub(super) text: Vec<u8>,
    /// Its wire. `None` if the body cannot be read.
    pub(super) wire: Option<Wire>,
    /// True if it has its settings besides its messages.
    pub(super) is_whole: bool,
}

/// Returns the request of a value that is one, or that is its messages. `model` is JSON; `url` identifies the wire better than the shape of a body.
pub(super) fn request_in(given: &Given<'_>, model: Option<&[u8]>, url: Option<&str>) -> Option<FoundRequest> {
    given.read(|json| read_request(json, model, url))
}

/// Returns the request of a parsed value.
pub(super) fn read_request(Json { text, value }: Json<'_>, model: Option<&[u8]>, url: Option<&str>) -> Option<FoundRequest> {
    let Some(value) = value else { return Some(FoundRequest { text: text.to_vec(), wire: None, is_whole: true }) };
    match value.kind() {
        Kind::Array => of_messages(value, text, model, url),
        Kind::Object if value.get("messages").is_some_and(is_langchain) => None,
        Kind::Object => of_request(value, text, url, value.get("model").is_some_and(|model| model.text().is_some())),
        _ => None,
    }
}

fn of_request(value: Value<'_>, text: &[u8], url: Option<&str>, is_whole: bool) -> Option<FoundRequest> {
    detect_value(value, None).filter(|found| found.side == Side::Request)?;
    let wire = detect_value(value, url).map(|found| found.wire);
    Some(FoundRequest { text: text.to_vec(), wire, is_whole })
}

/// Returns the request for such messages.
fn of_messages(messages: Value<'_>, text: &[u8], model: Option<&[u8]>, url: Option<&str>) -> Option<FoundRequest> {
    let are_objects = messages.elements().all(|message| message.kind() == Kind::Object);
    if messages.elements().next().is_none() || !are_objects || is_langchain(messages) {
        return None;
    }
    let model = model.map(|model| [b"\"model\":".as_slice(), model, b","].concat()).unwrap_or_default();
    let request = [b"{".as_slice(), &model, b"\"", list_name(messages).as_bytes(), b"\":", text, b"}"].concat();
    of_request(scan(&request).ok()?.root(), &request, url, false)
}

/// Returns the member name of a request's messages.
pub(super) fn list_name(messages: Value<'_>) -> &'static str {
    if messages.elements().any(|message| message.fits("parts:a")) {
        "contents"
    } else if messages.elements().any(|message| message.fits("type:s,content.*.type^input_|output_")) {
        "input"
    } else {
        "messages"
    }
}

/// Returns `true` for LangChain's messages, which its integrations convert into a request: lists in a list, or constructors.
pub(super) fn is_langchain(messages: Value<'_>) -> bool {
    messages.elements().any(|message| message.kind() == Kind::Array || message.fits("lc,id:a"))
}

/// Returns the answer of a value that is one, or that is its message.
pub(super) fn response_in(given: &Given<'_>, wire: Option<&Wire>) -> Option<Vec<u8>> {
    given.read(|Json { text, value }| {
        let Some(value) = value else { return Some(text.to_vec()) };
        if value.kind() != Kind::Object {
            return None;
        }
        // Tracers of chat keep only the message.
        let is_message = wire == Some(&Wire::OPENAI_CHAT) && value.fits("!choices role=assistant");
        let around: [&[u8]; 2] = if is_message { [b"{\"choices\":[{\"index\":0,\"message\":", b"}]}"] } else { [b"", b""] };
        let [before, after] = around;
        Some([before, text, after].concat())
    })
}
