//! Bodies that a recorder kept as gzip (RFC 1952).

use miniz_oxide::inflate::decompress_to_vec_with_limit;

use crate::json::Limits;

/// Decompresses a body. Returns it unchanged if it is not gzip, or is damaged.
#[must_use]
pub fn unpack(bytes: Vec<u8>) -> Vec<u8> {
    inflate(&bytes).or_else(|| inflate(&latin1(&bytes)?)).unwrap_or(bytes)
}

fn inflate(bytes: &[u8]) -> Option<Vec<u8>> {
    let packed = bytes.get(header_length(bytes)?..)?;
    decompress_to_vec_with_limit(packed, Limits::default().bytes).ok()
}

/// Returns the length of the header: ten bytes, and the optional parts that its flags name.
fn header_length(bytes: &[u8]) -> Option<usize> {
    let [0x1f, 0x8b, 8, flags, _, _, _, _, _, _, ..] = bytes else { return None };
    let mut at = 10;
    if flags & 4 != 0 {
        let length = bytes.get(at..)?.first_chunk::<2>()?;
        at += 2 + usize::from(u16::from_le_bytes(*length));
    }
    // The name of the file and a comment end with a zero byte.
    for part in [8, 16] {
        if flags & part != 0 {
            at += bytes.get(at..)?.iter().position(|byte| *byte == 0)? + 1;
        }
    }
    Some(at + if flags & 2 != 0 { 2 } else { 0 })
}

/// Returns the bytes of a text in which a recorder wrote each byte as the character of that number. `None` if a character is not a byte.
fn latin1(text: &[u8]) -> Option<Vec<u8>> {
    str::from_utf8(text)
        .ok()
        .filter(|text| text.starts_with("\u{1f}\u{8b}"))?
        .chars()
        .map(|sign| u8::try_from(u32::from(sign)).ok())
        .collect()
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    /// `{"a":1}` without compression.
    const STORED: &[u8] = b"\x01\x07\x00\xf8\xff{\"a\":1}";

    fn packed(flags: u8, extra: &[u8]) -> Vec<u8> {
        [&[0x1f, 0x8b, 8, flags, 0, 0, 0, 0, 0, 3], extra, STORED, &[0; 8]].concat()
    }

    #[test]
    fn a_body_is_unpacked_whatever_its_header_has() {
        for (flags, extra) in [(0, &b""[..]), (4, b"\x02\0xx"), (8, b"name\0"), (24, b"name\0why\0"), (2, b"zz"), (30, b"\x01\0xn\0c\0zz")]
        {
            assert_eq!(unpack(packed(flags, extra)), b"{\"a\":1}", "{flags}");
        }
    }

    #[test]
    fn bytes_that_were_read_as_characters_are_unpacked() {
        let text: String = packed(0, b"").into_iter().map(char::from).collect();
        assert_eq!(unpack(text.into_bytes()), b"{\"a\":1}");
    }

    #[test]
    fn a_damaged_body_and_any_other_text_stay_unchanged() {
        let whole = packed(8, b"name\0");
        for end in 0..whole.len() - 8 {
            assert_eq!(unpack(whole[..end].to_vec()), &whole[..end], "{end}");
        }
        assert_eq!(unpack(b"{}".to_vec()), b"{}");
    }
}
