//! One part of a recorded answer, and the digests and ids that identify it.

use super::side::Side;
use crate::json::{Digest, Kind, Value, Writer, digest, scan};
use crate::model::{Attachment, Part, PartKind, ThinkingKind, Wire};
use crate::request::trace::{Trace, called};

/// One part of an answer.
#[derive(Clone, Debug)]
pub struct EmittedPart {
    /// Its kind.
    pub kind: PartKind,
    /// The kind of reasoning that it is or carries.
    pub thinking: Option<ThinkingKind>,
    /// The place of that reasoning.
    pub attachment: Option<Attachment>,
    /// The digests and ids that identify it.
    pub trace: Trace,
    /// The digest of the tool and arguments of a call, if its text is not kept. Earlier versions dropped it too.
    pub calls: Option<Digest>,
    /// Other valid handles that were issued for it.
    pub others: Vec<Digest>,
    /// Handles that were issued for it before they had content.
    pub stubs: Vec<Digest>,
    /// The sketches of those handles. They identify a handle with a changed letter.
    pub sketches: Vec<Digest>,
    /// True if it arrived whole.
    pub complete: bool,
    /// The text, as received, of its value or of the value that contains it.
    pub raw: Vec<u8>,
    /// The members of its value that hold its handle, if the ledger keeps handles and no texts. Empty if `raw` is kept.
    pub bare: Vec<u8>,
    /// A member that must be sent back with it: the phase of a message.
    pub phase: Option<Digest>,
    /// The handle of the thought before it.
    pub after: Option<Digest>,
}

impl EmittedPart {
    /// Returns an empty part of a kind.
    pub(super) fn empty(kind: PartKind) -> Self {
        Self {
            kind,
            thinking: None,
            attachment: None,
            trace: Trace::default(),
            calls: None,
            others: Vec::new(),
            stubs: Vec::new(),
            sketches: Vec::new(),
            complete: true,
            raw: Vec::new(),
            bare: Vec::new(),
            phase: None,
            after: None,
        }
    }

    pub(super) fn new(part: &Part<'_>, wire: &Wire) -> Self {
        let thinking = part.thinking.as_ref();
        Self {
            thinking: thinking.map(|thinking| thinking.kind),
            attachment: thinking.map(|thinking| thinking.attachment.clone()),
            trace: Trace::of(part, wire),
            complete: thinking.is_none_or(|thinking| thinking.complete),
            raw: part.value.raw().to_vec(),
            phase: part.value.get("phase").filter(|phase| !phase.is_null()).map(digest),
            ..Self::empty(part.kind)
        }
    }

    /// Drops the text, keeps the digests, and returns the text.
    pub fn forget_text(&mut self) -> Vec<u8> {
        self.calls = self.called();
        self.bare = Vec::new();
        std::mem::take(&mut self.raw)
    }

    /// Drops the text and keeps the digests and the handle. A thought without a readable text is kept whole, so it can be restored without the client's copy.
    pub(super) fn keep_handles(&mut self) {
        let is_whole = self.kind == PartKind::Thought && self.trace.text.is_none() && self.trace.handle.is_some();
        if !is_whole && !self.raw.is_empty() {
            let bare = scan(&self.raw).ok().and_then(|raw| handle_members(raw.root())).unwrap_or_default();
            drop(self.forget_text());
            self.bare = bare;
        }
    }

    /// Returns its handle as it was issued. Returns `None` if it has none, or only its digest is kept.
    #[must_use]
    pub fn issued_handle(&self) -> Option<Vec<u8>> {
        let kept = if self.raw.is_empty() { &self.bare } else { &self.raw };
        Side::Handle.of(scan(kept).ok()?.root())
    }

    /// Returns `true` if it is reasoning, or has a handle.
    #[must_use]
    pub fn is_thought(&self) -> bool {
        self.thinking.is_some() || self.trace.handle.is_some()
    }

    /// Returns the digest of the tool and arguments of a call. Returns `None` if it is unknown, or the part is not a call.
    #[must_use]
    pub fn called(&self) -> Option<Digest> {
        let raw = || scan(&self.raw).ok().and_then(|raw| called(raw.root()));
        if self.kind == PartKind::Call { self.calls.or_else(raw) } else { None }
    }

    /// Returns the digest of its visible content: the words of a text, the tool and arguments of a call. Returns `None` for other parts.
    #[must_use]
    pub fn visible(&self) -> Option<Digest> {
        match self.kind {
            PartKind::Text => self.trace.text,
            PartKind::Call => self.called(),
            _ => None,
        }
    }

    /// Returns the digest that finds it after the same context: of its visible content, or of the text of a thought.
    #[must_use]
    pub fn words(&self) -> Option<Digest> {
        if self.kind == PartKind::Thought { self.trace.text } else { self.visible() }
    }

    /// Returns every handle that was issued for it.
    pub fn handles(&self) -> impl Iterator<Item = &Digest> {
        self.trace.handle.iter().chain(&self.others).chain(&self.stubs)
    }

    /// Returns `true` if the handle was issued for it, with content.
    #[must_use]
    pub fn issued(&self, handle: Digest) -> bool {
        self.trace.handle == Some(handle) || self.others.contains(&handle)
    }
}

/// Writes the members of a part that lead to its handle, and nothing beside them. Returns `None` for a part without a handle, or with one in a list.
fn handle_members(part: Value<'_>) -> Option<Vec<u8>> {
    let handles = Side::Handle.strings(part);
    let mut out = Writer::default();
    (part.kind() == Kind::Object && !handles.is_empty() && write_members(part, &handles, &mut out)).then(|| out.finish())
}

/// Writes the members of an object that hold one of some strings. Returns `false` if a list holds one.
fn write_members(object: Value<'_>, strings: &[Value<'_>], out: &mut Writer) -> bool {
    out.open(b'{');
    for (name, member) in object.members() {
        let holds = |string: &&Value<'_>| member.span().start <= string.span().start && string.span().end <= member.span().end;
        if !strings.iter().any(|string| holds(&string)) {
            continue;
        }
        out.name(&name.lossy());
        match member.kind() {
            Kind::Object if !write_members(member, strings, out) => return false,
            Kind::Object => {}
            Kind::Array => return false,
            _ => out.raw(member.raw()),
        }
    }
    out.close(b'}');
    true
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    #[test]
    fn the_members_that_lead_to_a_handle_hold_no_text() {
        let cases: [(&str, Option<&str>); 6] = [
            (r#"{"type":"thinking","thinking":"A secret.","signature":"EqQB"}"#, Some(r#"{"signature":"EqQB"}"#)),
            (r#"{"functionCall":{"name":"look","args":{"who":"Ada"}},"thoughtSignature":"CAIS"}"#, Some(r#"{"thoughtSignature":"CAIS"}"#)),
            (
                r#"{"reasoningContent":{"reasoningText":{"text":"A secret.","signature":"EqQB"}}}"#,
                Some(r#"{"reasoningContent":{"reasoningText":{"signature":"EqQB"}}}"#),
            ),
            (
                r#"{"type":"reasoning","summary":[{"type":"summary_text","text":"A secret."}],"encrypted_content":"gAAA"}"#,
                Some(r#"{"encrypted_content":"gAAA"}"#),
            ),
            (r#"{"type":"text","text":"A secret."}"#, None),
            (r#""A secret.""#, None),
        ];
        for (part, wanted) in cases {
            let document = scan(part.as_bytes()).unwrap();
            let found = handle_members(document.root()).map(|found| String::from_utf8(found).unwrap());
            assert_eq!(found.as_deref(), wanted, "{part}");
        }
    }
}
