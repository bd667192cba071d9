//! Thoughts apart from their answers: kept by a store, made by decode or by a foreign system, and taken by all of them.
//!
//! They cross as the JSON of stored thoughts: `{id, content, identity, payload, payloadEncoding, replayCompatibility, createdAt}`. Their strings may hold halves of surrogate
//! pairs, so answers that repeat them are written by hand. `models` are the rows of models and hosts; nothing for those of the crate.

use super::read_policy;
use super::records::{RoutedThought, json_of};
use crate::convert::{
    KeptThought, Piece, Policy, Receiver, Recipient, RouteMode, RouteTerms, RouteWindow, SentThought, answers, place_thoughts,
    read_thoughts, route_thoughts, send_thoughts,
};
use crate::error::Error;
use crate::formats::adk::{read_payload, read_tagged, tag_of};
use crate::formats::clark::native_of_item;
use crate::formats::resolve_end;
use crate::json::{Document, Edit, Kind, Places, Value, Writer, lossy, scan, splice};
use crate::model::{NativeThought, Neighbours, Part, Target};
use crate::request::{neighbours, part_names};
use crate::wires::{codec, description, issuer, resolve_target};

/// Reads stored thoughts.
pub(super) fn kept_thoughts<'t>(list: Value<'t>) -> Vec<KeptThought<'t>> {
    let string = |holder: Value<'t>, name: &str| holder.get(name).and_then(Value::text).map(|text| text.lossy().into_owned());
    let kept = |thought: Value<'t>| {
        let (tag, content) = (string(thought, "replayCompatibility"), string(thought, "content").unwrap_or_default());
        let payload = thought.get("payload").filter(|payload| !payload.is_null());
        let agent = thought.path("identity.identifier");
        KeptThought {
            tagged: payload.and_then(read_tagged),
            id: string(thought, "id").unwrap_or_default(),
            native: payload.and_then(|payload| read_payload(payload, tag.as_deref().unwrap_or_default(), &content)),
            tag,
            content,
            payload,
            encoding: string(thought, "payloadEncoding"),
            agent: agent.map(|agent| agent.text().map_or_else(|| lossy(agent.raw()), |text| text.lossy().into_owned())).unwrap_or_default(),
            time: string(thought, "createdAt").unwrap_or_default(),
        }
    };
    list.elements().map(kept).collect()
}

/// The terms on which thoughts go to a target: a JSON object with `target`, `policy` and `accepts`.
struct Terms {
    target: Option<Target>,
    policy: Policy,
    accepts: Option<Vec<String>>,
}

impl Terms {
    fn read(terms: Value<'_>, body: Option<&Document<'_>>) -> Result<Self, Error> {
        let target = terms.get("target").map(|target| resolve_end(target, body)).transpose()?;
        let policy = terms.get("policy").map_or(Ok(Policy::default()), read_policy)?;
        let accepts =
            terms.get("accepts").map(|tags| tags.elements().filter_map(Value::text).map(|tag| tag.lossy().into_owned()).collect());
        Ok(Self { target, policy, accepts })
    }

    fn receiver<'r>(&'r self, request: Option<Value<'r>>, models: &'r [u8]) -> Option<Receiver<'r>> {
        let accepts = self.accepts.as_deref().unwrap_or_default();
        self.target.as_ref().map(|to| Receiver { to, policy: &self.policy, accepts, request, models })
    }
}

/// Puts thoughts into a request. Returns the edits and the fates, as JSON.
///
/// # Errors
/// A request, thoughts or a target that cannot be read.
pub fn place(request: &[u8], thoughts: &[u8], terms: &[u8], models: &[u8]) -> Result<(Vec<Edit>, Vec<u8>), Error> {
    let (document, list, asked) = (scan(request)?, scan(thoughts)?, scan(terms)?);
    let terms = Terms::read(asked.root(), Some(&document))?;
    let kept = kept_thoughts(list.root());
    let Some(receiver) = terms.receiver(Some(document.root()), models) else { return Ok((Vec::new(), b"[]".to_vec())) };
    let flag = |name: &str| asked.root().get(name).and_then(Value::boolean).unwrap_or_default();
    let [is_one_answer, is_replay] = ["isOneAnswer", "isReplay"].map(flag);
    let recipient = Recipient { document: &document, wire: &receiver.to.wire, is_one_answer, is_replay };
    let placement = place_thoughts(&recipient, &kept, &receiver)?;
    let plan = kept.iter().zip(placement.plan);
    let plan = plan.map(|(thought, placed)| RoutedThought { id: &thought.id, fate: placed.fate, reason: placed.reason, to: placed.to });
    Ok((placement.edits, json_of(&plan.collect::<Vec<_>>())))
}

