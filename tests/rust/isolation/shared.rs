//! The collisions of two conversations.

use super::random::Random;
use super::talk::Talk;

/// The collisions of two conversations, besides their wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shared {
    pub ids: bool,
    pub prompts: bool,
    pub answers: bool,
    pub calls: bool,
    /// From this turn on they have nothing in common.
    pub turns: usize,
    /// Before this turn they are one conversation, thoughts and all: the second is a branch of the first.
    pub forked: usize,
}

impl Shared {
    pub const EVERYTHING: Self = Self { ids: true, prompts: true, answers: true, calls: true, turns: usize::MAX, forked: 0 };
    pub const NOTHING: Self = Self { ids: false, prompts: false, answers: false, calls: false, turns: usize::MAX, forked: 0 };

    pub fn draw(random: &mut Random) -> Self {
        match random.below(12) {
            0..=2 => Self::EVERYTHING,
            3 => Self { ids: true, ..Self::NOTHING },
            4 => Self { prompts: true, ..Self::NOTHING },
            5 => Self { answers: true, ..Self::NOTHING },
            6 => Self { calls: true, ..Self::NOTHING },
            7 => Self { ids: false, ..Self::EVERYTHING },
            8 => Self { turns: 1 + random.below(3), ..Self::EVERYTHING },
            9 => Self { prompts: false, ..Self::EVERYTHING },
            _ => {
                let forked = 1 + random.below(3);
                Self { turns: if random.chance(50) { forked } else { usize::MAX }, forked, ..Self::EVERYTHING }
            }
        }
    }

    pub fn name(self) -> String {
        let all = [(self.ids, "ids"), (self.prompts, "prompts"), (self.answers, "answers"), (self.calls, "calls")];
        let names: Vec<&str> = all.iter().filter(|(shared, _)| *shared).map(|(_, name)| *name).collect();
        let turns = if self.turns == usize::MAX { String::new() } else { format!(" of the first {} turns", self.turns) };
        let branch = if self.forked == 0 { String::new() } else { format!(", a branch after turn {}", self.forked) };
        format!("{}{turns}{branch}", if names.is_empty() { "nothing".to_owned() } else { names.join("+") })
    }

    /// Returns `true` if the prefix or the visible part of an answer differs between the two, so that it can be told whose it is.
    pub fn tells_apart(self, talk: &Talk, turn: usize) -> bool {
        !self.prompts
            || turn >= self.turns
            || talk.turns[..=turn].iter().any(|turn| !self.answers && turn.text.is_some() || !self.calls && !turn.calls.is_empty())
    }
}
