//! Lines of a YAML text for the splitter: finds whether the next line is inside a scalar or brackets.
//!
//! libyaml requires no indentation for the lines of a quoted text or of brackets, so a line `- x` in one looks like an item but is not. Only scalars and
//! brackets that can hide a line are distinguished here. The parser checks whether the text is well formed.

/// The scalar or bracket that is open at the end of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum OpenText {
    #[default]
    Nothing,
    /// A plain or block scalar. Lines that are indented to the floor belong to it.
    Indented,
    /// A quoted scalar.
    Quoted(u8),
    /// Brackets: their number, whether a scalar may begin here, and the open quote in them.
    Brackets { depth: usize, start: bool, quote: Option<u8> },
}

/// The open state after the lines so far.
#[derive(Debug, Default)]
pub(super) struct Lines {
    open: OpenText,
    /// The minimum column of the content of the last key or dash.
    floor: usize,
}

impl Lines {
    /// Returns `true` if a line with this indentation (`None` if it is blank) begins inside a scalar or brackets.
    pub(super) fn covers(&self, indent: Option<usize>) -> bool {
        match self.open {
            OpenText::Nothing => false,
            OpenText::Indented => indent.is_none_or(|indent| indent >= self.floor),
            _ => true,
        }
    }

    /// Returns `true` if it begins inside quotes or brackets. There indentation has no meaning and `#` does not begin a comment.
    pub(super) fn is_enclosed(&self) -> bool {
        matches!(self.open, OpenText::Quoted(_) | OpenText::Brackets { .. })
    }

    /// Reads a line without its break.
    pub(super) fn read(&mut self, line: &[u8], indent: Option<usize>) {
        match self.open {
            OpenText::Quoted(quote) => self.open = if after_quote(line, quote).is_some() { OpenText::Nothing } else { self.open },
            OpenText::Brackets { .. } => self.brackets(line),
            _ if self.covers(indent) => (),
            _ => {
                self.open = OpenText::Nothing;
                if let Some(indent) = indent {
                    self.floor = self.floor.min(indent);
                    self.tokens(line, indent);
                }
            }
        }
    }

    /// Reads a line on which nothing is open, from its first token on.
    fn tokens(&mut self, line: &[u8], mut at: usize) {
        while let Some(rest @ [first, tail @ ..]) = line.get(at..) {
            match first {
                b' ' | b'\t' => at += 1,
                b'#' => return,
                b'-' | b'?' | b':' if is_blank(tail) => {
                    self.floor = at + 1;
                    at += 1;
                }
                b'!' | b'&' | b'*' => at += rest.iter().take_while(|byte| !matches!(byte, b' ' | b'\t')).count(),
                b'"' | b'\'' => {
                    let Some(length) = after_quote(tail, *first) else {
                        self.open = OpenText::Quoted(*first);
                        return;
                    };
                    let after = tail.get(length..).unwrap_or_default();
                    let gap = after.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
                    match after.get(gap..) {
                        Some([b':', value @ ..]) if is_blank(value) => self.floor = at + 1,
                        _ => return,
                    }
                    at += length + gap + 2;
                }
                b'[' | b'{' => {
                    self.open = OpenText::Brackets { depth: 0, start: true, quote: None };
                    return self.brackets(rest);
                }
                b'|' | b'>' => {
                    self.open = OpenText::Indented;
                    return;
                }
                _ => {
                    let Some(colon) = colon(rest) else {
                        self.open = OpenText::Indented;
                        return;
                    };
                    self.floor = at + 1;
                    at += colon + 1;
                }
            }
        }
    }

    /// Continues inside brackets. Text after the last one on its line is ignored.
    fn brackets(&mut self, line: &[u8]) {
        let OpenText::Brackets { mut depth, mut start, mut quote } = self.open else { return };
        let mut at = 0;
        let (mut spaced, mut unquoted) = (true, false);
        while let Some([byte, tail @ ..]) = line.get(at..) {
            at += 1;
            if let Some(open) = quote {
                let Some(length) = after_quote(line.get(at - 1..).unwrap_or_default(), open) else { break };
                at += length - 1;
                (quote, start, spaced, unquoted) = (None, false, false, true);
                continue;
            }
            match byte {
                b'"' | b'\'' if start => quote = Some(*byte),
                b'[' | b'{' => (depth, start) = (depth + 1, true),
                b']' | b'}' => {
                    depth = depth.saturating_sub(1);
                    start = false;
                    if depth == 0 {
                        self.open = OpenText::Nothing;
                        return;
                    }
                }
                b',' => start = true,
                b'?' if start && is_blank(tail) => (),
                b'!' | b'&' if start => at += tail.iter().take_while(|byte| !b" \t,[]{}".contains(byte)).count(),
                b':' if unquoted || is_blank(tail) => start = true,
                b'#' if spaced => break,
                b' ' | b'\t' => (),
                _ => start = false,
            }
            spaced = matches!(byte, b' ' | b'\t');
            unquoted &= spaced;
        }
        self.open = OpenText::Brackets { depth, start, quote };
    }
}

/// Returns the length of the rest of a quoted text, closing quote included. `None` if the line ends first.
fn after_quote(text: &[u8], quote: u8) -> Option<usize> {
    let mut at = 0;
    loop {
        match text.get(at..)? {
            [b'\'', b'\'', ..] if quote == b'\'' => at += 2,
            [b'\\', ..] if quote == b'"' => at += 2,
            [byte, ..] if *byte == quote => return Some(at + 1),
            [_, ..] => at += 1,
            [] => return None,
        }
    }
}

/// Returns the place of the colon after a plain key, if there is one before a comment.
fn colon(text: &[u8]) -> Option<usize> {
    let mut blank = false;
    for (at, byte) in text.iter().enumerate() {
        match byte {
            b':' if is_blank(text.get(at + 1..).unwrap_or_default()) => return Some(at),
            b'#' if blank => return None,
            _ => blank = matches!(byte, b' ' | b'\t'),
        }
    }
    None
}

/// Returns `true` if a text ends here: it is empty, or a blank follows.
pub(super) fn is_blank(text: &[u8]) -> bool {
    matches!(text, [] | [b' ' | b'\t' | b'\r', ..])
}
