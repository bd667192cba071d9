//! A single native thought: its place in a message, and a request of its wire in which it can be read.

use super::description::EntryShape;
use super::registry::{codec, description};
use crate::json::{Document, scan};
use crate::model::{NativeThought, Part, Wire};

/// The place of a block in a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Slot {
    /// In the list of that name.
    List(String),
    /// In the list of that name, which holds all thoughts of a message. They come before its text.
    ThoughtList(String),
    /// Alone, as the member of that name.
    Member(String),
}

impl Slot {
    /// Finds the slot from the last names of a pointer. Ignores names that no wire has.
    #[must_use]
    pub fn of_pointer(pointer: Option<&str>, wire: &Wire) -> Self {
        const LISTS: [&str; 8] = ["content", "parts", "reasoning_details", "tool_calls", "output", "outputs", "steps", "input"];
        const MEMBERS: [&str; 7] =
            ["reasoning", "reasoning_content", "reasoning_text", "reasoning_opaque", "thinking", "tool_plan", "extra_content"];
        let mut names = pointer.unwrap_or_default().rsplit('/');
        let last = names.next().unwrap_or_default();
        let list = names.next().unwrap_or_default();
        let is_number = !last.is_empty() && last.bytes().all(|byte| byte.is_ascii_digit());
        if is_number && LISTS.contains(&list) {
            return Slot::List(list.to_owned());
        }
        if is_number && list == "thinkingBlocks" {
            return Slot::ThoughtList(list.to_owned());
        }
        if is_number && list == "blocks" && names.next() == Some("reasoning") {
            return Slot::ThoughtList("reasoning.blocks".to_owned());
        }
        if MEMBERS.contains(&last) {
            return Slot::Member(last.to_owned());
        }
        let usual = if description(wire).entries == EntryShape::Contents { "parts" } else { "content" };
        Slot::List(usual.to_owned())
    }
}

/// Writes a request of the thought's wire with the thought as an answer, between two user inputs.
#[must_use]
pub fn request_around(native: &NativeThought) -> Vec<u8> {
    let described = description(&native.issuer.wire);
    let [user, answer] = described.summaries.map(|[before, after]| [before.as_bytes(), b"\".\"", after.as_bytes()].concat());
    let block = native.block.as_slice();
    let entry = match described.entries {
        EntryShape::Items | EntryShape::Steps => [block, b",", &answer].concat(),
        shape => {
            let role: &[u8] = if shape == EntryShape::Contents { b"model" } else { b"assistant" };
            let (name, open, close) = match Slot::of_pointer(native.pointer.as_deref(), &native.issuer.wire) {
                Slot::List(name) | Slot::ThoughtList(name) => (name, &b"["[..], &b"]"[..]),
                Slot::Member(name) => (name, &b""[..], &b""[..]),
            };
            [b"{\"role\":\"", role, b"\",\"", name.as_bytes(), b"\":", open, block, close, b"}"].concat()
        }
    };
    [b"{\"", described.list.as_bytes(), b"\":[", &user, b",", &entry, b",", &user, b"]}"].concat()
}

/// Reads a native thought as its wire reads it in a request, and passes the part and that request to `read`. Returns `None` if the block is not exactly one
/// thought of its wire.
pub fn read_block<T>(native: &NativeThought, read: impl FnOnce(&Part<'_>, &Document<'_>) -> T) -> Option<T> {
    // A block that is not one value would break the surrounding request.
    scan(&native.block).ok()?;
    let text = request_around(native);
    let document = scan(&text).ok()?;
    let history = codec(&native.issuer.wire)?.request(document.root());
    let mut thoughts = history.parts.iter().filter(|part| part.thinking.is_some());
    let part = thoughts.next()?;
    thoughts.next().is_none().then(|| read(part, &document))
}
