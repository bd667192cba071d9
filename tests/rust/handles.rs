//! Handles in the forms that vendors write, made from a seed.

use crate::views::lots::base64;

/// A signature in the form of Anthropic's.
pub fn claude(seed: u8) -> String {
    let header = [&[8, 11, 24, 2][..], &field(5, &[seed; 64])].concat();
    let sealed = [(1, &header[..]), (2, &[seed; 12]), (3, &[2; 12]), (4, &[seed; 48]), (5, &[seed; 40])];
    base64(&field(2, &sealed.map(|(number, content)| field(number, content)).concat()))
}

/// A ciphertext in the form of OpenAI's.
pub fn fernet(seed: u8) -> String {
    let bytes = [&[0x80, 0, 0, 0, 0][..], &[seed; 4 + 48 + 64]].concat();
    let text = base64(&bytes);
    text.replace('+', "-").replace('/', "_")
}

/// A signature in the form of Gemini's.
pub fn gemini(seed: u8) -> String {
    base64(&field(2, &field(1, &[&[1][..], &[seed; 60]].concat())))
}

/// The beginning of a signature of Anthropic's: all before a ciphertext of so many bytes, in whole groups of four letters.
pub fn claude_head(ciphertext: usize, seed: u8) -> String {
    let head = |key: usize| {
        let header = [&[8, 11, 24, 2][..], &field(5, &vec![seed; key])].concat();
        let fixed = [(1, &header[..]), (2, &[seed; 12]), (3, &[2; 12]), (4, &[seed; 48])];
        let sealed = [fixed.map(|(number, content)| field(number, content)).concat(), opening(5, ciphertext)].concat();
        [opening(2, sealed.len() + ciphertext), sealed].concat()
    };
    base64(&(64..67).map(head).find(|head| head.len() % 3 == 0).unwrap())
}

fn field(number: u8, content: &[u8]) -> Vec<u8> {
    [opening(number, content.len()), content.to_vec()].concat()
}

/// The tag and the length of a field.
fn opening(number: u8, length: usize) -> Vec<u8> {
    let low = u8::try_from(length & 0x7f).unwrap();
    let high = u8::try_from(length >> 7).unwrap();
    if high == 0 { vec![number << 3 | 2, low] } else { vec![number << 3 | 2, low | 0x80, high] }
}
