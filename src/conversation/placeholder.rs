//! The strings that replace a handle. Google documents some for calls that no Gemini made: they are accepted as a signature and have no thought. One is the
//! word that a recorder writes over every secret.

use crate::json::{Value, is_base64};

/// The documented string that every Gemini accepts, as a JSON text.
pub(crate) const SKIP: &str = "\"skip_thought_signature_validator\"";

/// The head of that string, plain and in base64.
const SKIP_HEADS: &str = "^skip_thought_signature_val|c2tpcF90aG91Z2h0X3NpZ25h";

/// The head of the other documented string, plain and in base64. Vertex refuses it.
pub(crate) const OTHER_HEADS: &str = "^context_engineering_is_the|Y29udGV4dF9lbmdpbmVlcmlu";

/// Returns `true` if a signature is one of the documented strings.
#[inline(never)]
pub(crate) fn is_placeholder(signature: Value<'_>) -> bool {
    signature.fits(SKIP_HEADS) || signature.fits(OTHER_HEADS)
}

/// Returns `true` if the characters of a text are allowed in a handle. `REDACTED` is base64 too, but one recorder writes it over every handle.
#[inline(never)]
pub(crate) fn has_letters_of_handle(text: &[u8]) -> bool {
    is_base64(text) && text != b"REDACTED"
}

/// Returns `true` if a part has one of the documented strings, wherever its wire has the signature.
pub(crate) fn carries_placeholder(part: Value<'_>) -> bool {
    let strings = [
        part.get("thoughtSignature"),
        part.get("thought_signature"),
        part.path("extra_content.google.thought_signature"),
        part.get("data"),
        part.get("signature"),
    ];
    strings.into_iter().flatten().any(is_placeholder)
}
