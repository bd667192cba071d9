//! A user: the words that all users of a world say, one difference of their own, and answers whose thoughts carry their mark.

use rethought::ledger::Ledger;
use rethought::model::Target;
use serde_json::{Value, json};

use super::body;
use crate::isolation::endpoint::{Endpoint, Ids};
use crate::isolation::random::{ALPHANUMERIC, Random};
use crate::isolation::session::{Answer, Session};
use crate::isolation::shared::Shared;
use crate::isolation::speaker::Speaker;
use crate::isolation::talk::{Talk, Turn};

/// What tells a user from others who say the same. The law names each of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Difference {
    Account,
    Key,
    System,
    Tools,
    Caller,
    Model,
    /// A word in a message.
    Words,
    /// A member of a tool's result.
    Status,
    Id,
    Picture,
}

pub const DIFFERENCES: &[Difference] = &[
    Difference::Account,
    Difference::Key,
    Difference::System,
    Difference::Tools,
    Difference::Caller,
    Difference::Model,
    Difference::Words,
    Difference::Status,
    Difference::Id,
    Difference::Picture,
];

/// Everything about a user that a seed decides.
#[derive(Clone, Debug)]
pub struct Persona {
    pub seed: Random,
    pub person: char,
    pub endpoint: &'static Endpoint,
    pub ids: Ids,
    pub turns: usize,
    pub repeats: bool,
    pub difference: Difference,
    /// Where the difference is: 0 for the first message, else behind so many turns.
    pub at: usize,
    pub account: Option<String>,
    pub credential: Option<String>,
    /// The turn from which on the key is another one.
    pub rotates: Option<usize>,
    pub conversation: Option<String>,
    /// True if the system prompt tells the time of the request.
    pub clock: bool,
    /// The turn before which a summary replaces all but the latest turn.
    pub compacts: Option<usize>,
    pub streams: bool,
}

/// One exchange: the request that asks for a turn, and the turn.
pub struct Step {
    /// The conversation as it is when the request is about to be sent.
    pub session: Session,
    /// The number of the first turn that the session shows.
    pub first: usize,
    pub turn: Turn,
    pub answer: Answer,
    /// The named account of the call, else its key.
    pub limit: Option<String>,
    /// Everything that the model was given, and its visible answer. Equal content under an equal limit is one conversation by law 8.
    pub content: String,
}

impl Step {
    /// Returns `true` if both are one conversation by law 8: equal input and an equal visible answer under one account or key.
    pub fn is_same_conversation(&self, other: &Step) -> bool {
        self.limit == other.limit && self.content == other.content
    }
}

pub struct User {
    pub persona: Persona,
    pub steps: Vec<Step>,
    /// An answer that was regenerated, and the step that it answered.
    pub other: Option<(usize, Step)>,
}

/// The place of the time in a system prompt.
const CLOCK: &str = "12:CLOCK";

impl Persona {
    pub fn name(&self) -> String {
        format!("user {}", self.person)
    }

