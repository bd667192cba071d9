//! The JSON output, and its named parts.

use crate::error::{Code, Error};
use crate::json::Limits;

/// The JSON so far.
#[derive(Default)]
pub(super) struct Output<'t> {
    json: Vec<u8>,
    /// Sorted by name, with the start and the end of the value. The end is 0 while it is open.
    anchors: Vec<(&'t [u8], usize, usize)>,
    copied: usize,
    /// True if the text is a part of a larger one, which may have more names.
    part: bool,
}

impl<'t> Output<'t> {
    pub(super) fn new(part: bool) -> Self {
        Self { part, ..Self::default() }
    }

    pub(super) fn finish(self) -> Vec<u8> {
        self.json
    }

    /// Writes the comma or colon before a value. Returns the place at which the value begins.
    pub(super) fn begin(&mut self) -> usize {
        if !matches!(self.json.last(), None | Some(b'{' | b'[' | b':')) {
            self.json.push(b',');
        }
        self.json.len()
    }

    pub(super) fn push(&mut self, bytes: &[u8]) {
        self.json.extend_from_slice(bytes);
    }

    /// Names the value that begins at `start`. It may still be open.
    pub(super) fn anchor(&mut self, name: &'t [u8], start: usize) -> Result<(), Error> {
        match self.place(name) {
            Ok(at) => self.anchors.get_mut(at).into_iter().for_each(|anchor| *anchor = (name, start, 0)),
            Err(_) if self.anchors.len() >= ANCHORS => return Err(Error::new(Code::JsonSize, "more anchors than anyone writes")),
            Err(at) => self.anchors.insert(at, (name, start, 0)),
        }
        Ok(())
    }

    /// Records the end of the named value, unless another value has the name now.
    pub(super) fn close(&mut self, name: &[u8], start: usize) {
        let end = self.json.len();
        if let Some(anchor) = self.place(name).ok().and_then(|at| self.anchors.get_mut(at)).filter(|anchor| anchor.1 == start) {
            anchor.2 = end;
        }
    }

    /// Writes a named value again. The total size of all copies is limited, so that a few lines cannot become gigabytes.
    pub(super) fn alias(&mut self, name: &[u8]) -> Result<(), Error> {
        let named = self.place(name).ok().and_then(|at| self.anchors.get(at).copied());
        let Some((_, start, end)) = named.filter(|(_, start, end)| end > start) else {
            if self.part && named.is_none() {
                self.begin();
                self.json.extend_from_slice(b"null");
                return Ok(());
            }
            return Err(Error::new(Code::Yaml, "an alias without an anchor before it"));
        };
        self.copied += end - start;
        if self.copied > Limits::default().bytes {
            return Err(Error::new(Code::JsonSize, "the aliases expand to more than the limit"));
        }
        self.begin();
        self.json.extend_from_within(start..end);
        Ok(())
    }

    fn place(&self, name: &[u8]) -> Result<usize, usize> {
        self.anchors.binary_search_by(|anchor| anchor.0.cmp(name))
    }
}

/// The maximum number of names. They are in a sorted list, and the worst order of names moves each entry past all others.
const ANCHORS: usize = 1 << 13;
