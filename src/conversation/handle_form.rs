//! The form of a handle. A few vendors use a distinct form. The form can rule a vendor out, but never proves who issued a handle.

use crate::json::{Text, find_bytes};

/// The length of the head of a Claude message.
const HEAD: usize = 28;

/// Fields 3 and 4 or 5 of that head (`18 02 22 40`, `18 02 2a 40`), at each of the three offsets where base64 may cut them.
const CLAUDE: [&str; 6] = ["GAIiQ", "GAIqQ", "gCIk", "gCKk", "YAiJA", "YAipA"];

/// Returns `true` if a handle has Claude's form: a message with these first fields.
pub(crate) fn is_claude(handle: Text<'_>) -> bool {
    let head = head_of(handle);
    head.starts_with(b"E") && CLAUDE.iter().any(|mark| find_bytes(head, mark.as_bytes()).is_some())
}

/// Returns `true` if a handle has the form of one that OpenAI and Azure write: a Fernet token.
pub(crate) fn is_fernet(handle: Text<'_>) -> bool {
    let head = head_of(handle);
    head.starts_with(b"gAAAA") && head.len() == HEAD
}

/// Returns `true` if the form of a handle shows that a vendor did not write it.
pub(crate) fn excludes(handle: Text<'_>, vendor: &str) -> bool {
    match vendor {
        "anthropic" => is_fernet(handle),
        "google" => is_fernet(handle) || is_claude(handle),
        "openai" => is_claude(handle),
        "xai" => is_fernet(handle) || is_claude(handle),
        _ => false,
    }
}

fn head_of(handle: Text<'_>) -> &[u8] {
    handle.raw().get(..HEAD).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    #[test]
    fn a_form_rules_vendors_out_and_names_none() {
        let claude = Text::written(b"EosnCkYICxgCKkDcAAAAAAAAAAAAAAAA");
        let openai = Text::written(b"gAAAAABpT2Z1c2NhdGVkIGJ5dGVzAAAA");
        let vendors = ["anthropic", "google", "openai", "xai", "mistral"];
        assert_eq!(vendors.map(|vendor| excludes(claude, vendor)), [false, true, true, true, false]);
        assert_eq!(vendors.map(|vendor| excludes(openai, vendor)), [true, true, false, true, false]);
        for short in [&b"gAAAA"[..], b"Eq==", b"", b"CiQB4/H/XQ=="] {
            assert!(vendors.iter().all(|vendor| !excludes(Text::written(short), vendor)));
        }
    }
}
