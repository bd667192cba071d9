//! The form of a handle. Anthropic, OpenAI and Google write handles of distinct structure, so a handle can show that another vendor wrote it. It never proves
//! who did.
//!
//! Measured on recorded answers of 2026-11-17:
//! - Anthropic, 2,099 signatures: a protobuf message whose field 2 has the fields 1 (a header), 2 and 3 (12 bytes each), 4 (48 bytes) and 5 (ciphertext).
//!   Newer models add fields.
//! - OpenAI and Azure, 313 ciphertexts: a Fernet token. Its first byte is 0x80, eight bytes of time follow, and the length minus 57 is a multiple of 16.
//! - Google, 1,193 signatures: fields 1 (Gemini 2.5), or fields 2 that contain a field 1 (Gemini 3). The content begins with the byte 1, 8 or 18. Vertex and
//!   OpenRouter also send the content without the fields.

mod protobuf;

use self::protobuf::{Field, FieldValue, only, read_fields};
use crate::json::{Text, base64, find_bytes};

/// The number of characters that show whether a handle begins like one of Claude's or like a Fernet token.
const HEAD: usize = 28;

/// Fields 3 and 4 or 5 of the header of a Claude signature (`18 02 22 40`, `18 02 2a 40`), at each of the three offsets where base64 may cut them.
const CLAUDE_HEADS: [&str; 6] = ["GAIiQ", "GAIqQ", "gCIk", "gCKk", "YAiJA", "YAipA"];

/// Returns `true` if a handle has the structure of a Claude signature, or begins like one that was damaged.
pub(crate) fn is_claude(handle: Text<'_>) -> bool {
    let head = head_of(handle);
    let begins_like_one = head.starts_with(b"E") && CLAUDE_HEADS.iter().any(|fields| find_bytes(head, fields.as_bytes()).is_some());
    begins_like_one || begins_with_field(handle) && is_whole_claude(&handle.wtf8())
}

/// Returns `true` if a handle has the form of one that OpenAI and Azure write: a Fernet token.
pub(crate) fn is_fernet(handle: Text<'_>) -> bool {
    let head = head_of(handle);
    head.starts_with(b"gAAAA") && head.len() == HEAD
}

/// Returns `true` if a handle has the structure of a Gemini signature with its fields.
pub(crate) fn is_gemini(handle: Text<'_>) -> bool {
    begins_with_field(handle) && is_wrapped_gemini(&handle.wtf8())
}

/// Returns `true` if the form of a handle shows that a vendor did not write it.
pub(crate) fn excludes(handle: Text<'_>, vendor: &str) -> bool {
    match vendor {
        "anthropic" => is_fernet(handle) || is_gemini(handle),
        "google" => is_fernet(handle) || is_claude(handle),
        "openai" => is_claude(handle) || is_gemini(handle),
        "xai" => is_fernet(handle) || is_claude(handle) || is_gemini(handle),
        _ => false,
    }
}

/// Returns `true` if the first byte of a handle is the tag of field 1 or 2. Most handles of other vendors are not decoded then.
fn begins_with_field(handle: Text<'_>) -> bool {
    matches!(handle.raw().first(), Some(b'C' | b'E'))
}

fn head_of(handle: Text<'_>) -> &[u8] {
    handle.raw().get(..HEAD).unwrap_or_default()
}

