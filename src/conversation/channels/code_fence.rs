//! Code in visible text: fenced blocks, and the backtick before a tag. A delimiter in code is text and stays unchanged.

/// Follows visible text byte by byte, and records whether the current byte is in a fenced block.
#[derive(Debug)]
pub(super) struct CodeFence {
    /// The character and the length of the fence that is open.
    open: Option<(u8, usize)>,
    /// The open fence began on this line.
    opening: bool,
    /// This line has only spaces and one run of fence characters so far.
    head: bool,
    spaces: usize,
    run: usize,
    last: u8,
}

impl Default for CodeFence {
    fn default() -> Self {
        Self { open: None, opening: false, head: true, spaces: 0, run: 0, last: 0 }
    }
}

impl CodeFence {
    /// True if a delimiter would be code here.
    pub(super) fn is_code(&self) -> bool {
        self.open.is_some() || self.last == b'`'
    }

    /// Reads one byte of visible text.
    pub(super) fn step(&mut self, byte: u8) {
        match byte {
            b'\n' => (self.opening, self.head, self.spaces, self.run) = (false, true, 0, 0),
            b' ' if self.head && self.run == 0 && self.spaces < 3 => self.spaces += 1,
            b'`' | b'~' if self.head && (self.run == 0 || self.last == byte) => self.take_mark(byte),
            // A text between backticks on one line is not a block.
            b'`' if self.opening && self.open.is_some_and(|(mark, _)| mark == byte) => self.open = None,
            _ => self.head = false,
        }
        self.last = byte;
    }

    /// Counts one more character of a run that may open a fence, or close the open one.
    fn take_mark(&mut self, byte: u8) {
        self.run += 1;
        match &mut self.open {
            None if self.run == 3 => (self.open, self.opening) = (Some((byte, 3)), true),
            Some((_, length)) if self.opening => *length = self.run,
            Some((mark, length)) if *mark == byte && *length == self.run => (self.open, self.head) = (None, false),
            _ => {}
        }
    }
}
