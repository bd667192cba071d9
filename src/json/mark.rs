//! A mark of bytes that are about to be met again, at the speed of reading them.
//!
//! It tells by accident from on purpose: no chance makes two texts share one, and whoever writes both texts could make them.
//! A [`Digest`](super::Digest) is forty times as dear, and is what goes on record.

/// The mark of a text as it is written: 128 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark([u64; 2]);

impl Mark {
    /// Reads the text once.
    #[must_use]
    pub fn of(text: &[u8]) -> Self {
        Self::from(SEEDS, text, 0).1
    }

    /// Goes on from the lanes of a text's first blocks, so many bytes of it; gives the lanes of all whole blocks too.
    fn from(lanes: Lanes, text: &[u8], read: usize) -> (Lanes, Self) {
        let [mut a, mut b, mut c, mut d] = lanes;
        let (blocks, rest) = text.get(read..).unwrap_or_default().as_chunks::<BLOCK>();
        // One variable a lane, and no loop over them: twice as fast at the size that is built for.
        for block in blocks {
            let (words, _) = block.as_chunks();
            let [w, x, y, z] = words else { continue };
            (a, b, c, d) = (step(a, w), step(b, x), step(c, y), step(d, z));
        }
        let lanes = [a, b, c, d];
        let mut last = [0; BLOCK];
        last.iter_mut().zip(rest).for_each(|(to, from)| *to = *from);
        let mut mark = [u64::try_from(text.len()).unwrap_or(u64::MAX), 0];
        let [one, other] = &mut mark;
        for (lane, word) in lanes.into_iter().zip(last.as_chunks().0) {
            let lane = step(lane, word);
            *one = spread(*one ^ lane);
            *other = spread(other.wrapping_add(lane).wrapping_mul(ODD));
        }
        (lanes, Self(mark))
    }
}

/// The beginning of a text, to be known again at the head of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    /// How many bytes it has.
    pub length: usize,
    /// Its last bytes: another text rarely has them there, and is told without reading it all.
    tail: [u8; 16],
    lanes: Lanes,
    mark: Mark,
}

impl Head {
    /// The head of a text, up to a byte; all of it if it is shorter.
    #[must_use]
    pub fn of(text: &[u8], length: usize) -> Self {
        Self::new(SEEDS, text, 0, length)
    }

    /// The head of a text that begins with this one, up to a later byte: reads only what is between.
    #[must_use]
    pub fn onto(&self, text: &[u8], length: usize) -> Self {
        let read = self.length - self.length % BLOCK;
        if length < read { Self::of(text, length) } else { Self::new(self.lanes, text, read, length) }
    }

    /// Whether a text begins with it.
    #[must_use]
    pub fn begins(&self, text: &[u8]) -> bool {
        text.get(..self.length).is_some_and(|head| tail(head) == self.tail && Mark::of(head) == self.mark)
    }

    fn new(lanes: Lanes, text: &[u8], read: usize, length: usize) -> Self {
        let head = text.get(..length).unwrap_or(text);
        let (lanes, mark) = Mark::from(lanes, head, read);
        Self { length: head.len(), tail: tail(head), lanes, mark }
    }
}

fn tail(text: &[u8]) -> [u8; 16] {
    text.last_chunk().copied().unwrap_or_default()
}

/// Four words, so that one multiplication need not wait for another.
type Lanes = [u64; 4];

const BLOCK: usize = 32;

/// Can be undone knowing the word, so a change of one word never gets lost in its lane.
#[inline(always)]
fn step(lane: u64, word: &[u8; 8]) -> u64 {
    (lane ^ u64::from_le_bytes(*word)).wrapping_mul(ODD).rotate_left(31)
}

fn spread(word: u64) -> u64 {
    let word = (word ^ (word >> 32)).wrapping_mul(ODD);
    (word ^ (word >> 29)).wrapping_mul(ODD) ^ (word >> 32)
}

const ODD: u64 = 0x9e37_79b9_7f4a_7c15;

/// The first words of the fraction of π, one a lane.
const SEEDS: Lanes = [0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7344, 0xa409_3822_299f_31d0, 0x082e_fa98_ec4e_6c89];

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    #[test]
    fn every_change_of_a_byte_shows() {
        let text: Vec<u8> = (0..1_000_u32).map(|nth| nth.wrapping_mul(2_654_435_761).to_le_bytes()[3]).collect();
        let mut seen = vec![Mark::of(&text).0];
        for at in 0..text.len() {
            for bit in [1, 128] {
                let mut other = text.clone();
                other[at] ^= bit;
                seen.push(Mark::of(&other).0);
            }
        }
        // Cut anywhere, and with words exchanged, which a sum would not see.
        seen.extend((0..text.len()).map(|at| Mark::of(&text[..at]).0));
        for at in (0..900).step_by(8) {
            let mut other = text.clone();
            other[at..at + 72].rotate_left(8);
            seen.push(Mark::of(&other).0);
        }
        let all = seen.len();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), all);
    }

    #[test]
    fn a_head_is_known_again_and_nothing_else_is() {
        let text = b"one head and then whatever follows";
        let head = Head::of(text, 20);
        assert!(head.begins(text) && head.begins(&text[..20]) && head.begins(b"one head and then whatever came instead"));
        assert!(!head.begins(&text[..19]) && !head.begins(b"One head and then whatever follows"));
        assert!(Head::of(b"", 0).begins(text));
        let long: Vec<u8> = text.iter().copied().cycle().take(500).collect();
        for (from, to) in [(0, 0), (0, 500), (31, 64), (64, 64), (70, 65), (70, 63), (100, 499), (499, 500)] {
            assert_eq!(Head::of(&long, from).onto(&long, to), Head::of(&long, to));
        }
    }

    #[test]
    fn zeros_count() {
        assert_ne!(Mark::of(&[]), Mark::of(&[0]));
        assert_ne!(Mark::of(&[0; 64]), Mark::of(&[0; 63]));
        assert_ne!(Mark::of(&[0; 64]), Mark::of(&[0; 128]));
    }
}
