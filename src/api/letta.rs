//! The answers about Letta's records. A question comes by its name, with a body and with what belongs to the question.

use super::thoughts::payload_of;
use std::collections::BTreeMap;

use crate::convert::{read_thoughts, stored_fates};
use crate::error::{Code, Error};
use crate::formats::letta::{Block, Exported, Reasoning, after, block, elements, export, otid, project, read, repeats, step_of, update};
use crate::json::{Document, Places, Value, Writer, lossy, ordered, scan};
use crate::knowledge::profile::profile;
use crate::model::{Fate, NativeThought, Target, Wire};
use crate::wires::{Codec, Side, codec, resolve_target};

/// Answers `export`, `project`, `import`, `replay`, `after`, `repeats` and `update` over a body, and `otid`. `asked` is an object that holds what a question
/// needs: `target`, `from`, `envelope`, `unfinished`, `cursor`, `id`, `reasoning`, `index`, `model`.
///
/// # Errors
/// As the functions of these names.
pub fn answer_letta(question: &str, body: &[u8], asked: &[u8], models: &[u8]) -> Result<Vec<u8>, Error> {
    let asked = scan(asked)?;
    let asked = asked.root();
    let text = |name: &str| asked.get(name).and_then(Value::text).map(|text| text.lossy()).unwrap_or_default();
    let mut out = Writer::default();
    if question == "otid" {
        out.text(&otid(&text("id"), asked.get("index").and_then(Value::whole).unwrap_or(i64::MAX))?);
        return Ok(out.finish());
    }
    let document = scan(body)?;
    let envelope = asked.get("envelope").unwrap_or(asked);
    let mut writer = LettaWriter { out, places: Places::new(&document), natives: BTreeMap::new() };
    writer.out.open(b'{');
    match question {
        "export" => {
            let target = resolve_target(asked.get("target").unwrap_or(asked), Some(&document))?;
            let named = named_envelope(envelope, &document, &target, models)?;
            let named = named.as_deref().map(scan).transpose()?;
            let envelope = named.as_ref().map_or(envelope, Document::root);
            writer.write_exported(&export(&document, &target, envelope, &text("unfinished"))?);
        }
        "project" => writer.write_exported(&project(&document, envelope)?),
        "import" => {
            let (found, others) = read(&document)?;
            let from = Target {
                model: asked.get("model").and_then(Value::text).map(|model| model.lossy().into_owned()),
                ..Target::new(Wire::named("letta"))
            };
            let thoughts = read_thoughts(&document, &from, models).unwrap_or_default();
            writer.natives = thoughts.into_iter().filter_map(|thought| Some((thought.pointer, thought.native?))).collect();
            writer.write_reasoning("thoughts", &found, &[]);
            writer.write_pointers("others", &others);
        }
        "replay" => {
            let target = resolve_target(asked.get("target").unwrap_or(asked), None)?;
            let from = asked.get("from").map(|from| resolve_target(from, None)).transpose()?;
            let found = read(&document)?.0;
            let fates = stored_fates(&found, from.as_ref(), &target, models)?;
            let blocks: Vec<Block> = found.iter().zip(fates).map(|(one, fate)| block(one, &target, Some(fate))).collect();
            writer.write_reasoning("blocks", &found, &blocks);
        }
        "after" => {
            let found = after(&document, asked.get("cursor").and_then(Value::whole))?;
            writer.out.name("messages");
            writer.out.open(b'[');
            found.following.iter().for_each(|message| writer.out.raw(message.raw()));
            writer.out.close(b']');
            writer.write_pointers("unnumbered", &found.unnumbered);
            writer.write_number("last", found.last);
            if let Some(fault) = found.fault {
                writer.out.name("fault");
                writer.open_at(fault.value);
                writer.out.member("kind", fault.kind);
                writer.write_number("expected", Some(fault.expected));
                writer.write_number("found", Some(fault.found));
                writer.out.close(b'}');
            }
        }
        "repeats" => {
            writer.out.name("repeats");
            writer.out.open(b'[');
            for repeat in repeats(&elements(document.root())) {
                writer.open_at(repeat.again);
                let first = writer.places.place(repeat.first).pointer;
                writer.out.member("first", &first);
                writer.out.name("otid");
                writer.out.raw(repeat.again.get("otid").map(Value::raw).unwrap_or_default());
                writer.out.name("same");
                writer.out.flag(repeat.same);
                writer.out.close(b'}');
            }
            writer.out.close(b']');
        }
        "update" => {
            let updated = update(&document, &text("id"), &text("reasoning"))?;
            writer.out.name("edits");
            writer.out.open(b'[');
            for edit in ordered(document.source(), &updated.edits)? {
                writer.out.number(edit.span.start);
                writer.out.number(edit.span.end);
                writer.out.text(&lossy(&edit.text));
            }
            writer.out.close(b']');
            writer.write_reasoning("invalidated", &updated.invalidated, &[]);
        }
        _ => return Err(Error::new(Code::Input, "there is no such question").in_value("")),
    }
    writer.out.close(b'}');
    Ok(writer.out.finish())
}

