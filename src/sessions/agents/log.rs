//! The messages of an agent's session, and the exchanges that they make.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::message::{Foreign, Json, Message, Origin, Part, Role};
use super::place::Place;
use super::wire::AgentWire;
use super::write::{write_messages, write_response, write_sourced};
use crate::json::{Writer, decimal};
use crate::sessions::history::{Allowance, MOST};
use crate::sessions::record::{Exchange, Record};
use crate::sessions::refusal::Refusal;
use crate::sessions::resumed::Resumed;

/// An answer of a model.
pub struct Answer {
    pub origin: Origin,
    pub message: Message,
    /// The id of the response or the format's name for it.
    pub label: Option<String>,
}

/// The messages of a session.
#[derive(Default)]
pub struct AgentLog {
    /// The name of the session.
    pub session: Option<String>,
    foreign: Foreign,
    /// True if messages of the conversation are not in the file.
    pub lacks_messages: bool,
    /// True if handles were received that are not in the file.
    pub lacks_handles: bool,
    /// The folder of the project.
    pub folder: Option<String>,
    /// The request without its messages, if the file has it.
    pub opening: Option<Vec<u8>>,
    /// The model that the file names before an answer does.
    pub next: Origin,
    forks: usize,
    origin: Option<Rc<Origin>>,
    messages: Vec<Message>,
    size: usize,
    /// The number of messages that were reported.
    reported: usize,
    is_opened: bool,
    /// True if reported messages were dropped, because they were too long.
    is_cut: bool,
    start: Option<Place>,
    allowance: Allowance,
    /// The calls without a result: their ids and names.
    open_calls: Vec<(Json, Json)>,
    /// The names of lines, with the number of messages before and after each. `None` if the line is on a branch that was left.
    names: BTreeMap<Json, Option<[usize; 2]>>,
}

impl AgentLog {
    /// Makes the log of an agent that treats the thoughts of other models in that way.
    pub fn new(foreign: Foreign) -> Self {
        Self { foreign, ..Self::default() }
    }

    /// Counts the bytes that were read.
    pub fn read(&self, bytes: usize) {
        self.allowance.clone().read(bytes);
    }

    /// Adds a message that is not an answer.
    pub fn say(&mut self, mut message: Message, place: Place) {
        message.source.get_or_insert((place.line, place.offset));
        self.start.get_or_insert(place);
        if message.role == Role::User && !message.parts.iter().any(|part| matches!(part, Part::Result { .. } | Part::Native(_))) {
            self.close_calls();
        }
        self.push(message);
    }

    /// Adds a result for each call that has none. Every agent sends one, because providers refuse such a call, and its wording is not in the file.
    fn close_calls(&mut self) {
        for (id, name) in std::mem::take(&mut self.open_calls) {
            self.lacks_messages = true;
            self.push(Message::new(Role::User, vec![Part::Result { id, name: Some(name), output: Vec::new(), is_error: true }]));
        }
    }

    /// Adds an answer and reports its exchange.
    pub fn answer(&mut self, answer: Answer, place: Place, out: &mut Vec<Record>) {
        let Answer { origin, mut message, label } = answer;
        self.lacks_handles |= message.is_masked();
        self.close_calls();
        let origin = self.turn_to(origin);
        message.origin = Some(Rc::clone(&origin));
        message.source.get_or_insert((place.line, place.offset));
        let reply = write_messages(&[&message], &origin, self.foreign);
        let response = (!reply.is_empty()).then(|| write_response(origin.wire, origin.model.as_deref(), &reply, label.as_deref()));
        let exchange = Exchange { label, response, reply: Some(reply), ..Exchange::default() };
        self.report(&origin, exchange, place, out);
        self.push(message);
        self.reported = self.messages.len();
    }

