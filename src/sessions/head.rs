//! The HTTP head that was copied with a body: `curl -v`, `curl -i`, a raw request, a block of Markdown.

/// A body without its head, and the facts of the head.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Headed<'t> {
    /// The address, if the head is a request's.
    pub url: Option<String>,
    /// The status, if the head is a response's.
    pub status: Option<u16>,
    /// The body.
    pub body: &'t [u8],
}

/// Returns `true` if a text begins with a head.
#[must_use]
pub fn is_headed(text: &[u8]) -> bool {
    let line = text.split(|byte| *byte == b'\n').next().unwrap_or_default().trim_ascii_end();
    let asks = line.ends_with(b" HTTP/1.1") || line.ends_with(b" HTTP/2") || line.ends_with(b" HTTP/1.0");
    let marked = [b"* ".as_slice(), b"> ", b"< ", b"```"].iter().any(|mark| line.starts_with(mark));
    // Quotes and lists in prose have the same characters.
    let has_facts = |found: Headed<'_>| found.status.is_some() || found.url.is_some() || matches!(found.body.first(), Some(b'{' | b'['));
    asks || line.starts_with(b"HTTP/") || (marked && find(text).is_some_and(has_facts))
}

/// Removes the head. Returns `None` if there is no head, or no body after it.
#[must_use]
pub fn find(text: &[u8]) -> Option<Headed<'_>> {
    if let Some(block) = text.strip_prefix(b"```") {
        return fenced(block);
    }
    let mut found = Headed::default();
    let (mut path, mut host, mut rest) = (None, None, text);
    let marked = matches!(text.first(), Some(b'*' | b'>' | b'<'));
    loop {
        let end = rest.iter().position(|byte| *byte == b'\n')?;
        let (line, after) = rest.split_at_checked(end + 1)?;
        if marked && !matches!(line, [b'*' | b'>' | b'<' | b'}' | b'{', b' ' | b'\r' | b'\n', ..]) {
            found.body = bodied(rest);
            break;
        }
        let line = if marked { line.get(1..).unwrap_or_default() } else { line };
        let line = str::from_utf8(line).unwrap_or_default().trim();
        if let Some(status) = line.strip_prefix("HTTP/") {
            found.status = status.split(' ').nth(1).and_then(|status| status.parse().ok());
        } else if let Some((asked, "HTTP/1.1" | "HTTP/2" | "HTTP/1.0")) = line.rsplit_once(' ') {
            path = asked.split_once(' ').map(|(_, path)| path);
        } else if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("host")
        {
            host = Some(value.trim());
        }
        rest = after;
        // A separate response may follow: `100 Continue`.
        if !marked && line.is_empty() && !rest.starts_with(b"HTTP/") {
            found.body = bodied(rest);
            break;
        }
    }
    found.url =
        path.map(|path| if path.starts_with('/') { ["https://", host.unwrap_or_default(), path].concat() } else { path.to_owned() });
    found.url = found.url.filter(|url| host.is_some() || !url.starts_with("https:///"));
    Some(found).filter(|found| !found.body.is_empty())
}

/// Reads the inside of a block of Markdown.
fn fenced(block: &[u8]) -> Option<Headed<'_>> {
    let start = block.iter().position(|byte| *byte == b'\n')?;
    let inside = block.get(start + 1..)?.trim_ascii();
    Some(Headed { body: inside.strip_suffix(b"```").unwrap_or(inside).trim_ascii(), ..Headed::default() })
}

/// Returns a body without curl's lines after it.
fn bodied(mut text: &[u8]) -> &[u8] {
    loop {
        let trimmed = text.trim_ascii_end();
        let last = trimmed.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        match trimmed.get(last..) {
            Some([b'*' | b'<' | b'>', b' ', ..]) => text = text.get(..last).unwrap_or_default(),
            _ => return text,
        }
    }
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    #[test]
    fn a_head_is_taken_off_and_says_where_and_how() {
        let verbose = "* Trying 1.2.3.4:443...\n> POST /v1/messages HTTP/2\n> Host: api.anthropic.com\n> \n* upload done\n< HTTP/2 400 \n< content-type: application/json\n< \n{\"type\":\"error\"}\n* Connection #0 left intact\n";
        assert!(is_headed(verbose.as_bytes()));
        let found = find(verbose.as_bytes()).unwrap();
        assert_eq!(found.url.as_deref(), Some("https://api.anthropic.com/v1/messages"));
        assert_eq!((found.status, found.body), (Some(400), b"{\"type\":\"error\"}\n".as_slice()));
        let plain = find(b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nx: y\r\n\r\n{}").unwrap();
        assert_eq!((plain.status, plain.body, plain.url), (Some(200), b"{}".as_slice(), None));
        assert_eq!(find(b"```json\n{\"a\":1}\n```\n").unwrap().body, b"{\"a\":1}");
    }

    #[test]
    fn prose_has_no_head() {
        for text in ["* one\n* two\n", "> quoted\n", "# Title\n", "", "HTTP", "* a list\n\nof prose", "```\nprose\n```\n"] {
            assert!(!is_headed(text.as_bytes()), "{text}");
        }
    }
}
