//! One world: users who say the same, instances that each know a part, and the requests that a balancer sends to them.

use super::body;
use super::damage::Damaged;
use super::instance::{Instances, Store};
use super::judge::judge;
use super::shown::Asked;
use super::tally::Tally;
use super::user::{DIFFERENCES, Difference, Persona, Step, User};
use crate::isolation::endpoint::Endpoint;
use crate::isolation::endpoints::ENDPOINTS;
use crate::isolation::evidence::Traces;
use crate::isolation::random::Random;
use crate::isolation::talk::Turn;

/// The part of an instance's record that a request is judged with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    All,
    /// Only what is the user's own: whatever breaks then is no matter of isolation.
    Own,
}

/// Who has a key, and how instances learn from each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One key for all. Each instance knows what it saw.
    OneKey,
    /// A key or an account each. Each instance knows what it saw.
    KeyEach,
    /// Either, and a store that they share.
    SharedStore,
}

pub struct World {
    pub seed: u64,
    pub kind: Kind,
    /// What tells users apart: one thing for all of them, or one for each.
    pub apart: String,
    pub users: Vec<User>,
    /// For each step of each user the marks of all answers that are not of the same conversation.
    forbidden: Vec<Vec<Traces>>,
    instances: usize,
}

impl World {
    pub fn of(seed: u64, kind: Kind) -> Self {
        let base = Random::new(seed).fork(&format!("{kind:?}"), 0);
        let mut random = base.fork("choices", 0);
        let endpoint = &ENDPOINTS[usize::try_from(seed).unwrap() % ENDPOINTS.len()];
        let fits = |difference: &&Difference| is_possible(**difference, kind, endpoint);
        let possible: Vec<Difference> = DIFFERENCES.iter().filter(fits).copied().collect();
        let (common, mixed) = (*random.pick(&possible), random.chance(20));
        let (turns, ids, repeats, at) = (2 + random.below(4), *random.pick(endpoint.ids), random.chance(25), random.below(3));
        let (clock, named, keyed) = (random.chance(25), random.chance(20), random.chance(60));
        let count = 2 + random.below(3);
        // Whether a name differs from no name is left open.
        let accounts = kind != Kind::OneKey && (common == Difference::Account || mixed);
        let personas = (0..count).map(|nth| {
            let person = char::from(b'A' + u8::try_from(nth).unwrap());
            let mut own = base.fork("user", nth);
            let difference = if mixed { *own.pick(&possible) } else { common };
            let own_key = difference == Difference::Key;
            let key = if own_key { format!("key of {person}") } else { "the key".to_owned() };
            Persona {
                seed: base.clone(),
                person,
                endpoint,
                ids,
                turns,
                repeats,
                difference,
                // A member needs a result to be in.
                at: if matches!(difference, Difference::Status | Difference::Id) { at.max(1) } else { at },
                account: accounts
                    .then(|| if difference == Difference::Account { format!("account of {person}") } else { "the account".to_owned() }),
                credential: (keyed || common == Difference::Key || mixed).then_some(key),
                rotates: own.chance(15).then(|| 1 + own.below(turns - 1)),
                conversation: named.then(|| format!("conversation of {person}")),
                clock,
                compacts: (own.chance(15) && turns > 2).then(|| 2 + own.below(turns - 2)),
                streams: own.chance(30),
            }
        });
        let users: Vec<User> = personas.map(Persona::hold).collect();
        let forbidden = (0..users.len()).map(|own| users[own].steps.iter().map(|step| forbidden(&users, own, step)).collect()).collect();
        Self {
            seed,
            kind,
            apart: if mixed { "several".to_owned() } else { format!("{common:?}") },
            users,
            forbidden,
            instances: 2 + random.below(2),
        }
    }

    /// The marks that a user must never see at a step.
    pub fn forbidden(&self, user: usize, step: usize) -> &Traces {
        &self.forbidden[user][step]
    }

    pub fn describe(&self) -> String {
        let persona = &self.users[0].persona;
        format!("{:?} seed {} on {} ({:?} ids), apart by {}", self.kind, self.seed, persona.endpoint.name, persona.ids, self.apart)
    }

