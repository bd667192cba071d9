//! Chat Completions: OpenAI's own and its many dialects, OpenRouter's with `reasoning_details`, Mistral's with thinking chunks.
//!
//! - Opaque: `data` and `signature` of the items of `reasoning_details`, `signature` of a thinking chunk, Copilot's `reasoning_opaque`, and
//!   `extra_content.google.thought_signature` of a call. `reasoning`, `reasoning_content` and similar members are readable. DeepSeek's gateways recover a
//!   signature from their exact bytes, so they are kept too.
//! - To be echoed byte for byte: the whole `choices[0].message`, with its nulls and unknown members. A member is renamed or left out only if the target host
//!   refuses or ignores it ([hosts](super::hosts)).
//! - Not read on purpose: choices after the first, the inside of calls. `<think>` and similar tags inside `content` are read only if no member holds reasoning.
//!
//! The three wires share one shape, so they share one implementation. [`shapes`] distinguishes them.

pub(crate) mod conversation;
mod description;
mod growth;
mod message;
mod openrouter;
mod pieces;
mod shapes;
mod stream;

use super::append::{append_turn, input_error};
use super::codec::{Codec, Note, Recognition, StreamAssembler};
use super::description::WireDescription;
use super::hosts::{Dialect, dialect};
use super::read::{history, is_filled, turn};
use crate::error::Error;
use crate::json::{Changes, Kind, Value, scan};
use crate::model::{Continuation, History, Target, Turn};

pub use openrouter::ReasoningItem;

/// The codecs of the chat wires.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Chat {
    OpenAi,
    OpenRouter,
    Mistral,
}

impl Codec for Chat {
    fn description(&self) -> &'static WireDescription {
        match self {
            Chat::OpenAi => &description::OPENAI,
            Chat::OpenRouter => &description::OPENROUTER,
            Chat::Mistral => &description::MISTRAL,
        }
    }

    fn recognise(&self, body: Value<'_>) -> Option<Recognition> {
        shapes::recognise(*self, body)
    }

    fn response<'d>(&self, body: Value<'d>) -> Turn<'d> {
        // OpenRouter puts Gemini's continuation token among the thoughts, and accepts the partial answer back to continue it.
        let half = body.path("choices.0").filter(|choice| choice.fits("native_finish_reason=CONTINUATION"));
        let continuation = half.map(|value| Continuation { value, token: None, required: true });
        Turn { continuation, ..turn(body, answer(body), message::read) }
    }

    fn request<'d>(&self, body: Value<'d>) -> History<'d> {
        history(body, self.description().list, message::read)
    }

    fn replay(&self, response: Value<'_>, request: Value<'_>, target: &Target, changes: &mut Changes<'_>) -> Result<Vec<Note>, Error> {
        let message = answer(response).ok_or_else(|| input_error("the response has no message"))?;
        let (text, notes) = match target.host.as_deref().and_then(dialect) {
            Some(dialect) => fitted(message, dialect)?,
            None => (message.raw().to_vec(), Vec::new()),
        };
        append_turn(request, self.description().list, Some(&text), changes)?;
        Ok(notes)
    }

    fn assembler(&self) -> Box<dyn StreamAssembler> {
        Box::new(stream::Completion::default())
    }
}

/// Returns the answer of a response: the message of its first choice.
fn answer(body: Value<'_>) -> Option<Value<'_>> {
    body.path("choices.0.message").filter(|message| message.kind() == Kind::Object)
}

/// Returns the message as a host accepts it: reasoning under the name that it reads, without the members that it refuses.
fn fitted(message: Value<'_>, dialect: &Dialect) -> Result<(Vec<u8>, Vec<Note>), Error> {
    let document = scan(message.raw())?;
    let message = document.root();
    let mut changes = Changes::new(&document);
    let mut notes = Vec::new();
    // Reasoning that is already in a member that the host reads needs no second member.
    let readable = |name: &str| message.get(name).is_some_and(is_filled);
    let mut place = if !dialect.reads.iter().any(|name| readable(name)) { dialect.reads.first() } else { None };
    for name in dialect.refuses.iter().chain(&dialect.ignores) {
        let Some(value) = message.get(name) else { continue };
        let reason = match place.take_if(|_| readable(name)) {
            Some(other) => {
                changes.set(message, other, value.raw())?;
                "the host reads this reasoning under another name"
            }
            None if dialect.refuses.contains(name) => "the host refuses this member",
            None => continue,
        };
        // A duplicate member must be removed twice.
        for (key, value) in message.members() {
            if key == **name {
                changes.remove(value)?;
            }
        }
        notes.push(Note { pointer: ["/choices/0/message/", name].concat(), reason });
    }
    Ok((changes.apply()?, notes))
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::super::replay::replay;
    use super::*;
    use crate::model::Wire;

    fn sent(host: &str, message: &str) -> (String, Vec<String>) {
        let response = format!(r#"{{"choices":[{{"message":{message}}}]}}"#);
        let target = Target { host: Some(host.to_owned()), ..Target::new(Wire::OPENAI_CHAT) };
        let replayed = replay(br#"{"messages":[]}"#, response.as_bytes(), &target).unwrap();
        let text = String::from_utf8(replayed.request).unwrap();
        let message = text.strip_prefix(r#"{"messages":["#).unwrap().strip_suffix("]}").unwrap().to_owned();
        (message, replayed.notes.into_iter().map(|note| format!("{}: {}", note.pointer, note.reason)).collect())
    }

    #[test]
    fn a_host_gets_reasoning_under_the_name_that_it_reads() {
        let (message, notes) = sent("api.groq.com", r#"{"role":"assistant", "reasoning_content":"a\u00e9", "content":"b"}"#);
        assert_eq!(message, r#"{"role":"assistant", "content":"b", "reasoning":"a\u00e9"}"#);
        assert_eq!(notes, ["/choices/0/message/reasoning_content: the host reads this reasoning under another name"]);
        let (message, notes) = sent("api.deepseek.com", r#"{"reasoning":"a","content":"b","reasoning_content":null}"#);
        assert_eq!(message, r#"{"content":"b","reasoning_content":"a"}"#);
        assert_eq!(notes.len(), 1);
        let (message, _) = sent("ollama", r#"{"content":"b","reasoning_content":"a"}"#);
        assert_eq!(message, r#"{"content":"b","reasoning":"a"}"#);
    }

    #[test]
    fn what_a_host_refuses_is_left_out_and_said() {
        let (message, notes) = sent("api.cerebras.ai", r#"{"reasoning":"a","reasoning_content":"a","content":"b"}"#);
        assert_eq!(message, r#"{"reasoning":"a","content":"b"}"#);
        assert_eq!(notes, ["/choices/0/message/reasoning_content: the host refuses this member"]);
        let (message, notes) = sent("api.mistral.ai", r#"{"content":null,"reasoning_content":"a","reasoning":null}"#);
        assert_eq!(message, r#"{"content":null}"#);
        assert_eq!(notes.len(), 2);
        assert_eq!(sent("groq", r#"{"reasoning_content":null,"reasoning_content":""}"#).0, "{}");
    }

    #[test]
    fn a_host_that_takes_it_or_is_not_known_gets_what_came() {
        for host in ["example.org", "localhost:8000", "api.openai.com", "api.deepseek.com", "openrouter.ai", "api.x.ai"] {
            let message = r#"{ "reasoning_content":"a", "reasoning":"a", "content":null, "annotations":[] }"#;
            assert_eq!(sent(host, message), (message.to_owned(), Vec::new()), "{host}");
        }
    }
}