    /// Reports the refusal of the messages so far.
    pub fn refuse(&mut self, text: &[u8], status: Option<u16>, origin: Origin, place: Place, out: &mut Vec<Record>) {
        let origin = self.turn_to(origin);
        let mut refusal = Refusal::of(text);
        refusal.status = status.or(refusal.status);
        let status = refusal.status;
        let response = Some(refusal.into_body(text, None));
        let answered_at = Some((place.line, place.offset));
        self.report(&origin, Exchange { status, response, answered_at, ..Exchange::default() }, place, out);
    }

    /// Replaces all messages after a compaction.
    pub fn restart(&mut self, messages: Vec<Message>, place: Place, out: &mut Vec<Record>) {
        self.end(out);
        self.lacks_messages = false;
        let mut messages = messages;
        messages.iter_mut().for_each(|message| message.source = message.source.or(Some((place.line, place.offset))));
        self.replace(messages);
        self.start = Some(place);
    }

    /// Ends the session. Messages without an answer are reported too. Those that end with an answer, after a compaction, were not sent yet.
    pub fn end(&mut self, out: &mut Vec<Record>) {
        let rest = self.messages.get(self.reported..).unwrap_or_default();
        let last = rest.iter().rev().find(|message| message.role != Role::System);
        let is_waiting = last.is_some_and(|last| self.origin.is_none() || last.role != Role::Assistant);
        if let Some(place) = self.start.clone().filter(|_| is_waiting) {
            let origin = self.origin.clone().unwrap_or_else(|| Rc::new(self.next.clone()));
            self.report(&origin, Exchange::default(), place, out);
        }
    }

    /// Returns the conversation as the agent continues it.
    pub fn resumed(&self) -> Option<Resumed> {
        let origin = self.origin.clone().unwrap_or_else(|| Rc::new(self.next.clone()));
        let messages: Vec<&Message> = self.messages.iter().filter(|_| !self.is_cut).collect();
        let (messages, sources) = write_sourced(&messages, &origin, self.foreign);
        let lacks = [("host", origin.host.is_none()), ("handles", self.lacks_handles)];
        let lacks = lacks.into_iter().filter_map(|(what, is_missing)| is_missing.then_some(what));
        (!messages.is_empty() || self.is_cut).then(|| Resumed {
            session: self.name_of(self.forks),
            wire: origin.wire.name().to_owned(),
            host: origin.host.clone(),
            model: origin.model.clone(),
            opening: self.opening_for(&origin),
            messages,
            sources,
            // Every agent adds results to calls that have none.
            unrecorded: ["settings", "messages"].into_iter().chain(lacks).collect(),
            is_too_long: self.is_cut,
            ..Resumed::default()
        })
    }

    /// Names the line that added the messages since a count, or none.
    pub fn name(&mut self, name: &[u8], before: usize) {
        self.names.insert(name.to_vec(), Some([before, self.messages.len()]));
    }

    /// The number of messages.
    pub fn len(&self) -> usize {
        self.messages.len()
    }

    /// Returns the messages from a line on.
    pub fn from(&self, name: &[u8]) -> Option<Vec<Message>> {
        let [before, _] = self.names.get(name).copied().flatten()?;
        self.messages.get(before..).map(<[Message]>::to_vec)
    }

    /// Returns to the place after a line, if it is not the last. `None` if the line is not in the file.
    pub fn go_to(&mut self, name: &[u8], out: &mut Vec<Record>) -> Option<()> {
        let known = *self.names.get(name)?;
        let Some([_, after]) = known else {
            // The messages of a branch that was left are not kept.
            self.end(out);
            self.lacks_messages = true;
            return Some(());
        };
        self.cut_to(after, out);
        Some(())
    }

    /// Returns `true` if a line of that name was read.
    pub fn knows(&self, name: &[u8]) -> bool {
        self.names.contains_key(name)
    }

    /// Removes the messages from a line on. If the line is unknown, all are removed.
    pub fn go_before(&mut self, name: &[u8], out: &mut Vec<Record>) {
        let before = self.names.get(name).copied().flatten().map_or(0, |[before, _]| before);
        self.cut_to(before, out);
    }

