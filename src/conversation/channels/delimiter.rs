//! The known delimiters, and the search for one at the start of a text.

/// A pair of delimiters.
pub(super) struct Channel {
    pub(super) name: &'static str,
    open: &'static str,
    /// Empty for a delimiter that does not open a thought.
    pub(super) close: &'static str,
    /// True for a tag: any case, attributes, and a `>` that follows. Otherwise it is an exact token of the model.
    tag: bool,
    /// True if a closing delimiter alone proves that reasoning came before it. `<|end|>` ends other things too.
    pub(super) orphan: bool,
}

const fn tag(name: &'static str, open: &'static str, close: &'static str) -> Channel {
    Channel { name, open, close, tag: true, orphan: true }
}

const fn token(name: &'static str, open: &'static str, close: &'static str) -> Channel {
    Channel { name, open, close, tag: false, orphan: true }
}

const fn shared(name: &'static str, open: &'static str, close: &'static str) -> Channel {
    Channel { name, open, close, tag: false, orphan: false }
}

/// Every pair, and the scaffold of gpt-oss's harmony around its final answer.
pub(super) const CHANNELS: &[Channel] = &[
    tag("think", "<think", "</think"),
    tag("thinking", "<thinking", "</thinking"),
    tag("thought", "<thought", "</thought"),
    tag("reasoning", "<reasoning", "</reasoning"),
    tag("reason", "<reason", "</reason"),
    tag("reflection", "<reflection", "</reflection"),
    tag("mm:think", "<mm:think", "</mm:think"),
    tag("budget:thinking", "<budget:thinking", "</budget:thinking"),
    token("◁think▷", "◁think▷", "◁/think▷"),
    token("[THINK]", "[THINK]", "[/THINK]"),
    token("START_THINKING", "<|START_THINKING|>", "<|END_THINKING|>"),
    token("inner_prefix", "<|inner_prefix|>", "<|inner_suffix|>"),
    token("begin_of_thought", "<|begin_of_thought|>", "<|end_of_thought|>"),
    shared("analysis", "<|channel|>analysis<|message|>", "<|end|>"),
    shared("thought channel", "<|channel>thought\n", "<channel|>"),
    shared("final", "<|channel|>final<|message|>", ""),
    shared("start", "<|start|>assistant", ""),
    shared("return", "<|return|>", ""),
];

/// The number of bytes that are searched. A tag with its attributes is not longer.
pub(super) const LONGEST: usize = 256;

/// The delimiter at the start of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DelimiterMatch {
    /// No delimiter.
    Nothing,
    /// The text may begin one. The next bytes decide.
    Undecided,
    /// A delimiter, with its index in [`CHANNELS`].
    Whole { channel: usize, closes: bool, length: usize },
}

/// Looks for a delimiter at the start of a text. No delimiter is a prefix of another, so the first match is the only one.
pub(super) fn match_delimiter(text: &[u8], is_end: bool) -> DelimiterMatch {
    // `<`, `[` or the first byte of `◁`.
    if !matches!(text.first(), Some(b'<' | b'[' | 0xe2)) {
        return DelimiterMatch::Nothing;
    }
    let mut begun = false;
    for (channel, known) in CHANNELS.iter().enumerate() {
        for (closes, delimiter) in [(false, known.open), (true, known.close)] {
            match if known.tag { tagged(text, delimiter.as_bytes(), closes) } else { exact(text, delimiter.as_bytes()) } {
                Fit::Whole(0) | Fit::Not => {}
                Fit::Whole(length) => return DelimiterMatch::Whole { channel, closes, length },
                Fit::Begun => begun = true,
            }
        }
    }
    if begun && !is_end && text.len() < LONGEST { DelimiterMatch::Undecided } else { DelimiterMatch::Nothing }
}

/// How far a text matches a delimiter.
enum Fit {
    Not,
    Begun,
    Whole(usize),
}

fn exact(text: &[u8], delimiter: &[u8]) -> Fit {
    if text.starts_with(delimiter) {
        Fit::Whole(delimiter.len())
    } else if delimiter.starts_with(text) {
        Fit::Begun
    } else {
        Fit::Not
    }
}

/// Matches the rest of a tag after its name: `>`, or white space and possible attributes. `<think about it>` and `<think />` are not tags.
fn tagged(text: &[u8], name: &[u8], closes: bool) -> Fit {
    let common = text.len().min(name.len());
    match (text.get(..common), name.get(..common)) {
        (Some(text), Some(name)) if text.eq_ignore_ascii_case(name) => {}
        _ => return Fit::Not,
    }
    let rest = text.get(name.len()..).unwrap_or_default();
    match rest.first() {
        None => return Fit::Begun,
        Some(b'>') => return Fit::Whole(name.len() + 1),
        Some(space) if space.is_ascii_whitespace() => {}
        Some(_) => return Fit::Not,
    }
    let Some(end) = rest.iter().position(|byte| matches!(byte, b'>' | b'<' | b'\n')) else { return Fit::Begun };
    let attributes = rest.get(..end).unwrap_or_default().trim_ascii();
    let fits = attributes.is_empty() || (!closes && attributes.contains(&b'=') && !attributes.ends_with(b"/"));
    if fits && rest.get(end) == Some(&b'>') { Fit::Whole(name.len() + end + 1) } else { Fit::Not }
}
