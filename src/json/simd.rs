//! Sixteen bytes at a time: finds the end of the plain part of a string, or of a line.
//!
//! Long strings are most of a conversation, so this is the hot loop of the scan. WebAssembly has the right instructions: a prototype of the scan became a
//! third faster with them. Elsewhere two machine words are enough.

/// The number of bytes in one step.
pub(super) const WIDTH: usize = 16;

/// Returns the index of the first byte that is a quote, a backslash, a control character or not ASCII. [`WIDTH`] if there is none.
#[cfg(target_arch = "wasm32")]
#[inline(always)]
pub(super) fn plain(lane: &[u8; WIDTH]) -> usize {
    use core::arch::wasm32::{i8x16_lt, i8x16_splat, u8x16_bitmask, u8x16_eq, u8x16_splat, v128, v128_or};
    // This is one load. Two words would need two.
    let bytes: v128 = bytemuck::cast(*lane);
    // Signed comparison: everything from 0x80 up is negative, so "below space" finds control characters and non-ASCII at once.
    let below = i8x16_lt(bytes, i8x16_splat(0x20));
    let quote = u8x16_eq(bytes, u8x16_splat(b'"'));
    let slash = u8x16_eq(bytes, u8x16_splat(b'\\'));
    let mask = u8x16_bitmask(v128_or(below, v128_or(quote, slash)));
    if mask == 0 { WIDTH } else { mask.trailing_zeros().try_into().unwrap_or(WIDTH) }
}

/// Returns the index of the first byte that is a quote, a backslash, a control character or not ASCII. [`WIDTH`] if there is none.
#[cfg(not(target_arch = "wasm32"))]
#[inline(always)]
pub(super) fn plain(lane: &[u8; WIDTH]) -> usize {
    let (words, _) = lane.as_chunks::<8>();
    let [low, high] = words else { return 0 };
    match marks(u64::from_le_bytes(*low)) {
        0 => match marks(u64::from_le_bytes(*high)) {
            0 => WIDTH,
            found => 8 + byte_of(found),
        },
        found => byte_of(found),
    }
}

#[cfg(not(target_arch = "wasm32"))]
const ONES: u64 = u64::from_le_bytes([1; 8]);

/// Sets the high bit of every byte that ends the plain part. Borrows may set bits above the first true one, never below it.
#[cfg(not(target_arch = "wasm32"))]
#[inline]
fn marks(word: u64) -> u64 {
    const HIGH: u64 = ONES << 7;
    let zero = |x: u64| x.wrapping_sub(ONES) & !x;
    let control = word.wrapping_sub(ONES * 0x20) & !word;
    (control | zero(word ^ (ONES * 0x22)) | zero(word ^ (ONES * 0x5c)) | word) & HIGH
}

#[cfg(not(target_arch = "wasm32"))]
#[inline]
fn byte_of(marks: u64) -> usize {
    usize::try_from(marks.trailing_zeros() / 8).unwrap_or(WIDTH)
}

/// Compares two long texts by 64 and by eight bytes at a time: the standard library compares one byte at a time in wasm.
#[must_use]
pub fn is_same(one: &[u8], other: &[u8]) -> bool {
    let ((ours, our_rest), (theirs, their_rest)) = (one.as_chunks::<64>(), other.as_chunks::<64>());
    let ((ends, end), (others, rest)) = (our_rest.as_chunks::<8>(), their_rest.as_chunks::<8>());
    one.len() == other.len()
        && end == rest
        && ends.iter().zip(others).all(|(one, other)| u64::from_le_bytes(*one) == u64::from_le_bytes(*other))
        && ours.iter().zip(theirs).all(|(one, other)| is_same_block(one, other))
}

#[cfg(target_arch = "wasm32")]
#[inline(always)]
fn is_same_block(one: &[u8; 64], other: &[u8; 64]) -> bool {
    use core::arch::wasm32::{v128, v128_any_true, v128_or, v128_xor};
    let [a, b, c, d]: [v128; 4] = bytemuck::cast(*one);
    let [e, f, g, h]: [v128; 4] = bytemuck::cast(*other);
    !v128_any_true(v128_or(v128_or(v128_xor(a, e), v128_xor(b, f)), v128_or(v128_xor(c, g), v128_xor(d, h))))
}

