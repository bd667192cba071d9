//! Places in a string's value, found again in the string as it is written.

use crate::json::Span;

/// Converts spans of a value to spans of the text between the quotes. They must be in order and apart.
pub(super) fn written(raw: &[u8], spans: &mut [Span]) {
    let (mut at, mut value) = (0, 0);
    for span in spans {
        for place in [&mut span.start, &mut span.end] {
            while value < *place {
                let (length, meant) = unit(raw.get(at..).unwrap_or_default());
                if length == 0 {
                    break;
                }
                at += length;
                value += meant;
            }
            *place = at;
        }
    }
}

/// The first character of a text as it is written: how long it is there, and how long its value is.
pub(super) fn unit(raw: &[u8]) -> (usize, usize) {
    match raw {
        [] => (0, 0),
        [b'\\', b'u', rest @ ..] => match (code(rest), rest.get(4..)) {
            (0xd800..=0xdbff, Some([b'\\', b'u', low @ ..])) if (0xdc00..=0xdfff).contains(&code(low)) => (12, 4),
            (code, _) => (
                6,
                if code < 0x80 {
                    1
                } else if code < 0x800 {
                    2
                } else {
                    3
                },
            ),
        },
        [b'\\', ..] => (2, 1),
        [lead, ..] => {
            let length = match lead {
                0..0xc0 => 1,
                0xc0..0xe0 => 2,
                0xe0..0xf0 => 3,
                _ => 4,
            };
            (length, length)
        }
    }
}

fn code(digits: &[u8]) -> u32 {
    digits.iter().take(4).fold(0, |code, digit| code << 4 | char::from(*digit).to_digit(16).unwrap_or(0))
}

/// A text between quotes cut to so many bytes of its head and of its tail, with something in between. No character is cut.
pub(super) fn shortened(raw: &[u8], limit: usize, between: &str) -> Vec<u8> {
    let (head, tail) = (limit - limit / 2, raw.len() - limit / 2);
    let (mut at, mut first) = (0, 0);
    while at < tail {
        let (length, _) = unit(raw.get(at..).unwrap_or_default());
        if length == 0 {
            break;
        }
        at += length;
        if at <= head {
            first = at;
        }
    }
    [raw.get(..first).unwrap_or_default(), between.as_bytes(), raw.get(at..).unwrap_or_default()].concat()
}
