//! The edits that put pieces of thoughts into a request: into lists of blocks, members of messages, and parts that carry a handle.

use std::collections::{BTreeMap, BTreeSet};

use super::anchors::{Anchor, Insertion, Side};
use super::{KeptThought, Recipient};
use crate::error::Error;
use crate::json::{Changes, Kind, Text, Value, Writer, canonical, decimal, quote_wtf8, scan};
use crate::model::Wire;
use crate::wires::{EntryShape, Slot, description};

/// The edits of one request. Nothing is put in twice.
pub(super) struct Slots<'d> {
    root: Value<'d>,
    wire: &'d Wire,
    changes: Changes<'d>,
    /// The blocks for contents that are a text and become lists, by the start of the entry and the name of the list.
    turned: BTreeMap<(usize, String), Turned<'d>>,
    /// The elements of lists, by the start of the list.
    held: BTreeMap<usize, BTreeSet<Vec<u8>>>,
    /// The payloads beside the messages.
    beside: Vec<Vec<u8>>,
}

/// A content that is a text, or nothing, and becomes a list.
struct Turned<'d> {
    entry: Value<'d>,
    before: Vec<Vec<u8>>,
    after: Vec<Vec<u8>>,
}

const OCCUPIED: &str = "the request has another thought in its place";
const NO_OBJECT: &str = "the part that carried it is not an object";

/// The members of a part that carry a handle.
const HANDLES: [&[u8]; 5] = [b"thoughtSignature", b"thought_signature", b"signature", b"extra_content", b"providerMeta"];

/// The reason why a piece has no place; nothing if it has one.
type Put = Result<Option<&'static str>, Error>;

impl<'d> Slots<'d> {
    /// No edits yet.
    pub(super) fn of(recipient: &Recipient<'d>) -> Self {
        Self {
            root: recipient.document.root(),
            wire: recipient.wire,
            changes: Changes::new(recipient.document),
            turned: BTreeMap::new(),
            held: BTreeMap::new(),
            beside: Vec::new(),
        }
    }

    /// Puts a block or a member into its place. Returns why it cannot, or nothing.
    ///
    /// # Errors
    /// An edit that cannot be made.
    pub(super) fn put(&mut self, anchor: Anchor<'d>, json: &[u8], slot: &Slot) -> Put {
        let shape = description(self.wire).entries;
        match (anchor.side, slot) {
            (Side::On, _) => self.attach(anchor.part, json),
            // Until May 2026, steps of the Interactions API were inside a message.
            _ if shape == EntryShape::Steps && anchor.entry.get("role").is_some() => self.insert(anchor, "content", json),
            _ if is_items(shape) => self.insert_entry(anchor, json),
            (_, Slot::ThoughtList(name)) => self.put_in_front(anchor, name, json),
            (_, Slot::List(name)) => self.insert(anchor, name, json),
            (_, Slot::Member(name)) => match anchor.entry.get(name).filter(|here| !here.is_null()) {
                None => self.changes.set(anchor.entry, name, json).map(|()| None),
                Some(here) => Ok((canonical(here) != canonical(scan(json)?.root())).then_some(OCCUPIED)),
            },
        }
    }

    /// Puts a thought into a message of a format that keeps thoughts before its text.
    ///
    /// # Errors
    /// An edit that cannot be made.
    fn put_in_front(&mut self, anchor: Anchor<'d>, name: &str, json: &[u8]) -> Put {
        let said = ["content", "toolCalls", "tool_calls"].iter().find_map(|name| {
            let member = anchor.entry.get(name).filter(|member| !matches!(member.raw(), b"\"\"" | b"[]" | b"null"))?;
            Some(member.elements().next().filter(|_| member.kind() == Kind::Array).unwrap_or(member))
        });
        let is_front = anchor.side == Side::Before && said.is_none_or(|said| said.span() == anchor.part.span());
        if !is_front {
            return Ok(Some("the format keeps thoughts before the text of a message, and this one came after it"));
        }
        self.insert(anchor, name, json)
    }