/// Returns an envelope with the step that names the issuer of a response. `None` if the envelope has a step, or the issuer has no name. A request does not
/// say who issued its thoughts.
fn named_envelope(envelope: Value<'_>, body: &Document<'_>, target: &Target, models: &[u8]) -> Result<Option<Vec<u8>>, Error> {
    let codec = codec(&target.wire).filter(|_| !envelope.fits("step_id:s"));
    let is_request = |codec: &&dyn Codec| codec.recognise(body.root()).is_some_and(|found| found.side == Side::Request);
    let Some(codec) = codec.filter(|codec| !is_request(codec)) else { return Ok(None) };
    let named = || codec.response(body.root()).model.map(|model| model.into_owned());
    let issuer = Target { model: target.model.clone().or_else(named), ..target.clone() };
    let profile = profile(&issuer, scan(b"{}")?.root(), models)?;
    let Some(step) = step_of(scan(&profile)?.root()) else { return Ok(None) };
    let mut out = Writer::default();
    out.open(b'{');
    for (name, value) in envelope.members().filter(|(name, _)| name.raw() != b"step_id") {
        out.written_name(name.raw());
        out.raw(value.raw());
    }
    out.member("step_id", &step);
    out.close(b'}');
    Ok(Some(out.finish()))
}

struct LettaWriter<'d> {
    out: Writer,
    places: Places<'d>,
    /// The original thoughts, by their pointers.
    natives: BTreeMap<String, NativeThought>,
}

impl<'d> LettaWriter<'d> {
    /// Opens a record and writes the pointer of the value that it is about.
    fn open_at(&mut self, value: Value<'d>) {
        let pointer = self.places.place(value).pointer;
        self.out.open(b'{');
        self.out.member("pointer", &pointer);
    }

    fn write_pointers(&mut self, name: &str, values: &[Value<'d>]) {
        self.out.name(name);
        self.out.open(b'[');
        for value in values {
            let pointer = self.places.place(*value).pointer;
            self.out.text(&pointer);
        }
        self.out.close(b']');
    }

    fn write_number(&mut self, name: &str, number: Option<i64>) {
        if let Some(number) = number {
            self.out.name(name);
            self.out.integer(number);
        }
    }

    fn write_exported(&mut self, exported: &Exported) {
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
            self.write_number("message", sent.message.and_then(|nth| i64::try_from(nth).ok()));
            self.out.member("fate", sent.fate.name());
            self.out.member_if("reason", sent.reason);
            self.out.member_if("stored", sent.stored.map(Fate::name));
            self.out.close(b'}');
        }
        self.out.close(b']');
    }

    /// Writes each piece of reasoning as it was found, with its block if there is one. Strings are written unchanged.
    fn write_reasoning(&mut self, name: &str, found: &[Reasoning<'d>], blocks: &[Block]) {
        self.out.name(name);
        self.out.open(b'[');
        for (nth, one) in found.iter().enumerate() {
            self.open_at(one.value);
            self.out.member("kind", one.kind.name());
            self.out.name("native");
            self.out.flag(one.native);
            self.out.name("texts");
            self.out.open(b'[');
            one.texts.iter().for_each(|text| self.out.raw(text.raw()));
            one.argument.iter().for_each(|(_, text)| self.out.quoted(text));
            self.out.close(b']');
            self.out.member_if("argument", one.argument.as_ref().map(|(name, _)| *name));
            let id = one.message.and_then(|message| message.get("id"));
            for (name, value) in [("handle", one.handle), ("message", id)] {
                if let Some(value) = value {
                    self.out.name(name);
                    self.out.raw(value.raw());
                }
            }
            self.write_number("place", one.place.and_then(|place| i64::try_from(place).ok()));
            let pointer = self.places.place(one.value).pointer;
            let native = self.natives.get(&pointer);
            if let Some(native) = native {
                self.out.name("payload");
                self.out.raw(&payload_of(native));
            }
            if let Some(block) = blocks.get(nth) {
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

    use super::answer_letta;

    #[test]
    fn what_nobody_knows_is_an_error() {
        assert!(answer_letta("sing", b"[]", b"{}", b"").is_err());
        assert!(answer_letta("import", b"7", b"{}", b"").is_err());
        assert_eq!(answer_letta("import", b"[]", b"{}", b"").unwrap(), br#"{"thoughts":[],"others":[]}"#);
    }
}
