//! The damages that clients do to a history on its way, each to one turn of an intact request.

use rethought::json::{Changes, Document, Value, scan};
use rethought::model::{Part, PartKind};
use rethought::wires::codec;
use serde_json::{Value as Json, json};

use super::random::Random;
use super::session::Session;
use super::talk::Thought;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Damage {
    ThoughtDropped,
    /// Every thought of every turn: the client knows nothing of reasoning.
    AllDropped,
    TextDropped,
    TextEdited,
    HandleDropped,
    HandleEdited,
    HandleCut,
    IdsRewritten,
    ThoughtsExchanged,
    TurnTwice,
    TextSplit,
}

const DAMAGES: &[Damage] = &[
    Damage::ThoughtDropped,
    // Twice: it is what happens most, and what has to be mended.
    Damage::ThoughtDropped,
    Damage::AllDropped,
    Damage::TextDropped,
    Damage::TextEdited,
    Damage::HandleDropped,
    Damage::HandleEdited,
    Damage::HandleCut,
    Damage::IdsRewritten,
    Damage::ThoughtsExchanged,
    Damage::TurnTwice,
    Damage::TextSplit,
];

/// A damage, and where.
#[derive(Clone, Copy, Debug)]
pub struct Hit {
    pub damage: Damage,
    pub turn: usize,
    pub thought: usize,
    /// How much of a handle is left when it is cut.
    pub cut: usize,
}

impl Hit {
    pub fn draw(random: &mut Random, session: &Session) -> Self {
        let turn = random.below(session.talk.turns.len());
        let thoughts = session.talk.turns[turn].thoughts.len().max(1);
        // Whole groups of four, some within what handles of one key share, so that nobody can tell whose they were.
        let cut = 4 * (5 + random.below(40));
        Self { damage: *random.pick(DAMAGES), turn, thought: random.below(thoughts), cut }
    }

    /// The request with the damage in it; nothing, if there is nothing there to damage.
    pub fn apply(self, session: &Session) -> Option<String> {
        let (request, turn) = (session.next(), session.talk.turns.get(self.turn)?);
        let thought = turn.thoughts.get(self.thought);
        let damaged = match self.damage {
            Damage::ThoughtDropped => without_thought(session, request, thought?),
            Damage::AllDropped => {
                let thoughts = session.talk.turns.iter().flat_map(|turn| &turn.thoughts);
                thoughts.into_iter().try_fold(request.to_owned(), |request, thought| without_thought(session, &request, thought))
            }
            Damage::TextDropped => replaced(request, &thought?.text, ""),
            Damage::TextEdited => replaced(request, &thought?.text, &format!("Well. {}", thought?.text)),
            Damage::HandleDropped => without_string(request, &thought?.handle),
            Damage::HandleEdited => replaced(request, &thought?.handle, &edited(&thought?.handle)),
            Damage::HandleCut => replaced(request, &thought?.handle, thought?.handle.get(..self.cut)?),
            Damage::IdsRewritten => renamed(session, self.turn),
            Damage::ThoughtsExchanged => exchanged(session, self.turn),
            Damage::TurnTwice => repeated(session, self.turn),
            Damage::TextSplit => split(session, self.turn),
        };
        damaged.filter(|damaged| damaged != request)
    }
}

fn replaced(request: &str, from: &str, to: &str) -> Option<String> {
    (!from.is_empty()).then(|| request.replace(from, to))
}

/// The handle with three characters changed, which no issuer would take.
fn edited(handle: &str) -> String {
    let middle = handle.len() / 2;
    let flip = |byte: char| if byte == 'A' { 'B' } else { 'A' };
    handle.char_indices().map(|(at, letter)| if (middle..middle + 3).contains(&at) { flip(letter) } else { letter }).collect()
}

fn is_of(part: &Part<'_>, raw: &[u8], thought: &Thought) -> bool {
    let is = |strings: &[Value<'_>], own: &str| {
        !own.is_empty() && strings.iter().any(|string| string.text().is_some_and(|text| text.lossy().contains(own)))
    };
    let stretch = String::from_utf8_lossy(&raw[part.span.start..part.span.end]).into_owned();
    let tagged = part.span != part.value.span() && !thought.text.is_empty() && stretch.contains(&thought.text);
    part.thinking.as_ref().is_some_and(|thinking| tagged || is(&thinking.texts, &thought.text) || is(&thinking.handles, &thought.handle))
}

