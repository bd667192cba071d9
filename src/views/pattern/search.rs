//! The search: once from the end to the start, to know from which step at which place the pattern can still match, and once from the
//! start, along the ways that are known to lead to a match, best first. No way is tried twice, and none in vain.
//!
//! Threads that run forward side by side would find one match in linear time, but not all of them: `a.*b|a` looks to the end of the text
//! for every `a`. Here the look ahead is done once for all. A place has a bit for each step, set if a match can be reached from there. The bits are kept for every
//! thousandth place, and worked out again in between where something was found.

use super::class::is_word;
use super::parse::STEPS;
use super::program::{Program, ProgramStep};
use crate::json::Span;

/// How many bytes are worked out again at once.
const BLOCK: usize = 1024;

/// Every match that is not empty.
pub(super) fn find_all(program: &Program, text: &[u8]) -> Vec<Span> {
    let search = Search { program, text, words: program.steps.len().div_ceil(64) };
    let (marks, found) = search.survey();
    let mut spans: Vec<Span> = Vec::new();
    let mut walk: Option<Walk> = None;
    let mut from = 0;
    let mut known = Vec::new();
    for (block, starts) in found.iter().enumerate() {
        if !starts && walk.is_none() {
            if program.sticky {
                return spans;
            }
            continue;
        }
        let (start, end) = (block * BLOCK, text.len().min((block + 1) * BLOCK));
        search.fill(start, end, marks.get(block * search.words..).unwrap_or_default(), &mut known);
        let mut at = start.max(from);
        // The end of the text is a place too; an empty match there does not count.
        while at < end {
            // The bits after a character that reaches over the end of its block are at the end.
            let ahead = |at: usize| known.get((end.min(at) - start) * search.words..).unwrap_or_default();
            let (point, length) = decode(text, at);
            if length == 0 {
                at += 1;
                continue;
            }
            let here = walk.take().unwrap_or(Walk { start: at, step: 0 });
            if !has(ahead(at), here.step) {
                if search.program.sticky {
                    return spans;
                }
                at += length;
                continue;
            }
            match search.choose(here.step, at, point, ahead(at + length)) {
                Some(step) => {
                    walk = Some(Walk { start: here.start, step });
                    at += length;
                }
                None => {
                    // Done here. After a match that took something the next may begin at once.
                    if here.start < at {
                        spans.push(Span { start: here.start, end: at });
                    } else {
                        at += length;
                    }
                }
            }
            from = at;
        }
    }
    if let Some(Walk { start, .. }) = walk {
        spans.push(Span { start, end: text.len() });
    }
    spans
}

/// A match that is being followed.
struct Walk {
    start: usize,
    step: usize,
}

struct Search<'s> {
    program: &'s Program,
    text: &'s [u8],
    /// How many words hold a bit for each step.
    words: usize,
}

