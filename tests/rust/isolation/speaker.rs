//! Makes a person's conversation: values of the pair where the two collide, else the person's own.

use super::endpoint::{Endpoint, Ids, Seal, Thinks};
use super::random::{ALPHANUMERIC, BASE64, BASE64_URL, LOWER, Random};
use super::shared::Shared;
use super::talk::{Call, Talk, Thought, Turn};
use crate::handles::claude_head;

/// Draws values for one of two persons: those of the pair where they collide, else their own.
pub struct Speaker<'e> {
    pub seed: Random,
    pub person: char,
    pub shared: Shared,
    pub endpoint: &'e Endpoint,
    pub ids: Ids,
    /// True if all handles of both begin with the same hundred characters, as signatures of one key do.
    pub same_heads: bool,
    /// True if what both say and are told is the same in every turn, so that the turns of one person collide too.
    pub repeats: bool,
}

impl Speaker<'_> {
    pub fn talk(&self, turns: usize) -> Talk {
        let prompt = self.phrase(self.of("prompt", self.shared.prompts, 0), "Please look at");
        let mut number = 0;
        Talk { prompt, turns: (0..turns).map(|nth| self.turn(nth, &mut number)).collect() }
    }

    fn of(&self, what: &str, shared: bool, turn: usize) -> Random {
        let forked = turn < self.shared.forked;
        let shared = forked || shared && turn < self.shared.turns;
        let repeated = shared && !forked && self.repeats && !["ids", "shape"].contains(&what);
        let turn = if repeated { 0 } else { turn };
        self.seed.fork(&if shared { what.to_owned() } else { format!("{what} of {}", self.person) }, turn)
    }

    fn turn(&self, nth: usize, number: &mut usize) -> Turn {
        let mut shape = self.of("shape", true, nth);
        let calls = if shape.chance(55) { 1 + shape.below(3) } else { 0 };
        let says = calls == 0 || shape.chance(40);
        let thinks = match self.endpoint.thinks {
            Thinks::Always => true,
            Thinks::BeforeCalls => calls > 0 || shape.chance(70),
            Thinks::Sometimes => shape.chance(80),
        };
        let thoughts = if !thinks { 0 } else { 1 + usize::from(self.endpoint.several && shape.chance(30)) };
        let (mut ids, mut called) = (self.of("ids", self.shared.ids, nth), self.of("calls", self.shared.calls, nth));
        Turn {
            response: format!("{}_{}", self.endpoint.response, ids.letters(24, LOWER)),
            thoughts: (0..thoughts).map(|one| self.thought(nth, one, &mut ids)).collect(),
            text: says.then(|| self.phrase(self.of("answer", self.shared.answers, nth), "It is")),
            calls: (0..calls).map(|within| self.call(&mut ids, &mut called, within, number)).collect(),
            next: self.phrase(self.of("next", self.shared.prompts, nth), if calls > 0 { "line" } else { "And now" }),
        }
    }

    fn phrase(&self, mut random: Random, opening: &str) -> String {
        let thing = random.pick(&["the harbour", "the ledger", "the river", "the tower"]).to_owned();
        format!("{opening} {thing} {}.", random.below(1_000_000))
    }

    fn call(&self, ids: &mut Random, called: &mut Random, within: usize, number: &mut usize) -> Call {
        let name = (*called.pick(&["look", "measure"])).to_owned();
        let place = called.letters(6, LOWER);
        let long = format!("{}{}", self.endpoint.call, ids.letters(24, ALPHANUMERIC));
        let id = match self.ids {
            Ids::Long => long,
            Ids::Restarting => format!("call_{within}"),
            Ids::Counting => format!("{}{number}", self.endpoint.call),
            Ids::Functions => format!("functions.{name}:{number}"),
            Ids::Tool => format!("tool_{number}_{name}"),
            Ids::Nine => ids.letters(9, ALPHANUMERIC),
            Ids::Absent => String::new(),
        };
        *number += 1;
        Call { id, item: format!("fc_{}", ids.letters(32, LOWER)), name, place }
    }

    /// A thought is never the same for two persons, whatever else is, unless one conversation is a branch of the other.
    fn thought(&self, turn: usize, nth: usize, ids: &mut Random) -> Thought {
        let id = format!("rs_{}", ids.letters(32, LOWER));
        let person = if turn < self.shared.forked { 'C' } else { self.person };
        let mut own = self.seed.fork(&format!("thought {nth} of {person}"), turn);
        let secret = format!("secret-{person}-{turn}-{}", own.letters(16, LOWER));
        let text = format!("The person wants a line. {secret} says so. Look at the harbour first, then answer in one sentence.");
        let sealed = self.endpoint.seal != Seal::Nothing;
        let (head, own_part) = if sealed { self.handle(&mut own) } else { Default::default() };
        let redacted = self.endpoint.redacts && own.chance(12);
        let empty = redacted || sealed && self.endpoint.omits && own.chance(20);
        Thought { id, text: if empty { String::new() } else { text }, handle: head + &own_part, own_part, redacted }
    }

    /// The beginning of a handle, which others may have too, and the rest of it.
    fn handle(&self, own: &mut Random) -> (String, String) {
        let alphabet = if self.endpoint.seal == Seal::OpenAi { BASE64_URL } else { BASE64 };
        // Whole groups of four letters, so that every decoder accepts them. Equal heads have equal lengths in them.
        let mut head = if self.same_heads { self.seed.fork("head", 0) } else { own.clone() };
        let groups = 20 + head.below(80);
        let same = if self.same_heads { head.letters(100, alphabet) } else { String::new() };
        let (head, groups) = match self.endpoint.seal {
            Seal::Claude => (claude_head(3 * groups, u8::try_from(head.below(256)).unwrap()), groups),
            Seal::OpenAi => {
                // A Fernet token has 57 bytes and whole blocks of 16.
                let is_whole = |groups: &usize| (9 + same.len() / 4 * 3 + 3 * groups - 57).is_multiple_of(16);
                (format!("gAAAAABpQ2xh{same}"), (groups..).find(is_whole).unwrap())
            }
            Seal::Google => (format!("CiQBcsjafJ1e{same}"), groups),
            Seal::Xai => (format!("Zm9vYmFyeEFJ{same}"), groups),
            Seal::Mistral | Seal::Nothing => (format!("TWlzdHJhbF8x{same}"), groups),
        };
        (head, own.letters(4 * groups, alphabet))
    }
}
