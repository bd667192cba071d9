//! A sketch of a handle. It identifies a handle with a few changed letters, although its text was not kept.

use sha2::{Digest as _, Sha256};

use crate::json::Digest;

/// Returns the hashes of the eighths of a text, four bytes of each.
#[must_use]
pub fn sketch(text: &[u8]) -> Digest {
    let mut sketch = [0; 32];
    for (nth, slot) in sketch.chunks_exact_mut(4).enumerate() {
        let eighth = text.get(nth * text.len() / 8..(nth + 1) * text.len() / 8).unwrap_or_default();
        slot.iter_mut().zip(Sha256::digest(eighth)).for_each(|(to, from)| *to = from);
    }
    Digest(sketch)
}

/// Returns `true` if two sketches come from texts that are the same in at least half of their eighths.
#[must_use]
pub fn is_like(one: &Digest, other: &Digest) -> bool {
    one.0.chunks_exact(4).zip(other.0.chunks_exact(4)).filter(|(one, other)| one == other).count() >= 4
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    #[test]
    fn a_changed_letter_leaves_the_sketch_alike_and_another_text_does_not() {
        let text: Vec<u8> = (0..400_u32).map(|nth| b'a' + u8::try_from(nth.wrapping_mul(2_654_435_761) >> 27).unwrap() % 26).collect();
        let mut changed = text.clone();
        changed[123] = b'!';
        assert!(is_like(&sketch(&text), &sketch(&changed)));
        let other: Vec<u8> = text.iter().rev().copied().collect();
        assert!(!is_like(&sketch(&text), &sketch(&other)));
    }
}
