//! The program of a pattern: a short list of steps, put together from pieces that can be moved, since all jumps are relative.

use super::class::{Range, without_case};

/// A step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ProgramStep {
    /// One character.
    One(u32),
    /// One character of the set with that number.
    Set(usize),
    /// One character of the given set with that number.
    Given(usize),
    /// Two ways on; the first is tried first. Both are relative to this step.
    Split(isize, isize),
    /// On at another step, relative to this one.
    Jump(isize),
    /// On if the place is the start of the text.
    Start,
    /// On if it is its end.
    End,
    /// On if it is an edge of a word; with `false`, if it is no edge.
    Edge(bool),
    /// Begins a round that may be left out and must not be empty: closes the [`ProgramStep::Gate`] that many steps on, at this place of the text.
    Enter(usize),
    /// Ends such a round, unless it has taken nothing.
    Gate,
    /// The whole pattern has matched.
    Done,
}

/// A piece of a program.
#[derive(Clone, Debug, Default)]
pub(super) struct ProgramPiece {
    pub(super) steps: Vec<ProgramStep>,
    /// True if it can match without taking a character.
    pub(super) nullable: bool,
    /// True if it asks about a place: then it cannot be empty everywhere.
    pub(super) asserts: bool,
    /// How deep loops are nested in it.
    pub(super) loops: usize,
}

/// A whole program.
#[derive(Clone, Debug, Default)]
pub(super) struct Program {
    pub(super) steps: Vec<ProgramStep>,
    pub(super) sets: Vec<Vec<Range>>,
    /// The sets that were given, in order and apart, so that a character is found in few steps. They may have thousands of ranges.
    pub(super) given: Vec<Vec<Range>>,
    pub(super) loops: usize,
    /// True if `^` and `$` also match at the ends of lines.
    pub(super) multiline: bool,
    /// True if a match begins where the one before ended, and nowhere else.
    pub(super) sticky: bool,
}

impl ProgramPiece {
    /// Nothing at all, which matches everywhere.
    pub(super) fn empty() -> Self {
        Self { nullable: true, ..Self::default() }
    }

    pub(super) fn step(step: ProgramStep) -> Self {
        let takes = matches!(step, ProgramStep::One(_) | ProgramStep::Set(_) | ProgramStep::Given(_));
        Self { steps: vec![step], nullable: !takes, asserts: !takes, loops: 0 }
    }

    /// This one, and then the other.
    #[inline(never)]
    pub(super) fn then(&mut self, other: &ProgramPiece) {
        self.steps.extend_from_slice(&other.steps);
        self.nullable &= other.nullable;
        self.asserts |= other.asserts;
        self.loops = self.loops.max(other.loops);
    }

    /// This one or else the other.
    pub(super) fn or(self, other: &ProgramPiece) -> Self {
        let mut steps = vec![ProgramStep::Split(1, signed(self.steps.len() + 2))];
        steps.extend_from_slice(&self.steps);
        steps.push(ProgramStep::Jump(signed(other.steps.len() + 1)));
        steps.extend_from_slice(&other.steps);
        let asserts = self.asserts || other.asserts;
        Self { steps, nullable: self.nullable || other.nullable, asserts, loops: self.loops.max(other.loops) }
    }

    /// This one between so many and so many times.
    ///
    /// A round beyond the least must take something, as in ECMAScript. In a loop that comes by itself, because a step is taken once at a
    /// place of the text; outside of one a gate sees to it.
    pub(super) fn repeated(&self, least: usize, most: Option<usize>, greedy: bool) -> Self {
        let mut out = Self::empty();
        let Some(most) = most else {
            // A piece that can be empty everywhere matches so many times or more exactly where it matches any number of times. A lazy loop would rather
            // match none, and the rounds that it must have would be lost.
            let least = if self.nullable && !self.asserts && greedy { 0 } else { least };
            (1..least).for_each(|_| out.then(self));
            if least > 0 && !self.nullable {
                out.then(&self.again(greedy));
                return out;
            }
            if least > 0 {
                out.then(self);
            }
            out.then(&self.looped(greedy));
            return out;
        };
        (0..least).for_each(|_| out.then(self));
        let mut rest = Self::empty();
        (least..most).for_each(|_| rest = self.optional(&rest, greedy));
        out.then(&rest);
        out
    }

    /// This one once or more. It takes something each time.
    fn again(&self, greedy: bool) -> Self {
        let back = -signed(self.steps.len());
        let mut out = self.clone();
        out.steps.push(if greedy { ProgramStep::Split(back, 1) } else { ProgramStep::Split(1, back) });
        out.loops += 1;
        out
    }

    fn looped(&self, greedy: bool) -> Self {
        let length = self.steps.len();
        let mut steps = vec![either(signed(length + 2), greedy)];
        steps.extend_from_slice(&self.steps);
        steps.push(ProgramStep::Jump(-signed(length + 1)));
        Self { steps, nullable: true, asserts: self.asserts, loops: self.loops + 1 }
    }

    /// This one and then the rest, or nothing.
    fn optional(&self, rest: &ProgramPiece, greedy: bool) -> Self {
        let gated = usize::from(self.nullable);
        let length = self.steps.len() + 2 * gated + rest.steps.len();
        let mut steps = vec![either(signed(length + 1), greedy)];
        if self.nullable {
            steps.push(ProgramStep::Enter(self.steps.len() + 1));
        }
        steps.extend_from_slice(&self.steps);
        if self.nullable {
            steps.push(ProgramStep::Gate);
        }
        steps.extend_from_slice(&rest.steps);
        Self { steps, nullable: true, asserts: self.asserts || rest.asserts, loops: self.loops.max(rest.loops) }
    }
}

/// Into what follows or past it, in the order that greed asks for.
fn either(past: isize, greedy: bool) -> ProgramStep {
    if greedy { ProgramStep::Split(1, past) } else { ProgramStep::Split(past, 1) }
}

fn signed(steps: usize) -> isize {
    isize::try_from(steps).unwrap_or(isize::MAX)
}

impl Program {
    /// A step for one character of a set.
    pub(super) fn set(&mut self, mut ranges: Vec<Range>, ignore_case: bool) -> ProgramStep {
        if ignore_case {
            without_case(&mut ranges);
        }
        if let [(first, last)] = ranges.as_slice()
            && first == last
        {
            return ProgramStep::One(*first);
        }
        let there = self.sets.iter().position(|set| *set == ranges);
        ProgramStep::Set(there.unwrap_or_else(|| {
            self.sets.push(ranges);
            self.sets.len() - 1
        }))
    }

    /// The longest text that every match has in it: characters one after the other, into which and past which no jump leads.
    pub(super) fn needed(&self) -> Vec<u8> {
        let (mut best, mut run) = (Vec::new(), Vec::new());
        let mut free = 0;
        for (nth, step) in self.steps.iter().enumerate() {
            let furthest = match step {
                ProgramStep::Split(one, other) => nth.saturating_add_signed(*one.max(other)),
                ProgramStep::Jump(on) => nth.saturating_add_signed(*on),
                _ => 0,
            };
            free = free.max(furthest);
            match step {
                ProgramStep::One(point) if nth >= free => match char::from_u32(*point) {
                    Some(char) => run.extend_from_slice(char.encode_utf8(&mut [0; 4]).as_bytes()),
                    None => run.clear(),
                },
                _ => run.clear(),
            }
            if run.len() > best.len() {
                best.clone_from(&run);
            }
        }
        best
    }
}
