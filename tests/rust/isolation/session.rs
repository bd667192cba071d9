//! A conversation as its client holds it: each request, the answer to it, and which entries of the last request are whose turn.

use std::ops::Range;

use rethought::json::{Changes, scan};
use rethought::ledger::Ledger;
use rethought::model::Target;
use rethought::wires::{StreamDecoder, codec, replay};
use serde_json::Value;

use super::endpoint::Endpoint;
use super::talk::{Talk, Turn};

#[derive(Clone)]
pub struct Session {
    pub endpoint: &'static Endpoint,
    pub target: Target,
    pub talk: Talk,
    /// One more than there are answers: the last is about to be sent.
    pub requests: Vec<String>,
    pub answers: Vec<Answer>,
    /// The entries of the list that each turn became.
    pub entries: Vec<Range<usize>>,
}

#[derive(Clone)]
pub struct Answer {
    pub body: Vec<u8>,
    pub stream: Option<String>,
}

impl Session {
    pub fn hold(endpoint: &'static Endpoint, account: Option<&str>, talk: Talk, streamed: impl Fn(usize) -> bool) -> Self {
        let format = endpoint.format;
        let mut opening = endpoint.opening();
        opening[format.list()] = Value::Array(vec![format.user(&talk.prompt)]);
        Self::begin(endpoint, endpoint.target(account), &opening, talk, |turn| format.next(turn), streamed)
    }

    /// The conversation whose first request is given. `next` writes the entries behind a turn.
    pub fn begin(
        endpoint: &'static Endpoint,
        target: Target,
        opening: &Value,
        talk: Talk,
        next: impl Fn(&Turn) -> Vec<Value>,
        streamed: impl Fn(usize) -> bool,
    ) -> Self {
        let list = endpoint.format.list();
        let mut request = opening.to_string();
        let (mut requests, mut answers, mut entries) = (Vec::new(), Vec::new(), Vec::new());
        for (nth, turn) in talk.turns.iter().enumerate() {
            let answer = Answer::to(endpoint, turn, streamed(nth));
            let replayed = String::from_utf8(replay(request.as_bytes(), &answer.body, &target).unwrap().request).unwrap();
            entries.push(length(&request, list)..length(&replayed, list));
            requests.push(request);
            answers.push(answer);
            request = next(turn).iter().fold(replayed, |request, next| appended(&request, list, &next.to_string()));
        }
        requests.push(request);
        Self { endpoint, target, talk, requests, answers, entries }
    }

    pub fn next(&self) -> &str {
        &self.requests[self.answers.len()]
    }

    pub fn record(&self, nth: usize, ledger: &mut Ledger) {
        let (request, answer) = (self.requests[nth].as_bytes(), &self.answers[nth]);
        match &answer.stream {
            Some(stream) => ledger.record_stream(&self.target, request, stream.as_bytes()).unwrap(),
            None => ledger.record(&self.target, request, &answer.body).unwrap(),
        }
    }

    pub fn record_all(&self, ledger: &mut Ledger) {
        (0..self.answers.len()).for_each(|nth| self.record(nth, ledger));
    }

    /// A ledger that knows this conversation and no other.
    pub fn alone(&self) -> Ledger {
        let mut ledger = Ledger::default();
        self.record_all(&mut ledger);
        ledger
    }
}

impl Answer {
    /// The answer that a turn is, whole or streamed.
    pub fn to(endpoint: &Endpoint, turn: &Turn, streamed: bool) -> Self {
        let response = &endpoint.format.response(endpoint, turn);
        if !streamed {
            return Self { body: response.to_string().into_bytes(), stream: None };
        }
        let stream = endpoint.format.stream(response);
        let mut decoder = StreamDecoder::new(codec(&endpoint.target(None).wire).unwrap());
        decoder.push(stream.as_bytes());
        Self { body: decoder.finish().1.body, stream: Some(stream) }
    }
}

fn length(request: &str, list: &str) -> usize {
    scan(request.as_bytes()).unwrap().root().get(list).unwrap().elements().count()
}

pub fn appended(request: &str, list: &str, what: &str) -> String {
    let document = scan(request.as_bytes()).unwrap();
    let mut changes = Changes::new(&document);
    changes.append(document.root().get(list).unwrap(), what.as_bytes()).unwrap();
    String::from_utf8(changes.apply().unwrap()).unwrap()
}
