//! Base64 in both alphabets, padded or not. AWS wraps events in it, and Gemini signatures are compared by their decoded bytes.

/// Decodes a text. Returns `None` if it is not base64.
pub(crate) fn decode(text: &[u8]) -> Option<Vec<u8>> {
    let digits = text.strip_suffix(b"==").or_else(|| text.strip_suffix(b"=")).unwrap_or(text);
    let mut out = Vec::with_capacity(digits.len() / 4 * 3 + 2);
    let (groups, rest) = digits.as_chunks::<4>();
    for group in groups {
        let [_, bytes @ ..] = bits(*group)?;
        out.extend_from_slice(&bytes);
    }
    match *rest {
        [] => {}
        [one, two] => out.push(bits([one, two, b'A', b'A'])?[1]),
        [one, two, three] => {
            let [_, first, second, _] = bits([one, two, three, b'A'])?;
            out.extend([first, second]);
        }
        _ => return None,
    }
    Some(out)
}

/// Returns the bytes of four digits: the last three of the result.
fn bits(group: [u8; 4]) -> Option<[u8; 4]> {
    let [one, two, three, four] = group.map(value);
    let bits = u32::from(one?) << 18 | u32::from(two?) << 12 | u32::from(three?) << 6 | u32::from(four?);
    Some(bits.to_be_bytes())
}

/// Encodes bytes as padded text, in the standard alphabet.
pub(crate) fn encode(bytes: &[u8]) -> String {
    let mut out = Vec::with_capacity(bytes.len().div_ceil(3) * 4);
    let (groups, rest) = bytes.as_chunks::<3>();
    for [one, two, three] in groups {
        out.extend_from_slice(&digits([*one, *two, *three]));
    }
    match *rest {
        [one] => {
            let [first, second, ..] = digits([one, 0, 0]);
            out.extend_from_slice(&[first, second, b'=', b'=']);
        }
        [one, two] => {
            let [first, second, third, _] = digits([one, two, 0]);
            out.extend_from_slice(&[first, second, third, b'=']);
        }
        _ => {}
    }
    String::from_utf8(out).unwrap_or_default()
}

/// Returns the digits for three bytes.
fn digits([one, two, three]: [u8; 3]) -> [u8; 4] {
    let bits = u32::from_be_bytes([0, one, two, three]);
    [18, 12, 6, 0].map(|shift| usize::try_from(bits >> shift & 0x3f).ok().and_then(|digit| DIGITS.get(digit)).copied().unwrap_or(b'A'))
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
