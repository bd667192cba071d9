//! Puts kept thoughts into their places in a request.

use super::anchors::Anchors;
use super::history::history_of;
use super::pieces::{Piece, SentThought, send_thoughts};
use super::slots::Slots;
use super::{KeptThought, Receiver, Recipient};
use crate::error::Error;
use crate::json::{Edit, Places, Value, canonical, lossy, scan, splice};
use crate::model::Fate;

/// A request with thoughts in it.
pub struct Placement {
    /// The edits of the request.
    pub edits: Vec<Edit>,
    /// The fate of each thought, in their order.
    pub plan: Vec<PlacedThought>,
}

/// The fate of a thought, and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedThought {
    /// Its fate.
    pub fate: Fate,
    /// Why.
    pub reason: &'static str,
    /// Its place in the request, as a JSON pointer.
    pub to: Option<String>,
}

/// Puts thoughts into a request. What cannot be placed is left out, with the reason.
///
/// # Errors
/// A target that cannot be converted to; edits that cannot be made.
pub fn place_thoughts(recipient: &Recipient<'_>, thoughts: &[KeptThought<'_>], receiver: &Receiver<'_>) -> Result<Placement, Error> {
    let sent = send_thoughts(thoughts, receiver)?;
    let history = recipient.history()?;
    // A thought that is left out anyway must not make the place of another unclear.
    let going: Vec<&KeptThought<'_>> =
        thoughts.iter().zip(&sent).filter(|(_, sent)| sent.fate != Fate::Elided).map(|(one, _)| one).collect();
    let anchors = Anchors::of(recipient, &history, &going);
    let mut slots = Slots::of(recipient);
    let mut places = Places::new(recipient.document);
    let mut plan = Vec::with_capacity(sent.len());
    for (thought, sent) in thoughts.iter().zip(&sent) {
        let settled = settle((thought, sent), &anchors, &mut slots, receiver, recipient.is_replay)?;
        plan.push(match settled {
            Settled::Present(value) => PlacedThought { fate: sent.fate, reason: sent.reason, to: Some(lossy(places.pointer(value))) },
            Settled::Beside(to) => PlacedThought { fate: sent.fate, reason: sent.reason, to: Some(to) },
            Settled::Put => PlacedThought { fate: sent.fate, reason: sent.reason, to: None },
            Settled::LeftOut(reason) => PlacedThought { fate: Fate::Elided, reason, to: None },
        });
    }
    let edits = slots.changes(&receiver.policy.side_channel)?.edits()?;
    let made = if edits.is_empty() { recipient.document.source().to_vec() } else { splice(recipient.document.source(), &edits)? };
    point(&made, recipient, &sent, &mut plan)?;
    Ok(Placement { edits, plan })
}

const TEXT: &str = "it has no block of its vendor: it could only be sent as a visible text";

/// The result of placing a thought.
enum Settled<'d> {
    /// The request has it already.
    Present(Value<'d>),
    /// It is sent in the side channel, at that pointer.
    Beside(String),
    /// It is put in.
    Put,
    /// It is left out, for that reason.
    LeftOut(&'static str),
}

fn settle<'d>(
    (thought, sent): (&KeptThought<'_>, &SentThought),
    anchors: &Anchors<'d>,
    slots: &mut Slots<'d>,
    receiver: &Receiver<'_>,
    is_replay: bool,
) -> Result<Settled<'d>, Error> {
    if sent.fate == Fate::Elided {
        return Ok(Settled::LeftOut(sent.reason));
    }
    if sent.piece == Piece::Beside {
        return Ok(Settled::Beside(slots.beside(&receiver.policy.side_channel, thought)));
    }
    let is_text = !thought.is_opaque() || thought.is_prompted();
    let spoken = if is_text { anchors.spoken(&thought.content) } else { None };
    if let Some(value) = anchors.present(&sent.handles).or(spoken) {
        return Ok(Settled::Present(value));
    }
    let why = match (&sent.piece, anchors.find(thought)) {
        (Piece::Nothing | Piece::Beside, _) => Some("the target has no place for it"),
        (Piece::Block { json, slot }, Ok(anchor)) => slots.put(anchor, json, slot)?,
        (Piece::Text(_), _) if is_replay => Some(TEXT),
        (Piece::Text(text), Ok(anchor)) => {
            slots.say(anchor, text)?;
            None
        }
        // The text of another agent has no place in an answer: it is a message.
        (Piece::Text(text), Err(why)) if is_text => match anchors.for_text() {
            Some(place) => {
                slots.answer(place, text)?;
                None
            }
            None => Some(why),
        },
        (_, Err(why)) => Some(why),
    };
    Ok(why.map_or(Settled::Put, Settled::LeftOut))
}

/// Gives every thought that was put in its pointer: it is found by its handles, else by its block. Every place is used once.
fn point(made: &[u8], recipient: &Recipient<'_>, sent: &[SentThought], plan: &mut [PlacedThought]) -> Result<(), Error> {
    let document = scan(made)?;
    let history = history_of(&document, recipient.wire)?;
    let mut places = Places::new(&document);
    let mut free: Vec<(Value<'_>, Vec<Vec<u8>>)> = Vec::new();
    for part in &history.parts {
        let Some(thinking) = &part.thinking else { continue };
        let handles = thinking.handles.iter().filter_map(|handle| handle.text()).map(|text| text.wtf8().into_owned());
        free.push((part.value, handles.collect()));
    }
    for (sent, placed) in sent.iter().zip(plan) {
        if placed.fate == Fate::Elided || placed.to.is_some() {
            continue;
        }
        let block = match &sent.piece {
            Piece::Block { json, .. } => canonical(scan(json)?.root()),
            _ => continue,
        };
        let is_it = |(value, handles): &(Value<'_>, Vec<Vec<u8>>)| match sent.handles.is_empty() {
            true => canonical(*value) == block,
            false => *handles == sent.handles,
        };
        if let Some(nth) = free.iter().position(is_it) {
            let (value, _) = free.remove(nth);
            placed.to = Some(lossy(places.pointer(value)));
        }
    }
    Ok(())
}

/// Says for each thought if its answer follows the last user input.
///
/// # Errors
/// Messages that are not of their format.
pub(super) fn in_round(recipient: &Recipient<'_>, thoughts: &[&KeptThought<'_>]) -> Result<Vec<bool>, Error> {
    let history = recipient.history()?;
    let anchors = Anchors::of(recipient, &history, thoughts);
    let is_inside = |thought: &&KeptThought<'_>| anchors.find(thought).is_ok_and(|anchor| anchor.nth >= anchors.round());
    Ok(thoughts.iter().map(is_inside).collect())
}