/// Puts thoughts into one answer: a message, or the list of items that it is on a wire of items. A thought whose neighbours are missing is put in front. Returns the answer and the
/// fates, as JSON.
///
/// # Errors
/// An answer, thoughts or a target that cannot be read.
pub fn place_in_answer(answer: &[u8], thoughts: &[u8], target: &[u8], models: &[u8]) -> Result<(Vec<u8>, Vec<u8>), Error> {
    let is_list = scan(answer)?.root().kind() == Kind::Array;
    let wire = resolve_target(scan(target)?.root(), None)?.wire;
    let list = description(&wire).list;
    let [open, close]: [&[u8]; 2] = if is_list { [b"", b""] } else { [b"[", b"]"] };
    let request = [b"{\"", list.as_bytes(), b"\":", open, answer, close, b"}"].concat();
    let terms = [b"{\"isOneAnswer\":true,\"target\":", target, b"}"].concat();
    let (edits, plan) = place(&request, thoughts, &terms, models)?;
    let made = splice(&request, &edits)?;
    let document = scan(&made)?;
    let entries = document.root().get(list).unwrap_or(document.root());
    let made = if is_list { Some(entries) } else { entries.element(0) };
    Ok((made.map(|made| made.raw().to_vec()).unwrap_or_default(), plan))
}

/// Chooses the thoughts that go into the next request. Returns the fates, as JSON. Thoughts come in the order of their times; `terms` has `agent`, `mode` and `window` too.
///
/// # Errors
/// Thoughts, a request or a target that cannot be read.
pub fn route(thoughts: &[u8], terms: &[u8], request: Option<&[u8]>, models: &[u8]) -> Result<Vec<u8>, Error> {
    let (list, asked) = (scan(thoughts)?, scan(terms)?);
    let asked = asked.root();
    let document = request.map(scan).transpose()?;
    let terms = Terms::read(asked, document.as_ref())?;
    // Only a window needs the request, and the tags alone do not say its wire.
    let looks = document.as_ref().filter(|_| terms.target.is_none()).map(|document| resolve_target(asked, Some(document))).transpose()?;
    let target = terms.target.as_ref().or(looks.as_ref());
    let window = match (asked.word("window"), &document, target) {
        ("turn", ..) => RouteWindow::Turn,
        ("round", Some(document), Some(target)) => {
            RouteWindow::Round(Recipient { document, wire: &target.wire, is_one_answer: false, is_replay: false })
        }
        _ => match asked.get("window").and_then(Value::whole).and_then(|count| usize::try_from(count).ok()) {
            Some(count) => RouteWindow::Last(count),
            None => RouteWindow::All,
        },
    };
    let agent = asked.get("agent").and_then(Value::text).map(|agent| agent.lossy()).unwrap_or_default();
    let mode = match asked.word("mode") {
        "latest-self" => RouteMode::LatestSelf,
        "all" => RouteMode::All,
        _ => RouteMode::AllSelf,
    };
    let (accepts, policy) = (terms.accepts.as_deref(), &terms.policy);
    let kept = kept_thoughts(list.root());
    let fates = route_thoughts(
        &kept,
        &RouteTerms {
            accepts,
            agent: &agent,
            mode,
            window,
            policy,
            receiver: terms.receiver(document.as_ref().map(Document::root), models),
        },
    )?;
    let plan = kept.iter().zip(fates).map(|(thought, (fate, reason))| RoutedThought { id: &thought.id, fate, reason, to: None });
    Ok(json_of(&plan.collect::<Vec<_>>()))
}

/// Writes the piece of each thought that a target gets, as JSON: `{fate, reason}`, and `block`, the JSON text of a block, `text` or `beside`.
///
/// # Errors
/// Thoughts or a target that cannot be read.
pub fn send(thoughts: &[u8], terms: &[u8], models: &[u8]) -> Result<Vec<u8>, Error> {
    let (list, asked) = (scan(thoughts)?, scan(terms)?);
    let terms = Terms::read(asked.root(), None)?;
    let sent = terms.receiver(None, models).map_or(Ok(Vec::new()), |receiver| send_thoughts(&kept_thoughts(list.root()), &receiver))?;
    let mut out = Writer::default();
    out.open(b'[');
    for SentThought { fate, reason, piece, .. } in sent {
        out.open(b'{');
        out.member("fate", fate.name());
        out.member("reason", reason);
        match piece {
            Piece::Nothing => {}
            Piece::Block { json, .. } => {
                out.name("block");
                out.quoted(&json);
            }
            Piece::Text(text) => {
                out.name("text");
                out.quoted(&text);
            }
            Piece::Beside => out.member("beside", &terms.policy.side_channel),
        }
        out.close(b'}');
    }
    out.close(b']');
    Ok(out.finish())
}

/// The payload of a typed item, as JSON. `from` is a target, or nothing.
///
/// # Errors
/// An item or a target that cannot be read.
pub fn item_payload(item: &[u8], from: &[u8]) -> Result<Vec<u8>, Error> {
    let document = scan(item)?;
    let from = if from.is_empty() { None } else { Some(resolve_target(scan(from)?.root(), None)?) };
    Ok(payload_of(&native_of_item(document.root(), from.as_ref())))
}

