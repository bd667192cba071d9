//! All of it as JSON: a question by name, a body, and what belongs to the question. How it leaves for JavaScript, and one way in for a program.

use super::after::after;
use super::blocks::{Fate, block};
use super::export::{Exported, export, project};
use super::otid::{otid, repeats};
use super::read::{Reasoning, elements, read};
use super::update::update;
use super::{refused, said};
use crate::codecs::resolve_target;
use crate::error::{Code, Error};
use crate::json::{Places, Value, Writer, lossy, ordered, scan};
use crate::model::Target;

/// Answers `export`, `project`, `import`, `replay`, `after`, `repeats`, `update` over a body, and `otid`. What a question needs stands in `asked`, an
/// object with `target`, `envelope`, `unfinished`, `cursor`, `id`, `reasoning`, `index`.
///
/// # Errors
/// As the functions of these names.
pub fn ask(question: &str, body: &[u8], asked: &[u8]) -> Result<Vec<u8>, Error> {
    let asked = scan(asked)?;
    let asked = asked.root();
    let said = |name: &str| said(asked, name).unwrap_or_default();
    let mut out = Writer::default();
    if question == "otid" {
        out.text(&otid(&said("id"), asked.get("index").and_then(Value::whole).unwrap_or(i64::MAX))?);
        return Ok(out.finish());
    }
    let document = scan(body)?;
    let envelope = asked.get("envelope").unwrap_or(asked);
    let mut view = View { out, places: Places::new(&document) };
    view.out.open(b'{');
    match question {
        "export" => {
            let target = resolve_target(asked.get("target").unwrap_or(asked), Some(&document))?;
            view.exported(&export(&document, &target, envelope, &said("unfinished"))?);
        }
        "project" => view.exported(&project(&document, envelope)?),
        "import" => {
            let (found, others) = read(&document)?;
            view.thoughts("thoughts", &found, None);
            view.pointers("others", &others);
        }
        "replay" => {
            let target = resolve_target(asked.get("target").unwrap_or(asked), None)?;
            view.thoughts("blocks", &read(&document)?.0, Some(&target));
        }
        "after" => {
            let found = after(&document, asked.get("cursor").and_then(Value::whole))?;
            view.out.name("messages");
            view.out.open(b'[');
            found.following.iter().for_each(|message| view.out.raw(message.raw()));
            view.out.close(b']');
            view.pointers("unnumbered", &found.unnumbered);
            view.number("last", found.last);
            if let Some(fault) = found.fault {
                view.out.name("fault");
                view.place(fault.value);
                view.out.member("kind", fault.kind);
                view.number("expected", Some(fault.expected));
                view.number("found", Some(fault.found));
                view.out.close(b'}');
            }
        }
        "repeats" => {
            view.out.name("repeats");
            view.out.open(b'[');
            for repeat in repeats(&elements(document.root())) {
                view.place(repeat.again);
                let first = view.places.place(repeat.first).pointer;
                view.out.member("first", &first);
                view.out.name("otid");
                view.out.raw(repeat.again.get("otid").map(Value::raw).unwrap_or_default());
                view.out.name("same");
                view.out.flag(repeat.same);
                view.out.close(b'}');
            }
            view.out.close(b']');
        }
        "update" => {
            let updated = update(&document, &said("id"), &said("reasoning"))?;
            view.out.name("edits");
            view.out.open(b'[');
            for edit in ordered(document.source(), &updated.edits)? {
                view.out.number(edit.span.start);
                view.out.number(edit.span.end);
                view.out.text(&lossy(&edit.text));
            }
            view.out.close(b']');
            view.thoughts("invalidated", &updated.invalidated, None);
        }
        _ => return Err(refused(Code::Input, "there is no such question", "")),
    }
    view.out.close(b'}');
    Ok(view.out.finish())
}

struct View<'d> {
    out: Writer,
    places: Places<'d>,
}

impl<'d> View<'d> {
    /// Opens a record of something that stands at a place.
    fn place(&mut self, value: Value<'d>) {
        let pointer = self.places.place(value).pointer;
        self.out.open(b'{');
        self.out.member("pointer", &pointer);
    }

    fn pointers(&mut self, name: &str, values: &[Value<'d>]) {
        self.out.name(name);
        self.out.open(b'[');
        for value in values {
            let pointer = self.places.place(*value).pointer;
            self.out.text(&pointer);
        }
        self.out.close(b']');
    }

    fn number(&mut self, name: &str, number: Option<i64>) {
        if let Some(number) = number {
            self.out.name(name);
            self.out.integer(number);
        }
    }

    fn exported(&mut self, exported: &Exported) {
        for (name, list) in [("messages", &exported.messages), ("content", &exported.content)] {
            self.out.name(name);
            self.out.open(b'[');
            list.iter().for_each(|one| self.out.raw(one));
            self.out.close(b']');
        }
        self.out.name("fates");
        self.out.open(b'[');
        for sent in &exported.sent {
            self.out.open(b'{');
            self.out.member("pointer", &sent.pointer);
            self.out.member("kind", sent.kind.name());
            self.number("message", sent.message.and_then(|nth| i64::try_from(nth).ok()));
            self.out.member("fate", sent.fate.name());
            self.out.member_if("reason", sent.reason);
            self.out.member_if("stored", sent.stored.map(Fate::name));
            self.out.close(b'}');
        }
        self.out.close(b']');
    }

    /// Each as it was found, and as a block of the wire if there is one to go to. Strings are written as they stand in the body.
    fn thoughts(&mut self, name: &str, found: &[Reasoning<'d>], target: Option<&Target>) {
        self.out.name(name);
        self.out.open(b'[');
        for one in found {
            self.place(one.value);
            self.out.member("kind", one.kind.name());
            self.out.name("native");
            self.out.flag(one.native);
            self.out.name("texts");
            self.out.open(b'[');
            one.texts.iter().for_each(|text| self.out.raw(text.raw()));
            self.out.close(b']');
            let id = one.message.and_then(|message| message.get("id"));
            for (name, value) in [("handle", one.handle), ("message", id)] {
                if let Some(value) = value {
                    self.out.name(name);
                    self.out.raw(value.raw());
                }
            }
            self.number("place", one.place.and_then(|place| i64::try_from(place).ok()));
            if let Some(block) = target.map(|target| block(one, target)) {
                if let Some(json) = &block.json {
                    self.out.member("on", block.on);
                    self.out.member("block", &lossy(json));
                }
                self.out.member("fate", block.fate.name());
                self.out.member_if("reason", block.reason);
            }
            self.out.close(b'}');
        }
        self.out.close(b']');
    }
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::ask;

    #[test]
    fn what_nobody_knows_is_an_error() {
        assert!(ask("sing", b"[]", b"{}").is_err());
        assert!(ask("import", b"7", b"{}").is_err());
        assert_eq!(ask("import", b"[]", b"{}").unwrap(), br#"{"thoughts":[],"others":[]}"#);
    }
}
