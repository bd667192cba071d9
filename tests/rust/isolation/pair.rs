//! Two conversations in one ledger, and everything about them that a seed decides.

use rethought::ledger::Ledger;

use super::endpoint::{Endpoint, Ids};
use super::endpoints::ENDPOINTS;
use super::evidence::Traces;
use super::random::Random;
use super::session::Session;
use super::shared::Shared;
use super::speaker::Speaker;

/// The choices of a seed. A failure is retried with simpler ones, to find those that it takes.
#[derive(Clone, Copy, Debug)]
pub struct Config {
    pub seed: u64,
    pub endpoint: &'static Endpoint,
    pub ids: Ids,
    pub shared: Shared,
    pub turns: usize,
    pub order: Order,
    pub accounts: Accounts,
    pub same_heads: bool,
    pub repeats: bool,
    pub streamed: bool,
    pub restored: bool,
}

/// In which order exchanges are recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    FirstThenSecond,
    SecondThenFirst,
    Interleaved,
    OnlyFirst,
    FirstTwice,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accounts {
    Unknown,
    Same,
    Own,
}

impl Config {
    pub fn of(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let endpoint = &ENDPOINTS[usize::try_from(seed).unwrap() % ENDPOINTS.len()];
        Self {
            seed,
            endpoint,
            ids: *random.pick(endpoint.ids),
            shared: Shared::draw(&mut random),
            turns: 1 + random.below(6),
            order: *random.pick(&[
                Order::FirstThenSecond,
                Order::FirstThenSecond,
                Order::SecondThenFirst,
                Order::Interleaved,
                Order::Interleaved,
                Order::OnlyFirst,
                Order::FirstTwice,
            ]),
            accounts: *random.pick(&[Accounts::Unknown, Accounts::Unknown, Accounts::Same, Accounts::Own]),
            same_heads: random.chance(50),
            repeats: random.chance(30),
            streamed: random.chance(40),
            restored: random.chance(30),
        }
    }

    /// The same pair with less in it, each way by itself.
    pub fn simpler(self) -> Vec<Self> {
        let mut simpler = Vec::new();
        simpler.extend((1..self.turns).map(|turns| Self { turns, ..self }));
        let plain = Self { streamed: false, ..self };
        simpler.extend(self.streamed.then_some(plain));
        simpler.extend(self.restored.then_some(Self { restored: false, ..self }));
        simpler.extend(self.same_heads.then_some(Self { same_heads: false, ..self }));
        simpler.extend(self.repeats.then_some(Self { repeats: false, ..self }));
        simpler.extend((self.accounts != Accounts::Unknown).then_some(Self { accounts: Accounts::Unknown, ..self }));
        simpler.extend((self.order != Order::FirstThenSecond).then_some(Self { order: Order::FirstThenSecond, ..self }));
        simpler
    }

    pub fn describe(&self) -> String {
        format!(
            "seed {} on {} ({:?} ids), {} turns, in common: {}, recorded {:?}{}{}{}{}, accounts {:?}",
            self.seed,
            self.endpoint.name,
            self.ids,
            self.turns,
            self.shared.name(),
            self.order,
            if self.streamed { ", streamed" } else { "" },
            if self.restored { ", restored" } else { "" },
            if self.repeats { ", the same in every turn" } else { "" },
            if self.same_heads { ", handles with one head" } else { "" },
            self.accounts,
        )
    }

    fn session(&self, person: char) -> Session {
        self.session_at(self.endpoint, person)
    }

    /// The conversation that a person would have had elsewhere, in the names that calls have there.
    pub fn session_at(&self, endpoint: &'static Endpoint, person: char) -> Session {
        let seed = Random::new(self.seed);
        let speaker = Speaker {
            seed: seed.clone(),
            person,
            shared: self.shared,
            endpoint,
            ids: if endpoint.ids.contains(&self.ids) { self.ids } else { endpoint.ids[0] },
            same_heads: self.same_heads,
            repeats: self.repeats,
        };
        let account = match (self.accounts, person) {
            (Accounts::Unknown, _) => None,
            (Accounts::Own, 'B') => Some("account-b"),
            (Accounts::Same, _) if self.is_one_conversation() => None,
            _ => Some("account-a"),
        };
        let mut session =
            Session::hold(endpoint, account, speaker.talk(self.turns), |nth| self.streamed && seed.fork("stream", nth).chance(70));
        session.target.credential = Some(format!("key-{person}"));
        session
    }

    /// Returns `true` if the two say and are told the same. In one account that is one conversation (law 8), so there is nobody to keep apart.
    fn is_one_conversation(&self) -> bool {
        let Shared { prompts, answers, calls, .. } = self.shared;
        prompts && answers && calls
    }
}

/// The two conversations.
pub struct Pair {
    pub config: Config,
    pub sessions: [Session; 2],
    /// For each person a ledger that knows nobody else.
    pub alone: [Ledger; 2],
    /// For each person what must never be seen: what only the other was issued.
    pub traces_of_the_other: [Traces; 2],
}

impl Pair {
    pub fn new(config: Config) -> Self {
        let sessions = ['A', 'B'].map(|person| config.session(person));
        let [first, second] = &sessions;
        let alone = [first.alone(), second.alone()];
        let traces_of_the_other = [Traces::of(second, first), Traces::of(first, second)];
        Self { config, sessions, alone, traces_of_the_other }
    }

    /// Whose exchange is recorded when: the person and the turn.
    pub fn order(&self) -> Vec<(usize, usize)> {
        let turns = self.config.turns;
        let all = |person: usize| (0..turns).map(move |nth| (person, nth));
        match self.config.order {
            Order::FirstThenSecond => all(0).chain(all(1)).collect(),
            Order::SecondThenFirst => all(1).chain(all(0)).collect(),
            Order::Interleaved => (0..turns).flat_map(|nth| [(nth % 2, nth), ((nth + 1) % 2, nth)]).collect(),
            Order::OnlyFirst => all(0).collect(),
            Order::FirstTwice => all(0).chain(all(1)).chain(all(0)).collect(),
        }
    }

    /// Returns `true` if a ledger has recorded what a person did, and not only what the other did.
    pub fn knows(&self, ledger: &Ledger, person: usize) -> bool {
        !std::ptr::eq(ledger, &self.alone[1 - person]) && self.is_recorded(person)
    }

    pub fn is_recorded(&self, person: usize) -> bool {
        person == 0 || self.config.order != Order::OnlyFirst
    }

    pub fn ledger(&self) -> Ledger {
        let mut ledger = Ledger::default();
        let order = self.order();
        for (step, (person, nth)) in order.iter().enumerate() {
            // In the middle of all, so that something is recorded before it and after it.
            if self.config.restored && step == order.len() / 2 {
                ledger = Ledger::restore(&ledger.snapshot()).unwrap().0;
            }
            self.sessions[*person].record(*nth, &mut ledger);
        }
        if self.config.restored { Ledger::restore(&ledger.snapshot()).unwrap().0 } else { ledger }
    }
}