/// Writes the payload of a native thought.
pub(super) fn payload_of(native: &NativeThought) -> Vec<u8> {
    let mut out = Writer::default();
    out.open(b'{');
    out.member("wire", native.issuer.wire.as_str());
    out.member_if("host", native.issuer.host.as_deref());
    out.name("block");
    out.quoted(&native.block);
    out.member_if("pointer", native.pointer.as_deref());
    out.name("provenance");
    out.open(b'{');
    out.member_if("model", native.issuer.model.as_deref());
    out.member_if("account", native.issuer.account.as_deref());
    out.member_if("response", native.response.as_deref());
    out.name("complete");
    out.flag(native.is_complete);
    out.close(b'}');
    native.neighbours.iter().for_each(|neighbours| write_neighbours(neighbours, &mut out));
    out.close(b'}');
    out.finish()
}

fn write_neighbours(neighbours: &Neighbours, out: &mut Writer) {
    for (name, names) in [("self", &neighbours.carrier), ("next", &neighbours.next), ("previous", &neighbours.previous)] {
        if !names.is_empty() {
            super::write_texts(name, &mut names.iter().map(String::as_str), out);
        }
    }
}

/// The neighbours of each native thought of a body, by its pointer, as JSON.
///
/// # Errors
/// A body or a target that cannot be read.
pub fn write_neighbours_of(body: &[u8], target: &[u8], is_request: bool) -> Result<Vec<u8>, Error> {
    let document = scan(body)?;
    let target = resolve_target(scan(target)?.root(), Some(&document))?;
    let mut out = Writer::default();
    out.open(b'{');
    let mut places = Places::new(&document);
    if let Some(codec) = codec(&target.wire) {
        if is_request {
            let history = codec.request(document.root());
            answers(&history, &target.wire).iter().for_each(|parts| write_run(parts, &document, &mut places, &mut out));
        } else {
            let turn = codec.response(document.root());
            write_run(&turn.parts.iter().collect::<Vec<_>>(), &document, &mut places, &mut out);
        }
    }
    out.close(b'}');
    Ok(out.finish())
}

fn write_run(parts: &[&Part<'_>], document: &Document<'_>, places: &mut Places<'_>, out: &mut Writer) {
    let is_native = |part: &&Part<'_>| part.thinking.as_ref().is_some_and(|thinking| thinking.attachment.is_native());
    if !parts.iter().any(is_native) {
        return;
    }
    let names: Vec<Vec<String>> = parts.iter().map(|part| part_names(part, document)).collect();
    for (position, part) in parts.iter().enumerate().filter(|(_, part)| is_native(part)) {
        out.written_name(places.pointer(part.value));
        out.open(b'{');
        write_neighbours(&neighbours(&names, position), out);
        out.close(b'}');
    }
}

/// Reads the thoughts of a body of any wire or format, as JSON: `{pointer, kind, content}`, and `payload` if the thought can be sent to its vendor.
///
/// # Errors
/// A body or a target that cannot be read.
pub fn find_thoughts(body: &[u8], from: &[u8], models: &[u8]) -> Result<Vec<u8>, Error> {
    let document = scan(body)?;
    let from = resolve_end(scan(from)?.root(), Some(&document))?;
    let mut out = Writer::default();
    out.open(b'[');
    for thought in read_thoughts(&document, &from, models)? {
        out.open(b'{');
        out.member("pointer", &thought.pointer);
        out.member("kind", thought.kind.name());
        out.name("content");
        out.quoted(&thought.text);
        if let Some(native) = &thought.native {
            out.member("replayCompatibility", &tag_of(&native.issuer.wire, issuer(&native.issuer)[0]));
            out.name("payload");
            out.raw(&payload_of(native));
        } else if let Some((name, issued)) = &thought.tagged {
            out.member("replayCompatibility", &tag_of(&issued.wire, issuer(issued)[0]));
            out.name("payload");
            out.raw(&tagged_payload(&thought.pointer, name, issued));
        }
        out.close(b'}');
    }
    out.close(b']');
    Ok(out.finish())
}

/// Writes the payload of a text between tags: its issuer, and no block.
fn tagged_payload(pointer: &str, name: &str, issuer: &Target) -> Vec<u8> {
    let mut out = Writer::default();
    out.open(b'{');
    out.member("wire", issuer.wire.as_str());
    out.member_if("host", issuer.host.as_deref());
    out.member("pointer", pointer);
    out.name("attachment");
    out.open(b'{');
    out.member("type", "tag");
    out.member("name", name);
    out.close(b'}');
    out.name("provenance");
    out.open(b'{');
    out.member_if("model", issuer.model.as_deref());
    out.member_if("account", issuer.account.as_deref());
    out.name("complete");
    out.flag(true);
    out.close(b'}');
    out.close(b'}');
    out.finish()
}
