//! Reads the thoughts of any body: a request of a wire, or messages of a format.
//!
//! A format keeps a text and a handle. Each thought is written back as the wire of its issuer writes it, so it is the same thought that a decoded answer of the issuer would have
//! given.

use std::collections::BTreeMap;

use super::history::history_of;
use crate::conversation::answer::Answer;
use crate::conversation::note::Notes;
use crate::conversation::plan::{Decision, visible};
use crate::conversation::reader::plain;
use crate::conversation::travel::Ends;
use crate::convert::Policy;
use crate::convert::draft::Draft;
use crate::convert::finish::value_after;
use crate::convert::plan::plan_thoughts;
use crate::convert::wires::{format_of, read};
use crate::error::Error;
use crate::formats::is_format;
use crate::json::{Document, Places, lossy, scan};
use crate::knowledge::profile::profile;
use crate::model::{Attachment, Conversation, History, NativeThought, Neighbours, Part, PartKind, Target, ThinkingKind, Wire};
use crate::request::{neighbours, part_names};
use crate::wires::{EntryShape, description};

/// A thought of a body.
#[derive(Clone, Debug)]
pub struct FoundThought {
    /// Its place in the body, as a JSON pointer.
    pub pointer: String,
    /// Its kind.
    pub kind: ThinkingKind,
    /// Its readable text, which may have halves of surrogate pairs.
    pub text: Vec<u8>,
    /// The thought in the vendor's own format, if the body names the vendor and keeps everything that must be sent back.
    pub native: Option<NativeThought>,
    /// For a text between tags the name of the tag, and the issuer.
    pub tagged: Option<(String, Target)>,
}

/// Reads the thoughts of a body, in order.
///
/// # Errors
/// A body that cannot be read as what it is said to be.
pub fn read_thoughts(body: &Document<'_>, from: &Target, models: &[u8]) -> Result<Vec<FoundThought>, Error> {
    if !is_format(&from.wire) {
        return read_wire(body, from);
    }
    let conversation = read(body, from)?;
    let mut places = Places::new(body);
    let (mut found, mut issued) = (Vec::new(), Vec::new());
    for content in conversation.messages.iter().flat_map(|message| &message.contents) {
        let Some(thinking) = &content.thinking else { continue };
        let pointer = lossy(places.pointer(content.value));
        found.push(FoundThought { pointer, kind: thinking.kind, text: plain(&visible(content)).into_owned(), native: None, tagged: None });
        issued.push(content.issued.map(|issued| issued.issuer));
    }
    for (nth, issuer) in conversation.issuers.iter().enumerate() {
        if issued.contains(&Some(nth)) {
            restore(body, &conversation, [from, issuer], models, &mut found)?;
        }
    }
    Ok(found)
}

/// Reads the thoughts of a request. Its target is their issuer.
fn read_wire(body: &Document<'_>, from: &Target) -> Result<Vec<FoundThought>, Error> {
    let model = from.model.clone().or_else(|| body.root().get("model")?.text().map(|model| model.lossy().into_owned()));
    let issuer = Target { model, ..from.clone() };
    let history = history_of(body, &from.wire)?;
    let natives = thoughts_of(&history, body, &issuer);
    let mut places = Places::new(body);
    let mut found = Vec::new();
    for part in &history.parts {
        let Some(thinking) = &part.thinking else { continue };
        let pointer = lossy(places.pointer(part.value));
        let native = natives.get(&part.value.span().start).filter(|_| thinking.attachment.is_native());
        let native = native.map(|(part, neighbours)| native_of(part, neighbours, &issuer, &pointer));
        let between: &[u8] = if thinking.kind == ThinkingKind::Summary { b"\n\n" } else { b"" };
        let texts: Vec<Vec<u8>> = match part.span == part.value.span() {
            true => thinking.texts.iter().filter_map(|text| text.text()).map(|text| text.wtf8().into_owned()).collect(),
            false => vec![plain(body.source().get(part.span.range()).unwrap_or_default()).into_owned()],
        };
        let tagged = match &thinking.attachment {
            Attachment::Tag { name } => Some((name.clone(), issuer.clone())),
            _ => None,
        };
        found.push(FoundThought { pointer, kind: thinking.kind, text: texts.join(between), native, tagged });
    }
    Ok(found)
}

