//! Results of tools that are in the file before the lines of their calls. Claude Code 2.1.112 to 2.1.121 writes some results first, usually two lines before
//! the call. It reads its own file by the names of lines, so nothing is missing. Such a result waits for the line that it names.

use super::name;
use super::thread::is_result;
use crate::json::{FastHash, Value};
use crate::sessions::record::Piece;

/// The maximum number of lines that wait, and of lines that they wait for.
const MOST: usize = 16;

/// The lines that wait, in their order.
#[derive(Default)]
pub struct EarlyLines {
    lines: Vec<EarlyLine>,
}

/// A line that waits for the line that it names.
pub struct EarlyLine {
    line: usize,
    offset: usize,
    text: Vec<u8>,
    uuid: Option<FastHash>,
    parent: FastHash,
}

impl EarlyLine {
    /// Returns the line as it was read.
    pub fn piece(&self) -> Piece<'_> {
        Piece { line: self.line, offset: self.offset, text: &self.text }
    }
}

impl EarlyLines {
    /// Keeps a result whose call was not read yet, and the notes after it. Returns `true` if the line waits.
    pub fn keep(&mut self, piece: Piece<'_>, line: Value<'_>, is_known: impl Fn(FastHash) -> bool) -> bool {
        let Some(parent) = name(line, "parentUuid") else { return false };
        let waits = match line.word("type") {
            "user" => is_result(line) && !is_known(parent),
            "attachment" | "system" | "progress" => self.has(parent),
            _ => false,
        };
        if waits {
            let (text, uuid) = (piece.text.to_vec(), name(line, "uuid"));
            self.lines.push(EarlyLine { line: piece.line, offset: piece.offset, text, uuid, parent });
        }
        waits
    }

    /// Returns `true` if the missing lines will not come. The line continues one that waits, it begins something else, or it is far from the first.
    pub fn end_at(&self, piece: Piece<'_>, line: Value<'_>) -> bool {
        let Some(first) = self.lines.first() else { return false };
        let is_between = match line.word("type") {
            "assistant" => !name(line, "parentUuid").is_some_and(|parent| self.has(parent)),
            "user" => is_result(line),
            _ => name(line, "uuid").is_none() || name(line, "parentUuid").is_some_and(|parent| self.has(parent)),
        };
        !is_between || self.lines.len() >= MOST || piece.line > first.line + MOST
    }

    /// Removes the first line that names a line that was read.
    pub fn take_known(&mut self, is_known: impl Fn(FastHash) -> bool) -> Option<EarlyLine> {
        let nth = self.lines.iter().position(|line| is_known(line.parent))?;
        Some(self.lines.remove(nth))
    }

    /// Removes all lines.
    pub fn take_all(&mut self) -> Vec<EarlyLine> {
        std::mem::take(&mut self.lines)
    }

    fn has(&self, uuid: FastHash) -> bool {
        self.lines.iter().any(|line| line.uuid == Some(uuid))
    }
}