fn without_thought(session: &Session, request: &str, thought: &Thought) -> Option<String> {
    let document = scan(request.as_bytes()).unwrap();
    let history = codec(&session.target.wire).unwrap().request(document.root());
    let mut changes = Changes::new(&document);
    for part in history.parts.iter().filter(|part| is_of(part, request.as_bytes(), thought)) {
        if part.span != part.value.span() {
            return replaced(request, &format!("<think>{}</think>", thought.text), "");
        }
        match part.kind {
            PartKind::Thought => changes.remove(part.value).ok()?,
            _ => part.thinking.iter().flat_map(|thinking| thinking.handles.iter()).try_for_each(|handle| changes.remove(*handle)).ok()?,
        }
    }
    String::from_utf8(changes.apply().ok()?).ok()
}

fn without_string(request: &str, string: &str) -> Option<String> {
    let document = scan(request.as_bytes()).unwrap();
    let value = strings(&document).find(|(_, text)| !string.is_empty() && text == string)?.0;
    let mut changes = Changes::new(&document);
    changes.remove(value).ok()?;
    String::from_utf8(changes.apply().ok()?).ok()
}

fn strings<'d>(document: &'d Document<'_>) -> impl Iterator<Item = (Value<'d>, String)> {
    document.values().filter_map(|value| Some((value, value.text()?.lossy().into_owned())))
}

fn renamed(session: &Session, turn: usize) -> Option<String> {
    let calls = session.talk.turns[turn].calls.iter().enumerate().filter(|(_, call)| !call.id.is_empty());
    let renamed = calls.map(|(nth, call)| (format!("\"{}\"", call.id), format!("\"renamed0{nth}\"")));
    Some(renamed.fold(session.next().to_owned(), |request, (from, to)| request.replace(&from, &to)))
}

/// The first thoughts of this turn and of another, each in the place of the other.
fn exchanged(session: &Session, turn: usize) -> Option<String> {
    let turns = &session.talk.turns;
    let one = turns[turn].thoughts.first()?;
    let fits = |other: &&Thought| other.redacted == one.redacted && other.text.is_empty() == one.text.is_empty();
    let other = turns.iter().enumerate().filter(|(nth, _)| *nth != turn).filter_map(|(_, turn)| turn.thoughts.first()).find(fits)?;
    let swap = |request: String, one: &str, other: &str| match one.is_empty() || other.is_empty() {
        true => request,
        false => request.replace(one, "\u{1}").replace(other, one).replace('\u{1}', other),
    };
    Some(swap(swap(session.next().to_owned(), &one.text, &other.text), &one.handle, &other.handle))
}

fn repeated(session: &Session, turn: usize) -> Option<String> {
    edit_turn(session, turn, |entries| entries.extend(entries.clone()))
}

/// The visible text of a turn in two blocks of half the length.
fn split(session: &Session, turn: usize) -> Option<String> {
    let text = session.talk.turns[turn].text.as_deref()?;
    let halves = text.split_at(text.len() / 2);
    edit_turn(session, turn, |entries| {
        for entry in entries {
            for member in ["content", "parts"] {
                match entry.get_mut(member) {
                    Some(Json::Array(blocks)) => split_block(blocks, text, halves),
                    Some(Json::String(whole)) if whole == text => {
                        entry[member] = json!([{"type": "text", "text": halves.0}, {"type": "text", "text": halves.1}]);
                    }
                    _ => {}
                }
            }
        }
    })
}

fn split_block(blocks: &mut Vec<Json>, text: &str, halves: (&str, &str)) {
    if let Some(at) = blocks.iter().position(|block| block["text"] == text && block["thought"] != true) {
        let mut first = blocks[at].clone();
        (first["text"], blocks[at]["text"]) = (halves.0.into(), halves.1.into());
        blocks.insert(at, first);
    }
}

fn edit_turn(session: &Session, turn: usize, edit: impl Fn(&mut Vec<Json>)) -> Option<String> {
    let mut request: Json = serde_json::from_str(session.next()).unwrap();
    let list = request[session.endpoint.format.list()].as_array_mut()?;
    let range = session.entries[turn].clone();
    // A damage before this one may have taken entries away.
    let mut own = list.get(range.clone())?.to_vec();
    edit(&mut own);
    list.splice(range, own);
    Some(request.to_string())
}
