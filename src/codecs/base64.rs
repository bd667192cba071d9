//! Base64 in both alphabets, padded or not: what AWS wraps events in, and in what Gemini's signatures are compared.

/// The bytes that a text stands for; nothing if it is not base64.
pub(crate) fn decode(text: &[u8]) -> Option<Vec<u8>> {
    let digits = text.strip_suffix(b"==").or_else(|| text.strip_suffix(b"=")).unwrap_or(text);
    let mut out = Vec::with_capacity(digits.len() / 4 * 3 + 2);
    for group in digits.chunks(4) {
        let mut bits = 0_u32;
        for digit in group {
            bits = bits << 6 | u32::from(value(*digit)?);
        }
        let missing = 4 - group.len();
        bits <<= 6 * u32::try_from(missing).ok()?;
        let [_, bytes @ ..] = bits.to_be_bytes();
        out.extend(bytes.iter().take(match missing {
            0 => 3,
            1 => 2,
            2 => 1,
            _ => return None,
        }));
    }
    Some(out)
}

/// The padded text for bytes, in the standard alphabet.
pub(crate) fn encode(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let bits = group.iter().chain(&[0; 2]).take(3).fold(0_u32, |bits, byte| bits << 8 | u32::from(*byte));
        for (nth, shift) in [18, 12, 6, 0].into_iter().enumerate() {
            let digit = usize::try_from(bits >> shift & 0x3f).ok().and_then(|digit| DIGITS.get(digit));
            out.push(if nth > group.len() { '=' } else { digit.copied().map_or('A', char::from) });
        }
    }
    out
}

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

fn value(digit: u8) -> Option<u8> {
    match digit {
        b'A'..=b'Z' => Some(digit - b'A'),
        b'a'..=b'z' => Some(digit - b'a' + 26),
        b'0'..=b'9' => Some(digit - b'0' + 52),
        b'+' | b'-' => Some(62),
        b'/' | b'_' => Some(63),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::{decode, encode};

    #[test]
    fn the_vectors_of_rfc_4648_decode_in_every_spelling() {
        for (text, bytes) in
            [("", ""), ("Zg==", "f"), ("Zm8=", "fo"), ("Zm9v", "foo"), ("Zm9vYg==", "foob"), ("Zm9vYmE=", "fooba"), ("Zm9vYmFy", "foobar")]
        {
            assert_eq!(decode(text.as_bytes()).unwrap(), bytes.as_bytes());
            assert_eq!(encode(bytes.as_bytes()), text);
            assert_eq!(decode(text.trim_end_matches('=').as_bytes()).unwrap(), bytes.as_bytes());
        }
        assert_eq!(decode(b"+/8"), decode(b"-_8="));
        for wrong in ["A", "AAAAA", "A!==", "Zm9v=Zg"] {
            assert_eq!(decode(wrong.as_bytes()), None, "{wrong}");
        }
    }
}
