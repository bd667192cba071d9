//! The second layer of base64 that Converse puts around the data of a redacted block. The Claude API sends a text. Converse sends the bytes of that text, as base64.

use std::borrow::Cow;

use super::is_claude_message;
use crate::json::{Text, base64};

/// Returns the data of a redacted block as Converse writes it. Data that is not Claude's, or has both layers already, is unchanged.
pub(crate) fn in_blob(data: Text<'_>) -> Cow<'_, [u8]> {
    let text = data.wtf8();
    let is_bare = base64::decode(&text).is_some_and(|bytes| is_claude_message(&bytes));
    if is_bare { base64::encode(&text).into_bytes().into() } else { data.raw().into() }
}

/// Returns the data of a redacted block as the Claude API writes it. Data that is not Claude's, or has one layer, is unchanged.
pub(crate) fn out_of_blob(data: Text<'_>) -> Cow<'_, [u8]> {
    let inner = base64::decode(&data.wtf8());
    let is_text = |inner: &Vec<u8>| base64::decode(inner).is_some_and(|bytes| is_claude_message(&bytes));
    inner.filter(is_text).map_or_else(|| data.raw().into(), Cow::from)
}
