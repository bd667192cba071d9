//! Several conversations that a seed decides: twins, forks, retries, on one wire or on several.

use std::env;
use std::ops::Range;

use rethought::ledger::Ledger;
use rethought::model::time::Moment;

use super::writers::shuffle;
use crate::isolation::damage::Hit;
use crate::isolation::endpoints::ENDPOINTS;
use crate::isolation::pair::Config;
use crate::isolation::random::Random;
use crate::isolation::session::Session;

pub struct World {
    pub seed: u64,
    pub sessions: Vec<Session>,
}

/// An exchange: the number of its conversation, and of the answer in it, and as whom it was recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exchange {
    pub session: usize,
    pub nth: usize,
    pub witness: Witness,
}

/// The record of an exchange.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Witness {
    /// The request as it was sent, and what came.
    Sent,
    /// The request as a client had it, before it was mended on the way.
    Damaged,
    /// The body that a stream was put together to.
    Assembled,
}

/// Enough for a prefix, a past and an open round.
const TURNS: usize = 4;

impl World {
    pub fn of(seed: u64) -> Self {
        let mut random = Random::new(seed).fork("world", 0);
        let mut sessions = Vec::new();
        for nth in 0..1 + random.below(2) {
            let config = Config::of(seed + 7 * u64::try_from(nth).unwrap());
            let config = Config { turns: config.turns.min(TURNS), ..config };
            sessions.extend(['A', 'B'].map(|person| config.session_at(config.endpoint, person)));
            // A third in the same words, and the same talk held elsewhere.
            if random.chance(30) {
                sessions.push(config.session_at(config.endpoint, 'D'));
            }
            if random.chance(30) {
                sessions.push(config.session_at(random.pick(ENDPOINTS), 'A'));
            }
        }
        Self { seed, sessions }
    }

    pub fn random(&self, name: &str) -> Random {
        Random::new(self.seed).fork(name, 1)
    }

    /// All exchanges: those of each conversation in their order, one conversation between the others.
    pub fn exchanges(&self) -> Vec<Exchange> {
        let mut random = self.random("order");
        let mut left: Vec<Range<usize>> = self.sessions.iter().map(|session| 0..session.answers.len()).collect();
        let mut order = Vec::new();
        while left.iter().any(|left| !left.is_empty()) {
            let session = random.below(left.len());
            let Some(nth) = left[session].next() else { continue };
            let witness = match random.below(20) {
                0..2 => vec![Witness::Sent, Witness::Damaged],
                2 => vec![Witness::Damaged, Witness::Sent],
                3 => vec![Witness::Assembled, Witness::Sent],
                _ => vec![Witness::Sent],
            };
            order.extend(witness.into_iter().map(|witness| Exchange { session, nth, witness }));
        }
        order
    }

    pub fn record(&self, Exchange { session, nth, witness }: Exchange, ledger: &mut Ledger) {
        let session = &self.sessions[session];
        match witness {
            Witness::Sent => session.record(nth, ledger),
            Witness::Damaged => ledger.record(&session.target, self.damaged(session, nth).as_bytes(), &session.answers[nth].body).unwrap(),
            Witness::Assembled => ledger.record(&session.target, session.requests[nth].as_bytes(), &session.answers[nth].body).unwrap(),
        }
    }

    /// A request with something lost or changed in it, if there is anything to lose.
    fn damaged(&self, session: &Session, nth: usize) -> String {
        let mut then = session.clone();
        then.requests.truncate(nth + 1);
        then.answers.truncate(nth);
        then.entries.truncate(nth);
        then.talk.turns.truncate(nth);
        let mut random = self.random("damaged").fork("request", nth);
        (nth > 0).then(|| Hit::draw(&mut random, &then).apply(&then)).flatten().unwrap_or_else(|| then.next().to_owned())
    }

    /// One ledger that has seen the exchanges in that order, each a second after the one before it.
    pub fn recorded(&self, exchanges: &[Exchange]) -> Ledger {
        let mut ledger = Ledger::default();
        for (at, exchange) in exchanges.iter().enumerate() {
            ledger.date(Some(time(at)));
            self.record(*exchange, &mut ledger);
        }
        ledger
    }

    /// So many of the requests that are about to be sent.
    pub fn some_requests(&self, most: usize) -> Vec<Sent<'_>> {
        let mut requests = self.requests(2);
        shuffle(&mut requests, &mut self.random("some"));
        requests.truncate(most);
        requests
    }

    /// The next request of each conversation: as it should be, after fewer turns, and damaged in a few ways.
    fn requests(&self, damages: usize) -> Vec<Sent<'_>> {
        let (mut random, mut requests) = (self.random("damage"), Vec::new());
        for session in &self.sessions {
            let mut push = |what: String, request: &str| requests.push(Sent { what, session, request: request.to_owned() });
            push("intact".into(), session.next());
            push("an earlier one".into(), &session.requests[random.below(session.requests.len())]);
            for _ in 0..damages {
                let hit = Hit::draw(&mut random, session);
                hit.apply(session).into_iter().for_each(|request| push(format!("{hit:?}"), &request));
            }
            let said = if random.chance(50) { &session.talk.prompt } else { &random.pick(&session.talk.turns).next };
            push("edited prefix".into(), &session.next().replace(said, &format!("Kindly. {said}")));
            // Both at once.
            let hit = Hit::draw(&mut random, session);
            hit.apply(session).into_iter().for_each(|request| push(format!("edited prefix, {hit:?}"), &request.replace(said, "Well.")));
        }
        requests
    }

    pub fn describe(&self) -> String {
        let names: Vec<_> =
            self.sessions.iter().map(|session| format!("{} of {} turns", session.endpoint.name, session.answers.len())).collect();
        format!("seed {}: {}", self.seed, names.join(", "))
    }
}

/// A request of a conversation.
pub struct Sent<'w> {
    pub what: String,
    pub session: &'w Session,
    pub request: String,
}

/// When the exchange of a number was recorded.
pub fn time(nth: usize) -> Moment {
    Moment::new(1_790_000_000_000 + 1_000 * i64::try_from(nth).unwrap()).unwrap()
}

/// Seeds: so many of them, or the one that is asked for.
pub fn seeds(count: u64) -> Range<u64> {
    let number = |name: &str| env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    number("RETHOUGHT_SEED").map_or(0..number("RETHOUGHT_SPLITS").unwrap_or(count), |seed| seed..seed + 1)
}
