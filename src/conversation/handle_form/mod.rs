//! The form of a handle. Anthropic, OpenAI and Google write handles of distinct structure, so a handle can show that another vendor wrote it. It never proves
//! who did.
//!
//! Measured on recorded answers of 2026-11-17:
//! - Anthropic, 2,099 signatures: a protobuf message whose field 2 has the fields 1 (a header), 2 and 3 (12 bytes each), 4 (48 bytes) and 5 (ciphertext).
//!   Newer models add fields.
//! - OpenAI and Azure, 313 ciphertexts: a Fernet token. Its first byte is 0x80, eight bytes of time follow, and the length minus 57 is a multiple of 16.
//! - Google, 1,193 signatures: fields 1 (Gemini 2.5), or fields 2 that contain a field 1 (Gemini 3). The content begins with the byte 1, 8 or 18. Vertex and
//!   OpenRouter also send the content without the fields.

mod fit;
mod layer;
mod protobuf;

pub(crate) use fit::{Fit, Form, Origin, fit, fit_inside, is_spoiled};
pub(crate) use layer::{in_blob, out_of_blob};

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
    begins_like_one || begins_with_field(handle) && decodes_to(handle, is_claude_message)
}

/// Returns the platform that the header of a Claude signature names: 0 for the Claude API and Azure, 1 for Bedrock, 2 for Vertex. Converse writes a redacted block
/// in a second layer of base64.
pub(crate) fn platform_of(handle: &[u8]) -> Option<u64> {
    let bytes = base64::decode(handle)?;
    let bytes = if is_claude_message(&bytes) { bytes } else { base64::decode(&bytes).filter(|inner| is_claude_message(inner))? };
    let sealed = read_fields(&bytes).and_then(|fields| only(&fields, 2).and_then(read_fields))?;
    let header = only(&sealed, 1).and_then(read_fields)?;
    let platform = header.iter().find_map(|field| match *field {
        (2, FieldValue::Number(platform)) => Some(platform),
        _ => None,
    });
    Some(platform.unwrap_or(0))
}

/// Returns `true` if a handle has the form of one that OpenAI and Azure write: a Fernet token.
pub(crate) fn is_fernet(handle: Text<'_>) -> bool {
    let head = head_of(handle);
    head.starts_with(b"gAAAA") && head.len() == HEAD
}