    fn speaker(&self, person: char) -> Speaker<'static> {
        let shared = Shared { ids: false, ..Shared::EVERYTHING };
        Speaker { seed: self.seed.clone(), person, shared, endpoint: self.endpoint, ids: self.ids, same_heads: true, repeats: self.repeats }
    }

    fn target(&self, turn: usize) -> Target {
        let mut target = self.endpoint.target(self.account.as_deref());
        let rotated = self.rotates.is_some_and(|from| turn >= from);
        target.credential = self.credential.as_ref().map(|key| if rotated { format!("{key}-rotated") } else { key.clone() });
        target.conversation.clone_from(&self.conversation);
        if self.difference == Difference::Model {
            target.model = self.model().map(str::to_owned);
        }
        target
    }

    /// What limits equal input at a turn: a named account, else the key.
    pub fn limit(&self, turn: usize) -> Option<String> {
        let Target { account, credential, .. } = self.target(turn);
        account.or(credential)
    }

    fn model(&self) -> Option<&'static str> {
        if self.person == 'A' { Some(self.endpoint.model) } else { body::other_model(self.endpoint) }
    }

    fn picture(&self) -> String {
        let mut own = self.seed.fork(&format!("picture of {}", self.person), 0);
        format!("iVBORw0KGgoAAAANSUhEUg{}", own.letters(42, ALPHANUMERIC))
    }

    fn is_at(&self, at: usize, difference: Difference) -> bool {
        self.at == at && self.difference == difference
    }

    fn words(&self, at: usize, text: &str) -> String {
        if self.is_at(at, Difference::Words) { format!("{text} This is for {}.", self.name()) } else { text.to_owned() }
    }

    /// The entries behind a turn: the user's words or the results of tools.
    fn next(&self, number: usize, turn: &Turn) -> Vec<Value> {
        let (format, at) = (self.endpoint.format, number + 1);
        let turn = &Turn { next: self.words(at, &turn.next), ..turn.clone() };
        let member = |name: &str| body::results_with_member(format, turn, name, &self.name());
        let own = match self.difference {
            Difference::Status if self.at == at && !turn.calls.is_empty() => Some(member("status")),
            Difference::Id if self.at == at && !turn.calls.is_empty() => Some(member("id")),
            Difference::Picture if self.at == at && turn.calls.is_empty() => {
                body::with_picture(format, &turn.next, &self.picture()).map(|entry| vec![entry])
            }
            Difference::Picture if self.at == at => body::results_with_picture(format, turn, &self.picture()),
            _ => None,
        };
        own.unwrap_or_else(|| format.next(turn))
    }

    /// The first request of a conversation that begins with that prompt.
    fn opening(&self, prompt: &str, begins: bool) -> Value {
        let format = self.endpoint.format;
        let mut opening = self.endpoint.opening();
        let clock = if self.clock { format!(" It is {CLOCK}.") } else { String::new() };
        let own = if self.difference == Difference::System { format!(" You serve {}.", self.name()) } else { String::new() };
        let mut list = body::instruct(format, &mut opening, &format!("You know maps.{clock}{own}"));
        match self.difference {
            Difference::Tools => body::describe_tool(format, &mut opening, &format!("The map of {}.", self.name())),
            Difference::Caller => assert!(body::name_caller(format, &mut opening, &self.name())),
            Difference::Model if opening.get("model").is_some() => opening["model"] = self.model().into(),
            _ => {}
        }
        let text = if begins { self.words(0, prompt) } else { prompt.to_owned() };
        let picture = (begins && self.is_at(0, Difference::Picture)).then(|| body::with_picture(format, &text, &self.picture()));
        list.push(picture.flatten().unwrap_or_else(|| format.user(&text)));
        opening[format.list()] = list.into();
        opening
    }

    /// The conversation from a turn on.
    fn session(&self, prompt: &str, turns: &[Turn], first: usize) -> (Session, Value) {
        let opening = self.opening(prompt, first == 0);
        let numbers: Vec<String> = turns.iter().map(|turn| turn.response.clone()).collect();
        let number = |turn: &Turn| first + numbers.iter().position(|response| *response == turn.response).unwrap();
        let talk = Talk { prompt: prompt.to_owned(), turns: turns.to_vec() };
        let streamed = |nth: usize| self.streams && self.seed.fork("stream", first + nth).chance(50);
        let session = Session::begin(self.endpoint, self.target(0), &opening, talk, |turn| self.next(number(turn), turn), streamed);
        (session, opening)
    }

    /// Holds the whole conversation.
    pub fn hold(self) -> User {
        let talk = self.speaker(self.person).talk(self.turns);
        let until = self.compacts.unwrap_or(self.turns);
        let mut steps = self.steps(&talk.prompt, &talk.turns[..until], 0, 0);
        if let Some(from) = self.compacts {
            steps.extend(self.steps("In short: they looked at a map.", &talk.turns[from - 1..], from - 1, 1));
        }
        let other = self.regenerated(&steps);
        User { persona: self, steps, other }
    }

    /// The steps of a conversation that shows turns from a number on, without those that only are its history.
    fn steps(&self, prompt: &str, turns: &[Turn], first: usize, history: usize) -> Vec<Step> {
        let (whole, opening) = self.session(prompt, turns, first);
        (history..turns.len()).map(|nth| self.step(&whole, &opening, first, nth)).collect()
    }

    fn step(&self, whole: &Session, opening: &Value, first: usize, nth: usize) -> Step {
        let mut session = whole.clone();
        session.requests.truncate(nth + 1);
        session.answers.truncate(nth);
        session.entries.truncate(nth);
        let turn = whole.talk.turns[nth].clone();
        session.talk.turns.truncate(nth);
        session.target = self.target(first + nth);
        let time = |text: &str| text.replace(CLOCK, &format!("12:{:02}", first + nth));
        session.requests[nth] = time(&session.requests[nth]);
        let history: String = session
            .talk
            .turns
            .iter()
            .enumerate()
            .map(|(nth, turn)| format!("{}{}", visible(turn), without_ids(turn, &json!(self.next(first + nth, turn)).to_string())))
            .collect();
        let content = format!("{:?}{}{history}{}", session.target.model, time(&opening.to_string()), visible(&turn));
        Step { session, first, turn, answer: whole.answers[nth].clone(), limit: self.limit(first + nth), content }
    }

    /// One answer was made twice: the client goes on from the other. Half of the time both say the same.
    fn regenerated(&self, steps: &[Step]) -> Option<(usize, Step)> {
        let mut random = self.seed.fork(&format!("regenerated of {}", self.person), 0);
        let nth = random.chance(35).then(|| random.below(steps.len()))?;
        let step = &steps[nth];
        let mut turn = self.speaker(self.person.to_ascii_lowercase()).talk(self.turns).turns[nth].clone();
        let before = visible(&step.turn);
        if random.chance(50) {
            turn.text = turn.text.map(|text| format!("Or else. {text}"));
            turn.calls.iter_mut().for_each(|call| call.place.push('x'));
        }
        let content = step.content.strip_suffix(&before).map(|input| format!("{input}{}", visible(&turn))).unwrap();
        let answer = Answer::to(self.endpoint, &turn, false);
        Some((nth, Step { session: step.session.clone(), first: step.first, turn, answer, limit: step.limit.clone(), content }))
    }
}

/// The part of an answer that everybody sees, without its ids.
fn visible(turn: &Turn) -> String {
    let calls: Vec<_> = turn.calls.iter().map(|call| (&call.name, &call.place)).collect();
    format!("{:?}{calls:?}", turn.text)
}

fn without_ids(turn: &Turn, text: &str) -> String {
    let ids = turn.calls.iter().filter(|call| !call.id.is_empty());
    ids.fold(text.to_owned(), |text, call| text.replace(&format!("\"{}\"", call.id), "\"\""))
}

impl User {
    /// A ledger that recorded every exchange of this user but regenerated ones, and nobody else's.
    pub fn alone(&self) -> Ledger {
        let mut ledger = Ledger::default();
        for step in &self.steps {
            ledger.record(&step.session.target, step.session.next().as_bytes(), &step.answer.body).unwrap();
        }
        ledger
    }

    /// All answers that were made for this user.
    pub fn answers(&self) -> impl Iterator<Item = &Step> {
        self.steps.iter().chain(self.other.iter().map(|(_, step)| step))
    }
}
