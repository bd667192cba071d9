//! From the text of a pattern to its program, with a stack for the groups that are open.

use super::class::{GivenSet, LAST, Range, named, opposite};
use super::program::{Program, ProgramPiece, ProgramStep};
use crate::error::{Code, Error};

/// The most steps a program may have: what a character of the text may cost.
pub(super) const STEPS: usize = 512;
/// The most rounds that may be counted.
const ROUNDS: usize = 1000;
/// How deep loops may be nested, each of which is one more pass over the steps.
const LOOPS: usize = 8;
/// The longest pattern.
const BYTES: usize = 4096;
/// The most ranges in one set, each of which a character may have to be compared with.
const RANGES: usize = 64;

/// Reads a pattern.
pub(super) fn parse(source: &str, flags: &str, given: &[GivenSet]) -> Result<Program, Error> {
    let program = Program { multiline: flags.contains('m'), sticky: flags.contains('y'), ..Program::default() };
    let parser =
        Parser { rest: source, length: source.len(), ignore_case: flags.contains('i'), dot_all: flags.contains('s'), given, program };
    if source.len() > BYTES {
        return Err(parser.fault("the pattern is too long", 0));
    }
    parser.run()
}

/// A group that is open: the alternatives before this one, what there is of this one, and its last atom.
#[derive(Default)]
struct Group {
    at: usize,
    before: Option<ProgramPiece>,
    sequence: Option<ProgramPiece>,
    /// Kept apart, because a quantifier may follow; none after a piece that allows no quantifier.
    atom: Option<ProgramPiece>,
}

impl Group {
    #[inline(never)]
    fn settle(&mut self) {
        if let Some(atom) = self.atom.take() {
            self.sequence.get_or_insert_with(ProgramPiece::empty).then(&atom);
        }
    }

    /// Ends an alternative.
    fn alternative(&mut self) {
        self.settle();
        let last = self.sequence.take().unwrap_or_else(ProgramPiece::empty);
        self.before = Some(match self.before.take() {
            Some(before) => before.or(&last),
            None => last,
        });
    }
}

struct Parser<'p> {
    rest: &'p str,
    length: usize,
    ignore_case: bool,
    /// True if `.` matches every character.
    dot_all: bool,
    /// The sets that were given and not used so far, in the order of the pattern.
    given: &'p [GivenSet],
    program: Program,
}