/// Returns `true` if a text is a whole Claude signature. Unknown additional fields are allowed, because newer models have some.
fn is_whole_claude(text: &[u8]) -> bool {
    let length_of = |fields: &[Field<'_>], number: u64| only(fields, number).map(<[u8]>::len);
    base64::decode(text).is_some_and(|bytes| {
        let Some(sealed) = read_fields(&bytes).and_then(|fields| only(&fields, 2)).and_then(read_fields) else { return false };
        let has_lengths = [(2, 12), (3, 12), (4, 48)].iter().all(|(number, length)| length_of(&sealed, *number) == Some(*length));
        has_lengths && only(&sealed, 5).is_some() && only(&sealed, 1).is_some_and(|header| read_fields(header).is_some())
    })
}

/// The shortest content of a Gemini signature that cannot be accidental, in bytes.
const GEMINI_CONTENT: usize = 24;

/// Returns `true` if a text is a Gemini signature with its fields.
fn is_wrapped_gemini(text: &[u8]) -> bool {
    base64::decode(text).is_some_and(|bytes| {
        let Some(fields) = read_fields(&bytes).filter(|fields| !fields.is_empty()) else { return false };
        fields.iter().all(|field| match *field {
            (1, FieldValue::Bytes(content)) => is_gemini_content(content),
            (2, FieldValue::Bytes(inner)) => {
                read_fields(inner).is_some_and(|fields| matches!(*fields, [(1, FieldValue::Bytes(content))] if is_gemini_content(content)))
            }
            _ => false,
        })
    })
}

fn is_gemini_content(content: &[u8]) -> bool {
    content.len() >= GEMINI_CONTENT && matches!(content.first(), Some(1 | 8 | 18))
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    const VENDORS: [&str; 5] = ["anthropic", "google", "openai", "xai", "mistral"];

    fn excluded(handle: &str) -> [bool; 5] {
        VENDORS.map(|vendor| excludes(Text::written(handle.as_bytes()), vendor))
    }

    /// A field of bytes.
    fn field(number: u8, content: &[u8]) -> Vec<u8> {
        let length = u8::try_from(content.len()).unwrap();
        let length = if length < 128 { vec![length] } else { vec![length & 0x7f | 0x80, 1] };
        [&[number << 3 | 2], &*length, content].concat()
    }

    fn claude() -> Vec<u8> {
        let header = [&[8, 11, 24, 2][..], &field(5, &[7; 64])].concat();
        let sealed = [(1, &header[..]), (2, &[1; 12]), (3, &[2; 12]), (4, &[3; 48]), (5, &[4; 40])];
        field(2, &sealed.map(|(number, content)| field(number, content)).concat())
    }

    #[test]
    fn a_form_rules_vendors_out_and_names_none() {
        assert_eq!(excluded("EosnCkYICxgCKkDcAAAAAAAAAAAAAAAA"), [false, true, true, true, false], "the beginning of one of Claude's");
        assert_eq!(excluded("gAAAAABpT2Z1c2NhdGVkIGJ5dGVzAAAA"), [true, true, false, true, false]);
        for content in [1, 8, 18] {
            let content = [&[content][..], &[9; 40]].concat();
            for wrapped in [field(1, &content), field(2, &field(1, &content)), [field(1, &content), field(1, &content)].concat()] {
                assert_eq!(excluded(&base64::encode(&wrapped)), [true, false, true, true, false]);
            }
        }
        for short in ["gAAAA", "Eq==", "", "CiQB4/H/XQ=="] {
            assert_eq!(excluded(short), [false; 5], "{short}");
        }
    }

    #[test]
    fn a_whole_signature_of_claude_has_its_fields_and_may_have_more() {
        let newer = [&[8, 2][..], &claude(), &[24, 1]].concat();
        for bytes in [claude(), newer] {
            assert!(is_whole_claude(base64::encode(&bytes).as_bytes()));
            for cut in 1..bytes.len() {
                let cut = bytes.get(..cut).unwrap();
                // A field after the signature may be missing.
                assert!(!is_whole_claude(base64::encode(cut).as_bytes()) || cut.ends_with(&[4; 40]), "{cut:?}");
            }
        }
        for other in [&b"not base64!"[..], b"3f2504e04f8911d39a0c0305e82c3301", b"{\"alg\":\"none\"}"] {
            assert!(!is_whole_claude(other) && !is_whole_claude(base64::encode(other).as_bytes()));
        }
    }
}
