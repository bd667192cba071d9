//! Secrets that have a beginning and an end: private keys in armour, and passwords in addresses.

use crate::json::{Span, find_bytes};

/// A private key in the armour of RFC 7468 or of OpenPGP (RFC 9580, section 6.2), with its label and, if it has one, its end. The
/// lines may be broken by `\n` as JSON within JSON writes it, or be one.
pub(super) fn private_key(text: &[u8], at: usize, _: usize) -> Option<Span> {
    let label = text.get(at..)?.strip_prefix(b"-----BEGIN ")?;
    let label = label.get(..label.len().min(80))?;
    let key = find_bytes(label, b"PRIVATE KEY")?;
    let close = find_bytes(label.get(key..)?, b"-----")?;
    label.get(..key + close)?.iter().all(|byte| byte.is_ascii_uppercase() || matches!(byte, b' ' | b'0'..=b'9')).then_some(())?;
    let mut here = at + b"-----BEGIN ".len() + key + close + 5;
    let mut end = None;
    loop {
        here += breaks(text, here);
        let rest = text.get(here..)?;
        if let Some(after) = rest.strip_prefix(b"-----END ") {
            let close = find_bytes(after.get(..after.len().min(80))?, b"-----")?;
            let end_of_key = here + b"-----END ".len() + close + 5;
            return end.map(|_| Span { start: at, end: end_of_key });
        }
        let line = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=')).count();
        if rest.get(line) == Some(&b':') {
            // A header, such as `Proc-Type` or `Version`: up to the end of its line.
            here += header(rest);
            continue;
        }
        let last = here + line;
        let closes = text.get(last + breaks(text, last)..).is_some_and(|rest| rest.starts_with(b"-----END "));
        if line >= 16 || line > 0 && closes {
            (here, end) = (last, Some(last));
        } else if rest.starts_with(b"Proc-Type:") || rest.starts_with(b"DEK-Info:") {
            here += header(rest);
        } else {
            // Cut off: what there is of it is still a secret.
            return end.map(|end| Span { start: at, end });
        }
    }
}

/// The number of bytes of white space here, with written escapes.
fn breaks(text: &[u8], at: usize) -> usize {
    let mut rest = text.get(at..).unwrap_or_default();
    let whole = rest.len();
    while let [b' ' | b'\t' | b'\r' | b'\n', after @ ..] | [b'\\', b'n' | b'r' | b't' | b'\\', after @ ..] = rest {
        rest = after;
    }
    whole - rest.len()
}

/// How long a line is: to its break, in either writing.
fn header(line: &[u8]) -> usize {
    line.iter().position(|byte| matches!(byte, b'\n' | b'\\')).unwrap_or(line.len())
}

/// The password of an address, as in `postgres://user:password@host` (RFC 3986, section 3.2.1). A placeholder is not a password.
pub(super) fn url_password(text: &[u8], at: usize, from: usize) -> Option<Span> {
    let rest = text.get(at..)?.strip_prefix(b"://")?;
    let scheme =
        text.get(from..at)?.iter().rev().take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'.' | b'-')).count();
    (scheme >= 2).then_some(())?;
    let is_part = |byte: &u8| !matches!(byte, 0..=b' ' | b'"' | b'\'' | b'<' | b'>' | b'`' | b'\\' | b'/' | b'@');
    let user = rest.iter().take(256).take_while(|byte| is_part(byte) && **byte != b':').count();
    let password = rest.get(user..)?.strip_prefix(b":")?;
    let length = password.iter().take(512).take_while(|byte| is_part(byte)).count();
    let is_filled =
        !matches!(password.first(), Some(b'$' | b'{' | b'[' | b'*' | b'%' | b'<')) || password.get(1).is_some_and(u8::is_ascii_hexdigit);
    let hosted =
        password.get(length) == Some(&b'@') && password.get(length + 1).is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'[');
    let start = at + 3 + user + 1;
    (length > 0 && is_filled && hosted).then_some(Span { start, end: start + length })
}
