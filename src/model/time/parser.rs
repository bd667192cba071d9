//! Matches a text with the pattern of a form, and reports where the text differs.

use super::clock::{Zone, fixed};
use super::error::{DIGIT, END, GAP, MARK, NAME, TimeError, ZONE};
use super::fields::{DAY, HOUR, MILLISECOND, MINUTE, MONTH, ORDINAL, SECOND, Unit, Units, WEEK_NUMBER, WEEK_YEAR, WEEKDAY, YEAR};
use super::forms::TIME;
use super::fraction::milliseconds;

/// A text parsed in one form: its numbers with their places, and its zone.
pub(super) struct ParsedTime<'t> {
    pub(super) units: Units,
    pub(super) zone: Zone<'t>,
}

/// Parses a whole text in one form.
pub(super) fn parse<'t>(text: &'t str, form: &str) -> Result<ParsedTime<'t>, TimeError> {
    let mut parser = TimeParser { text, at: 0, parsed: ParsedTime { units: Units::default(), zone: Zone::UTC } };
    // A date without a time is at midnight.
    parser.parsed.units.set(HOUR, Unit { value: 0, at: 0 });
    let followed = parser.follow(form.as_bytes());
    match followed.and(if parser.rest().is_empty() { Ok(()) } else { Err(END) }) {
        Ok(()) => Ok(parser.parsed),
        Err(reason) => Err(TimeError::at(parser.at, reason)),
    }
}

/// A place in a text that moves forward over matched text. If a step fails, it has moved over the part that matched.
struct TimeParser<'t> {
    text: &'t str,
    at: usize,
    parsed: ParsedTime<'t>,
}

/// The result of a step: its value, or a sentence that names what was expected.
type Parse<T = ()> = Result<T, &'static str>;

impl<'t> TimeParser<'t> {
    fn follow(&mut self, pattern: &[u8]) -> Parse {
        let mut pattern = pattern;
        while let Some((&letter, after)) = pattern.split_first() {
            pattern = after;
            match letter {
                b'(' => {
                    let (inside, after) = group(pattern);
                    pattern = after;
                    let before = self.at;
                    let followed = self.follow(inside);
                    if self.at > before {
                        followed?;
                    }
                }
                b'@' => self.follow(TIME.as_bytes())?,
                b'_' => self.gap()?,
                b't' => self.mark(b"Tt").map(|_| ())?,
                b'e' => self.expanded_year()?,
                b'n' => self.name(MONTH, &MONTHS)?,
                b'j' => self.name(WEEKDAY, &DAYS)?,
                b'l' => self.name(WEEKDAY, &LONG_DAYS)?,
                b'f' => self.fraction()?,
                b'z' => self.offset()?,
                b'q' => self.zone()?,
                b'g' => self.mail_zone()?,
                _ => match NUMBERS.iter().find(|number| number.0 == letter) {
                    Some(&(_, part, least, most)) => self.number(part, least, most)?,
                    None => self.mark(&[letter]).map(|_| ())?,
                },
            }
        }
        Ok(())
    }

    /// Returns the unread text. The place is always between characters, since only whole ones are read.
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Reads one of the (ASCII) bytes.
    fn mark(&mut self, marks: &[u8]) -> Parse<u8> {
        match self.rest().bytes().next() {
            Some(next) if marks.contains(&next) => {
                self.at += 1;
                Ok(next)
            }
            _ => Err(MARK),
        }
    }

