//! The context of an answer, as one hash that respelling does not change. It distinguishes two conversations if handles and ids do not.
//!
//! The hash covers the words of people, tools and models, in order. It leaves out content that clients rewrite unintentionally: thoughts and their handles, the
//! ids of calls and items, cache markers and instructions. It also ignores how a text is cut into blocks, and one side into messages. A request without its
//! thoughts therefore keeps its context, and the ledger finds it.
//!
//! Everything inside a result counts, and so do pictures and files: they may be the only difference between two people.

use std::cell::Cell;

use sha2::{Digest as _, Sha256};

use super::prefix::without;
use super::trace::{called, spoken_texts, stretch_of};
use crate::json::{Digest, Text, Value, digest};
use crate::model::{Entry, Part, PartKind, Role};
use crate::wires::Call;

/// The digest of an empty context.
pub const NO_CONTEXT: Digest = Digest([0; 32]);

/// The hash of everything that was said so far. It can be read at any point and then continued.
#[derive(Clone, Debug, Default)]
pub struct Context {
    /// The hash of the finished runs.
    runs: Option<Digest>,
    /// The run that may continue.
    open: Option<Run>,
    /// The hash up to here, once somebody has asked for it. Several ask at the end of a run.
    hash: Cell<Option<Digest>>,
}

/// The words of one side before the other side speaks.
#[derive(Clone, Debug)]
struct Run {
    side: Side,
    said: Sha256,
}

/// The two sides of a conversation. Between two answers it does not matter which message contains a result or a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// People and tools.
    Input,
    /// The model.
    Answer,
}

impl Side {
    /// Returns the side of a message. Returns `None` for instructions, which agents rewrite at every step.
    #[must_use]
    pub fn of(role: Option<Role>) -> Option<Self> {
        match role {
            Some(Role::User | Role::Tool) => Some(Side::Input),
            Some(Role::Assistant) | None => Some(Side::Answer),
            Some(Role::System) => None,
        }
    }
}

impl Context {
    /// Returns the context after an answer with a known hash.
    #[must_use]
    pub fn after(spoken: Digest) -> Self {
        Self { runs: Some(spoken), ..Self::default() }
    }

    /// Adds a message or an item.
    pub fn push(&mut self, entry: &Entry<'_>) {
        if let Some(side) = Side::of(entry.role) {
            entry.parts.iter().for_each(|part| self.say(side, part));
        }
    }

    /// Adds one part of a side.
    pub fn say(&mut self, side: Side, part: &Part<'_>) {
        match part.kind {
            // Thoughts are what a search looks for, so they are not evidence of their place.
            PartKind::Thought => {}
            PartKind::Text if part.span != part.value.span() => {
                // Clients that remove the tags trim the text after them.
                self.feed(side, Text::written(stretch_of(part).unwrap_or_default()).wtf8().trim_ascii_start())
            }
            PartKind::Text => {
                for text in spoken_texts(part.value).into_iter().filter_map(Value::text) {
                    self.feed(side, &text.wtf8());
                }
                if side == Side::Input {
                    media(part.value).for_each(|piece| self.mark(side, b'm', Some(unmarked(piece))));
                }
            }
            PartKind::Call => self.mark(side, b'c', called(part.value)),
            PartKind::Result => self.mark(side, b'r', Some(result(part.value))),
            // Clients often leave out the parts that a server adds to an answer.
            PartKind::Other if side == Side::Answer => {}
            PartKind::Other => self.mark(side, b'o', Some(enveloped(part.value))),
        }
    }

    /// Returns the hash up to here. Returns `None` if nothing was said yet.
    #[must_use]
    pub fn hash(&self) -> Option<Digest> {
        let Some(Run { side, said }) = &self.open else { return self.runs };
        if let Some(known) = self.hash.get() {
            return Some(known);
        }
        let mut hash = Sha256::new();
        hash.update(self.runs.map_or([0; 32], |runs| runs.0));
        hash.update([if *side == Side::Answer { b'a' } else { b'i' }]);
        hash.update(said.clone().finalize());
        self.hash.set(Some(Digest(hash.finalize().into())));
        self.hash.get()
    }

    /// Ends the open run, so that the next words of the same side are another run.
    pub fn close(&mut self) {
        self.runs = self.hash();
        self.open = None;
    }

    fn feed(&mut self, side: Side, bytes: &[u8]) {
        if bytes.is_empty() {
            return;
        }
        if self.open.as_ref().is_none_or(|open| open.side != side) {
            self.close();
        }
        self.hash.set(None);
        self.open.get_or_insert_with(|| Run { side, said: Sha256::new() }).said.update(bytes);
    }

    /// Adds content that is not text. No text has the byte before it.
    fn mark(&mut self, side: Side, kind: u8, digest: Option<Digest>) {
        if let Some(digest) = digest {
            self.feed(side, &[&[0xff, kind], digest.0.as_slice()].concat());
        }
    }
}

