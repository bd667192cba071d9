//! Lines of versions 1 and 2. They number the blocks of a prefix over the whole file, and have no context.

use super::answer::Answer;
use super::emitted::EmittedPart;
use super::line::{count, decoded, part, read, write};
use crate::error::Error;
use crate::json::Value;
use crate::request::prefix::{PrefixBlock, PrefixChain};
use crate::wires::description;

/// The numbered blocks of a file that is being read.
#[derive(Default)]
pub(super) struct Rows(Vec<Row>);

struct Row {
    before: Option<usize>,
    chain: PrefixChain,
    block: PrefixBlock,
}

impl Rows {
    /// Reads a line, and converts it to the current version.
    pub(super) fn lift(&mut self, line: Value<'_>) -> Result<Vec<u8>, Error> {
        let first = self.0.len();
        for row in line.list("rows") {
            let at = |nth: usize| count(row.element(nth));
            let before = at(3).filter(|before| *before < self.0.len());
            let chain = before.and_then(|before| self.0.get(before)).map(|row| row.chain).unwrap_or_default();
            let Some(digest) = row.element(0).and_then(decoded) else { continue };
            let place = [at(1), at(2)].map(Option::unwrap_or_default);
            self.0.push(Row { before, chain: chain.then(digest), block: PrefixBlock { digest, place, restarts: false } });
        }
        let mut answer = read(line)?;
        answer.after = line.list("parts").map(part).find(EmittedPart::is_thought).and_then(|part| part.after);
        // An earlier version compared the items of Responses more strictly. Its prefixes are not compared.
        if !description(&answer.wire).has_items() {
            self.unroll(&mut answer, count(line.get("tip")), first);
        }
        Ok(write(&answer))
    }

    /// Sets the new blocks of an answer, and the chain before them.
    fn unroll(&self, answer: &mut Answer, tip: Option<usize>, first: usize) {
        let mut next = tip;
        while let Some(row) = next.and_then(|next| self.0.get(next)) {
            if next.is_some_and(|next| next < first) {
                answer.base = row.chain;
                break;
            }
            answer.blocks.push(row.block.clone());
            next = row.before;
        }
        answer.blocks.reverse();
    }
}