    /// Reads the longest run of accepted (ASCII) bytes, up to a length.
    fn run(&mut self, most: usize, accept: fn(u8) -> bool) -> &'t str {
        let rest = self.rest();
        let length = rest.bytes().take(most).take_while(|byte| accept(*byte)).count();
        self.at += length;
        rest.get(..length).unwrap_or_default()
    }

    /// Reads that many digits. Only 0 to 9 are digits, in no other script.
    fn digits(&mut self, least: usize, most: usize) -> Parse<i64> {
        let digits = self.run(most, |byte| byte.is_ascii_digit());
        let value = digits.bytes().fold(0, |value, digit| value * 10 + i64::from(digit - b'0'));
        if digits.len() < least { Err(DIGIT) } else { Ok(value) }
    }

    /// Reads a number. A year of two digits is in this century up to 60, and in the last one from 61.
    fn number(&mut self, part: usize, least: usize, most: usize) -> Parse {
        let at = self.at;
        let value = self.digits(least, most)?;
        let century = match value {
            _ if part != YEAR || self.at > at + 2 => 0,
            ..=60 => 2_000,
            _ => 1_900,
        };
        self.parsed.units.set(part, Unit { value: century + value, at });
        Ok(())
    }

    fn expanded_year(&mut self) -> Parse {
        let at = self.at;
        let Ok(sign) = self.mark(b"+-") else { return self.number(YEAR, 4, 4) };
        let year = self.digits(6, 6)?;
        self.parsed.units.set(YEAR, Unit { value: if sign == b'-' { -year } else { year }, at });
        Ok(())
    }

    /// Reads one of the names. Its value is its place in the list, counted from 1.
    fn name(&mut self, part: usize, names: &[&str]) -> Parse {
        for (value, name) in (1..).zip(names) {
            if self.rest().starts_with(name) {
                self.parsed.units.set(part, Unit { value, at: self.at });
                self.at += name.len();
                return Ok(());
            }
        }
        Err(NAME)
    }

    fn fraction(&mut self) -> Parse {
        self.mark(b".,")?;
        let at = self.at;
        let digits = self.run(FRACTION, |byte| byte.is_ascii_digit());
        let value = milliseconds(digits).ok_or(DIGIT)?;
        self.parsed.units.set(MILLISECOND, Unit { value, at });
        Ok(())
    }

    fn offset(&mut self) -> Parse {
        if self.mark(b"Zz").is_ok() {
            return Ok(());
        }
        let sign = self.mark(b"+-")?;
        let hours = self.digits(2, 2)?;
        let separated = self.mark(b":").is_ok();
        let digit = self.rest().bytes().next().is_some_and(|next| next.is_ascii_digit());
        let minutes = if separated || digit { self.digits(2, 2)? } else { 0 };
        self.parsed.zone = fixed(sign, hours, minutes);
        Ok(())
    }

    fn zone(&mut self) -> Parse {
        let (at, rest) = (self.at, self.rest());
        self.zone_part(|byte| byte.is_ascii_alphabetic() || b"_+-".contains(&byte))?;
        if self.rest().starts_with(":/") {
            self.at += 1;
        }
        for _ in 0..2 {
            if self.mark(b"/").is_err() {
                break;
            }
            self.zone_part(|byte| byte.is_ascii_alphanumeric() || b"_+-".contains(&byte))?;
        }
        self.parsed.zone = Zone::named(rest.get(..self.at - at).unwrap_or_default(), at);
        Ok(())
    }

    fn zone_part(&mut self, accept: fn(u8) -> bool) -> Parse {
        if self.run(ZONE_PART, accept).is_empty() { Err(ZONE) } else { Ok(()) }
    }

    /// Reads a zone of e-mail: the old American zones and `GMT`; `Z` is the only military one. `UT` is refused: Luxon has the name but not its offset, and
    /// refuses the date.
    fn mail_zone(&mut self) -> Parse {
        for (name, hours) in MAIL_ZONES {
            if self.rest().starts_with(name) {
                self.at += name.len();
                self.parsed.zone = fixed(b'-', hours, 0);
                return Ok(());
            }
        }
        let sign = self.mark(b"+-").map_err(|_| ZONE)?;
        let (hours, minutes) = (self.digits(2, 2)?, self.digits(2, 2)?);
        self.parsed.zone = fixed(sign, hours, minutes);
        Ok(())
    }

    /// Reads a gap. Any white space, comments included, matches any other.
    fn gap(&mut self) -> Parse {
        let before = self.at;
        loop {
            let rest = self.rest();
            self.at += match rest.chars().next() {
                Some('(') => comment(rest),
                Some(space) if is_space(space) => space.len_utf8(),
                _ => 0,
            };
            if self.rest().len() == rest.len() {
                return if self.at > before { Ok(()) } else { Err(GAP) };
            }
        }
    }
}

/// Splits a pattern at the beginning of a group: the content of the group, and the pattern after it.
fn group(pattern: &[u8]) -> (&[u8], &[u8]) {
    let mut open = 1;
    for (at, letter) in pattern.iter().enumerate() {
        open += match letter {
            b'(' => 1,
            b')' => -1,
            _ => 0,
        };
        if open == 0 {
            return (pattern.get(..at).unwrap_or_default(), pattern.get(at + 1..).unwrap_or_default());
        }
    }
    (pattern, &[])
}

/// Returns the length of the comment at the start of a text, or 0. A comment has no parenthesis: Luxon removes nested ones only from inside, once, and then
/// fails on the rest.
fn comment(text: &str) -> usize {
    let end = text.bytes().skip(1).position(|byte| byte == b'(' || byte == b')').map_or(0, |inside| inside + 1);
    if text.as_bytes().get(end) == Some(&b')') { end + 1 } else { 0 }
}

/// Returns `true` for the white space of JavaScript's `\s`: that of Unicode, with the byte order mark, without U+0085.
fn is_space(character: char) -> bool {
    character == '\u{feff}' || character.is_whitespace() && character != '\u{85}'
}

/// The letters for numbers: each with its part of a date, and its minimum and maximum number of digits.
const NUMBERS: [(u8, usize, usize, usize); 14] = [
    (b'y', YEAR, 4, 4),
    (b'v', YEAR, 2, 4),
    (b'c', YEAR, 2, 2),
    (b'm', MONTH, 2, 2),
    (b'd', DAY, 2, 2),
    (b'u', DAY, 1, 2),
    (b'a', DAY, 1, 1),
    (b'o', ORDINAL, 3, 3),
    (b'x', WEEK_YEAR, 4, 4),
    (b'w', WEEK_NUMBER, 2, 2),
    (b'k', WEEKDAY, 1, 1),
    (b'h', HOUR, 2, 2),
    (b'i', MINUTE, 2, 2),
    (b's', SECOND, 2, 2),
];

const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const DAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const LONG_DAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/// Zones by name, and their hours behind UTC.
const MAIL_ZONES: [(&str, i64); 11] =
    [("GMT", 0), ("Z", 0), ("z", 0), ("EDT", 4), ("EST", 5), ("CDT", 5), ("CST", 6), ("MDT", 6), ("MST", 7), ("PDT", 7), ("PST", 8)];

/// The maximum number of digits of a fraction.
const FRACTION: usize = 30;
/// The maximum length of one part of a zone's name.
const ZONE_PART: usize = 256;
