//! Lots that fall the same way every time.

/// SplitMix64, seeded.
pub struct Lots(pub u64);

impl Lots {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, count: usize) -> usize {
        (self.next() % count as u64) as usize
    }

    pub fn of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        let nth = self.below(all.len());
        &all[nth]
    }

    pub fn text(&mut self, alphabet: &str, length: usize) -> String {
        let letters: Vec<char> = alphabet.chars().collect();
        (0..length).map(|_| *self.of(&letters)).collect()
    }

    pub fn bytes(&mut self, length: usize) -> Vec<u8> {
        (0..length).map(|_| self.next() as u8).collect()
    }

    /// Bytes in base64, padded.
    pub fn base64(&mut self, length: usize) -> String {
        base64(&self.bytes(length))
    }
}

pub fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for chunk in bytes.chunks(3) {
        let held = chunk.iter().enumerate().fold(0_u32, |held, (nth, byte)| held | u32::from(*byte) << (16 - 8 * nth));
        (0..4).for_each(|nth| out.push(if nth <= chunk.len() { char::from(LETTERS[(held >> (18 - 6 * nth) & 63) as usize]) } else { '=' }));
    }
    out
}