fn native_of(part: &Part<'_>, neighbours: &Neighbours, issuer: &Target, pointer: &str) -> NativeThought {
    NativeThought {
        issuer: issuer.clone(),
        block: part.value.raw().to_vec(),
        pointer: Some(pointer.to_owned()),
        response: None,
        is_complete: part.thinking.as_ref().is_some_and(|thinking| thinking.complete),
        neighbours: Some(neighbours.clone()),
    }
}

/// Gives the thoughts of one issuer their native form: as the issuer's own wire writes them.
fn restore(
    body: &Document<'_>,
    conversation: &Conversation<'_>,
    [from, issuer]: [&Target; 2],
    models: &[u8],
    found: &mut [FoundThought],
) -> Result<(), Error> {
    let nothing = scan(b"{}")?;
    let profile_of = |target: &Target| profile(target, nothing.root(), models);
    let (source, aimed) = (profile_of(from)?, profile_of(issuer)?);
    let (source, aimed) = (scan(&source)?, scan(&aimed)?);
    let issuers = conversation.issuers.iter().map(profile_of).collect::<Result<Vec<_>, _>>()?;
    let issuers = issuers.iter().map(|issuer| scan(issuer)).collect::<Result<Vec<_>, _>>()?;
    let ends = Ends { from: source.root(), issuers: issuers.iter().map(Document::root).collect(), to: aimed.root() };
    let policy = Policy { placeholder: false, ..Policy::default() };
    let plan = plan_thoughts(conversation, body, &ends, None, &policy);
    let (conversation, notes) = (conversation.clone(), Notes::default());
    let mut draft = Draft { conversation, plan, notes, ends: &ends, from, to: issuer, policy: &policy, answer: &Answer::default() };
    let written = draft.write_thoughts(format_of(issuer)?);
    let document = scan(&written.text)?;
    let history = history_of(&document, &issuer.wire)?;
    let parts = thoughts_of(&history, &document, issuer);
    let places_of: BTreeMap<usize, usize> = written.places.iter().map(|(span, at)| (span.start, *at)).collect();
    let numbers: BTreeMap<String, usize> = found.iter().enumerate().map(|(nth, one)| (one.pointer.clone(), nth)).collect();
    let mut places = Places::new(&document);
    for planned in draft.plan.thoughts.iter().filter(|planned| planned.decision == Decision::Native) {
        let Some(thought) = numbers.get(&planned.pointer).and_then(|nth| found.get_mut(*nth)) else { continue };
        let Some(value) = places_of.get(&planned.span.start).and_then(|at| value_after(&document, *at)) else { continue };
        // The writer places the part, or the message whose member the thought is.
        let Some((_, (part, neighbours))) = parts.range(value.span().start..value.span().end).next() else { continue };
        thought.native = Some(native_of(part, neighbours, issuer, &lossy(places.pointer(part.value))));
    }
    Ok(())
}

/// The native thoughts of a request with their neighbours, by their first bytes.
fn thoughts_of<'h>(history: &'h History<'h>, document: &Document<'_>, issuer: &Target) -> BTreeMap<usize, (&'h Part<'h>, Neighbours)> {
    let is_native = |part: &Part<'_>| part.thinking.as_ref().is_some_and(|thinking| thinking.attachment.is_native());
    let mut found = BTreeMap::new();
    for run in answers(history, &issuer.wire).into_iter().filter(|run| run.iter().any(|part| is_native(part))) {
        let names: Vec<Vec<String>> = run.iter().map(|part| part_names(part, document)).collect();
        for (position, part) in run.iter().enumerate().filter(|(_, part)| is_native(part)) {
            found.insert(part.value.span().start, (*part, neighbours(&names, position)));
        }
    }
    found
}

/// The parts of each answer of a request. An answer of items is several entries.
#[must_use]
pub fn answers<'h>(history: &'h History<'h>, wire: &Wire) -> Vec<Vec<&'h Part<'h>>> {
    let has_items = matches!(description(wire).entries, EntryShape::Items | EntryShape::Steps);
    let is_result = |parts: &[Part<'_>]| parts.iter().any(|part| part.kind == PartKind::Result);
    let entries = history.entries();
    let runs = entries.chunk_by(|one, next| has_items && one.role == next.role && !is_result(next.parts));
    runs.map(|run| run.iter().flat_map(|entry| entry.parts).collect()).collect()
}