impl Parser<'_> {
    fn run(mut self) -> Result<Program, Error> {
        let mut open = vec![Group::default()];
        let mut steps = 0;
        loop {
            let at = self.at();
            let outermost = open.len() == 1;
            let Some(group) = open.last_mut() else { break };
            if let Some(step) = self.given(at) {
                group.settle();
                group.atom = Some(ProgramPiece::step(step));
                steps += 1;
                if steps >= STEPS {
                    return Err(self.fault("the pattern is too large", at));
                }
                continue;
            }
            let Some(char) = self.next() else {
                if outermost {
                    break;
                }
                return Err(self.fault("a group is not closed", group.at));
            };
            let piece = match char {
                '|' => {
                    group.alternative();
                    steps += 2;
                    continue;
                }
                '(' => {
                    if self.take("?") {
                        self.group_head(at)?;
                    }
                    open.push(Group { at, ..Group::default() });
                    continue;
                }
                ')' => {
                    if outermost {
                        return Err(self.fault("a group is closed that was not opened", at));
                    }
                    let mut closed = open.pop().unwrap_or_default();
                    closed.alternative();
                    let Some(outer) = open.last_mut() else { break };
                    outer.settle();
                    outer.atom = closed.before;
                    continue;
                }
                '*' | '+' | '?' | '{' => {
                    let (least, most) = self.quantity(char, at)?;
                    let greedy = !self.take("?");
                    let Some(atom) = group.atom.take() else { return Err(self.fault("there is nothing to repeat", at)) };
                    // A piece that asks about a place, or is taken lazily, is written once more before its loop.
                    let rounds = most.unwrap_or(least + usize::from(atom.asserts || !greedy)).max(1);
                    steps += (atom.steps.len() + 3).saturating_mul(rounds);
                    if steps >= STEPS || atom.loops >= LOOPS {
                        return Err(self.fault("the pattern is too large", at));
                    }
                    let repeated = atom.repeated(least, most, greedy);
                    // Settled at once: a repetition cannot be repeated.
                    group.sequence.get_or_insert_with(ProgramPiece::empty).then(&repeated);
                    continue;
                }
                '^' => ProgramStep::Start,
                '$' => ProgramStep::End,
                '.' if self.dot_all => self.set(vec![(0, LAST)]),
                '.' => self.set(named(b'.').unwrap_or_default()),
                '[' => self.class(at)?,
                '\\' => self.escape(at)?,
                ']' | '}' => return Err(self.fault("a bracket is closed that was not opened; write it with a stroke before it", at)),
                char => self.one(u32::from(char), at)?,
            };
            steps += 1;
            if steps >= STEPS {
                return Err(self.fault("the pattern is too large", at));
            }
            group.settle();
            let is_assertion = matches!(piece, ProgramStep::Start | ProgramStep::End | ProgramStep::Edge(_));
            let atom = ProgramPiece::step(piece);
            if is_assertion {
                group.sequence.get_or_insert_with(ProgramPiece::empty).then(&atom);
            } else {
                group.atom = Some(atom);
            }
        }
        let mut whole = open.pop().unwrap_or_default();
        whole.alternative();
        let piece = whole.before.unwrap_or_default();
        self.program.steps = piece.steps;
        self.program.steps.push(ProgramStep::Done);
        self.program.loops = piece.loops;
        Ok(self.program)
    }

    /// Takes the set that is given for this place. It is an atom, whatever the pattern says there.
    fn given(&mut self, at: usize) -> Option<ProgramStep> {
        let (first, later) = self.given.split_first()?;
        if first.at != at {
            return None;
        }
        (self.given, self.rest) = (later, self.rest.get(first.length..)?);
        self.program.given.push(first.ranges.clone());
        Some(ProgramStep::Given(self.program.given.len() - 1))
    }

    /// Reads the head of a group after its question mark. A name changes nothing: no group is asked for what it matched.
    fn group_head(&mut self, at: usize) -> Result<(), Error> {
        let reason = if self.take("=") || self.take("!") {
            "lookahead is refused: the search reads a text once, and never ahead of a match"
        } else if self.take("<=") || self.take("<!") {
            "look-behind is refused: the search reads a text once"
        } else if self.take(":") {
            return Ok(());
        } else if self.take("<") {
            match self.rest.split_once('>') {
                Some((name, rest)) if !name.is_empty() => {
                    self.rest = rest;
                    return Ok(());
                }
                _ => "the name of a group is not closed",
            }
        } else {
            "flags of a group are refused: give them to the whole pattern"
        };
        Err(self.fault(reason, at))
    }

    /// How often: from so many times, to so many.
    fn quantity(&mut self, sign: char, at: usize) -> Result<(usize, Option<usize>), Error> {
        let (least, most) = match sign {
            '*' => (0, None),
            '+' => (1, None),
            '?' => (0, Some(1)),
            _ => {
                let least = self.number();
                let most = if self.take(",") { self.number() } else { least };
                let (Some(least), true) = (least, self.take("}")) else {
                    return Err(self.fault("a count is {m}, {m,} or {m,n}", at));
                };
                (least, most)
            }
        };
        if least.max(most.unwrap_or(0)) > ROUNDS {
            return Err(self.fault("a count is too large", at));
        }
        if most.is_some_and(|most| most < least) {
            return Err(self.fault("a count runs backwards", at));
        }
        Ok((least, most))
    }

    fn number(&mut self) -> Option<usize> {
        let end = self.rest.bytes().position(|byte| !byte.is_ascii_digit()).unwrap_or(self.rest.len());
        let (digits, rest) = self.rest.split_at_checked(end)?;
        self.rest = rest;
        let mut sum = 0_usize;
        for digit in digits.bytes() {
            sum = sum.saturating_mul(10).saturating_add(usize::from(digit & 0xf));
        }
        (!digits.is_empty()).then_some(sum)
    }

    /// A class in brackets.
    fn class(&mut self, at: usize) -> Result<ProgramStep, Error> {
        let negated = self.take("^");
        let mut ranges: Vec<Range> = Vec::new();
        loop {
            let here = self.at();
            let first = match self.next() {
                None => return Err(self.fault("a class is not closed", at)),
                Some(']') => break,
                Some('\\') => match self.named() {
                    Some(set) => {
                        ranges.extend(set);
                        continue;
                    }
                    None => self.point(here, true)?,
                },
                Some(char) => u32::from(char),
            };
            // A hyphen before the bracket is one.
            let ranged = self.rest.starts_with('-') && !self.rest.starts_with("-]") && self.take("-");
            let last = match ranged.then(|| self.next()).flatten() {
                None => first,
                Some('\\') if self.named().is_some() => return Err(self.fault("a range ends with a set", here)),
                Some('\\') => self.point(here, true)?,
                Some(char) => u32::from(char),
            };
            if last < first {
                return Err(self.fault("a range runs backwards", here));
            }
            self.check_case(first, last, here)?;
            ranges.push((first, last));
        }
        if ranges.len() > RANGES {
            return Err(self.fault("a class is too large", at));
        }
        if negated {
            if self.ignore_case {
                super::class::without_case(&mut ranges);
            }
            return Ok(self.program.set(opposite(&ranges), false));
        }
        Ok(self.set(ranges))
    }

    /// Reads an escape outside a class.
    fn escape(&mut self, at: usize) -> Result<ProgramStep, Error> {
        if let Some(set) = self.named() {
            return Ok(self.set(set));
        }
        if self.take("b") {
            return Ok(ProgramStep::Edge(true));
        }
        if self.take("B") {
            return Ok(ProgramStep::Edge(false));
        }
        let refused = match self.rest.bytes().next() {
            Some(b'1'..=b'9' | b'k') => "a back-reference is refused: no search for one is linear",
            Some(b'p' | b'P') => "the characters of a property have to be given with the pattern",
            _ => "",
        };
        if !refused.is_empty() {
            return Err(self.fault(refused, at));
        }
        let point = self.point(at, false)?;
        self.one(point, at)
    }

    fn named(&mut self) -> Option<Vec<Range>> {
        let letter = *self.rest.as_bytes().first().filter(|byte| **byte != b'.')?;
        let set = named(letter)?;
        self.next();
        Some(set)
    }

    /// The character of an escape.
    fn point(&mut self, at: usize, in_class: bool) -> Result<u32, Error> {
        let Some(char) = self.next() else { return Err(self.fault("the pattern ends with a stroke", at)) };
        let found = match char {
            'n' => Some(0x0a),
            'r' => Some(0x0d),
            't' => Some(0x09),
            'f' => Some(0x0c),
            'v' => Some(0x0b),
            'b' if in_class => Some(0x08),
            '-' if in_class => Some(0x2d),
            '0' if !self.rest.as_bytes().first().is_some_and(u8::is_ascii_digit) => Some(0),
            'x' => self.hex(2),
            'u' if self.take("{") => {
                let digits = self.rest.bytes().position(|byte| byte == b'}').unwrap_or(0);
                let point = self.hex(digits);
                if self.take("}") { point } else { None }
            }
            'u' => self.hex(4).and_then(|unit| self.paired(unit)),
            '^' | '$' | '\\' | '.' | '*' | '+' | '?' | '(' | ')' | '[' | ']' | '{' | '}' | '|' | '/' => Some(u32::from(char)),
            _ => None,
        };
        found.filter(|point| *point <= LAST).ok_or_else(|| self.fault("this escape is not supported", at))
    }

    fn hex(&mut self, digits: usize) -> Option<u32> {
        let (text, rest) = self.rest.split_at_checked(digits)?;
        let mut value = 0_u32;
        for digit in text.bytes() {
            value = value.checked_mul(16)? + char::from(digit).to_digit(16)?;
        }
        self.rest = rest;
        (digits > 0).then_some(value)
    }

    /// Two halves of a surrogate pair are one character.
    fn paired(&mut self, unit: u32) -> Option<u32> {
        let before = self.rest;
        if (0xd800..0xdc00).contains(&unit) && self.take("\\u") {
            match self.hex(4) {
                Some(low @ 0xdc00..=0xdfff) => return Some(0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00)),
                _ => self.rest = before,
            }
        }
        Some(unit)
    }

    fn one(&mut self, point: u32, at: usize) -> Result<ProgramStep, Error> {
        self.check_case(point, point, at)?;
        Ok(self.set(vec![(point, point)]))
    }

    #[inline(never)]
    fn set(&mut self, ranges: Vec<Range>) -> ProgramStep {
        let ignore_case = self.ignore_case;
        self.program.set(ranges, ignore_case)
    }

    /// Refuses letters of scripts with two cases beyond ASCII: the table of their cases is not here.
    fn check_case(&self, first: u32, last: u32, at: usize) -> Result<(), Error> {
        let cased = |point: u32| matches!(point, 0x80..0x2e80 | 0xa640..0xac00 | 0xfb00..0xfb18 | 0xff21..0xff5b | 0x10400..0x1e944);
        if self.ignore_case && (cased(first) || cased(last)) {
            return Err(self.fault("without case there are only the letters of ASCII", at));
        }
        Ok(())
    }

    fn at(&self) -> usize {
        self.length - self.rest.len()
    }

    fn next(&mut self) -> Option<char> {
        let mut chars = self.rest.chars();
        let char = chars.next();
        self.rest = chars.as_str();
        char
    }

    #[inline(never)]
    fn take(&mut self, word: &str) -> bool {
        let rest = self.rest.strip_prefix(word);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    #[inline(never)]
    fn fault(&self, reason: &'static str, at: usize) -> Error {
        Error::new(Code::Pattern, reason).at(at)
    }
}