#[cfg(not(target_arch = "wasm32"))]
#[inline(always)]
fn is_same_block(one: &[u8; 64], other: &[u8; 64]) -> bool {
    one == other
}

/// Returns the index of the first line break, of either kind.
#[must_use]
pub fn line_end(bytes: &[u8]) -> Option<usize> {
    either(bytes, b'\n', b'\r')
}

/// Returns the index of the first quote or backslash inside a string.
#[must_use]
pub fn quote_or_escape(bytes: &[u8]) -> Option<usize> {
    either(bytes, b'"', b'\\')
}

/// Returns the index of the first backslash.
pub(super) fn next_escape(bytes: &[u8]) -> Option<usize> {
    either(bytes, b'\\', b'\\')
}

/// Returns the index of the first of two bytes.
#[inline(always)]
fn either(bytes: &[u8], one: u8, other: u8) -> Option<usize> {
    let (lanes, rest) = bytes.as_chunks::<WIDTH>();
    for (nth, lane) in lanes.iter().enumerate() {
        let place = first_of(lane, one, other);
        if place < WIDTH {
            return Some(nth * WIDTH + place);
        }
    }
    rest.iter().position(|byte| *byte == one || *byte == other).map(|place| bytes.len() - rest.len() + place)
}

#[cfg(target_arch = "wasm32")]
#[inline(always)]
fn first_of(lane: &[u8; WIDTH], one: u8, other: u8) -> usize {
    use core::arch::wasm32::{u8x16_bitmask, u8x16_eq, u8x16_splat, v128, v128_or};
    let bytes: v128 = bytemuck::cast(*lane);
    let mask = u8x16_bitmask(v128_or(u8x16_eq(bytes, u8x16_splat(one)), u8x16_eq(bytes, u8x16_splat(other))));
    if mask == 0 { WIDTH } else { mask.trailing_zeros().try_into().unwrap_or(WIDTH) }
}

#[cfg(not(target_arch = "wasm32"))]
#[inline(always)]
fn first_of(lane: &[u8; WIDTH], one: u8, other: u8) -> usize {
    let (words, _) = lane.as_chunks::<8>();
    let [low, high] = words else { return WIDTH };
    let found = |word: &[u8; 8]| {
        let word = u64::from_le_bytes(*word);
        zeros(word ^ (ONES * u64::from(one))) | zeros(word ^ (ONES * u64::from(other)))
    };
    match found(low) {
        0 => match found(high) {
            0 => WIDTH,
            found => 8 + byte_of(found),
        },
        found => byte_of(found),
    }
}

/// Counts the line feeds of a text.
#[must_use]
pub fn line_feeds(bytes: &[u8]) -> usize {
    let (lanes, rest) = bytes.as_chunks::<WIDTH>();
    let found: usize = lanes.iter().map(feeds).sum();
    found + rest.iter().filter(|byte| **byte == b'\n').count()
}

#[cfg(target_arch = "wasm32")]
#[inline(always)]
fn feeds(lane: &[u8; WIDTH]) -> usize {
    use core::arch::wasm32::{u8x16_bitmask, u8x16_eq, u8x16_splat, v128};
    let bytes: v128 = bytemuck::cast(*lane);
    u8x16_bitmask(u8x16_eq(bytes, u8x16_splat(b'\n'))).count_ones().try_into().unwrap_or_default()
}

#[cfg(not(target_arch = "wasm32"))]
#[inline(always)]
fn feeds(lane: &[u8; WIDTH]) -> usize {
    let (words, _) = lane.as_chunks::<8>();
    let [low, high] = words else { return 0 };
    let feeds = |word: &[u8; 8]| zeros(u64::from_le_bytes(*word) ^ (ONES * u64::from(b'\n'))).count_ones();
    (feeds(low) + feeds(high)).try_into().unwrap_or_default()
}

