//! Histories of a Letta agent: messages of its API or of its server, in a list, a page of the client or the member `messages` of an object.
//!
//! A history is converted to the wire of the model that its last stored message names. There it is cut into an exchange for each answer. Messages of the API
//! name no model: the wire is then a chat's, and the texts of thoughts are between tags. Neither settings nor tools are recorded.

use super::cut::Cut;
use super::format::{FormatReader, TranscriptFormat};
use super::record::{Exchange, Piece, Record};
use super::sample::Sample;
use crate::audit::Options;
use crate::convert::{ForeignThoughts, Policy, convert};
use crate::error::{Code, Error};
use crate::formats::{issuer_of_model, letta};
use crate::json::{Value, Writer, scan};
use crate::model::{Fate, Role, Target, Wire};
use crate::wires::{NO_CODEC, codec, description};

pub(super) const FORMAT: TranscriptFormat = TranscriptFormat { name: "letta", fits, cut: Cut::Whole, open: || Box::new(History) };

fn fits(sample: &Sample<'_>) -> bool {
    let is_page = sample.opens_with(b'{') && (sample.has(1, "items") || sample.has(1, "messages"));
    let depth = if is_page { 3 } else { 2 };
    let is_shown = sample.has(depth, "message_type");
    let is_stored = sample.has(depth, "role") && sample.has(depth, "content") && sample.has(depth, "agent_id");
    (is_page || sample.opens_with(b'[')) && (is_shown || is_stored)
}

struct History;

impl FormatReader for History {
    fn piece(&mut self, piece: Piece<'_>, out: &mut Vec<Record>) -> Result<(), Error> {
        let document = scan(piece.text)?;
        let from = Target::new(Wire::named("letta"));
        let to = issuer_in(document.root()).unwrap_or_else(|| Target::new(Wire::OPENAI_CHAT));
        let tags = ["<think>", "</think>"].map(str::to_owned);
        let policy = Policy { foreign: ForeignThoughts::Envelope, envelope: tags, ..Policy::default() };
        let conversion = convert(&document, &from, &to, &policy, &Options::default())?;
        let keeps_handles = conversion.plan.thoughts.iter().all(|thought| thought.fate == Fate::Verbatim);
        let unrecorded = if keeps_handles { vec!["settings"] } else { vec!["settings", "handles"] };
        for exchange in exchanges_in(scan(&conversion.request)?.root(), &to, piece)? {
            out.push(Record::Exchange(Box::new(Exchange { unrecorded: unrecorded.clone(), ..exchange })));
        }
        Ok(())
    }
}

/// Returns the issuer that the last message with a model names.
fn issuer_in(history: Value<'_>) -> Option<Target> {
    let records = letta::elements(history);
    records.iter().rev().find_map(|record| issuer_of_model(&record.get("model")?.text()?.lossy()))
}

/// Returns an exchange for each answer, with the messages since the previous one, and one more for messages without an answer.
fn exchanges_in(request: Value<'_>, to: &Target, piece: Piece<'_>) -> Result<Vec<Exchange>, Error> {
    let codec = codec(&to.wire).ok_or_else(|| Error::new(Code::Input, NO_CODEC))?;
    let history = codec.request(request);
    let entries: Vec<(bool, &[u8])> =
        history.entries().iter().map(|entry| (entry.role == Some(Role::Assistant), entry.value.raw())).collect();
    let exchange = || Exchange {
        line: piece.line,
        offset: piece.offset,
        wire: Some(to.wire.as_str().to_owned()),
        model: to.model.clone(),
        ..Exchange::default()
    };
    let mut exchanges: Vec<Exchange> = Vec::new();
    for run in entries.chunk_by(|(one, _), (other, _)| one == other) {
        let is_answer = run.first().is_some_and(|(is_model, _)| *is_model);
        let text = run.iter().map(|(_, entry)| *entry).collect::<Vec<_>>().join(&b","[..]);
        match exchanges.last_mut().filter(|last| is_answer && last.reply.is_none()) {
            Some(last) => last.reply = Some(text),
            None if is_answer => exchanges.push(Exchange { added: Some(Vec::new()), reply: Some(text), ..exchange() }),
            None => exchanges.push(Exchange { added: Some(text), ..exchange() }),
        }
    }
    if let Some(first) = exchanges.first_mut() {
        first.opening = Some(opening_of(request, description(&to.wire).list));
    }
    match exchanges.is_empty() {
        true => Err(Error::new(Code::Input, "there are no messages in it that a model saw")),
        false => Ok(exchanges),
    }
}

/// Returns the request without its messages.
fn opening_of(request: Value<'_>, list: &str) -> Vec<u8> {
    let mut out = Writer::default();
    out.open(b'{');
    for (name, value) in request.members().filter(|(name, _)| *name != *list) {
        out.name(&name.lossy());
        out.raw(value.raw());
    }
    out.close(b'}');
    out.finish()
}
