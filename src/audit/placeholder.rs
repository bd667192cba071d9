//! The strings that Google documents for calls that no Gemini made. They pass for a signature and carry no thought.

use crate::json::Value;

/// The documented string that every Gemini takes, as a JSON text.
pub(super) const SKIP: &str = "\"skip_thought_signature_validator\"";

/// The head of that string, plain and in base64.
const SKIP_HEADS: &str = "^skip_thought_signature_val|c2tpcF90aG91Z2h0X3NpZ25h";

/// The head of the other documented string, plain and in base64. Vertex refuses that one.
pub(super) const OTHER_HEADS: &str = "^context_engineering_is_the|Y29udGV4dF9lbmdpbmVlcmlu";

/// Returns `true` if a signature is one of the documented strings.
#[inline(never)]
pub(super) fn is_placeholder(signature: Value<'_>) -> bool {
    signature.fits(SKIP_HEADS) || signature.fits(OTHER_HEADS)
}

/// Returns `true` if a part carries one of the documented strings, wherever its wire has the signature.
pub(super) fn carries_placeholder(part: Value<'_>) -> bool {
    let strings = [
        part.get("thoughtSignature"),
        part.get("thought_signature"),
        part.path("extra_content.google.thought_signature"),
        part.get("data"),
    ];
    strings.into_iter().flatten().any(is_placeholder)
}