impl Search<'_> {
    /// Returns the bits at the end of each block, and for each block whether a match may start in it.
    fn survey(&self) -> (Vec<u64>, Vec<bool>) {
        let blocks = self.text.len().div_ceil(BLOCK).max(1);
        let mut marks = vec![0; blocks * self.words];
        let mut found = vec![false; blocks];
        let (mut next, mut here) = (vec![0; self.words], vec![0; self.words]);
        let mut at = self.text.len();
        self.back(at, None, &[], &mut next);
        for (block, mark) in marks.chunks_mut(self.words).enumerate().rev() {
            mark.copy_from_slice(&next);
            while at > block * BLOCK {
                at -= 1;
                let (point, length) = decode(self.text, at);
                if length == 0 {
                    continue;
                }
                self.back(at, Some(point), &next, &mut here);
                std::mem::swap(&mut next, &mut here);
                if let Some(starts) = found.get_mut(block) {
                    *starts |= has(&next, 0);
                }
            }
        }
        (marks, found)
    }

    /// Works out the bits of every place of a block, and of the one after it.
    fn fill(&self, start: usize, end: usize, mark: &[u64], known: &mut Vec<u64>) {
        let words = self.words;
        known.clear();
        known.resize((end - start + 1) * words, 0);
        let mut next = mark.get(..words).unwrap_or_default().to_vec();
        let mut here = vec![0; words];
        if let Some(last) = known.get_mut((end - start) * words..) {
            last.copy_from_slice(&next);
        }
        for at in (start..end).rev() {
            let (point, length) = decode(self.text, at);
            if length > 0 {
                self.back(at, Some(point), &next, &mut here);
                std::mem::swap(&mut next, &mut here);
            }
            if let Some(place) = known.get_mut((at - start) * words..(at - start + 1) * words) {
                place.copy_from_slice(&next);
            }
        }
    }

    /// Goes one place back: works out from which steps a match can be reached, given the bits of the next place.
    fn back(&self, at: usize, point: Option<u32>, next: &[u64], here: &mut [u64]) {
        here.fill(0);
        // Steps run on to later ones, so one pass from the last step works out all of them, except for loops: each loop takes one more pass.
        for _ in 0..=self.program.loops {
            for (nth, step) in self.program.steps.iter().enumerate().rev() {
                let on = |to: isize| has(here, nth.saturating_add_signed(to));
                let reached = match *step {
                    ProgramStep::One(_) | ProgramStep::Set(_) | ProgramStep::Given(_) => {
                        point.is_some_and(|point| self.accepts(step, point)) && has(next, nth + 1)
                    }
                    ProgramStep::Split(one, other) => on(one) || on(other),
                    ProgramStep::Jump(to) => on(to),
                    ProgramStep::Enter(_) | ProgramStep::Gate => on(1),
                    ProgramStep::Start | ProgramStep::End | ProgramStep::Edge(_) => on(1) && self.holds(step, at),
                    ProgramStep::Done => true,
                };
                if let Some(word) = here.get_mut(nth / 64)
                    && reached
                {
                    *word |= 1 << (nth % 64);
                }
            }
        }
    }

    /// The step after the character at a place, on the best way from a step; `None` if that way ends here.
    fn choose(&self, from: usize, at: usize, point: u32, next: &[u64]) -> Option<usize> {
        let mut seen = [0_u64; STEPS / 64];
        // The next steps, the best last; `true` for the head of a loop that a round returns to.
        let mut ways = vec![(from, false)];
        while let Some((nth, again)) = ways.pop() {
            let Some(step) = self.program.steps.get(nth) else { continue };
            let on = |to: isize| nth.saturating_add_signed(to);
            if !mark(&mut seen, nth) {
                // A round that has taken nothing does not count. A loop within it is entered again, and what it would rather do has led here.
                if let ProgramStep::Split(_, other) = *step
                    && !again
                {
                    ways.push((on(other), false));
                }
                continue;
            }
            match *step {
                ProgramStep::One(_) | ProgramStep::Set(_) | ProgramStep::Given(_) if self.accepts(step, point) && has(next, nth + 1) => {
                    return Some(nth + 1);
                }
                ProgramStep::One(_) | ProgramStep::Set(_) | ProgramStep::Given(_) => {}
                ProgramStep::Split(one, other) => ways.extend([(on(other), false), (on(one), false)]),
                ProgramStep::Jump(to) => ways.push((on(to), to < 0)),
                ProgramStep::Enter(gate) => {
                    mark(&mut seen, nth + gate);
                    ways.push((nth + 1, false));
                }
                ProgramStep::Gate => ways.push((nth + 1, false)),
                ProgramStep::Start | ProgramStep::End | ProgramStep::Edge(_) if self.holds(step, at) => ways.push((nth + 1, false)),
                ProgramStep::Start | ProgramStep::End | ProgramStep::Edge(_) => {}
                ProgramStep::Done => return None,
            }
        }
        None
    }

    fn accepts(&self, step: &ProgramStep, point: u32) -> bool {
        match step {
            ProgramStep::One(one) => *one == point,
            ProgramStep::Set(set) => {
                self.program.sets.get(*set).is_some_and(|ranges| ranges.iter().any(|(first, last)| (*first..=*last).contains(&point)))
            }
            ProgramStep::Given(set) => self.program.given.get(*set).is_some_and(|ranges| {
                let nth = ranges.partition_point(|(_, last)| *last < point);
                ranges.get(nth).is_some_and(|(first, _)| *first <= point)
            }),
            _ => false,
        }
    }

    fn holds(&self, step: &ProgramStep, at: usize) -> bool {
        match step {
            ProgramStep::Start => at == 0 || self.program.multiline && self.text.get(..at).is_some_and(ends_line),
            ProgramStep::End => at == self.text.len() || self.program.multiline && self.text.get(at..).is_some_and(begins_break),
            ProgramStep::Edge(is) => {
                let before = at.checked_sub(1).and_then(|before| self.text.get(before));
                (is_word(before) != is_word(self.text.get(at))) == *is
            }
            _ => false,
        }
    }
}

/// Returns `true` if a text ends with a break of lines.
fn ends_line(text: &[u8]) -> bool {
    BREAKS.iter().any(|line_break| text.ends_with(line_break))
}

/// Returns `true` if a text begins with a break of lines.
fn begins_break(text: &[u8]) -> bool {
    BREAKS.iter().any(|line_break| text.starts_with(line_break))
}

/// The breaks of lines of ECMAScript, in UTF-8.
static BREAKS: [&[u8]; 4] = [b"\n", b"\r", "\u{2028}".as_bytes(), "\u{2029}".as_bytes()];

fn has(bits: &[u64], nth: usize) -> bool {
    bits.get(nth / 64).is_some_and(|word| word >> (nth % 64) & 1 == 1)
}

/// Sets a bit. Returns `true` if it was not set before.
fn mark(bits: &mut [u64], nth: usize) -> bool {
    let Some(word) = bits.get_mut(nth / 64) else { return false };
    let was = *word >> (nth % 64) & 1 == 1;
    *word |= 1 << (nth % 64);
    !was
}

/// The character that begins at a place, and its length; within one, nothing. Text that is not UTF-8 is read byte by byte.
fn decode(text: &[u8], at: usize) -> (u32, usize) {
    let Some(lead) = text.get(at).copied() else { return (0, 0) };
    let (bits, length) = match lead {
        0..0x80 => return (u32::from(lead), 1),
        0x80..0xc0 => return (0, 0),
        0xc0..0xe0 => (lead & 0x1f, 2),
        0xe0..0xf0 => (lead & 0x0f, 3),
        _ => (lead & 0x07, 4),
    };
    let tail = text.get(at + 1..at + length).unwrap_or_default();
    (tail.iter().fold(u32::from(bits), |point, byte| point << 6 | u32::from(byte & 0x3f)), length)
}