    /// Puts a visible text before or after a part.
    ///
    /// # Errors
    /// An edit that cannot be made.
    pub(super) fn say(&mut self, anchor: Anchor<'d>, text: &[u8]) -> Result<(), Error> {
        let shape = description(self.wire).entries;
        if is_items(shape) {
            let message = self.message(text);
            return self.insert_entry(anchor, &message).map(drop);
        }
        let list = content_list(shape);
        let content = anchor.entry.get(list);
        if content.is_some_and(|content| content.kind() == Kind::Array) {
            let part = self.text_part(text);
            return self.insert(anchor, list, &part).map(drop);
        }
        let said = content.and_then(Value::text).map(|said| said.wtf8().into_owned()).unwrap_or_default();
        if said.starts_with(text) {
            return Ok(());
        }
        // Chats join texts with a blank line.
        let between: &[u8] = if said.is_empty() { b"" } else { b"\n\n" };
        self.changes.set(anchor.entry, list, &quote_wtf8(&[text, between, &said].concat()))
    }

    /// Writes a visible text in the place of another agent's answer.
    ///
    /// # Errors
    /// An edit that cannot be made.
    pub(super) fn answer(&mut self, place: Insertion<'d>, text: &[u8]) -> Result<(), Error> {
        let (before, after) = match place {
            Insertion::Part(anchor) => return self.say(anchor, text),
            Insertion::Message { before, after } => (before, after),
        };
        // Where two answers in a row are refused, it joins the one before.
        let list = after.and_then(|answer| answer.get("content")).filter(|_| description(self.wire).behaviour.refuses_two_answers);
        if let Some(list) = list.filter(|list| list.kind() == Kind::Array) {
            let part = self.text_part(text);
            return if self.has(list, &part)? { Ok(()) } else { self.changes.append(list, &part) };
        }
        let message = self.message(text);
        let entries = self.root.get(description(self.wire).list).unwrap_or(self.root);
        if self.has(entries, &message)? { Ok(()) } else { self.changes.insert(before, &message) }
    }

    /// Puts the payload of a thought into the member of the request that holds payloads. Returns its pointer.
    pub(super) fn beside(&mut self, name: &str, thought: &KeptThought<'_>) -> String {
        let existing = || self.root.get(name).into_iter().flat_map(Value::elements);
        if self.beside.is_empty() {
            self.beside = existing().map(|entry| entry.raw().to_vec()).collect();
        }
        let mut out = Writer::default();
        out.open(b'{');
        out.member("id", &thought.id);
        out.member_if("replayCompatibility", thought.tag.as_deref());
        out.name("payload");
        match (&thought.native, thought.payload) {
            (Some(native), _) => out.raw(&native.block),
            (None, payload) => out.raw(payload.map_or(&b"null"[..], Value::raw)),
        }
        out.member_if("payloadEncoding", thought.encoding.as_deref());
        out.close(b'}');
        let is_it = |entry: Value<'_>| entry.get("id").and_then(Value::text).is_some_and(|id| *id.lossy() == thought.id);
        let there = existing().position(is_it);
        let nth = there.unwrap_or(self.beside.len());
        match there.and_then(|nth| self.beside.get_mut(nth)) {
            Some(entry) => *entry = out.finish(),
            None => self.beside.push(out.finish()),
        }
        ["/", name, "/", &decimal(nth)].concat()
    }