/// Returns `true` if a handle has the structure of a Gemini signature with its fields.
pub(crate) fn is_gemini(handle: Text<'_>) -> bool {
    begins_with_field(handle) && decodes_to(handle, is_wrapped_gemini)
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

/// Returns `true` if the bytes of a handle are such.
fn decodes_to(handle: Text<'_>, is_such: fn(&[u8]) -> bool) -> bool {
    base64::decode(&handle.wtf8()).is_some_and(|bytes| is_such(&bytes))
}

fn head_of(handle: Text<'_>) -> &[u8] {
    handle.raw().get(..HEAD).unwrap_or_default()
}

/// Returns `true` if bytes are a whole Claude signature. Unknown additional fields are allowed, because newer models have some.
fn is_claude_message(bytes: &[u8]) -> bool {
    let length_of = |fields: &[Field<'_>], number: u64| only(fields, number).map(<[u8]>::len);
    let Some(sealed) = read_fields(bytes).and_then(|fields| only(&fields, 2)).and_then(read_fields) else { return false };
    let has_lengths = [(2, 12), (3, 12), (4, 48)].iter().all(|(number, length)| length_of(&sealed, *number) == Some(*length));
    has_lengths && only(&sealed, 5).is_some() && only(&sealed, 1).is_some_and(|header| read_fields(header).is_some())
}

/// The shortest content of a Gemini signature that cannot be accidental, in bytes.
const GEMINI_CONTENT: usize = 24;

/// Returns `true` if bytes are a Gemini signature with its fields.
fn is_wrapped_gemini(bytes: &[u8]) -> bool {
    let Some(fields) = read_fields(bytes).filter(|fields| !fields.is_empty()) else { return false };
    fields.iter().all(|field| match *field {
        (1, FieldValue::Bytes(content)) => is_gemini_content(content),
        (2, FieldValue::Bytes(inner)) => {
            read_fields(inner).is_some_and(|fields| matches!(*fields, [(1, FieldValue::Bytes(content))] if is_gemini_content(content)))
        }
        _ => false,
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
            assert_eq!(fit(base64::encode(&bytes).as_bytes(), Form::Claude), Fit::Whole);
            for cut in 1..bytes.len() {
                let cut = bytes.get(..cut).unwrap();
                let text = base64::encode(cut);
                // A field after the signature may be missing. The first bytes alone show nothing.
                let expected = if cut.ends_with(&[4; 40]) { Fit::Whole } else { Fit::Damaged };
                assert!(cut.len() < 8 || fit(text.as_bytes(), Form::Claude) == expected, "{cut:?}");
            }
        }
    }

    #[test]
    fn a_fernet_token_and_a_gemini_signature_that_were_cut_are_damaged() {
        let fernet = [&[0x80, 0, 0, 0, 0][..], &[9; 4 + 16 + 32 + 32]].concat();
        assert_eq!(fit(base64::encode(&fernet).as_bytes(), Form::Fernet), Fit::Whole);
        assert_eq!(fit(base64::encode(fernet.get(..80).unwrap()).as_bytes(), Form::Fernet), Fit::Damaged);
        let content = [&[1][..], &[9; 60]].concat();
        for (whole, bare) in
            [(field(1, &content), 2), (field(2, &field(1, &content)), 4), ([field(1, &content), field(1, &content)].concat(), 65)]
        {
            assert_eq!(fit(base64::encode(&whole).as_bytes(), Form::Gemini), Fit::Whole);
            for cut in bare + 1..whole.len() {
                assert!(cut == 63 || fit(base64::encode(whole.get(..cut).unwrap()).as_bytes(), Form::Gemini) == Fit::Damaged, "{cut}");
            }
        }
        assert_eq!(fit(base64::encode(&content).as_bytes(), Form::Gemini), Fit::Whole, "the content without its fields");
        let inner = base64::encode(&claude());
        assert_eq!(fit_inside(base64::encode(inner.as_bytes()).as_bytes(), Form::Claude), Fit::Whole);
        assert_eq!(fit_inside(base64::encode(inner.get(..80).unwrap().as_bytes()).as_bytes(), Form::Claude), Fit::Damaged);
    }

    #[test]
    fn a_genuine_handle_that_was_spoiled_is_told_from_a_mask() {
        let whole = base64::encode(&[claude(), field(5, &[0xfb; 9])].concat());
        assert!(whole.contains('+') && !is_spoiled(whole.as_bytes(), Form::Claude));
        let (start, rest) = whole.split_at(40);
        for spoiled in [whole.replace('+', " "), format!("{start}\n{rest}"), format!("{whole}\r\n"), format!("\"{whole}\"")] {
            assert!(is_spoiled(spoiled.as_bytes(), Form::Claude), "{spoiled}");
        }
        for other in [" ", "no signature", "\"REDACTED\""] {
            assert!(!is_spoiled(other.as_bytes(), Form::Claude), "{other}");
        }
    }

    #[test]
    fn the_header_of_a_signature_names_its_platform() {
        let header = [&[8, 11, 16, 1, 24, 2][..], &field(5, &[7; 64])].concat();
        let sealed = [(1, &header[..]), (2, &[1; 12]), (3, &[2; 12]), (4, &[3; 48]), (5, &[4; 40])];
        let bedrock = base64::encode(&field(2, &sealed.map(|(number, content)| field(number, content)).concat()));
        assert_eq!(platform_of(bedrock.as_bytes()), Some(1));
        assert_eq!(platform_of(base64::encode(bedrock.as_bytes()).as_bytes()), Some(1), "a redacted block of Converse");
        assert_eq!(platform_of(base64::encode(&claude()).as_bytes()), Some(0));
        assert_eq!(platform_of(b"gAAAAABo"), None);
    }

    #[test]
    fn a_foreign_form_names_its_origin_where_it_can() {
        let gemini = base64::encode(&field(2, &field(1, &[1; 40])));
        let json = base64::encode(b"{\"alg\":\"none\"}");
        let fernet = base64::encode(&[&[0x80, 0, 0, 0, 0][..], &[9; 84]].concat());
        for (handle, origin) in [
            ("3f2504e04f8911d39a0c0305e82c3301", Origin::Hex),
            ("3f2504e0-4f89-11d3-9a0c-0305e82c3301", Origin::Uuid),
            (&json, Origin::Json),
            (&gemini, Origin::Gemini),
            (&fernet, Origin::Fernet),
            ("8xd2c1Nob3J0IGJ5dGVz", Origin::Unknown),
        ] {
            assert_eq!(fit(handle.as_bytes(), Form::Claude), Fit::Foreign(origin), "{handle}");
        }
        assert_eq!(fit(b"REDACTED!", Form::Claude), Fit::Whole, "another rule reports what is not base64");
        assert_eq!(fit(base64::encode(&claude()).as_bytes(), Form::Fernet), Fit::Foreign(Origin::Claude));
    }
}