    /// Removes the messages after a count. The conversation continues as another one.
    pub fn cut_to(&mut self, count: usize, out: &mut Vec<Record>) {
        if count >= self.messages.len() {
            return;
        }
        self.end(out);
        self.messages.truncate(count);
        self.open_calls.clear();
        self.names.values_mut().filter(|place| place.is_some_and(|[_, after]| after > count)).for_each(|place| *place = None);
        self.forks += 1;
        self.reopen();
    }

    fn replace(&mut self, messages: Vec<Message>) {
        self.size = messages.iter().map(Message::len).sum();
        self.messages = messages;
        self.open_calls.clear();
        self.names.values_mut().for_each(|place| *place = None);
        self.is_cut = false;
        self.reopen();
    }

    fn push(&mut self, message: Message) {
        self.size += message.len();
        for part in &message.parts {
            match part {
                Part::Call { id, name, .. } => self.open_calls.push((id.clone(), name.clone())),
                Part::Result { id, .. } => self.open_calls.retain(|(open, _)| open != id),
                // Results in the form of a wire are not searched.
                Part::Native(_) if message.role == Role::User => self.open_calls.clear(),
                _ => {}
            }
        }
        self.messages.push(message);
        if self.size > MOST && self.reported > 0 {
            self.messages.drain(..self.reported);
            (self.reported, self.is_cut) = (0, true);
            self.size = self.messages.iter().map(Message::len).sum();
            self.names.values_mut().for_each(|place| *place = None);
        }
    }

    /// Begins the conversation again, with all messages.
    fn reopen(&mut self) {
        if self.is_opened {
            self.lacks_messages |= self.is_cut || self.allowance.take_bytes(self.size).is_none();
        }
        (self.reported, self.is_opened) = (0, false);
    }

    fn turn_to(&mut self, origin: Origin) -> Rc<Origin> {
        if let Some(known) = self.origin.as_ref().filter(|known| ***known == origin) {
            return Rc::clone(known);
        }
        let origin = Rc::new(origin);
        self.lacks_handles |= self.origin.is_some() && self.foreign == Foreign::Unknown;
        self.origin = Some(Rc::clone(&origin));
        self.reopen();
        origin
    }

    fn report(&mut self, origin: &Origin, exchange: Exchange, place: Place, out: &mut Vec<Record>) {
        let rest: Vec<&Message> = self.messages.get(self.reported..).unwrap_or_default().iter().collect();
        let added = write_messages(&rest, origin, self.foreign);
        self.reported = self.messages.len();
        let opening = (!std::mem::replace(&mut self.is_opened, true)).then(|| self.opening_for(origin));
        let first = self.start.take().unwrap_or_else(|| place.clone());
        let lacks =
            [("settings", true), ("host", origin.host.is_none()), ("messages", self.lacks_messages), ("handles", self.lacks_handles)];
        out.push(Record::Exchange(Box::new(Exchange {
            line: first.line,
            offset: first.offset,
            time: place.time.or(first.time),
            session: self.name_of(self.forks),
            branch_of: self.forks.checked_sub(1).and_then(|before| self.name_of(before)),
            unrecorded: lacks.into_iter().filter_map(|(what, is_missing)| is_missing.then_some(what)).collect(),
            wire: Some(origin.wire.name().to_owned()),
            host: origin.host.clone(),
            model: origin.model.clone(),
            opening,
            added: Some(added),
            ..exchange
        })));
    }

    fn opening_for(&self, origin: &Origin) -> Vec<u8> {
        self.opening.clone().unwrap_or_else(|| {
            let mut out = Writer::default();
            out.open(b'{');
            out.member_if("model", origin.model.as_deref().filter(|_| origin.wire != AgentWire::Gemini));
            out.close(b'}');
            out.finish()
        })
    }

    fn name_of(&self, forks: usize) -> Option<String> {
        let session = self.session.clone()?;
        Some(if forks == 0 { session } else { [session.as_str(), "#", &decimal(forks + 1)].concat() })
    }
}
