//! Sets of characters, as ranges of code points.

/// From a code point to another, both included.
pub type Range = (u32, u32);

/// The characters that a part of a pattern matches.
#[derive(Clone, Debug, Default)]
pub struct GivenSet {
    /// The byte of the pattern at which the stretch begins.
    pub at: usize,
    /// Its length in bytes.
    pub length: usize,
    /// The characters from one code point to another, both included; in order and apart.
    pub ranges: Vec<Range>,
}

/// The last code point there is.
pub(super) const LAST: u32 = 0x0010_ffff;

const DIGIT: &[Range] = &[(0x30, 0x39)];
const WORD: &[Range] = &[(0x30, 0x39), (0x41, 0x5a), (0x5f, 0x5f), (0x61, 0x7a)];
/// The characters of ECMAScript's `WhiteSpace` and `LineTerminator`.
const SPACE: &[Range] = &[
    (0x09, 0x0d),
    (0x20, 0x20),
    (0xa0, 0xa0),
    (0x1680, 0x1680),
    (0x2000, 0x200a),
    (0x2028, 0x2029),
    (0x202f, 0x202f),
    (0x205f, 0x205f),
    (0x3000, 0x3000),
    (0xfeff, 0xfeff),
];
/// The characters that `.` does not match.
const BREAK: &[Range] = &[(0x0a, 0x0a), (0x0d, 0x0d), (0x2028, 0x2029)];

/// The set of a letter after a backslash, or of `.`.
pub(super) fn named(letter: u8) -> Option<Vec<Range>> {
    let ranges = match letter.to_ascii_lowercase() {
        b'd' => DIGIT,
        b'w' => WORD,
        b's' => SPACE,
        b'.' => BREAK,
        _ => return None,
    };
    Some(if letter.is_ascii_lowercase() { ranges.to_vec() } else { opposite(ranges) })
}

/// Everything that is not in a set.
pub(super) fn opposite(ranges: &[Range]) -> Vec<Range> {
    let mut out = Vec::with_capacity(ranges.len() + 1);
    let mut from = 0;
    loop {
        // The range that reaches furthest of those that begin here or before: the lists are short, and in any order.
        let covering = ranges.iter().filter(|(first, last)| *first <= from && from <= *last).map(|(_, last)| *last).max();
        if let Some(last) = covering {
            from = last + 1;
            continue;
        }
        let next = ranges.iter().map(|(first, _)| *first).filter(|first| *first > from).min();
        if from <= LAST {
            out.push((from, next.map_or(LAST, |next| next - 1)));
        }
        match next {
            Some(next) => from = next,
            None => return out,
        }
    }
}

/// The same set and the other case of its ASCII letters.
pub(super) fn without_case(ranges: &mut Vec<Range>) {
    for nth in 0..ranges.len() {
        let Some((first, last)) = ranges.get(nth).copied() else { return };
        for (from, to, other) in [(0x41, 0x5a, 0x61), (0x61, 0x7a, 0x41)] {
            let (from, to) = (first.max(from), last.min(to));
            if from <= to {
                // From `A` to `a` is 0x20, and back.
                let shifted = |letter: u32| if other == 0x61 { letter + 0x20 } else { letter - 0x20 };
                ranges.push((shifted(from), shifted(to)));
            }
        }
    }
}

/// Returns `true` if a byte is of a word, as `\b` counts it.
pub(super) fn is_word(byte: Option<&u8>) -> bool {
    byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
}