/// Sets the high bit of every byte that is zero, and of no other.
#[cfg(not(target_arch = "wasm32"))]
#[inline(always)]
fn zeros(word: u64) -> u64 {
    const LOW: u64 = ONES * 0x7f;
    !(((word & LOW) + LOW) | word | LOW)
}

/// Returns `true` if all bytes are letters of base64, of either alphabet, padding included.
#[must_use]
pub fn is_base64(bytes: &[u8]) -> bool {
    let (lanes, rest) = bytes.as_chunks::<WIDTH>();
    lanes.iter().all(are_digits) && rest.iter().all(|byte| is_digit(*byte))
}

/// Returns `true` for a letter of either alphabet, or padding.
#[inline(always)]
fn is_digit(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'-' | b'_' | b'=')
}

#[cfg(target_arch = "wasm32")]
#[inline(always)]
fn are_digits(lane: &[u8; WIDTH]) -> bool {
    use core::arch::wasm32::{u8x16, u8x16_all_true, u8x16_shr, u8x16_splat, u8x16_swizzle, v128, v128_and};
    let bytes: v128 = bytemuck::cast(*lane);
    // Five sets of letters that differ in their upper halves: the set bits of each upper half, and of each lower half.
    let upper = u8x16(0, 0, 1, 2, 4, 8, 4, 16, 0, 0, 0, 0, 0, 0, 0, 0);
    let lower = u8x16(26, 30, 30, 30, 30, 30, 30, 30, 30, 30, 28, 5, 4, 7, 4, 13);
    let sets = u8x16_swizzle(upper, u8x16_shr(bytes, 4));
    u8x16_all_true(v128_and(sets, u8x16_swizzle(lower, v128_and(bytes, u8x16_splat(15)))))
}

#[cfg(not(target_arch = "wasm32"))]
#[inline(always)]
fn are_digits(lane: &[u8; WIDTH]) -> bool {
    lane.iter().all(|byte| is_digit(*byte))
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    #[test]
    fn a_line_ends_at_its_first_break_wherever_that_is() {
        for length in 0..70 {
            let mut line = vec![b'x'; length];
            assert_eq!(line_end(&line), None);
            line.extend_from_slice(b"\ry\n");
            assert_eq!(line_end(&line), Some(length));
            line[length] = b'\n';
            line.extend([b'z'; 20]);
            assert_eq!(line_end(&line), Some(length));
        }
    }

    #[test]
    fn a_string_stops_at_its_first_quote_or_backslash_and_lines_are_counted() {
        for byte in 0..=255_u8 {
            for length in [0, 1, 7, 15, 16, 17, 40] {
                let mut text = vec![b'\x0b'; length];
                text.push(byte);
                text.extend([0x8a; 20]);
                assert_eq!(quote_or_escape(&text), matches!(byte, b'"' | b'\\').then_some(length), "byte {byte:#x} at {length}");
                assert_eq!(line_feeds(&text), usize::from(byte == b'\n'), "byte {byte:#x} at {length}");
            }
        }
        assert_eq!(line_feeds(&[b'\n'; 100]), 100);
    }

    #[test]
    fn base64_is_told_by_every_byte_in_every_place() {
        for byte in 0..=255_u8 {
            let known = byte.is_ascii_alphanumeric() || b"+/-_=".contains(&byte);
            for length in [1, 15, 16, 17, 40] {
                let mut text = vec![b'z'; length];
                for place in 0..length {
                    text[place] = byte;
                    assert_eq!(is_base64(&text), known, "byte {byte:#x} at {place} of {length}");
                    text[place] = b'9';
                }
            }
        }
        assert!(is_base64(b""));
    }

    #[test]
    fn every_byte_in_every_place_is_judged_as_the_grammar_does() {
        for byte in 0..=255_u8 {
            let ends = !(0x20..0x80).contains(&byte) || byte == b'"' || byte == b'\\';
            for place in 0..WIDTH {
                for rest in [b'a', 0x7f, b'!', b'#', b'[', b']', b' '] {
                    let mut lane = [rest; WIDTH];
                    lane[place] = byte;
                    assert_eq!(plain(&lane), if ends { place } else { WIDTH }, "byte {byte:#x} at {place} among {rest:#x}");
                }
            }
        }
    }
}
