//! The texts of the answers, packed: thousands of short lines have no gaps between them, and a written line does not move.

/// Texts, by their numbers.
#[derive(Clone, Debug, Default)]
pub(super) struct Lines {
    /// Allocated memory. No chunk grows beyond its capacity, so its content does not move.
    chunks: Vec<Vec<u8>>,
    places: Vec<Place>,
    /// The chunk with free space.
    open: usize,
    bytes: usize,
}

/// The position of a line.
#[derive(Clone, Copy, Debug)]
struct Place {
    chunk: u32,
    start: u32,
    length: u32,
}

impl Lines {
    /// Returns the number of lines.
    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    /// Returns the line of a number.
    pub(super) fn get(&self, nth: usize) -> Option<&[u8]> {
        let Place { chunk, start, length } = *self.places.get(nth)?;
        let [chunk, start, length] = [chunk, start, length].map(|number| usize::try_from(number).unwrap_or_default());
        self.chunks.get(chunk)?.get(start..start + length)
    }

    /// Returns all lines, in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = &[u8]> {
        (0..self.len()).filter_map(|nth| self.get(nth))
    }

    /// Adds a line. No line is longer than a body may be, so its length fits the numbers.
    pub(super) fn push(&mut self, line: &[u8]) {
        // A fraction of the total, so that the free space at the ends of chunks stays small.
        let size = (self.bytes / 16).clamp(4_096, 1 << 20);
        let chunk = if line.len() > size / 16 { self.add(line.len()) } else { self.with_room(line.len(), size) };
        let Some(text) = self.chunks.get_mut(chunk) else { return };
        let [chunk, start, length] = [chunk, text.len(), line.len()].map(|number| u32::try_from(number).unwrap_or_default());
        text.extend_from_slice(line);
        self.places.push(Place { chunk, start, length });
        self.bytes += line.len();
    }

    fn with_room(&mut self, length: usize, size: usize) -> usize {
        let has_room = self.chunks.get(self.open).is_some_and(|chunk| chunk.capacity() - chunk.len() >= length);
        if !has_room {
            self.open = self.add(size);
        }
        self.open
    }

    fn add(&mut self, size: usize) -> usize {
        self.chunks.push(Vec::with_capacity(size));
        self.chunks.len() - 1
    }
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    #[test]
    fn lines_of_every_length_are_found_again_and_stay_where_they_are() {
        let line = |nth: usize| vec![b'a' + u8::try_from(nth % 26).unwrap(); nth * 37 % 5_000];
        let (mut lines, mut places) = (Lines::default(), Vec::new());
        for nth in 0..2_000 {
            lines.push(&line(nth));
            places.push(lines.get(nth).unwrap().as_ptr());
        }
        assert_eq!(lines.len(), 2_000);
        for (nth, found) in lines.iter().enumerate() {
            assert_eq!(found, line(nth));
            assert_eq!(found.as_ptr(), places[nth]);
        }
        let room: usize = lines.chunks.iter().map(Vec::capacity).sum();
        assert!(room * 10 <= lines.bytes * 11, "{room} for {}", lines.bytes);
    }
}
