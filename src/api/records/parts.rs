//! The records of entries, parts, calls and thoughts. Their JSON is a list in the order of the fields, and their TypeScript a list with the names of the fields.
//!
//! A body has one part for every few hundred bytes. As objects of `serde`, with a name before each member, 1 MB in 3,300 parts took 1.86 times as long to decode, and
//! 1.89 times with all parts read. As lists of `serde` they took 1.26 times as long, so they are written by hand.

use std::borrow::Cow;

use super::turn::Stretch;
use crate::json::Writer;
use crate::model::{Attachment, PartKind, Role, ThinkingKind};

/// The strings of a part, one after the other: the first byte between the quotes of each and the byte after its last. Escapes are those of the body.
pub type Strings = Vec<usize>;

/// One message or item of a request: its JSON pointer, its first byte and the byte after its last. It has its author, if that is known, and its parts in order.
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[cfg_attr(typescript, tsify(type = "[pointer: string, start: number, end: number, role: Role | null, parts: PartRecord[]]"))]
pub struct EntryRecord {
    /// Its JSON pointer.
    pub pointer: String,
    /// Its bytes.
    pub place: Stretch,
    /// The author, where the entry names one that is known.
    pub role: Option<Role>,
}

impl EntryRecord {
    /// Writes it, with the parts that `write_parts` writes.
    pub(in crate::api) fn write(&self, out: &mut Writer, write_parts: impl FnOnce(&mut Writer)) {
        out.open(b'[');
        out.text(&self.pointer);
        write_places(&self.place, out);
        out.text_or_null(self.role.map(Role::name));
        write_parts(out);
        out.close(b']');
    }
}

/// One part of a turn or of a message, with the JSON pointer of its value. A stretch of text has the pointer of the text. The part has its first byte, the byte
/// after its last, its kind and the strings of its visible text. A call or a result has the call. Reasoning, or a part with its handle, has the reasoning. The
/// list ends with the last of them that there is.
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[cfg_attr(
    typescript,
    tsify(
        type = "[pointer: string, start: number, end: number, kind: PartKind, text?: number[], call?: CallRecord | null, thought?: ThoughtRecord]"
    )
)]
pub struct PartRecord<'d> {
    /// The JSON pointer of the value that it is, or in which it is a stretch of text.
    pub pointer: String,
    /// Its bytes.
    pub place: Stretch,
    /// Its kind.
    pub kind: PartKind,
    /// The strings of its visible text.
    pub text: Strings,
    /// The call, if it is one or the result of one.
    pub call: Option<CallRecord<'d>>,
    /// The reasoning that it is, or whose handle it carries.
    pub thought: Option<ThoughtRecord<'d>>,
}

impl PartRecord<'_> {
    pub(in crate::api) fn write(&self, out: &mut Writer) {
        out.open(b'[');
        out.text(&self.pointer);
        write_places(&self.place, out);
        out.text(self.kind.name());
        let (has_call, has_thought) = (self.call.is_some(), self.thought.is_some());
        if !self.text.is_empty() || has_call || has_thought {
            write_strings(&self.text, out);
        }
        match &self.call {
            Some(call) => call.write(out),
            None if has_thought => out.raw(b"null"),
            None => {}
        }
        if let Some(thought) = &self.thought {
            thought.write(out);
        }
        out.close(b']');
    }
}

/// A call of a tool, or the call that a result answers. It has the id that joins both, the tool, the first byte of its content and the byte after its last.
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[cfg_attr(typescript, tsify(type = "[id: string | null, name: string | null, start?: number, end?: number]"))]
pub struct CallRecord<'d> {
    /// The id that joins a call and its result.
    pub id: Option<Cow<'d, str>>,
    /// The tool.
    pub name: Option<Cow<'d, str>>,
    /// The arguments, or the result.
    pub content: Option<Stretch>,
}

impl CallRecord<'_> {
    fn write(&self, out: &mut Writer) {
        out.open(b'[');
        out.text_or_null(self.id.as_deref());
        out.text_or_null(self.name.as_deref());
        write_places(self.content.as_ref().map_or(&[], |content| content.as_slice()), out);
        out.close(b']');
    }
}

/// Reasoning in a part: its visible form, the place that it is attached to, and if it arrived whole and can be sent back. It has the readable strings, and
/// those that only the vendor can read.
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[cfg_attr(typescript, tsify(type = "[kind: ThinkingKind, complete: boolean, attachment: Attachment, texts: number[], handles: number[]]"))]
pub struct ThoughtRecord<'d> {
    /// Its visible form.
    pub kind: ThinkingKind,
    /// True if it arrived whole and can go back.
    pub complete: bool,
    /// The place that it is attached to.
    pub attachment: &'d Attachment,
    /// The strings that can be read.
    pub texts: Strings,
    /// The strings that only the vendor can read.
    pub handles: Strings,
}

impl ThoughtRecord<'_> {
    fn write(&self, out: &mut Writer) {
        out.open(b'[');
        out.text(self.kind.name());
        out.flag(self.complete);
        write_attachment(self.attachment, out);
        write_strings(&self.texts, out);
        write_strings(&self.handles, out);
        out.close(b']');
    }
}

/// Writes what `serde` writes of an attachment.
fn write_attachment(attachment: &Attachment, out: &mut Writer) {
    let (word, of) = attachment.words();
    let member = match attachment {
        Attachment::Call { .. } => "id",
        Attachment::Item { .. } => "partner",
        _ => "name",
    };
    out.open(b'{');
    out.member("type", word);
    out.member_if(member, of);
    out.close(b'}');
}

fn write_strings(strings: &Strings, out: &mut Writer) {
    out.open(b'[');
    write_places(strings, out);
    out.close(b']');
}

fn write_places(places: &[usize], out: &mut Writer) {
    places.iter().for_each(|place| out.number(*place));
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;
    use crate::api::records::json_of;

    #[test]
    fn an_attachment_is_written_as_serde_writes_it() {
        for word in ["block", "call", "text", "empty", "item", "field", "tag", "argument"] {
            for of in [None, Some("a \"b\"".to_owned())] {
                let Some(attachment) = Attachment::named(word, of) else { panic!("{word}") };
                let mut out = Writer::default();
                write_attachment(&attachment, &mut out);
                assert_eq!(out.finish(), json_of(&attachment), "{attachment:?}");
            }
        }
    }
}
