//! The blocks of a stream: they open, grow and stop. The stream numbers each of them.

use std::collections::BTreeMap;

use crate::conversation::events::EventSink;
use crate::json::{JsonBuilder, Text, Value, decimal};

/// A block under construction.
#[derive(Clone, Default)]
pub(super) struct Block {
    pub(super) builder: JsonBuilder,
    /// The pieces of a JSON text so far: the arguments of a call.
    pub(super) pieces: Vec<u8>,
    /// The pieces of redacted reasoning so far, each separately encoded in base64, unchanged.
    pub(super) redacted: Vec<Vec<u8>>,
    pub(super) thinks: bool,
    /// True if it is a list of parts, not a part.
    pub(super) wraps: bool,
    pub(super) stopped: bool,
}

impl Block {
    /// Adds a piece of a JSON text.
    pub(super) fn piece(&mut self, piece: Option<Value<'_>>) {
        if let Some(text) = piece.and_then(Value::text) {
            self.pieces.extend_from_slice(&text.wtf8());
        }
    }
}

/// Blocks in the order they opened.
#[derive(Clone, Default)]
pub(super) struct Blocks {
    pub(super) all: Vec<Block>,
    /// The number of the block for each key. If several have one key, the last counts.
    by_key: BTreeMap<Vec<u8>, usize>,
    last_grown: LastGrown,
}

/// A growing text: a query for the event, the path of its piece, the path to the text in the block, and `true` for a thought.
pub(super) type GrowingText = (&'static str, &'static str, &'static [&'static [u8]], bool);

/// The text that the last event extended: a block, and the path to a text in it, empty for its pieces of JSON.
#[derive(Clone, Copy, Default)]
struct LastGrown {
    nth: usize,
    names: &'static [&'static [u8]],
    thinks: bool,
}

impl Blocks {
    pub(super) fn open(&mut self, key: Option<Value<'_>>, builder: JsonBuilder) -> Option<&mut Block> {
        self.by_key.insert(raw(key).to_vec(), self.all.len());
        self.all.push(Block { builder, ..Block::default() });
        self.all.last_mut()
    }

    /// Returns the block of an event. If several have one number, the last counts.
    pub(super) fn find(&mut self, key: Option<Value<'_>>) -> Option<&mut Block> {
        self.numbered(key).map(|(_, block)| block)
    }

    /// Returns the same block with its number.
    pub(super) fn numbered(&mut self, key: Option<Value<'_>>) -> Option<(usize, &mut Block)> {
        let nth = *self.by_key.get(raw(key))?;
        self.all.get_mut(nth).map(|block| (nth, block))
    }

    /// Finds the piece with which the last event extended a text of a block.
    pub(super) fn growing_strings<'d>(&mut self, data: Value<'d>, key: &str, grows: &[GrowingText], pieces: &mut Vec<Value<'d>>) {
        let key = raw(data.get(key));
        for (query, path, names, thinks) in grows {
            let piece = data.path(path).filter(|piece| piece.text().is_some() && data.fits(query));
            if let (Some(piece), Some(nth)) = (piece, self.by_key.get(key)) {
                pieces.push(piece);
                self.last_grown = LastGrown { nth: *nth, names, thinks: *thinks };
                return;
            }
        }
    }

    /// Extends that text again.
    pub(super) fn extend_last(&mut self, pieces: &[Text<'_>], events: &mut EventSink) {
        let (Some(block), [piece]) = (self.all.get_mut(self.last_grown.nth), pieces) else { return };
        let Some((last, names)) = self.last_grown.names.split_last() else {
            events.call_piece(self.last_grown.nth, *piece);
            return block.pieces.extend_from_slice(&piece.wtf8());
        };
        let mut here = Some(&mut block.builder);
        for name in names {
            here = here.and_then(|builder| builder.member(name));
        }
        here.into_iter().for_each(|builder| builder.extend(last, *piece));
        events.piece(self.last_grown.thinks, *piece);
    }

    /// Returns the list of blocks. Adds the pointers of unfinished ones to `unfinished`.
    pub(super) fn finish(self, pointer: &str, unfinished: &mut Vec<String>) -> JsonBuilder {
        let mut list = Vec::with_capacity(self.all.len());
        for block in self.all {
            if !block.stopped {
                unfinished.push(nth(pointer, list.len()));
            }
            list.push(block.builder);
        }
        JsonBuilder::List(list)
    }
}

/// The pointer of an element.
pub(super) fn nth(pointer: &str, nth: usize) -> String {
    [pointer, "/", &decimal(nth)].concat()
}

fn raw(key: Option<Value<'_>>) -> &[u8] {
    key.map(Value::raw).unwrap_or_default()
}