    /// All edits.
    ///
    /// # Errors
    /// Edits that contradict each other.
    pub(super) fn changes(mut self, beside: &str) -> Result<Changes<'d>, Error> {
        for ((_, list), Turned { entry, before, after }) in &self.turned {
            let said = entry.get(list).filter(|content| content.text().is_some_and(|text| !text.is_empty()));
            let said = said.map(|text| [b"{\"type\":\"text\",\"text\":", text.raw(), b"}"].concat());
            let all: Vec<&[u8]> = before.iter().chain(&said).chain(after).map(Vec::as_slice).collect();
            let all = [b"[", &*all.join(&b","[..]), b"]"].concat();
            match list.split_once('.') {
                None => self.changes.set(*entry, list, &all)?,
                Some((holder, name)) => match entry.get(holder).filter(|holder| holder.kind() == Kind::Object) {
                    Some(holder) => self.changes.set(holder, name, &all)?,
                    None => self.changes.set(*entry, holder, &[b"{\"", name.as_bytes(), b"\":", &all, b"}"].concat())?,
                },
            }
        }
        let list = [b"[", &*self.beside.join(&b","[..]), b"]"].concat();
        let is_new = || Ok::<_, Error>(self.root.get(beside).map(canonical) != Some(canonical(scan(&list)?.root())));
        if !self.beside.is_empty() && is_new()? {
            self.changes.set(self.root, beside, &list)?;
        }
        Ok(self.changes)
    }

    /// Gives a part its handle: the whole original part if nothing else differs, otherwise the members that are missing.
    fn attach(&mut self, part: Value<'d>, json: &[u8]) -> Put {
        if part.kind() != Kind::Object {
            return Ok(Some(NO_OBJECT));
        }
        let issued = scan(json)?;
        let name_of = |name: Text<'_>| name.lossy().into_owned();
        let lacks: Vec<_> = issued.root().members().filter(|(name, _)| part.get(&name_of(*name)).is_none()).collect();
        let is_same =
            part.members().all(|(name, value)| issued.root().get(&name_of(name)).is_some_and(|own| canonical(own) == canonical(value)));
        if is_same && !lacks.is_empty() {
            self.changes.replace(part, json)?;
            return Ok(None);
        }
        for (name, value) in lacks.into_iter().filter(|(name, _)| HANDLES.contains(&name.raw())) {
            self.changes.set(part, &name_of(name), value.raw())?;
        }
        Ok(None)
    }

    /// Returns `true` if a list holds an element already.
    fn has(&mut self, list: Value<'d>, json: &[u8]) -> Result<bool, Error> {
        let held = self.held.entry(list.span().start).or_insert_with(|| list.elements().map(canonical).collect());
        Ok(held.contains(&canonical(scan(json)?.root())))
    }

    fn insert_entry(&mut self, anchor: Anchor<'d>, json: &[u8]) -> Put {
        let entries = self.root.get(description(self.wire).list).unwrap_or(self.root);
        if !self.has(entries, json)? {
            self.insert_beside(entries, anchor.entry, anchor.side, json)?;
        }
        Ok(None)
    }

    /// Inserts an element before or after another of its list. One beside an element of another list comes last.
    fn insert_beside(&mut self, list: Value<'d>, element: Value<'d>, side: Side, json: &[u8]) -> Result<(), Error> {
        let is_it = |one: &Value<'d>| one.span() == element.span();
        let place = match side {
            Side::After => list.elements().skip_while(|one| !is_it(one)).nth(1),
            _ => list.elements().find(is_it),
        };
        match place {
            Some(before) => self.changes.insert(before, json),
            None => self.changes.append(list, json),
        }
    }

    fn insert(&mut self, anchor: Anchor<'d>, name: &str, json: &[u8]) -> Put {
        let content = anchor.entry.path(name);
        if let Some(list) = content.filter(|content| content.kind() == Kind::Array) {
            if !self.has(list, json)? {
                self.insert_beside(list, anchor.part, anchor.side, json)?;
            }
            return Ok(None);
        }
        let fresh = || Turned { entry: anchor.entry, before: Vec::new(), after: Vec::new() };
        let turned = self.turned.entry((anchor.entry.span().start, name.to_owned())).or_insert_with(fresh);
        // A part elsewhere in the message, such as a call beside the content, follows all blocks.
        let is_content = content.is_some_and(|content| content.span() == anchor.part.span());
        match anchor.side {
            Side::After if is_content => turned.after.push(json.to_vec()),
            _ => turned.before.push(json.to_vec()),
        }
        Ok(None)
    }

    /// A text as a part of a message.
    fn text_part(&self, text: &[u8]) -> Vec<u8> {
        let open: &[u8] = if description(self.wire).behaviour.types_text_parts { b"{\"type\":\"text\",\"text\":" } else { b"{\"text\":" };
        [open, &quote_wtf8(text), b"}"].concat()
    }

    /// A text as an answer.
    fn message(&self, text: &[u8]) -> Vec<u8> {
        let [_, [before, after]] = description(self.wire).summaries;
        [before.as_bytes(), &quote_wtf8(text), after.as_bytes()].concat()
    }
}

fn is_items(shape: EntryShape) -> bool {
    matches!(shape, EntryShape::Items | EntryShape::Steps)
}

/// The member of a message that holds its parts.
fn content_list(shape: EntryShape) -> &'static str {
    if shape == EntryShape::Contents { "parts" } else { "content" }
}