    /// Sends every request of every user to one of the instances, whole or damaged, and records what is answered.
    pub fn run(&self, sight: Sight) -> Tally {
        let mut tally = Tally { worlds: 1, ..Tally::default() };
        let mut random = Random::new(self.seed).fork(&format!("{:?} run", self.kind), 0);
        let store = if self.kind == Kind::SharedStore { Store::Shared } else { Store::Own };
        let mut instances = Instances::new(self.instances, store);
        let mut next = vec![0; self.users.len()];
        while let Some(number) = self.draw_user(&next, &mut random) {
            let nth = next[number];
            next[number] += 1;
            self.exchange((number, nth), sight, &mut instances, &mut random, &mut tally);
            instances.tick(&mut random);
        }
        tally
    }

    fn draw_user(&self, next: &[usize], random: &mut Random) -> Option<usize> {
        let left: Vec<usize> = (0..next.len()).filter(|user| next[*user] < self.users[*user].steps.len()).collect();
        (!left.is_empty()).then(|| *random.pick(&left))
    }

    fn exchange(&self, (number, nth): (usize, usize), sight: Sight, instances: &mut Instances, random: &mut Random, tally: &mut Tally) {
        let (user, step) = (&self.users[number], &self.users[number].steps[nth]);
        // Half of the balancers send a user back to the same instance.
        let at = if random.chance(50) { number % self.instances } else { random.below(self.instances) };
        let known = instances.known(at);
        let whole = step.session.next();
        let own = (sight == Sight::Own).then(|| instances.ledger_of(at, number));
        let unlinked = instances.unlinked.clone();
        let asked = Asked { world: self, number, nth, request: whole, renamed: false, known: &known, unlinked: &unlinked };
        judge(&asked, own.as_ref().unwrap_or(instances.ledger(at)), None, tally);
        let mut sent = whole.to_owned();
        if nth > 0 {
            // Every client damages what it sends, each time in two ways: the laws need many requests, and the world few.
            for _ in 0..2 {
                let Some(damaged) = Damaged::draw(&step.session, random) else { continue };
                let asked = Asked { request: &damaged.request, renamed: damaged.renamed, ..asked };
                let mended = judge(&asked, own.as_ref().unwrap_or(instances.ledger(at)), Some(&damaged), tally);
                // A leak does not spread: what is recorded is the user's own.
                let leaks = self.forbidden(number, nth).find(mended.as_bytes()).is_some();
                if !leaks && !damaged.dropped(&step.session).is_empty() && random.chance(30) {
                    sent = mended;
                    if damaged.renamed {
                        instances.unlinked.insert((number, nth));
                    }
                }
            }
        }
        if let Some((_, other)) = user.other.as_ref().filter(|(at, _)| *at == nth) {
            instances.record(at, (number, user.steps.len()), (&step.session.target, whole, &other.answer), random);
        }
        instances.record(at, (number, nth), (&step.session.target, &sent, &step.answer), random);
    }
}

fn is_possible(difference: Difference, kind: Kind, endpoint: &Endpoint) -> bool {
    match difference {
        Difference::Account | Difference::Key => kind != Kind::OneKey,
        Difference::Model => body::other_model(endpoint).is_some(),
        Difference::Caller => body::name_caller(endpoint.format, &mut endpoint.opening(), ""),
        Difference::Picture => body::with_picture(endpoint.format, "", "").is_some(),
        _ => true,
    }
}

/// The marks that a user must never see at a step: those of answers to other input, or that say something else. The key of the call limits what
/// counts as equal (section 5a), so an answer that another user got under the key that this user has now is one of the same conversation.
fn forbidden(users: &[User], own: usize, asking: &Step) -> Traces {
    let is_alike = |other: &Step| {
        let mut answers = users[own].answers().filter(|answer| answer.content == other.content);
        answers.any(|answer| [&answer.limit, &asking.limit].contains(&&other.limit))
    };
    let others = users.iter().enumerate().filter(|(nth, _)| *nth != own).flat_map(|(_, user)| user.answers());
    let turns: Vec<&Turn> = others.filter(|step| !is_alike(step)).map(|step| &step.turn).collect();
    Traces::of_turns(turns)
}