/// Returns the digest of a tool result: for a text, however it is wrapped, of its words.
fn result(part: Value<'_>) -> Digest {
    let content = Call::read(part).content.unwrap_or(part);
    let mut hash = Sha256::new();
    if let Some(text) = content.text() {
        hash.update(text.wtf8());
        return Digest(hash.finalize().into());
    }
    let pieces: Vec<Value<'_>> = content.elements().collect();
    let texts: Option<Vec<Text<'_>>> = pieces.iter().map(|piece| piece.get("text").and_then(Value::text)).collect();
    match texts.filter(|texts| !texts.is_empty()) {
        Some(texts) => {
            texts.iter().for_each(|text| hash.update(text.wtf8()));
            Digest(hash.finalize().into())
        }
        None => unmarked(content),
    }
}

/// Returns the pieces of a message that are not text: pictures, files, sounds.
fn media(message: Value<'_>) -> impl Iterator<Item = Value<'_>> {
    message.list("content").filter(|piece| piece.get("text").is_none() && piece.text().is_none())
}

/// Returns the digest of a value without cache markers.
fn unmarked(value: Value<'_>) -> Digest {
    without(value, &CACHE_MARKS).unwrap_or_else(|| digest(value))
}

/// Returns the digest of an item without its id and status, which clients leave out. Those inside it count.
fn enveloped(item: Value<'_>) -> Digest {
    let mut hash = Sha256::new();
    let mut members: Vec<(Vec<u8>, Digest)> = item
        .members()
        .map(|(name, value)| (name.wtf8().into_owned(), unmarked(value)))
        .filter(|(name, _)| !ENVELOPE.contains(&name.as_slice()))
        .collect();
    if members.is_empty() {
        return unmarked(item);
    }
    members.sort_unstable();
    for (name, value) in members {
        hash.update([name.as_slice(), &[0xff], value.0.as_slice()].concat());
    }
    Digest(hash.finalize().into())
}

const CACHE_MARKS: [&str; 2] = ["cache_control", "cachePoint"];

/// The members of an item that clients leave out or move.
const ENVELOPE: [&[u8]; 4] = [b"id", b"status", b"cache_control", b"cachePoint"];

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;
    use crate::json::scan;
    use crate::model::Wire;
    use crate::wires::codec;

    fn hash(wire: &Wire, request: &str) -> Option<Digest> {
        let document = scan(request.as_bytes()).unwrap();
        let history = codec(wire).unwrap().request(document.root());
        let mut context = Context::default();
        history.entries().iter().for_each(|entry| context.push(entry));
        context.hash()
    }

    #[test]
    fn respelling_changes_nothing_and_saying_something_else_does() {
        let wire = Wire::ANTHROPIC_MESSAGES;
        let of = |messages: &str| hash(&wire, &format!(r#"{{"messages":[{messages}]}}"#));
        let plain = of(
            r#"{"role":"user","content":"Hello there"},{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"look","input":{"x":1}}]}"#,
        );
        for same in [
            r#"{"role":"user","content":[{"type":"text","text":"Hello "},{"type":"text","text":"there","cache_control":{"type":"ephemeral"}}]},{"role":"assistant","content":[{"type":"thinking","thinking":"So.","signature":"Eq"},{"type":"tool_use","id":"b","name":"look","input":{ "x": 1 }}]}"#,
            r#"{"role":"user","content":"Hello "},{"role":"user","content":"there"},{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"look","input":{"x":1}}]}"#,
        ] {
            assert_eq!(of(same), plain);
        }
        for other in [
            r#"{"role":"user","content":"Hello  there"},{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"look","input":{"x":1}}]}"#,
            r#"{"role":"user","content":"Hello there"},{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"look","input":{"x":2}}]}"#,
            r#"{"role":"assistant","content":"Hello there"}"#,
            r#"{"role":"user","content":"Hello there"}"#,
        ] {
            assert_ne!(of(other), plain, "{other}");
        }
        assert_eq!(of(""), None);
    }

    #[test]
    fn instructions_ids_and_thoughts_of_a_chat_do_not_count() {
        let of = |messages: &str| hash(&Wire::OPENAI_CHAT, &format!(r#"{{"messages":[{messages}]}}"#));
        let call = r#""tool_calls":[{"id":"call_0","type":"function","function":{"name":"look","arguments":"{}"}}]"#;
        let one = of(&format!(
            r#"{{"role":"system","content":"It is 12:05."}},{{"role":"user","content":"Go."}},{{"role":"assistant","content":null,"reasoning_content":"So.",{call}}},{{"role":"tool","tool_call_id":"call_0","content":"fine"}}"#
        ));
        let other = of(&format!(
            r#"{{"role":"user","content":[{{"type":"text","text":"Go."}}]}},{{"role":"assistant","content":"",{}}},{{"role":"tool","tool_call_id":"x","content":[{{"type":"text","text":"fine"}}]}}"#,
            call.replace("call_0", "x")
        ));
        assert_eq!(one, other);
    }
}
